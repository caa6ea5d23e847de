import { E } from '@hundi/core';
import type { Claim, Storage, Stores, Work } from '@hundi/core/storage';
import { median } from './bench.js';
import type { MakeDatabase } from './database.js';

/** Ten minutes of claims, a second of the engine's time each. */
const ROUNDS = 600;
const A_ROUND = 1_000;
/** As many rounds at the beginning and at the end are compared. */
const COMPARED = 60;
const SECOND = 1_000;

const CLAIM: Omit<Claim, 'now'> = {
  duty: 'send-to-bank',
  leaseMs: 30 * SECOND,
  limit: A_ROUND,
  lapsesTo: 'query-unknowns',
};

const tenant = { bankTenantId: 'bank', corporateTenantId: 'acme' } as Work['tenant'];

const commit = async <A>(storage: Storage, work: (stores: Stores) => Promise<A>): Promise<A> => {
  const done = await storage.atomically<never, A>(async (stores) => E.right(await work(stores)));
  if (E.isLeft(done)) throw new Error('a unit refused');
  return done.right;
};

/** Adds work, and claims and finishes it; answers how long a worker looked and claimed, in ms. */
const workRound = async (storage: Storage, round: number, now: number): Promise<number> => {
  const subjects = Array.from({ length: A_ROUND }, (_, n) => `${String(round)}-${String(n)}`);
  await commit(storage, ({ work }) =>
    work.add(
      subjects.map((subject) => ({ duty: 'send-to-bank', subject, tenant, runAt: now }) as const),
    ),
  );
  const began = performance.now();
  await storage.read(({ work }) => work.nextDues(now));
  const claimed = await commit(storage, ({ work }) => work.claim({ ...CLAIM, now }));
  const took = performance.now() - began;
  if (claimed.length !== A_ROUND) throw new Error(`${String(claimed.length)} claims`);
  await commit(storage, ({ work }) => work.finish(claimed));
  return took;
};

/** What claims cost beside a transaction that another session keeps open, in ms for each thousand. */
export interface BesideSnapshot {
  /** While it is new. */
  readonly first: number;
  /** After ten minutes of a thousand claims a second. */
  readonly last: number;
}

/** Claims beside an old snapshot. PostgreSQL: SQLite keeps nothing in its indexes of rows that are gone. */
export const besideSnapshot = async (make: MakeDatabase): Promise<BesideSnapshot> => {
  const { db, storage, close } = await make();
  const report = await db.transaction({ isolationLevel: 'repeatable read' });
  await report.raw('SET LOCAL idle_in_transaction_session_timeout = 0');
  await report.raw('SELECT count(*) FROM work');
  const times: number[] = [];
  const start = Date.now();
  for (let round = 0; round < ROUNDS; round += 1)
    times.push(await workRound(storage, round, start + round * SECOND));
  await report.rollback();
  await close();
  return { first: median(times.slice(0, COMPARED)), last: median(times.slice(-COMPARED)) };
};
