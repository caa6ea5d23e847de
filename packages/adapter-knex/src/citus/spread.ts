import { StorageAway } from '@hundi/core/storage';
import type { Session } from '../engine/session.js';

/** Whether the database can spread tables over machines: whether it has the extension Citus. */
export const canSpread = async (session: Session): Promise<boolean> =>
  (await session.all(`SELECT 1 FROM pg_extension WHERE extname = 'citus'`)).length > 0;

const SPREAD = `SELECT 1 FROM pg_dist_partition WHERE logicalrelid = to_regclass('payouts')`;

const WORKERS = `SELECT nodename || ':' || nodeport AS worker, CASE WHEN success THEN result END AS waits
  FROM run_command_on_workers('SHOW synchronous_commit')`;

interface WorkerRow {
  readonly worker: string;
  /** NULL where the worker does not answer. */
  readonly waits: string | null;
}

const namesOf = (workers: ReadonlyArray<WorkerRow>): string =>
  workers.map(({ worker }) => worker).join(', ');

/**
 * Whether the database has spread the tables of the engine; `not yet` where it can and `migrate` has not.
 *
 * @throws for workers whose commits do not wait for their disk, because the coordinator's setting does not reach them;
 * StorageAway where a worker does not answer.
 */
export const isSpread = async (session: Session): Promise<boolean | 'not yet'> => {
  if (!(await canSpread(session))) return false;
  if ((await session.all(SPREAD)).length === 0) return 'not yet';
  const workers = (await session.all(WORKERS)) as ReadonlyArray<WorkerRow>;
  const silent = workers.filter(({ waits }) => waits === null);
  if (silent.length > 0)
    throw new StorageAway(`Citus: ${namesOf(silent)} does not answer`, undefined);
  const loose = workers.filter(({ waits }) => waits === 'off');
  if (loose.length > 0)
    throw new Error(
      `Citus: set synchronous_commit = on at ${namesOf(loose)}: its commits do not wait for the disk`,
    );
  return true;
};
