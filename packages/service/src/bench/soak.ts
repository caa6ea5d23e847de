import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { programOf } from './program.js';

/** Resident memory of one process, in MiB. */
export interface Soaked {
  readonly few: number;
  readonly many: number;
}

/** Runs the service in a process of its own, on SQLite, or on a PostgreSQL server. */
export const soak = async (server?: string): Promise<Soaked> => {
  const line = ['--expose-gc', '--max-semi-space-size=32', programOf('soak')];
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...line,
    ...(server === undefined ? [] : [server]),
  ]);
  return JSON.parse(stdout) as Soaked;
};
