import { createReadStream } from 'node:fs';
import {
  access,
  constants,
  link,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
} from 'node:fs/promises';

/** What the rail does with files. */
export interface Disk {
  readonly list: (folder: string) => Promise<ReadonlyArray<string>>;
  /** Whether names in a folder can be added and removed. */
  readonly isWritable: (folder: string) => Promise<boolean>;
  /** Undefined where there is no such file. */
  readonly stat: (path: string) => Promise<
    | {
        readonly mtimeMs: number;
        readonly size: number;
        readonly dev: number;
        readonly isFile: boolean;
      }
    | undefined
  >;
  /** Writes a new file, which is on the disk when it resolves. */
  readonly write: (
    path: string,
    pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  ) => Promise<void>;
  readonly read: (path: string) => AsyncIterable<Uint8Array>;
  readonly text: (path: string) => Promise<string>;
  /** Gives a file a second name, unless a file has it, or there is no such file. */
  readonly link: (from: string, to: string) => Promise<'linked' | 'taken' | 'gone'>;
  /** Moves a file, unless it is no longer there. */
  readonly move: (from: string, to: string) => Promise<'moved' | 'gone'>;
  readonly remove: (path: string) => Promise<void>;
  /** Makes the names in a folder last, or the bytes of a file. */
  readonly sync: (path: string) => Promise<void>;
}

const hasCode = (error: unknown, code: string): boolean =>
  (error as NodeJS.ErrnoException).code === code;

export const nodeDisk: Disk = {
  list: readdir,
  isWritable: async (folder) => {
    try {
      await access(folder, constants.W_OK);
      return true;
    } catch (error) {
      if (hasCode(error, 'EACCES') || hasCode(error, 'EROFS')) return false;
      throw error;
    }
  },
  stat: async (path) => {
    const found = await stat(path).catch((error: unknown) => {
      if (hasCode(error, 'ENOENT')) return undefined;
      throw error;
    });
    return (
      found && {
        mtimeMs: found.mtimeMs,
        size: found.size,
        dev: found.dev,
        isFile: found.isFile(),
      }
    );
  },
  write: async (path, pieces) => {
    const file = await open(path, 'wx');
    try {
      for await (const piece of pieces) await file.writeFile(piece);
      await file.sync();
    } finally {
      await file.close();
    }
  },
  read: (path) => createReadStream(path),
  text: (path) => readFile(path, 'utf8'),
  link: async (from, to) => {
    try {
      await link(from, to);
      return 'linked';
    } catch (error) {
      if (hasCode(error, 'EEXIST')) return 'taken';
      if (hasCode(error, 'ENOENT')) return 'gone';
      throw error;
    }
  },
  move: async (from, to) => {
    try {
      await rename(from, to);
      return 'moved';
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return 'gone';
      throw error;
    }
  },
  remove: (path) => rm(path, { force: true }),
  sync: async (path) => {
    const opened = await open(path, 'r');
    try {
      await opened.sync();
    } finally {
      await opened.close();
    }
  },
};
