import type { Knex } from 'knex';

/** How often the WAL is brought into the database file: seldom, so that a row written thrice is moved once. */
const EVERY_MS = 3_000;

/**
 * Brings the WAL into the database file beside the writer, on a connection of its own: a commit that had to do it
 * would make its caller, and all later ones, wait for megabytes. The timer keeps no process alive.
 */
export const startCheckpoints = (db: Knex): { readonly stop: () => Promise<void> } => {
  let running: Promise<unknown> = Promise.resolve();
  let busy = false;
  const timer = setInterval(() => {
    if (busy) return;
    busy = true;
    // One that fails is made up for by the next, and at the latest by the writer itself.
    running = db
      .raw('PRAGMA wal_checkpoint(PASSIVE)')
      .catch(() => undefined)
      .finally(() => {
        busy = false;
      });
  }, EVERY_MS).unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
};
