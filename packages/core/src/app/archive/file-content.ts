import type { Tenant } from '../../kernel/values/tenant.js';
import { ArchiveUnusable, type Archive } from '../../ports/archive.js';
import type { ArchiveFile } from '../../storage/archive-store.js';
import type { Storage } from '../../storage/storage.js';
import { readLines, type ReadFile } from './file-lines.js';

const FILES_A_READ = 100;

/**
 * The files of a corporate behind a number, until no more is there: what leaves the database meanwhile is in a file that
 * comes last.
 */
export async function* filesOf(
  storage: Storage,
  tenant: Tenant,
  behind = 0,
): AsyncGenerator<ArchiveFile> {
  for (let after = behind; ;) {
    const from = after;
    const files = await storage.read(({ archives }) => archives.files(tenant, from, FILES_A_READ));
    const last = files.at(-1);
    if (last === undefined) return;
    yield* files;
    after = last.number;
  }
}

/** A file of an archive as it was read. */
export interface Content {
  readonly digest: string;
  readonly lines: ReadonlyArray<string>;
  readonly content: ReadFile;
}

/** Reads a file, or says why it is none that was written. */
export const contentOf = async (archive: Archive, name: string): Promise<Content | string> => {
  try {
    const read = await archive.read(name);
    if (read === undefined) return 'it is missing';
    const content = readLines(read.lines);
    return typeof content === 'string' ? content : { ...read, content };
  } catch (error) {
    if (error instanceof ArchiveUnusable) return error.message;
    throw error;
  }
};
