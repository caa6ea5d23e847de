import { access, chmod, constants, mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileSendMark } from '@hundi/adapter-node';
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
  `${sendMark}.policies`,
  `${sendMark}.ledger`,
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

/** Refuses what is there and belongs to somebody else: others may read it, or the service may not. */
const refuseUnlessOurs = async (path: string): Promise<void> => {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) return;
  const us = process.geteuid?.() ?? 0;
  if (us !== 0 && found.uid !== us && (found.mode & OTHERS) !== 0)
    throw new StartRefused(
      `DATA_DIR: ${path} belongs to the user ${String(found.uid)}, and others than its owner may use it: give it to the user of the service`,
    );
  await access(path, constants.R_OK | constants.W_OK).catch(() => {
    throw new StartRefused(`DATA_DIR: ${path} cannot be read and written`);
  });
};

/** Refuses what is there and holds no mark, or gives none. */
const refuseUnlessMark = async (path: string): Promise<void> => {
  if ((await stat(path).catch(() => undefined))?.isDirectory() === true)
    throw new StartRefused(`SEND_MARK: ${path} is a directory; expected a file, or a new name`);
  try {
    await fileSendMark(path).read();
  } catch (error) {
    throw new StartRefused(`SEND_MARK: ${(error as Error).message}`);
  }
};

/**
 * Looks whether the service can keep its files, and changes nothing. The start makes DATA_DIR. It makes no directory for
 * SEND_MARK, because the disk that belongs there may be missing, and a mark on another one would be lost with it.
 *
 * @throws StartRefused
 */
export const lookAtDataDir = async (config: Config): Promise<void> => {
  const { dataDir, sendMark } = config;
  await lookAtDirectory('DATA_DIR', dataDir);
  for (const path of [dataDir, ...filesOf(config)]) await refuseUnlessOurs(path);
  const marks = dirname(sendMark);
  if (marks !== dataDir) await refuseUnlessUsable('SEND_MARK', marks);
  await refuseUnlessMark(sendMark);
};

/**
 * Makes the data directory, and makes it and the service's existing files in it accessible to their owner only: they
 * hold accounts, mails and keys.
 *
 * @throws StartRefused when it cannot be made or closed, or the directory of SEND_MARK is missing.
 */
export const openDataDir = async (config: Config): Promise<void> => {
  const { dataDir } = config;
  // Before DATA_DIR is made, which could make the directory of SEND_MARK with it.
  await lookAtDataDir(config);
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
