import { pages } from '../../../kernel/flow/pages.js';
import type { Tenant } from '../../../kernel/values/tenant.js';
import type { ArchiveFile, KeptEntry } from '../../../storage/archive-store.js';
import type { Storage } from '../../../storage/storage.js';
import type { Orphans } from '../../../storage/seal-store.js';
import type { SealHead } from '../../../model/journal/entry/seal.js';
import { NOTHING_SEALED, sealHash } from '../seal/hash-chain.js';
import { allTenants } from '../../../storage/all-tenants.js';
import { brokenBy, readChain } from './read-chain.js';
import { verifyChain, type ChainCheck } from './verify-chain.js';

/** The result of checking the journal of one corporate. */
export interface JournalCheck {
  readonly tenant: Tenant;
  readonly chain: ChainCheck;
  /** How much of the journal is in the archive: nothing but `verifyArchive` proves it, whatever `chain` says. */
  readonly archived: { readonly entries: number; readonly files: number };
  /** Entries that no seal covers yet; counted up to {@link UNSEALED_COUNT_MAX}. */
  readonly notSealed: number;
}

/** How many entries that no seal covers are counted at most, for each corporate. */
export const UNSEALED_COUNT_MAX = 10_000;

const SEALS_A_READ = 1_000;
// Pages of results are large.
const EVENTS_A_READ = 200;

/**
 * Proves the journal of each corporate of a storage, by id ({@link verifyChain}): from the end of its archive on. The
 * entries that stayed of the archived part must fit the hashes beside them; whoever can write both can change both, and
 * `verifyArchive` finds it. May run beside everything else.
 */
export async function* verifyJournals(storage: Storage): AsyncGenerator<JournalCheck> {
  for await (const tenants of allTenants(storage)) {
    for (const tenant of tenants) {
      const { chain, last } = await checkTenant(storage, tenant);
      const { entries } = await storage.read(({ seals }) =>
        seals.unsealed(tenant, UNSEALED_COUNT_MAX),
      );
      const archived = { entries: last?.head.ordinal ?? 0, files: last?.number ?? 0 };
      yield { tenant, chain, archived, notSealed: entries.length };
    }
  }
}

/** Entries that are sealed while it runs are verified by the next run. */
const checkTenant = async (
  storage: Storage,
  tenant: Tenant,
): Promise<{ readonly chain: ChainCheck; readonly last?: ArchiveFile | undefined }> => {
  const lastFile = () => storage.read(({ archives }) => archives.last(tenant));
  for (let last = await lastFile(); ;) {
    const chain = await checkFrom(storage, tenant, last?.head ?? NOTHING_SEALED).catch(faultBy);
    if (chain.holds) return { chain, last };
    // What was archived while it was walked is no longer there.
    const now = await lastFile();
    if (now?.number === last?.number) return { chain, last };
    last = now;
  }
};

const faultBy = (error: unknown): ChainCheck => {
  const { entry, reason } = brokenBy(error);
  return { holds: false, entry, reason };
};

const checkFrom = async (storage: Storage, tenant: Tenant, from: SealHead): Promise<ChainCheck> => {
  const head = await storage.read(({ seals }) => seals.head(tenant));
  const seals = pages(
    (after, limit) => readChain(storage, tenant, after, limit),
    SEALS_A_READ,
    from.ordinal,
    ({ ordinal }) => ordinal,
  );
  const events = pages(
    (after, limit) => storage.read((stores) => stores.events.after(tenant, after, limit)),
    EVENTS_A_READ,
    from.position,
    ({ position }) => position,
  );
  const walked = await verifyChain(head, seals, events, from);
  if (!walked.holds) return walked;
  const orphans = await storage.read((stores) => stores.seals.orphans(tenant));
  return orphaned(head, orphans) ?? (await faultOfKept(storage, tenant, from)) ?? walked;
};

/** Records that a walk along the chain does not reach. */
const orphaned = (
  { ordinal }: SealHead,
  { seal, event, place }: Orphans,
): ChainCheck | undefined => {
  const entry = ordinal + 1;
  if (seal !== undefined) return { holds: false, entry: seal, reason: 'no head covers its seal' };
  if (event !== undefined) return { holds: false, entry, event, reason: 'no entry belongs to it' };
  if (place !== undefined)
    return { holds: false, entry, reason: `the entry at place ${String(place)} was never sealed` };
  return undefined;
};

/** The first entry that stayed of the archived part and is not the one that was sealed. */
const faultOfKept = async (
  storage: Storage,
  tenant: Tenant,
  { ordinal: upTo }: SealHead,
): Promise<ChainCheck | undefined> => {
  let after = 0;
  while (after < upTo) {
    const behind = after;
    const read = await storage.read(({ archives }) =>
      archives.kept(tenant, behind, upTo, SEALS_A_READ),
    );
    for (const kept of read) {
      const reason = faultOfEntry(kept);
      if (reason !== undefined) return { holds: false, entry: kept.ordinal, reason };
    }
    if (read.length < SEALS_A_READ) return undefined;
    after = read.at(-1)?.ordinal ?? upTo;
  }
  return undefined;
};

const faultOfEntry = ({
  ordinal,
  hash,
  entry,
  previousHash,
  eventHash,
}: KeptEntry): string | undefined => {
  if (entry === undefined) return 'the entry is missing';
  return previousHash !== undefined &&
    eventHash !== undefined &&
    hash === sealHash(previousHash, ordinal, entry, eventHash)
    ? undefined
    : 'the entry differs from the one that was sealed';
};
