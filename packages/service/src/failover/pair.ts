import { setTimeout } from 'node:timers/promises';
import { openPostgres } from '@hundi/adapter-knex';
import { newCluster, type Cluster } from '../crash/cluster.js';

/** A primary, and a standby that has every commit before the primary confirms it. */
export interface Pair {
  readonly primary: Cluster;
  readonly standby: Cluster;
  /** Makes the standby the primary; it waits for no standby of its own. */
  readonly promote: () => Promise<void>;
  readonly remove: () => Promise<void>;
}

const EVERY_MS = 50;
const PATIENCE_MS = 30_000;

/** Runs statements one after the other on a server; returns the rows of the last. */
const ask = async (
  url: string,
  ...statements: ReadonlyArray<string>
): Promise<ReadonlyArray<unknown>> => {
  const db = openPostgres(url, { connections: 1 });
  try {
    let rows: ReadonlyArray<unknown> = [];
    for (const statement of statements)
      ({ rows } = await db.raw<{ readonly rows: ReadonlyArray<unknown> }>(statement));
    return rows;
  } finally {
    await db.destroy();
  }
};

const IN_STEP = `SELECT FROM pg_stat_replication WHERE sync_state = 'sync' AND state = 'streaming'`;

/** From here on a commit waits for the disk of the standby, too. @throws when none follows. */
const keepInStep = async ({ url }: Cluster): Promise<void> => {
  await ask(url, `ALTER SYSTEM SET synchronous_standby_names = '*'`, 'SELECT pg_reload_conf()');
  const latest = performance.now() + PATIENCE_MS;
  while (performance.now() < latest) {
    if ((await ask(url, IN_STEP)).length > 0) return;
    await setTimeout(EVERY_MS);
  }
  throw new Error('the standby does not follow the primary');
};

/** Makes both servers in temporary folders; undefined where PostgreSQL is not installed. */
export const newPair = async (): Promise<Pair | undefined> => {
  const primary = await newCluster();
  if (primary === undefined) return undefined;
  await primary.start();
  // Copied before the primary waits for standbys, so that the copy waits for none.
  const standby = await primary.standby();
  await standby.start();
  await keepInStep(primary);
  return {
    primary,
    standby,
    promote: async () => {
      await ask(standby.url, 'SELECT pg_promote()');
    },
    remove: async () => {
      await Promise.all([primary.remove(), standby.remove()]);
    },
  };
};
