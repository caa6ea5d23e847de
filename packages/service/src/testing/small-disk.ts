import { execFile } from 'node:child_process';
import { chmod, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A disk of its own, so small that it can be filled. */
export interface SmallDisk {
  readonly path: string;
  /** Leaves no room on it. */
  readonly fill: () => Promise<void>;
  /** Makes room again. */
  readonly clear: () => Promise<void>;
  readonly remove: () => Promise<void>;
}

const CHUNK = Buffer.alloc(4_096);

/** Mounts a disk in memory; undefined where this process may not mount, and says so on the console. */
export const smallDisk = async (mebibytes: number): Promise<SmallDisk | undefined> => {
  const path = await mkdtemp(join(tmpdir(), 'hundi-disk-'));
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${String(mebibytes)}m`, 'tmpfs', path]);
  } catch {
    await rm(path, { recursive: true });
    console.warn('No disk can be mounted: the tests of a full disk are skipped.');
    return undefined;
  }
  // PostgreSQL runs as a user of its own.
  await chmod(path, 0o777);
  const ballast = join(path, 'ballast');
  return {
    path,
    fill: async () => {
      const file = await open(ballast, 'a');
      try {
        for (;;) await file.write(CHUNK);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      } finally {
        await file.close();
      }
    },
    clear: () => rm(ballast),
    remove: async () => {
      await run('umount', ['-l', path]);
      await rm(path, { recursive: true });
    },
  };
};
