import type { Client } from './client.js';
import type { MakeDatabase } from './database.js';
import { isComplete, isPaid, isSealed, postBatch, until } from './progress.js';
import { openStand, type Stand } from './stand.js';

const PAYMENTS = 20_000;

/** One round, in ms: batches before and after the database made statistics of the tables that they drain. */
export interface VacuumRound {
  readonly before: number;
  readonly after: number;
}

const paidWithin = async (stand: Stand, client: Client, key: string): Promise<number> => {
  await until(() => isSealed(stand));
  const { sentAt, jobId } = await postBatch(stand, client, PAYMENTS, key);
  await until(() => isComplete(stand, jobId));
  const paidAt = await until(() => isPaid(stand));
  await until(() => isSealed(stand));
  return paidAt - sentAt;
};

/** Posts batches to a fresh service. PostgreSQL: SQLite makes no statistics by itself. */
export const vacuumRound = async (make: MakeDatabase, client: Client): Promise<VacuumRound> => {
  const stand = await openStand(make);
  await paidWithin(stand, client, 'warm-up');
  const before = await paidWithin(stand, client, 'before');
  // The pages at the end stay, as they do while other units are under way: many pages, and no row.
  await stand.database.db.raw('VACUUM (ANALYZE, TRUNCATE false)');
  const after = await paidWithin(stand, client, 'after');
  await stand.close();
  return { before, after };
};
