import { isUtf8 } from 'node:buffer';
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
import { join } from 'node:path';

/** Bytes where the name is no UTF-8. */
export type FilePath = string | Buffer;

export interface Listed {
  /** As a person reads it. */
  readonly name: string;
  readonly path: FilePath;
}

/** What the rail does with files. */
export interface Disk {
  readonly list: (folder: string) => Promise<ReadonlyArray<string>>;
  /** The same where another program chose the names, which need not be UTF-8. */
  readonly listAny: (folder: string) => Promise<ReadonlyArray<Listed>>;
  /** Whether names in a folder can be added and removed. */
  readonly isWritable: (folder: string) => Promise<boolean>;
  /** Undefined where there is no such file. */
  readonly stat: (path: FilePath) => Promise<
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
  readonly move: (from: FilePath, to: string) => Promise<'moved' | 'gone'>;
  readonly remove: (path: string) => Promise<void>;
  /** Makes the names in a folder last, or the bytes of a file. */
  readonly sync: (path: string) => Promise<void>;
}

const hasCode = (error: unknown, code: string): boolean =>
  (error as NodeJS.ErrnoException).code === code;

const listed = (folder: string, bytes: Buffer): Listed => {
  if (isUtf8(bytes)) return { name: bytes.toString(), path: join(folder, bytes.toString()) };
  // Most such names are Latin-1, and as that every byte is a letter.
  return {
    name: bytes.toString('latin1'),
    path: Buffer.concat([Buffer.from(`${folder}/`), bytes]),
  };
};

export const nodeDisk: Disk = {
  list: readdir,
  listAny: async (folder) =>
    (await readdir(folder, { encoding: 'buffer' })).map((name) => listed(folder, name)),
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
