import { createHash } from 'node:crypto';
import { ArchiveUnusable, type Archive, type NewArchiveFile } from '@hundi/core';

/** An archive in memory, whose files a test can look at and change. */
export interface MemoryArchive extends Archive {
  /** The lines of each file, by name. */
  readonly files: Map<string, ReadonlyArray<string>>;
  /** From now on there is room for so many more files. */
  readonly leaveRoomFor: (files: number) => void;
}

const digestOf = (lines: ReadonlyArray<string>): string =>
  createHash('sha256').update(lines.join('\n')).digest('hex');

const nameOf = ({ tenant, number, lines }: NewArchiveFile): string =>
  `${tenant.corporateTenantId}/${String(number)}-${digestOf(lines).slice(0, 16)}`;

/** Keeps files in memory, for one database. */
export const memoryArchive = (): MemoryArchive => {
  const files = new Map<string, ReadonlyArray<string>>();
  let owner: string | undefined;
  let room = Infinity;
  return {
    files,
    leaveRoomFor: (more) => {
      room = more;
    },
    open: async (id) => {
      owner ??= id;
      if (owner !== id) throw new ArchiveUnusable('it is the archive of another database');
    },
    keep: async (file) => {
      if (room === 0) throw new Error('there is no room');
      const name = nameOf(file);
      if (!files.has(name)) room -= 1;
      files.set(name, file.lines);
      return { name, digest: digestOf(file.lines) };
    },
    read: async (name) => {
      const lines = files.get(name);
      return lines && { digest: digestOf(lines), lines };
    },
    names: async () => [...files.keys()].sort(),
  };
};
