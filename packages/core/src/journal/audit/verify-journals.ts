import type { Tenant } from '../../kernel/values/tenant.js';
import type { Storage } from '../../storage/storage.js';
import type { Orphans } from '../../storage/seal-store.js';
import type { SealedEntry, SealHead } from '../entry/seal.js';
import type { SealedEvent } from '../entry/sealed-event.js';
import { verifyChain, type ChainCheck } from './verify-chain.js';

/** The result of checking the journal of one corporate. */
export interface JournalCheck {
  readonly tenant: Tenant;
  readonly chain: ChainCheck;
  /** Entries that no seal covers yet; counted up to {@link UNSEALED_COUNT_MAX}. */
  readonly notSealed: number;
}

export const UNSEALED_COUNT_MAX = 10_000;

const TENANTS_A_READ = 100;
const SEALS_A_READ = 1_000;
// Pages of results are large.
const EVENTS_A_READ = 200;

/** Proves the journal of each corporate of a storage, by id ({@link verifyChain}). May run beside everything else. */
export async function* verifyJournals(storage: Storage): AsyncGenerator<JournalCheck> {
  for await (const tenants of tenantsOf(storage)) {
    for (const tenant of tenants) {
      // Entries that are sealed from here on are verified by the next run.
      const head = await storage.read(({ seals }) => seals.head(tenant));
      const walked = await verifyChain(head, sealsOf(storage, tenant), eventsOf(storage, tenant));
      const orphans = await storage.read(({ seals }) => seals.orphans(tenant));
      const chain = walked.holds ? (orphaned(head, orphans) ?? walked) : walked;
      const { entries } = await storage.read(({ seals }) =>
        seals.unsealed(tenant, UNSEALED_COUNT_MAX),
      );
      yield { tenant, chain, notSealed: entries.length };
    }
  }
}

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

async function* tenantsOf(storage: Storage): AsyncGenerator<ReadonlyArray<Tenant>> {
  let after: Tenant['corporateTenantId'] | undefined;
  for (;;) {
    const behind = after;
    const read = await storage.read(({ seals }) => seals.tenants(behind, TENANTS_A_READ));
    if (read.length > 0) yield read;
    if (read.length < TENANTS_A_READ) return;
    after = read.at(-1)?.corporateTenantId;
  }
}

async function* sealsOf(
  storage: Storage,
  tenant: Tenant,
): AsyncGenerator<ReadonlyArray<SealedEntry>> {
  let after = 0;
  for (;;) {
    const behind = after;
    const read = await storage.read(({ seals }) => seals.chain(tenant, behind, SEALS_A_READ));
    if (read.length > 0) yield read;
    if (read.length < SEALS_A_READ) return;
    after = read.at(-1)?.ordinal ?? after;
  }
}

async function* eventsOf(
  storage: Storage,
  tenant: Tenant,
): AsyncGenerator<ReadonlyArray<SealedEvent>> {
  let after = 0;
  for (;;) {
    const behind = after;
    const read = await storage.read(({ events }) => events.after(tenant, behind, EVENTS_A_READ));
    if (read.length > 0) yield read;
    if (read.length < EVENTS_A_READ) return;
    after = read.at(-1)?.position ?? after;
  }
}
