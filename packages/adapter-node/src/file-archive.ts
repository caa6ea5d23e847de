import { createHash, randomUUID } from 'node:crypto';
import {
  access,
  constants,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { ArchiveUnusable, type Archive, type NewArchiveFile } from '@hundi/core';
import { keepPrivate, readIfThere } from './private-file.js';

const pack = promisify(gzip);
const unpack = promisify(gunzip);

/** Says whose archive the directory is. */
const OWNER_FILE = 'hundi-archive';
const DRAFT = /\.draft$/;
const SUFFIX = '.jsonl.gz';

const DIGEST_SHOWN = 16;

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const codeOf = (error: unknown): string =>
  (error as NodeJS.ErrnoException | undefined)?.code ?? 'an unknown error';

const WORDS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such directory',
  ENOTDIR: 'it is not a directory',
  EACCES: 'it cannot be written by this user',
  EPERM: 'it cannot be written by this user',
  EROFS: 'it is on a file system that is read-only',
  ENOSPC: 'its disk is full',
  EDQUOT: 'its quota is used up',
};

/** Lets what the file system refuses be said in words. */
const inWords = async <A>(directory: string, work: () => Promise<A>): Promise<A> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ArchiveUnusable) throw error;
    const code = codeOf(error);
    throw new ArchiveUnusable(`${directory}: ${WORDS[code] ?? code}`, { cause: error });
  }
};

const syncDirectory = async (path: string): Promise<void> => {
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
};

/** Puts bytes at a path: whole or not at all, and on the disk when it resolves. */
const place = async (path: string, bytes: Uint8Array): Promise<void> => {
  const draft = `${path}.${randomUUID()}.draft`;
  try {
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
  await syncDirectory(dirname(path));
};

/** File systems take names of 255 bytes; of longer ones so much is shown. */
const NAME_MAX = 200;

/** The folder of a corporate: ids may hold what names of files may not, be longer than those, or be that of the owner's file. */
const folderOf = ({ tenant: { corporateTenantId: id } }: NewArchiveFile): string => {
  const name = encodeURIComponent(id).replaceAll('.', '%2E').replaceAll('*', '%2A');
  if (name.length <= NAME_MAX && name !== OWNER_FILE) return name;
  return `${name.slice(0, NAME_MAX)}~${sha256(Buffer.from(id)).slice(0, DIGEST_SHOWN)}`;
};

/** Every file below a directory, with the path from there, in order. */
const filesBelow = async (directory: string): Promise<ReadonlyArray<string>> => {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => join(parentPath, name).slice(directory.length + 1))
    .sort();
};

const opening = async (directory: string, id: string): Promise<void> => {
  if (!(await stat(directory)).isDirectory())
    throw new ArchiveUnusable(`${directory}: it is not a directory`);
  await access(directory, constants.W_OK | constants.X_OK);
  const owner = join(directory, OWNER_FILE);
  if ((await readIfThere(owner)) === undefined && (await filesBelow(directory)).length > 0)
    throw new ArchiveUnusable(
      `${directory}: it holds files that are not of this archive; name an empty directory`,
    );
  const text = await keepPrivate(owner, () => `${id}\n`);
  if (text.trim() !== id)
    throw new ArchiveUnusable(`${directory}: it is the archive of another database`);
  // A run that was killed left these drafts: the database lets one run at a time write to its archive.
  for (const file of await filesBelow(directory))
    if (DRAFT.test(file)) await rm(join(directory, file), { force: true });
};

/**
 * Keeps an archive in a directory: a folder for each corporate, and in it files of compressed JSON lines, each under
 * its number and the beginning of its digest. The directory must be there, and must survive what the database survives.
 */
export const fileArchive = (directory: string): Archive => ({
  open: (id) => inWords(directory, () => opening(directory, id)),
  keep: (file) =>
    inWords(directory, async () => {
      const bytes = await pack(Buffer.from(`${file.lines.join('\n')}\n`, 'utf8'));
      const digest = sha256(bytes);
      const number = String(file.number).padStart(8, '0');
      const name = `${folderOf(file)}/${number}-${digest.slice(0, DIGEST_SHOWN)}${SUFFIX}`;
      const path = join(directory, name);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await syncDirectory(directory);
      await place(path, bytes);
      return { name, digest };
    }),
  read: (name) =>
    inWords(directory, async () => {
      const bytes = await readFile(join(directory, name)).catch((error: unknown) => {
        if (codeOf(error) === 'ENOENT') return undefined;
        throw error;
      });
      if (bytes === undefined) return undefined;
      const text = await unpack(bytes).catch(() => undefined);
      if (text === undefined)
        throw new ArchiveUnusable('it cannot be unpacked: it is damaged, or cut off');
      return { digest: sha256(bytes), lines: text.toString('utf8').trimEnd().split('\n') };
    }),
  names: () =>
    inWords(directory, async () =>
      (await filesBelow(directory)).filter((name) => name !== OWNER_FILE && !DRAFT.test(name)),
    ),
});
