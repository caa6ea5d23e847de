import { setTimeout } from 'node:timers/promises';
import { newCluster, type Cluster } from '../crash/cluster.js';
import type { Dice } from '../crash/dice.js';
import type { Made } from './pair/made.js';
import type { Pair } from './pair/pair.js';
import { ask } from './pair/statements.js';
import { until } from './pair/until.js';

const PATIENCE_MS = 30_000;

/** What the bank's own watch of the primary takes until it promotes the standby. */
const NOTICED_MS = 3_000;

const IN_STEP = `SELECT FROM pg_stat_replication WHERE sync_state = 'sync' AND state = 'streaming'`;

/** From here on a commit waits for the disk of the standby, too. @throws when none follows. */
const keepInStep = async ({ url }: Cluster): Promise<void> => {
  await ask(url, `ALTER SYSTEM SET synchronous_standby_names = '*'`, 'SELECT pg_reload_conf()');
  await until(
    async () => (await ask(url, IN_STEP)).length > 0,
    PATIENCE_MS,
    'the standby does not follow the primary',
  );
};

/** Makes two servers in temporary folders, of which the run promotes one; undefined where PostgreSQL is not installed. */
export const twoClusters = async (dice: Dice, made: Made): Promise<Pair | undefined> => {
  const first = await newCluster();
  if (first === undefined) return undefined;
  made.add(first.remove);
  await first.start();
  // Copied before the primary waits for standbys, so that the copy waits for none.
  const standby = await first.standby();
  made.add(standby.remove);
  await standby.start();
  await keepInStep(first);
  let primary = first;
  return {
    primary: () => primary.url,
    lose: first.kill,
    takeOver: async () => {
      await setTimeout(dice.int(0, NOTICED_MS));
      await ask(standby.url, 'SELECT pg_promote()');
      primary = standby;
    },
  };
};
