import { effectiveConfiguration } from '../../../model/package/effective-configuration.js';
import type { JobId, PackageCode, TransactionId } from '../../../kernel/values/ids.js';
import type { Tenant } from '../../../kernel/values/tenant.js';
import { dayIn, momentIn, type EpochMs } from '../../../kernel/values/time.js';
import { rowId, ROWS_MAX } from '../../../kernel/values/uuid.js';
import { byTransactionId, type AcceptedPayout, type Payout } from '../../../model/payout/payout.js';
import type { Stores } from '../../../storage/storage.js';
import type { DeferredWork, SubjectRange, Work } from '../../../storage/work-store.js';
import { isDoubtful } from '../../doubt/doubt.js';
import { groupRefsOf } from '../../bank-answer/sent-in-group.js';
import type { Moments } from './fate.js';
import { settledAt } from './form-groups.js';

/** How the duty that sends fills groups, where the rail takes them. */
export interface Grouping {
  /** How many orders a group holds at most. */
  readonly max: number;
  /** Claims what else is due of these jobs, or will be within `GATHER_WITHIN`. */
  readonly claimRest: (
    tenant: Tenant,
    ranges: ReadonlyArray<SubjectRange>,
  ) => Promise<ReadonlyArray<Work>>;
  /** Whether the call holds so much that other jobs wait for the next one. */
  readonly isFull: () => boolean;
}

/** What a payout is sent in: a new group, the group that it was sent in before, or nothing but its own order. */
export type SentIn = 'new_group' | { readonly groupRef: string } | 'itself';

/** Claimed work with the rest of the jobs whose payouts are sent in groups. */
export interface Gathered {
  readonly work: ReadonlyArray<Work>;
  readonly payouts: ReadonlyMap<TransactionId, Payout>;
  readonly sentIn: (payout: AcceptedPayout) => SentIn;
  /** Whether new groups wait for the next call. */
  readonly isCut: boolean;
  /** What was claimed beside it, and belongs to no group. */
  readonly strays: ReadonlyArray<DeferredWork & Pick<Work, 'attempts'>>;
}

/** When claimed work is completed, and in which time zone its days begin. */
interface Gathering {
  readonly moments: Moments;
  readonly zone: string;
}

/** What is sent where the rail takes no groups. */
export const ungrouped = (
  work: ReadonlyArray<Work>,
  payouts: ReadonlyMap<TransactionId, Payout>,
): Gathered => ({ work, payouts, sentIn: () => 'itself', isCut: false, strays: [] });

/** Completes the groups among claimed work. */
export const gather = async (
  stores: Stores,
  tenant: Tenant,
  heads: Gathered,
  { claimRest, isFull, zone, moments: { now, line } }: Grouping & Gathering,
): Promise<Gathered> => {
  const single = await singleDebits(stores, tenant);
  const refs = new Map<TransactionId, string>();
  const sentIn = ({ order, progress }: AcceptedPayout): SentIn => {
    if (progress.status === 'sent_to_bank') {
      const groupRef = refs.get(order.transactionId);
      return groupRef === undefined ? 'itself' : { groupRef };
    }
    return order.jobId !== undefined && single.has(order.packageCode) ? 'new_group' : 'itself';
  };
  const addRefs = async (payouts: Iterable<Payout>): Promise<void> => {
    const sent = accepted(payouts).filter(({ progress }) => progress.status === 'sent_to_bank');
    const ids = sent.map(({ order }) => order.transactionId);
    for (const [id, ref] of await groupRefsOf(stores, tenant, ids)) refs.set(id, ref);
  };

  await addRefs(heads.payouts.values());
  const jobs = new Set<JobId>();
  for (const payout of accepted(heads.payouts.values())) {
    const { jobId } = payout.order;
    const how = sentIn(payout);
    // Where all of a job wait for approvals that may follow, the rest of it stays where it is.
    const mayLeave = how === 'new_group' ? settledAt(payout, now) <= now : how !== 'itself';
    if (jobId !== undefined && mayLeave) jobs.add(jobId);
  }
  if (jobs.size === 0 || isFull()) return { ...heads, sentIn, isCut: isFull() };
  const rest = await claimRest(tenant, [...jobs].map(rowsOf));
  const found = await stores.payouts.findMany(
    tenant,
    rest.map(({ subject }) => subject as TransactionId),
  );
  await addRefs(found);
  const byId = byTransactionId(found);
  const [taken, strays]: [Work[], Work[]] = [[], []];
  for (const work of rest) {
    const payout = byId.get(work.subject as TransactionId);
    const dueAt = payout === undefined ? now : scheduledFor(payout, zone, now);
    // The mark of this claim would hide that the bank has still to be asked.
    const isTaken = (one: AcceptedPayout): boolean =>
      sentIn(one) !== 'itself' || isDoubtful(work, one, line);
    if (payout?.intake === 'accepted' && dueAt === now && isTaken(payout)) taken.push(work);
    else strays.push({ ...work, duty: 'send-to-bank', runAt: dueAt });
  }
  return {
    work: [...heads.work, ...taken],
    payouts: new Map([...heads.payouts, ...byId]),
    sentIn,
    isCut: false,
    strays,
  };
};

const accepted = (payouts: Iterable<Payout>): ReadonlyArray<AcceptedPayout> =>
  [...payouts].filter((payout) => payout.intake === 'accepted');

/** The subjects of the work of a job's payouts. */
export const rowsOf = (jobId: JobId): SubjectRange => ({
  first: rowId(jobId, 0),
  last: rowId(jobId, ROWS_MAX - 1),
});

/** The packages for which the bank debits the payouts of a job at once. */
const singleDebits = async (
  { tenancy }: Stores,
  tenant: Tenant,
): Promise<ReadonlySet<PackageCode>> =>
  new Set(
    (await tenancy.packages(tenant))
      .filter((one) => effectiveConfiguration(one).effectiveDebitMode === 'single')
      .map(({ packageCode }) => packageCode),
  );

/** When a payout is due that may have been claimed early: `now`, unless it waits for its day. */
const scheduledFor = ({ order, ...payout }: Payout, zone: string, now: EpochMs): EpochMs =>
  payout.intake === 'accepted' &&
  payout.progress.status === 'scheduled' &&
  order.payoutDate !== undefined &&
  order.payoutDate > dayIn(zone, now)
    ? momentIn(zone, order.payoutDate)
    : now;
