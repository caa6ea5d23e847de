import { randomUUID } from 'node:crypto';
import { link, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The text of a file; undefined when there is none. */
export const readIfThere = async (path: string): Promise<string | undefined> => {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
};

const sync = async (path: string): Promise<void> => {
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
};

const isThere = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'EEXIST';

/** Writes a draft beside `path`, synced and its owner's only, and lets `place` put it there. */
const viaDraft = async (
  path: string,
  text: string,
  place: (draft: string) => Promise<void>,
): Promise<void> => {
  const draft = `${path}.${randomUUID()}`;
  try {
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(text, 'utf8');
      await file.sync();
    } finally {
      await file.close();
    }
    await place(draft);
  } finally {
    await rm(draft, { force: true });
  }
  await sync(dirname(path));
};

/** Writes a file that only its owner may read: whole or not at all, and on the disk when it resolves. */
export const writePrivate = (path: string, text: string): Promise<void> =>
  viaDraft(path, text, (draft) => rename(draft, path));

/** The text of a private file, made with `text` if it was not there; of several that make it at once, one wins. */
export const keepPrivate = async (path: string, text: () => string): Promise<string> => {
  const kept = await readIfThere(path);
  if (kept !== undefined) return kept;
  await viaDraft(path, text(), (draft) =>
    link(draft, path).catch((error: unknown) => {
      if (!isThere(error)) throw error;
    }),
  );
  return readFile(path, 'utf8');
};
