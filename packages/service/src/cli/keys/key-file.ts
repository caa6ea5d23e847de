import { open, rm, type FileHandle } from 'node:fs/promises';
import { resolve } from 'node:path';
import {
  Failed,
  Misused,
  textOf,
  type Given,
  type Option,
  type Surroundings,
} from '../command/command.js';

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
  /** @throws Failed */
  readonly write: (key: string) => Promise<void>;
}

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? 'unknown error';

const openNew = async (path: string): Promise<FileHandle> => {
  try {
    return await open(path, 'wx', 0o600);
  } catch (error) {
    const code = codeOf(error);
    const why = code === 'EEXIST' ? 'exists already; name a new one' : `cannot be made: ${code}`;
    throw new Misused(`--out: ${path} ${why}`);
  }
};

/** Longer than any key. */
const ROOM = Buffer.alloc(512, '\n');

/** Takes the room of the key on the disk, so that a full one refuses before there is a key. */
const takeRoom = async (handle: FileHandle, path: string): Promise<void> => {
  try {
    await handle.write(ROOM, 0, ROOM.length, 0);
    await handle.sync();
  } catch (error) {
    throw new Failed(`--out: ${path} cannot be written: ${codeOf(error)}; no key was made`);
  }
};

/** Writes over the room, and cuts off what is left of it. */
const writeOver = async (handle: FileHandle, text: string): Promise<void> => {
  await handle.writeFile(text);
  await handle.truncate(Buffer.byteLength(text));
  await handle.sync();
};

/**
 * Makes the file of `--out`, and takes its room on the disk, before there is a key, which is shown once and must not be
 * lost to a full disk or a wrong path; removes it if `work` fails before it has written the key. Without `--out` there is
 * no file.
 *
 * @throws Misused, Failed
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
    try {
      await writeOver(handle, `${key}\n`);
      written.isWhole = true;
    } catch (error) {
      throw new Failed(`--out: ${path} cannot be written: ${codeOf(error)}`);
    }
  };
  try {
    await takeRoom(handle, path);
    return await work({ path, write });
  } finally {
    await handle.close();
    if (!written.isWhole) await rm(path, { force: true });
  }
};
