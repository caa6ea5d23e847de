import { setTimeout } from 'node:timers/promises';
import type { Storage, Stores } from '@hundi/core/storage';
import type { Knex } from 'knex';

const BLOCKED = `SELECT 1 FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock'`;

/** Lets two units of work meet, each of which holds rows. */
export interface Meeting {
  /** Resolves once the first unit has come. */
  readonly first: Promise<void>;
  /** Keeps a unit until two have come, or another one waits for rows; any unit after that goes on at once. */
  readonly come: () => Promise<void>;
}

export const meeting = (db: Knex): Meeting => {
  let come = 0;
  let begin = (): void => undefined;
  const first = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const isBlocked = async (): Promise<boolean> => {
    const { rows } = await db.raw<{ readonly rows: ReadonlyArray<unknown> }>(BLOCKED);
    return rows.length > 0;
  };
  return {
    first,
    come: async () => {
      come += 1;
      begin();
      while (come < 2 && !(await isBlocked())) await setTimeout(1);
      come = 2;
    },
  };
};

/** Lets every unit of work use stores that are changed, and counts the deadlocks that end one. */
export const watchingDeadlocks = (
  storage: Storage,
  change: (stores: Stores) => Stores,
): Storage & { readonly deadlocks: () => number } => {
  let deadlocks = 0;
  return {
    ...storage,
    atomically: (work, options) =>
      storage.atomically(async (stores) => {
        try {
          return await work(change(stores));
        } catch (error) {
          if ((error as { readonly code?: unknown }).code === '40P01') deadlocks += 1;
          throw error;
        }
      }, options),
    deadlocks: () => deadlocks,
  };
};
