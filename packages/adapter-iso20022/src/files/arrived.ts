import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Disk } from './disk.js';

/** A file in `in`. */
export interface Arrived {
  /** Its name there. */
  readonly file: string;
  /** The name that the bank gave it. */
  readonly name: string;
  /** When a rail gave it a name of its own, if one has. */
  readonly since: string | undefined;
}

const OWN = /^(.+)\.(\d{13,})\.[0-9a-f-]{36}\.taking$/s;

export const arrivedOf = (file: string): Arrived => {
  const [, name = file, since] = OWN.exec(file) ?? [];
  return { file, name, since };
};

/** By name; of one name the older first, which a rail has begun to take. */
export const byName = (a: Arrived, b: Arrived): number =>
  compare(a.name, b.name) || compare(a.since ?? '~', b.since ?? '~');

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

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
): Promise<Arrived | undefined> => {
  if (arrived.since !== undefined) return arrived;
  const { name } = arrived;
  const since = String(Math.floor(now)).padStart(13, '0');
  const file = `${name}.${since}.${randomUUID()}.taking`;
  const moved = await disk.move(join(folder, name), join(folder, file));
  return moved === 'moved' ? { file, name, since } : undefined;
};
