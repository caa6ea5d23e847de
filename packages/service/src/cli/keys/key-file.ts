import { open, rm, type FileHandle } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Misused, textOf, type Given, type Option, type Surroundings } from '../command.js';

/** The option of every command that makes a key. */
export const OUT_OPTION: Readonly<Record<'out', Option>> = {
  out: {
    type: 'string',
    value: 'FILE',
    about: 'writes the key to a new file that only you may read, and does not print it',
  },
};

/** A file that waits for its key. */
export interface KeyFile {
  readonly path: string;
  readonly write: (key: string) => Promise<void>;
}

const openNew = async (path: string): Promise<FileHandle> => {
  try {
    return await open(path, 'wx', 0o600);
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    const why = code === 'EEXIST' ? 'exists already; name a new one' : `cannot be made: ${code}`;
    throw new Misused(`--out: ${path} ${why}`);
  }
};

/**
 * Makes the file of `--out` before the key, which is shown once and must not be lost to a full disk or a wrong path;
 * removes it if `work` fails before it has written the key. Without `--out` there is no file.
 *
 * @throws Misused
 */
export const withKeyFile = async <A>(
  given: Given,
  { directory }: Pick<Surroundings, 'directory'>,
  work: (file: KeyFile | undefined) => Promise<A>,
): Promise<A> => {
  const named = textOf(given, 'out');
  if (named === undefined) return work(undefined);
  const path = resolve(directory, named);
  const handle = await openNew(path);
  const written = { isWhole: false };
  const write = async (key: string): Promise<void> => {
    await handle.writeFile(`${key}\n`);
    await handle.sync();
    written.isWhole = true;
  };
  try {
    return await work({ path, write });
  } finally {
    await handle.close();
    if (!written.isWhole) await rm(path, { force: true });
  }
};
