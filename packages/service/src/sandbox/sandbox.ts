import { join } from 'node:path';
import {
  openingAccounts,
  sandboxAcquirer,
  sandboxBank,
  timeline,
  type SandboxAcquirer,
  type SandboxBank,
  type Timeline,
} from '@hundi/testkit';
import type { Clock, Hundi, ProvisionDocument } from '@hundi/core';
import type { RailTraits } from '@hundi/core/rail';
import {
  sandboxInPostgres,
  sandboxInSqlite,
  type SandboxDatabase,
} from '../bank/sandbox-database.js';
import { sqlBooks } from '../bank/sql-books.js';
import { sqlCardBooks } from '../bank/sql-card-books.js';
import type { Config } from '../config/config.js';
import { sandboxMailbox, type SandboxMailbox } from '../mail/sandbox-mailbox.js';
import { orRefuse } from '../database/engine-database.js';
import type { RailFolders } from '../folder-rail/folders.js';
import type { FolderBank } from './folder-bank.js';
import type { BankReports } from './report-worker.js';
import { sandboxClock, type SandboxClock } from './sandbox-clock.js';

/** The parts that only a sandbox has: time that can be moved, a simulated bank, mail that any local user may read. */
export interface Sandbox {
  readonly clock: SandboxClock;
  readonly bank: SandboxBank;
  readonly cards: SandboxAcquirer;
  readonly mailbox: SandboxMailbox;
  /** The bank at the other side of folders. */
  readonly bankAt: (folders: RailFolders) => Promise<FolderBank>;
  /** Drives the background work of an engine and of its bank by hand. */
  readonly timelineOf: (engine: Hundi, reports: BankReports) => Timeline;
  readonly close: () => Promise<void>;
}

const open = ({ database, databasePooler, dataDir }: Config): Promise<SandboxDatabase> =>
  database.kind === 'sqlite'
    ? sandboxInSqlite(join(dataDir, 'sandbox-bank.db'))
    : sandboxInPostgres(database.url, databasePooler);

/** Opens the sandbox, whose time is the real one and what it was moved by; and at its bank the debit accounts of the document. */
export const openSandbox = async (
  config: Config,
  real: Clock,
  document: ProvisionDocument,
  traits: Partial<RailTraits> = {},
): Promise<Sandbox> => {
  const database = await orRefuse(() => open(config));
  try {
    const clock = await sandboxClock(database, real.now);
    const books = sqlBooks(database);
    const bank = sandboxBank({ books, clock, traits });
    await bank.openAccounts(openingAccounts(document));
    const cards = sandboxAcquirer({ books: sqlCardBooks(database), clock });
    const mailbox = sandboxMailbox(database, clock);
    const timelineOf = (engine: Hundi, reports: BankReports) =>
      timeline({ engine, bank: reports, clock: { now: clock.now, set: clock.moveTo } });
    const bankAt = async (folders: RailFolders) => {
      const { folderBank } = await import('./folder-bank.js');
      const zone = document.bankTenants[0]?.timeZone ?? 'Asia/Kolkata';
      return folderBank({ bank, books, folders, clock, zone });
    };
    return { clock, bank, cards, mailbox, bankAt, timelineOf, close: database.close };
  } catch (error) {
    await database.close();
    throw error;
  }
};
