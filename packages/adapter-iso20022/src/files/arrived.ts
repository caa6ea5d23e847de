import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Disk, FilePath, Listed } from './disk.js';

/** A file in `in`. */
export interface Arrived {
  readonly path: FilePath;
  /** The name that the bank gave it; once a rail has begun to take it, at most so much of it as there is room for. */
  readonly name: string;
  /** When a rail gave it a name of its own, if one has. */
  readonly since: string | undefined;
}

/** A file that a rail has begun to take. */
export interface OwnFile extends Arrived {
  readonly path: string;
  readonly since: string;
}

const OWN = /^(.+)\.(\d{13,})\.[0-9a-f-]{36}\.taking$/s;

export const arrivedOf = ({ name: file, path }: Listed): Arrived => {
  const [, name = file, since] = OWN.exec(file) ?? [];
  return { path, name, since };
};

/** By name; of one name the older first, which a rail has begun to take. */
export const byName = (a: Arrived, b: Arrived): number =>
  compare(a.name, b.name) || compare(a.since ?? '~', b.since ?? '~');

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** File systems take names of 255 bytes: so much leaves room for what the rail adds, of which `.ID.taking` is the longest. */
const NAME_MAX = 190;

/** So much of a name as there is room for. */
export const cut = (name: string): string => {
  let bytes = 0;
  let kept = '';
  for (const character of name) {
    bytes += Buffer.byteLength(character);
    if (bytes > NAME_MAX) return kept;
    kept += character;
  }
  return name;
};

const isOwn = (arrived: Arrived): arrived is OwnFile => arrived.since !== undefined;

/**
 * Gives a file that is to be read a name that no other file gets: what the bank moves to the old name from now on is
 * another file. Undefined where it is no longer there: another process takes it. It needs no cure after a crash, because
 * any process takes a file under the new name.
 */
export const takeUp = async (
  disk: Disk,
  folder: string,
  arrived: Arrived,
  now: number,
): Promise<OwnFile | undefined> => {
  if (isOwn(arrived)) return arrived;
  const name = cut(arrived.name);
  const since = String(Math.floor(now)).padStart(13, '0');
  const path = join(folder, `${name}.${since}.${randomUUID()}.taking`);
  const moved = await disk.move(arrived.path, path);
  return moved === 'moved' ? { path, name, since } : undefined;
};

/** Says of files whether they are whole by now. */
export interface Settling {
  readonly hasSettled: (
    arrived: Arrived,
    found: { readonly size: number; readonly mtimeMs: number },
    now: number,
  ) => boolean;
  /** Forgets what it knows of other files than these. */
  readonly keepOnly: (files: ReadonlyArray<Arrived>) => void;
}

/** A file is whole once it has not changed for so long: by its time, or where that has not come yet, by its looks. */
export const settling = (settleMs: number): Settling => {
  const ahead = new Map<string, { readonly look: string; readonly since: number }>();
  return {
    hasSettled: ({ name, since }, { size, mtimeMs }, now) => {
      if (since !== undefined) return true;
      if (mtimeMs <= now) return now - mtimeMs >= settleMs;
      const look = `${String(size)} ${String(mtimeMs)}`;
      const before = ahead.get(name);
      const seen = before?.look === look ? before : { look, since: now };
      ahead.set(name, seen);
      return now - seen.since >= settleMs;
    },
    keepOnly: (files) => {
      const names = new Set(files.map(({ name }) => name));
      for (const name of ahead.keys()) if (!names.has(name)) ahead.delete(name);
    },
  };
};
