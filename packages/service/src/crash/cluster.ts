import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { openPostgres } from '@hundi/adapter-knex';
import { freePorts } from './free-ports.js';
import {
  binaries,
  emptyFolder,
  INSTALLED,
  owner,
  type Installed,
  type Owner,
} from './installed.js';

/** A PostgreSQL server of a run's own. */
export interface Cluster {
  readonly url: string;
  readonly owner: Owner;
  /** Kills the postmaster; its other processes see that it is gone and end too. */
  readonly kill: () => Promise<void>;
  /** Starts it again, and resolves when it answers. */
  readonly start: () => Promise<void>;
  /** Makes a copy of this running server, which follows it as a standby once it is started. */
  readonly standby: () => Promise<Cluster>;
  readonly remove: () => Promise<void>;
}

const run = promisify(execFile);

const PATIENCE_MS = 30_000;
const EVERY_MS = 50;

const answers = async (url: string): Promise<boolean> => {
  const db = openPostgres(url, { connections: 1, acquireTimeoutMs: 1_000 });
  try {
    await db.raw('SELECT 1');
    return true;
  } catch {
    return false;
  } finally {
    await db.destroy();
  }
};

const clusterIn = async (installed: Installed, data: string): Promise<Cluster> => {
  const { folder, as } = installed;
  const port = String((await freePorts(1))[0]);
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const settings = [
    `unix_socket_directories=${data}`,
    'listen_addresses=127.0.0.1',
    // Data that a commit did not wait for must not reach the disk soon after by chance.
    'wal_writer_delay=10s',
  ];
  let postmaster: ChildProcess | undefined;
  const launch = (): ChildProcess =>
    spawn(
      join(folder, 'postgres'),
      ['-D', data, '-p', port, ...settings.flatMap((setting) => ['-c', setting])],
      { ...as, cwd: data, stdio: 'ignore' },
    );

  const start = async (): Promise<void> => {
    const latest = performance.now() + PATIENCE_MS;
    while (performance.now() < latest) {
      // It refuses while processes of the one before still hold its memory.
      if (postmaster?.exitCode !== null) postmaster = launch();
      if (await answers(url)) return;
      await setTimeout(EVERY_MS);
    }
    throw new Error('PostgreSQL does not start');
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (postmaster === undefined) return;
    const ended = once(postmaster, 'exit');
    postmaster.kill(signal);
    await ended;
    postmaster = undefined;
  };
  return {
    url,
    owner: as,
    start,
    kill: () => end('SIGKILL'),
    standby: async () => {
      const copy = await emptyFolder(as);
      const options = ['-d', url, '-D', copy, '-R', '-C', '-S', 'standby', '-c', 'fast', '-N'];
      await run(join(folder, 'pg_basebackup'), options, { ...as, cwd: copy });
      return clusterIn(installed, copy);
    },
    remove: async () => {
      // "Immediate": the data is not needed any more.
      await end('SIGQUIT');
      await rm(data, { recursive: true, force: true });
    },
  };
};

/**
 * Makes a server in a temporary folder; undefined where PostgreSQL is not installed.
 *
 * @throws where it is not installed and it matters: with `CI=true`.
 */
export const newCluster = async (): Promise<Cluster | undefined> => {
  const folder = await binaries();
  if (folder === undefined) {
    if (process.env['CI'] === 'true')
      throw new Error(
        `PostgreSQL is not installed: no initdb and postgres where pg_config says, nor in ${INSTALLED}`,
      );
    return undefined;
  }
  const installed = { folder, as: await owner() };
  const data = await emptyFolder(installed.as);
  const options = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N'];
  await run(join(folder, 'initdb'), options, { ...installed.as, cwd: data });
  return clusterIn(installed, data);
};
