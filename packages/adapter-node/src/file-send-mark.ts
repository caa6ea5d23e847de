import { randomBytes } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import type { Mark, SendMark } from '@hundi/core';
import { CELL_BYTES, cell, firstLine, highestIn, isMarkText } from './mark-text.js';
import { keepPrivate, readIfThere } from './private-file.js';

// Processes raise the mark at once, and no lock can be broken safely after its holder died: a holder that
// only slept goes on. So no two processes write to the same bytes. Each appends a place of its own to the
// file, once, and from then on overwrites the two cells of its place in turn. The mark is the highest of all
// cells. It never goes down, and a process that dies while it writes takes none away:
// - A process writes only marks that are higher than its last one.
// - The cell with its last mark stays as it is until the next mark is on the disk in the other cell.
// - No byte of a place is ever given to another process, and the file is neither shortened nor replaced.
// The file thus grows by one place for each process that sends, not for each mark, and a raise costs one sync
// of bytes that the file already has.

/** The two cells of a file that this process alone writes to. */
interface Place {
  readonly file: string;
  readonly offset: number;
  /** The mark that is on the disk. */
  readonly kept: Mark;
  /** The cell that does not hold it. */
  readonly spare: 0 | 1;
}

const OWNER_BYTES = 8;

const checked = (path: string, text: string): string => {
  if (!isMarkText(text)) throw new Error(`${path} is no send mark`);
  return text;
};

const read = async (path: string): Promise<Mark | undefined> => {
  let text = await readIfThere(path);
  // A read that meets a write may see cells of different moments. What two reads in a row see stood there between them.
  for (let last; text !== last; text = await readIfThere(path)) last = text;
  return text === undefined ? undefined : highestIn(checked(path, text));
};

const identity = async (file: FileHandle): Promise<string> => {
  const { dev, ino } = await file.stat({ bigint: true });
  return `${String(dev)} ${String(ino)}`;
};

const using = async <A>(
  path: string,
  flags: 'a+' | 'r+',
  use: (file: FileHandle) => Promise<A>,
): Promise<A> => {
  const file = await open(path, flags);
  try {
    return await use(file);
  } finally {
    await file.close();
  }
};

/** Appends a place with the mark in both cells, and finds it again by its text, which has its owner in it. */
const takePlace = async (path: string, mark: Mark, owner: string): Promise<Place> => {
  checked(path, await keepPrivate(path, () => firstLine(mark)));
  const text = cell(mark, owner).repeat(2);
  return using(path, 'a+', async (file) => {
    await file.write(text);
    await file.datasync();
    const { size } = await file.stat();
    const { buffer } = await file.read(Buffer.alloc(size), 0, size, 0);
    const offset = buffer.indexOf(text);
    if (offset < 0) throw new Error(`${path} took only a part of the send mark`);
    return { file: await identity(file), offset, kept: mark, spare: 0 };
  });
};

/** The place with the mark in it; undefined when the file at the path is not, or no longer, the place's file. */
const overwrite = (
  path: string,
  mark: Mark,
  place: Place,
  owner: string,
): Promise<Place | undefined> =>
  using(path, 'r+', async (file) => {
    if ((await identity(file)) !== place.file) return undefined;
    if (mark.token <= place.kept.token) return place;
    const position = place.offset + place.spare * CELL_BYTES;
    const { bytesWritten } = await file.write(cell(mark, owner), position);
    if (bytesWritten < CELL_BYTES) throw new Error(`${path} took only a part of the send mark`);
    await file.datasync();
    return { ...place, kept: mark, spare: place.spare === 0 ? 1 : 0 };
  });

const unlessGone = (error: unknown): undefined => {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
};

/** Lets raises that come while one is written wait, and writes only the highest of them. */
const together = (write: (mark: Mark) => Promise<void>): SendMark['raise'] => {
  let written: Promise<void> = Promise.resolve();
  let waiting: { mark: Mark; readonly done: Promise<void> } | undefined;
  return (mark) => {
    if (waiting !== undefined) {
      if (mark.token > waiting.mark.token) waiting.mark = mark;
      return waiting.done;
    }
    const done = written.then(() => {
      const highest = waiting?.mark ?? mark;
      waiting = undefined;
      return write(highest);
    });
    waiting = { mark, done };
    written = done.catch(() => undefined);
    return done;
  };
};

/**
 * Keeps the mark in a file, on the disk at each raise. Processes that share a database share the file: put it
 * where all of them reach it, and where a backup of the database does not bring it back. The file system must
 * append whole writes of several machines, as local and cluster file systems do, and NFS does not. Raises
 * that wait are written together. Rejects when the file is no mark, or cannot be read or written.
 */
export const fileSendMark = (path: string): SendMark => {
  const owner = randomBytes(OWNER_BYTES).toString('hex');
  let place: Place | undefined;

  const write = async (mark: Mark): Promise<void> => {
    if (place !== undefined) place = await overwrite(path, mark, place, owner).catch(unlessGone);
    place ??= await takePlace(path, mark, owner);
  };
  return { read: () => read(path), raise: together(write) };
};
