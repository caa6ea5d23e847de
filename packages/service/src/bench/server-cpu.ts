import { readdir, readFile } from 'node:fs/promises';
import type { Knex } from 'knex';

/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10;

/** Columns of `/proc/PID/stat` behind the name: the parent; own time, and that of children that have ended. */
const PARENT = 1;
const TIMES = [11, 12, 13, 14] as const;

const statOf = async (pid: string): Promise<ReadonlyArray<string>> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
};

const timeIn = (stat: ReadonlyArray<string>): number =>
  TIMES.reduce((sum, column) => sum + Number(stat[column] ?? 0), 0) * TICK_MS;

/** How long all processes of a PostgreSQL have computed so far, in ms; undefined where it runs elsewhere. */
export const serverCpuMs = async (db: Knex): Promise<number | undefined> => {
  const { rows } = await db.raw<{ rows: ReadonlyArray<{ readonly pid: number }> }>(
    'SELECT pg_backend_pid() AS pid',
  );
  const { [PARENT]: postmaster } = await statOf(String(rows[0]?.pid));
  if (postmaster === undefined) return undefined;
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const stats = await Promise.all(
    pids.map(async (pid) => ({ isPostmaster: pid === postmaster, stat: await statOf(pid) })),
  );
  return stats
    .filter(({ isPostmaster, stat }) => isPostmaster || stat[PARENT] === postmaster)
    .reduce((sum, { stat }) => sum + timeIn(stat), 0);
};
