import { randomUUID } from 'node:crypto';
import { open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { EpochMs } from '@hundi/core';
import { unlessGone } from '../host/unless-gone.js';
import type { ArmedFileFaults } from './file-faults.js';

const HOUR = 3_600_000;

/** Writes a file aside, and moves it to its place once it is on the disk. Where that fails, nothing is left. */
export const putWhole = async (
  folder: string,
  name: string,
  content: string | Uint8Array,
): Promise<void> => {
  const aside = join(folder, `.${name}.${randomUUID()}.part`);
  try {
    const file = await open(aside, 'wx', 0o600);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(aside, join(folder, name));
  } catch (error) {
    // On a full disk each attempt would leave another file.
    await rm(aside, { force: true });
    throw error;
  }
};

/** The name of a file that is to come at a moment. */
const LATE = /^\.late-(\d+)-(.+)$/;

const utf16 = (text: string): Buffer =>
  Buffer.from(`\ufeff${text.replace('encoding="UTF-8"', 'encoding="UTF-16"')}`, 'utf16le');

/** Puts files into a folder, as the armed faults have it. */
export interface FilePutter {
  readonly put: (name: string, text: string, now: EpochMs) => Promise<void>;
  /** Lets the late files appear whose moment has come, and answers how many those were. */
  readonly release: (now: EpochMs) => Promise<number>;
  /** When the next of them does. */
  readonly nextDue: () => Promise<EpochMs | undefined>;
}

export const filePutter = (folder: string, faults: Pick<ArmedFileFaults, 'strike'>): FilePutter => {
  const putLate = (name: string, text: string, now: EpochMs): Promise<void> =>
    putWhole(folder, `.late-${String(now + HOUR)}-${name}`, text);
  const late = async () =>
    (await readdir(folder)).flatMap((name) => {
      const [, at, later] = LATE.exec(name) ?? [];
      return at === undefined || later === undefined ? [] : [{ name, at: Number(at), later }];
    });

  return {
    put: async (name, text, now) => {
      switch (faults.strike('file')) {
        case 'file_late':
          return putLate(name, text, now);
        case 'file_twice':
          await putWhole(folder, name, text);
          return putWhole(folder, `again-${name}`, text);
        case 'file_half':
          await putWhole(folder, name, text.slice(0, text.length / 2));
          return putLate(name, text, now);
        case 'file_out_of_order':
          return putWhole(folder, `z-${name}`, text);
        case 'file_in_utf16':
          return putWhole(folder, name, utf16(text));
        case undefined:
          return putWhole(folder, name, text);
      }
    },
    release: async (now) => {
      const due = (await late()).filter(({ at }) => at <= now);
      for (const { name, later } of due)
        await unlessGone(rename(join(folder, name), join(folder, later)));
      return due.length;
    },
    nextDue: async () => {
      const moments = (await late()).map(({ at }) => at);
      return moments.length === 0 ? undefined : Math.min(...moments);
    },
  };
};
