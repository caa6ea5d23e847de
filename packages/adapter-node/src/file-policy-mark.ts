import { open } from 'node:fs/promises';
import type { CorporateTenantId, PolicyMark } from '@hundi/core';
import { sha256 } from '@hundi/core/wire';
import { keepPrivate, readIfThere } from './private-file.js';

type Marked = readonly [corporate: CorporateTenantId, version: number];

const CHECK_DIGITS = 8;

const checkOf = (text: string): string => sha256(text).slice(0, CHECK_DIGITS);

const lineOf = (marked: Marked): string => {
  const text = JSON.stringify(marked);
  return `${checkOf(text)} ${text}\n`;
};

/** The mark of a line; undefined for one that a process wrote only a part of before it died. */
const markedIn = (line: string): Marked | undefined => {
  const text = line.slice(CHECK_DIGITS + 1);
  return line.startsWith(`${checkOf(text)} `) ? (JSON.parse(text) as Marked) : undefined;
};

const latestIn = (path: string, text: string): ReadonlyMap<CorporateTenantId, number> => {
  const latest = new Map<CorporateTenantId, number>();
  const lines = text.split('\n').filter((line) => line !== '');
  for (const line of lines) {
    const [corporate, version] = markedIn(line) ?? [];
    if (corporate === undefined || version === undefined) continue;
    latest.set(corporate, Math.max(version, latest.get(corporate) ?? 0));
  }
  if (lines.length > 0 && latest.size === 0) throw new Error(`${path} is no policy mark`);
  return latest;
};

/**
 * Keeps the latest version of each corporate's sealed policies in a file, one line for each change, on the disk at each
 * raise. Put it where a backup of the database does not bring it back and whoever writes the database cannot write, and
 * share it among the processes of a database, as the send mark. Rejects when the file is no policy mark, or cannot be read
 * or written.
 */
export const filePolicyMark = (path: string): PolicyMark => {
  const read = async () => latestIn(path, (await readIfThere(path)) ?? '');
  return {
    read,
    raise: async (corporate, version) => {
      if (((await read()).get(corporate) ?? 0) >= version) return;
      await keepPrivate(path, () => '');
      const file = await open(path, 'a');
      try {
        // A line that another process left unfinished ends here.
        await file.write(`\n${lineOf([corporate, version])}`);
        await file.datasync();
      } finally {
        await file.close();
      }
    },
  };
};
