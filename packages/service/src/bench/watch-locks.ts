import { setTimeout } from 'node:timers/promises';
import type { Knex } from 'knex';

const LOOK_EVERY_MS = 20;

/** The sandbox bank's reports wait for its own lock; a bank's own rail has none. */
const SANDBOX_LOCK = 7_210_485_293;

/** Looks again and again how many backends wait for a lock, until it is stopped; answers the average. */
export const watchLocks = (db: Knex): (() => Promise<number>) => {
  const watch = { looks: 0, waits: 0, isOver: false };
  const watching = (async () => {
    while (!watch.isOver) {
      const { rows } = await db.raw<{ rows: ReadonlyArray<{ readonly n: number }> }>(
        `SELECT count(*)::int AS n FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock' AND query NOT LIKE ?`,
        [`%${String(SANDBOX_LOCK)}%`],
      );
      watch.looks += 1;
      watch.waits += rows[0]?.n ?? 0;
      await setTimeout(LOOK_EVERY_MS);
    }
  })();
  return async () => {
    watch.isOver = true;
    await watching;
    return watch.waits / Math.max(watch.looks, 1);
  };
};
