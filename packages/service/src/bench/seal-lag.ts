import { setTimeout } from 'node:timers/promises';
import type { Knex } from 'knex';
import { batchTo, json, postBatch } from '../testing/partner.js';
import type { RunningService } from '../testing/running-service.js';

const PAYMENTS = 2_000;
const FOR_MS = 30_000;
const LOOK_EVERY_MS = 250;

/** How long the oldest entry that is not sealed has been waiting, in ms, by the clock of the database. */
const oldestUnsealedMs = async (db: Knex): Promise<number> => {
  const { rows } = await db.raw<{ rows: ReadonlyArray<{ readonly ms: number | null }> }>(
    `SELECT max(extract(epoch FROM clock_timestamp()) * 1000 - o.at)::float8 AS ms
      FROM hundi.journal_heads h CROSS JOIN LATERAL (
        SELECT j.at FROM hundi.journal j
        WHERE j.corporate_id = h.corporate_id AND j.entry_no > h.up_to AND NOT EXISTS (
          SELECT 1 FROM hundi.journal_seals s
          WHERE s.corporate_id = j.corporate_id AND s.entry_no = j.entry_no)
        ORDER BY j.entry_no LIMIT 1) o`,
  );
  return Math.max(rows[0]?.ms ?? 0, 0);
};

/**
 * Posts batches in a steady beat, so many payments a second, for half a minute; answers for how long an entry of the
 * journal waited at most until it was sealed, in ms.
 */
export const sealLagAt = async (
  http: RunningService,
  db: Knex,
  to: string,
  paymentsPerSecond: number,
): Promise<number> => {
  const startedAt = performance.now();
  let oldest = 0;
  let posting: Promise<unknown> = Promise.resolve();
  let posted = 0;
  for (let at = 0; at < FOR_MS; at = performance.now() - startedAt) {
    const isTime = at >= (posted * PAYMENTS * 1_000) / paymentsPerSecond;
    if (isTime) {
      const batch = batchTo(to, `STEADY-${String(posted)}`, PAYMENTS);
      posting = posting.then(async () => json(await postBatch(http, batch), 202));
      posted += 1;
    }
    oldest = Math.max(oldest, await oldestUnsealedMs(db));
    await setTimeout(LOOK_EVERY_MS);
  }
  await posting;
  return oldest;
};
