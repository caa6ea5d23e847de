import { join } from 'node:path';
import { openingAccounts, sandboxBank, type SandboxBank } from '@hundi/testkit';
import type { ProvisionDocument } from '@hundi/core';
import {
  sandboxInPostgres,
  sandboxInSqlite,
  type SandboxDatabase,
} from '../bank/sandbox-database.js';
import { sqlBooks } from '../bank/sql-books.js';
import type { Config } from '../config/config.js';
import { orRefuse } from '../service/engine-database.js';
import { sandboxClock, type SandboxClock } from './sandbox-clock.js';

/** What only a sandbox has: time that can be moved, and a bank that is not real. */
export interface Sandbox {
  readonly clock: SandboxClock;
  readonly bank: SandboxBank;
  readonly close: () => Promise<void>;
}

const open = ({ database, dataDir }: Config): Promise<SandboxDatabase> =>
  database.kind === 'sqlite'
    ? sandboxInSqlite(join(dataDir, 'sandbox-bank.db'))
    : sandboxInPostgres(database.url);

/** Opens the sandbox, and at its bank the debit accounts of the document. */
export const openSandbox = async (
  config: Config,
  document: ProvisionDocument,
): Promise<Sandbox> => {
  const database = await orRefuse(() => open(config));
  try {
    const clock = await sandboxClock(database, () => Date.now());
    const bank = sandboxBank({ books: sqlBooks(database), clock });
    await bank.openAccounts(openingAccounts(document));
    return { clock, bank, close: database.close };
  } catch (error) {
    await database.close();
    throw error;
  }
};
