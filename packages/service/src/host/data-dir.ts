import { chmod, mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config/config.js';
import { StartRefused } from '../config/start-refused.js';

const OTHERS = 0o077;
const KEPT = ['credentials.json', 'hundi.kek'] as const;
/** The files that SQLite and our lock put beside a database. */
const BESIDE = ['', '-wal', '-shm', '.lock'] as const;

/** Makes a file accessible to its owner only. */
const close = async (path: string): Promise<void> => {
  const found = await stat(path).catch(() => undefined);
  if (found !== undefined && (found.mode & OTHERS) !== 0)
    await chmod(path, found.mode & 0o777 & ~OTHERS);
};

const filesOf = ({ dataDir, database, sendMark }: Config): ReadonlyArray<string> => [
  ...KEPT.map((name) => join(dataDir, name)),
  sendMark,
  ...[
    join(dataDir, 'sandbox-bank.db'),
    ...(database.kind === 'sqlite' ? [database.file] : []),
  ].flatMap((file) => BESIDE.map((end) => file + end)),
];

/**
 * Makes the data directory, and makes it and the service's existing files in it accessible to their owner only: they
 * hold accounts, mails and keys.
 *
 * @throws StartRefused when it cannot be made or closed.
 */
export const openDataDir = async (config: Config): Promise<void> => {
  const { dataDir } = config;
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    for (const path of [dataDir, ...filesOf(config)]) await close(path);
  } catch (error) {
    const { code = 'unknown error', path = dataDir } = error as NodeJS.ErrnoException;
    throw new StartRefused(
      `DATA_DIR: ${path} cannot be created, or restricted to its owner: ${code}`,
    );
  }
};
