import { readdir, readFile } from 'node:fs/promises';

/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10;

/** The columns of `/proc/PID/stat` behind the name: own time, and that of children that have ended. */
const TIMES = [11, 12, 13, 14] as const;

const timeOf = async (pid: string): Promise<number> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  if (!stat.includes('(postgres)')) return 0;
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return TIMES.reduce((sum, column) => sum + Number(fields[column]), 0) * TICK_MS;
};

/** How long the processes of PostgreSQL have computed on this machine so far, in ms; 0 where there are none. */
export const postgresCpuMs = async (): Promise<number> => {
  const names = await readdir('/proc').catch(() => []);
  const times = await Promise.all(names.filter((name) => /^\d+$/.test(name)).map(timeOf));
  return times.reduce((sum, time) => sum + time, 0);
};
