import { canonicalJson } from '../../kernel/codecs/json.js';
import { pages } from '../../kernel/flow/pages.js';
import type { JobId, TransactionId } from '../../kernel/values/ids.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import { jobOf } from '../../kernel/values/uuid.js';
import { allTenants } from '../../storage/all-tenants.js';
import { verifyChain } from '../journal/audit/verify-chain.js';
import { NOTHING_SEALED } from '../journal/seal/hash-chain.js';
import { ArchiveUnusable, type Archive } from '../../ports/archive.js';
import type { ArchiveFile, KeptEntry } from '../../storage/archive-store.js';
import type { Storage } from '../../storage/storage.js';
import { readLines, type FileHeader, type ReadFile } from './file-lines.js';
import { oneChunk } from './stretch.js';

/** A file that is not what it should be. */
export interface FileFault {
  readonly file: string;
  readonly reason: string;
}

/** The result of checking an archive: journal by journal, then the files that belong to none. */
export type ArchiveCheck =
  | {
      readonly kind: 'journal';
      readonly tenant: Tenant;
      readonly files: number;
      readonly entries: number;
      readonly fault?: FileFault;
    }
  | {
      /** Of this database, but a run that was stopped kept it: what it holds is in the database or in other files. */
      readonly kind: 'leftover';
      readonly file: string;
    }
  | { readonly kind: 'foreign'; readonly fault: FileFault };

const FILES_A_READ = 100;

/**
 * Proves an archive against its database: each file is there to the byte, they follow each other without a gap, and the
 * journal in the database follows the last; what they hold is gone from the database only if its payout is archived.
 * `verifyJournals` proves the rest of each journal, from the end of its archive on.
 */
export async function* verifyArchive(
  storage: Storage,
  archive: Archive,
): AsyncGenerator<ArchiveCheck> {
  const id = await storage.read(({ archives }) => archives.id());
  const known = new Set<string>();
  for await (const tenants of allTenants(storage)) {
    for (const tenant of tenants) {
      let fault: FileFault | undefined;
      let last: ArchiveFile | undefined;
      for await (const file of filesOf(storage, tenant)) {
        known.add(file.name);
        const reason =
          fault === undefined
            ? await faultOf(storage, archive, id, { file, before: last })
            : undefined;
        if (reason !== undefined) fault = { file: file.name, reason };
        last = file;
      }
      if (last === undefined) continue;
      const { number, head } = last;
      const checked = { kind: 'journal', tenant, files: number, entries: head.ordinal } as const;
      yield fault === undefined ? checked : { ...checked, fault };
    }
  }
  for (const file of await archive.names()) if (!known.has(file)) yield stray(archive, id, file);
}

async function* filesOf(storage: Storage, tenant: Tenant): AsyncGenerator<ArchiveFile> {
  const read = (after: number, limit: number) =>
    storage.read(({ archives }) => archives.files(tenant, after, limit));
  for await (const files of pages(read, FILES_A_READ, 0, ({ number }) => number)) yield* files;
}

/** A file whose name the database does not know. */
const stray = async (
  archive: Archive,
  id: string | undefined,
  file: string,
): Promise<ArchiveCheck> => {
  const read = await contentOf(archive, file);
  if (typeof read !== 'string' && read.content.header.archiveId === id)
    return { kind: 'leftover', file };
  const reason = typeof read === 'string' ? read : 'it belongs to another database';
  return { kind: 'foreign', fault: { file, reason } };
};

interface Content {
  readonly digest: string;
  readonly content: ReadFile;
}

const contentOf = async (archive: Archive, name: string): Promise<Content | string> => {
  try {
    const read = await archive.read(name);
    if (read === undefined) return 'it is missing';
    const content = readLines(read.lines);
    return typeof content === 'string' ? content : { digest: read.digest, content };
  } catch (error) {
    if (error instanceof ArchiveUnusable) return error.message;
    throw error;
  }
};

const faultOf = async (
  storage: Storage,
  archive: Archive,
  id: string | undefined,
  { file, before }: { readonly file: ArchiveFile; readonly before: ArchiveFile | undefined },
): Promise<string | undefined> => {
  const read = await contentOf(archive, file.name);
  if (typeof read === 'string') return read;
  if (read.digest !== file.digest) return 'its bytes are not those that were kept';
  const { header, entries, events } = read.content;
  const from = before?.head ?? NOTHING_SEALED;
  const expected: FileHeader = {
    archiveId: id ?? '',
    tenant: file.tenant,
    number: file.number,
    from,
    to: file.head,
    ...(before !== undefined && { previous: before.digest }),
  };
  if (canonicalJson({ ...header, ...expected }) !== canonicalJson(header))
    return 'it does not follow the file before it, or belongs to another database';
  const chain = await verifyChain(file.head, oneChunk(entries), oneChunk(events), from);
  if (!chain.holds) return `entry ${String(chain.entry)}: ${chain.reason}`;
  return faultOfDatabase(storage, file, from.ordinal, read.content);
};

const KEPT_A_READ = 1_000;

/** What a file holds is in the database as well, to the letter, unless its payout or job is archived. */
const faultOfDatabase = async (
  storage: Storage,
  { tenant, head }: ArchiveFile,
  after: number,
  { entries, subjects }: ReadFile,
): Promise<string | undefined> => {
  const kept = await keptOf(storage, tenant, after, head.ordinal);
  const isArchived = archivedIn(storage, tenant);
  for (const { ordinal, hash, entry } of entries) {
    const own = kept.get(ordinal);
    const { subjectId } = entry;
    if (own === undefined) {
      if (!(await isArchived(subjectId)))
        return `entry ${String(ordinal)}: it is missing in the database`;
    } else if (subjects.has(subjectId)) {
      return `entry ${String(ordinal)}: its payout is archived, but it is still in the database`;
    } else if (own.hash !== hash || canonicalJson(own.entry) !== canonicalJson(entry)) {
      return `entry ${String(ordinal)}: the database has another one in its place`;
    }
  }
  return undefined;
};

const keptOf = async (
  storage: Storage,
  tenant: Tenant,
  after: number,
  upTo: number,
): Promise<ReadonlyMap<number, KeptEntry>> => {
  const kept = new Map<number, KeptEntry>();
  const read = (behind: number, limit: number) =>
    storage.read(({ archives }) => archives.kept(tenant, behind, upTo, limit));
  for await (const some of pages(read, KEPT_A_READ, after, ({ ordinal }) => ordinal))
    for (const one of some) kept.set(one.ordinal, one);
  return kept;
};

/** Asks once for each job, whose payouts are archived with it, and once for each payout without one. */
const archivedIn = (
  storage: Storage,
  tenant: Tenant,
): ((subjectId: string) => Promise<boolean>) => {
  const known = new Map<string, boolean>();
  const isArchived = async (id: TransactionId | JobId): Promise<boolean> => {
    const before = known.get(id);
    if (before !== undefined) return before;
    const file = await storage.read(({ archives }) => archives.find(tenant, id));
    known.set(id, file !== undefined);
    return file !== undefined;
  };
  return async (subjectId) => {
    if (!UUID.test(subjectId)) return false;
    const id = subjectId as TransactionId;
    return (await isArchived(jobOf(id))) || isArchived(id);
  };
};

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
