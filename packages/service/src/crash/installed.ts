import { execFile } from 'node:child_process';
import { chown, mkdtemp, readdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Who runs a program, if that is another user than this process's. */
export type Owner = { readonly uid: number; readonly gid: number } | undefined;

/** Where PostgreSQL is installed, and who runs it. */
export interface Installed {
  readonly folder: string;
  readonly as: Owner;
}

const run = promisify(execFile);

export const INSTALLED = '/usr/lib/postgresql';

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** Where `initdb` and `postgres` are; undefined where they are not. */
export const binaries = async (): Promise<string | undefined> => {
  const asked = await run('pg_config', ['--bindir']).then(
    ({ stdout }) => [stdout.trim()],
    () => [],
  );
  const versions = await readdir(INSTALLED).catch(() => []);
  const newest = versions.sort((a, b) => Number(b) - Number(a));
  for (const folder of [...asked, ...newest.map((version) => join(INSTALLED, version, 'bin'))]) {
    if ((await isThere(join(folder, 'initdb'))) && (await isThere(join(folder, 'postgres')))) {
      return folder;
    }
  }
  return undefined;
};

/** PostgreSQL does not run as root: then it runs as the package's user, or as the user `nobody`. */
export const owner = async (): Promise<Owner> => {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = async (flag: string): Promise<number> => {
    const { stdout } = await run('id', [flag, 'postgres']).catch(() => run('id', [flag, 'nobody']));
    return Number(stdout);
  };
  return { uid: await idOf('-u'), gid: await idOf('-g') };
};

/** Makes a temporary folder of the user who runs PostgreSQL. */
export const emptyFolder = async (as: Owner): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'hundi-cluster-'));
  if (as !== undefined) await chown(folder, as.uid, as.gid);
  return folder;
};
