import { open } from 'node:fs/promises';
import type { Mark, SendMark } from '@hundi/core';
import { readIfThere, writePrivate } from './private-file.js';

const DIGITS = 16;
const SHAPE = /^(\d{16}) (\d{16})\n$/;

/** Always of the same length, and shorter than a sector: it is overwritten whole. */
const textOf = ({ token, at }: Mark): string =>
  `${String(token).padStart(DIGITS, '0')} ${String(at).padStart(DIGITS, '0')}\n`;

const read = async (path: string): Promise<Mark | undefined> => {
  const text = await readIfThere(path);
  if (text === undefined) return undefined;
  const [, token, at] = SHAPE.exec(text) ?? [];
  if (token === undefined || at === undefined) throw new Error(`${path} is no send mark`);
  return { token: Number(token), at: Number(at) };
};

const overwrite = async (path: string, text: string): Promise<void> => {
  const file = await open(path, 'r+');
  try {
    await file.write(text, 0);
    await file.datasync();
  } finally {
    await file.close();
  }
};

/**
 * Keeps the mark in a file, synced at each raise. Processes that share a database share the file: put it
 * where all of them reach it, and where a backup of the database does not bring it back.
 */
export const fileSendMark = (path: string): SendMark => {
  let last: Promise<unknown> = Promise.resolve();

  const raise = async (mark: Mark): Promise<void> => {
    const kept = await read(path);
    if (kept === undefined) await writePrivate(path, textOf(mark));
    else if (kept.token < mark.token) await overwrite(path, textOf(mark));
  };
  return {
    read: () => read(path),
    raise: (mark) => {
      const mine = last.then(() => raise(mark));
      last = mine.catch(() => undefined);
      return mine;
    },
  };
};
