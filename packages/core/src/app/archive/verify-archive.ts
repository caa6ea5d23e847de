import { canonicalJson } from '../../kernel/codecs/json.js';
import { pages } from '../../kernel/flow/pages.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import { allTenants } from '../../storage/all-tenants.js';
import { verifyChain } from '../journal/audit/verify-chain.js';
import { NOTHING_SEALED } from '../journal/seal/hash-chain.js';
import type { Archive } from '../../ports/archive.js';
import { archivedPlaces } from '../../storage/archived-places.js';
import type { ArchiveFile, KeptEntry } from '../../storage/archive-store.js';
import type { Storage } from '../../storage/storage.js';
import { contentOf, filesOf } from './file-content.js';
import type { FileHeader, ReadFile } from './file-lines.js';
import { faultOfLeftover, isKnown, type LeftoverRun } from './leftover.js';
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

/**
 * Proves an archive against its database: each file is there to the byte, they follow each other without a gap, and the
 * journal in the database follows the last; what they hold is gone from the database only if one of them has its payout.
 * `verifyJournals` proves the rest of each journal, from the end of its archive on.
 */
export async function* verifyArchive(
  storage: Storage,
  archive: Archive,
): AsyncGenerator<ArchiveCheck> {
  const id = await storage.read(({ archives }) => archives.id());
  const known = new Map<string, 'proven' | 'not proven'>();
  for await (const tenants of allTenants(storage)) {
    for (const tenant of tenants) {
      const { last, fault } = await checkFiles({ storage, archive, id, known }, tenant);
      if (last === undefined) continue;
      const { number, head } = last;
      const checked = { kind: 'journal', tenant, files: number, entries: head.ordinal } as const;
      yield fault === undefined ? checked : { ...checked, fault };
    }
  }
  const isProven = (file: string): boolean => known.get(file) === 'proven';
  for (const file of await archive.names())
    if (!known.has(file)) yield* stray({ storage, archive, id, isProven }, file);
}

interface Run {
  readonly storage: Storage;
  readonly archive: Archive;
  readonly id: string | undefined;
}

/** The files of a corporate, and the first of them that is not what it should be. */
const checkFiles = async (
  run: Run & { readonly known: Map<string, 'proven' | 'not proven'> },
  tenant: Tenant,
): Promise<{ readonly last?: ArchiveFile; readonly fault?: FileFault }> => {
  const missing: Missing = new Map();
  let fault: FileFault | undefined;
  let last: ArchiveFile | undefined;
  for await (const file of filesOf(run.storage, tenant)) {
    if (fault === undefined) {
      const reason = await faultOf(run, { file, before: last }, missing);
      if (reason !== undefined) fault = { file: file.name, reason };
    }
    run.known.set(file.name, fault === undefined ? 'proven' : 'not proven');
    last = file;
  }
  fault ??= faultOfMissing(missing);
  return { ...(last !== undefined && { last }), ...(fault !== undefined && { fault }) };
};

/** A file whose name the database does not know. */
async function* stray(run: LeftoverRun & Run, file: string): AsyncGenerator<ArchiveCheck> {
  const foreign = (reason: string): ArchiveCheck => ({ kind: 'foreign', fault: { file, reason } });
  const read = await contentOf(run.archive, file);
  if (typeof read === 'string') yield foreign(read);
  else if (read.content.header.archiveId !== run.id)
    yield foreign('it belongs to another database');
  else {
    const reason = await faultOfLeftover(run, read);
    if (reason === undefined) yield { kind: 'leftover', file };
    // One that was archived meanwhile is proven by the next run.
    else if (!(await isKnown(run.storage, read.content.header, file))) yield foreign(reason);
  }
}

/** The first entry of each subject that is not in the database, until the file with this subject has been read. */
type Missing = Map<string, { readonly file: string; readonly ordinal: number }>;

const faultOfMissing = (missing: Missing): FileFault | undefined => {
  const [first] = missing.values();
  return (
    first && {
      file: first.file,
      reason: `entry ${String(first.ordinal)}: it is missing in the database, and no file has its payout or job`,
    }
  );
};

const faultOf = async (
  { storage, archive, id }: Run,
  { file, before }: { readonly file: ArchiveFile; readonly before: ArchiveFile | undefined },
  missing: Missing,
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
  return (
    (await faultOfDatabase(storage, file, { after: from.ordinal, ...read.content }, missing)) ??
    faultOfPlaces(storage, file, read.content.subjects, missing)
  );
};

const KEPT_A_READ = 1_000;

/**
 * What a file holds is in the database as well, to the letter, unless its payout or job is archived: what is missing must
 * be of a subject that this file or a later one has. So as many ids are kept as payouts were under way where a file ends.
 */
const faultOfDatabase = async (
  storage: Storage,
  { tenant, head, name }: ArchiveFile,
  { after, entries, subjects }: ReadFile & { readonly after: number },
  missing: Missing,
): Promise<string | undefined> => {
  const kept = await keptOf(storage, tenant, after, head.ordinal);
  for (const { ordinal, hash, entry } of entries) {
    const own = kept.get(ordinal);
    const { subjectId } = entry;
    if (own === undefined) {
      if (!missing.has(subjectId)) missing.set(subjectId, { file: name, ordinal });
    } else if (subjects.has(subjectId)) {
      return `entry ${String(ordinal)}: its payout is archived, but it is still in the database`;
    } else if (own.hash !== hash || canonicalJson(own.entry) !== canonicalJson(entry)) {
      return `entry ${String(ordinal)}: the database has another one in its place`;
    }
  }
  return undefined;
};

/** What a file has of the missing is found, and the database says that it is there. */
const faultOfPlaces = async (
  storage: Storage,
  { tenant, name }: ArchiveFile,
  subjects: ReadonlySet<string>,
  missing: Missing,
): Promise<string | undefined> => {
  const placeOf = archivedPlaces(storage, tenant);
  for (const subject of subjects) {
    const first = missing.get(subject);
    if (first === undefined) continue;
    missing.delete(subject);
    if ((await placeOf(subject)) !== name)
      return `entry ${String(first.ordinal)}: the database does not say that its payout is in this file`;
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
