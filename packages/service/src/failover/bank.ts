import type { BankRail } from '@hundi/core';
import { openingAccounts, sandboxBank } from '@hundi/testkit';
import { sandboxInPostgres } from '../bank/sandbox-database.js';
import { sqlBooks } from '../bank/sql-books.js';
import type { PortHost } from '../service/load-port.js';
import { readDocument } from '../tenants/read-document.js';
import { BANK_DATABASE } from './bank-database.js';

/**
 * The bank of a failover run. Its books are on a server that does not die, apart from the engine's: what the engine
 * forgets, the bank still knows. It executes an order again that it gets again.
 */
const makeRail = async ({ clock }: PortHost): Promise<BankRail> => {
  const database = await sandboxInPostgres(process.env[BANK_DATABASE] ?? '');
  const bank = sandboxBank({ books: sqlBooks(database), clock, traits: { deduplicates: false } });
  const document = await readDocument(process.env['PROVISION_FILE'] ?? '');
  await bank.openAccounts(openingAccounts(document));
  return bank.rail;
};

export { makeRail as default };
