import { access, chmod, constants, mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
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

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** What a program needs of a directory to keep files in it. */
const KEEPS_FILES = constants.R_OK | constants.W_OK | constants.X_OK;

const refuseUnlessUsable = async (setting: string, directory: string): Promise<void> => {
  const found = await stat(directory).catch(() => undefined);
  if (found?.isDirectory() !== true)
    throw new StartRefused(`${setting}: ${directory} is no directory`);
  await access(directory, KEEPS_FILES).catch(() => {
    throw new StartRefused(`${setting}: ${directory} cannot be read and written`);
  });
};

/** The nearest directory above a path that is there. */
const nearest = async (path: string): Promise<string> =>
  (await isThere(path)) || dirname(path) === path ? path : nearest(dirname(path));

/** Looks whether a directory can be used, or can be made. @throws StartRefused */
export const lookAtDirectory = async (setting: string, directory: string): Promise<void> =>
  refuseUnlessUsable(setting, await nearest(directory));

/**
 * Looks whether the service can keep its files, and changes nothing. The start makes DATA_DIR. It makes no directory for
 * SEND_MARK, because the disk that belongs there may be missing, and a mark on another one would be lost with it.
 *
 * @throws StartRefused
 */
export const lookAtDataDir = async ({
  dataDir,
  sendMark,
}: Pick<Config, 'dataDir' | 'sendMark'>): Promise<void> => {
  await lookAtDirectory('DATA_DIR', dataDir);
  const marks = dirname(sendMark);
  if (marks !== dataDir) await refuseUnlessUsable('SEND_MARK', marks);
  if ((await stat(sendMark).catch(() => undefined))?.isDirectory() === true)
    throw new StartRefused(`SEND_MARK: ${sendMark} is a directory; expected a file, or a new name`);
};

/**
 * Makes the data directory, and makes it and the service's existing files in it accessible to their owner only: they
 * hold accounts, mails and keys.
 *
 * @throws StartRefused when it cannot be made or closed, or the directory of SEND_MARK is missing.
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
  await lookAtDataDir(config);
};
