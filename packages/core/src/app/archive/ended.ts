import type { PlacedEntry } from '../../storage/journal-store.js';
import { groupBy } from '../../kernel/flow/group.js';
import { packBySize } from '../../kernel/flow/pack-by-size.js';
import type { JobId, TransactionId } from '../../kernel/values/ids.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import { rowIds } from '../../kernel/values/uuid.js';
import { isUndecided, type Job } from '../../model/intake/job/job.js';
import { isOver, type DecidedPayout, type Payout } from '../../model/payout/payout.js';
import type { Stores } from '../../storage/storage.js';
import type { Stretch } from './stretch.js';

/** A job with all of its payouts, or a payout without a job: they are archived together, or a job's counts would lie. */
export interface Ended {
  readonly job?: Job;
  readonly payouts: ReadonlyArray<DecidedPayout>;
  /** The places of all of their entries. */
  readonly places: ReadonlyArray<number>;
}

// Rows that are read at once. Most large jobs are found to be open by their first.
const ROWS_A_READ = 1_000;

/**
 * What came to its end with a stretch, of jobs and payouts that have entries in it: nothing of it waits or moves, and no
 * entry of it comes after the stretch.
 */
export const endedWith = async (
  stores: Stores,
  tenant: Tenant,
  stretch: Stretch,
): Promise<ReadonlyArray<Ended>> => {
  const { payouts, jobs } = stores;
  const touched = await payouts.findMany(tenant, subjectsOf(stretch, 'payout') as TransactionId[]);
  const jobIds = new Set<JobId>([
    ...(subjectsOf(stretch, 'job') as JobId[]),
    ...touched.flatMap(({ order }) => order.jobId ?? []),
  ]);
  const found = (await jobs.findMany([...jobIds].map((jobId) => ({ tenant, jobId }))))
    .filter((job) => !isUndecided(job))
    .sort((a, b) => (a.jobId < b.jobId ? -1 : 1));

  const ended: Ended[] = [];
  const small = found.filter(({ total }) => total <= ROWS_A_READ);
  // Small jobs are read together.
  for (const group of packBySize(small, ({ total }) => total, ROWS_A_READ))
    ended.push(...(await endedOf(stores, tenant, stretch, group)));
  for (const job of found.filter(({ total }) => total > ROWS_A_READ)) {
    const whole = await endedLarge(stores, tenant, stretch, job);
    if (whole !== undefined) ended.push(whole);
  }
  const lone = touched.filter(({ order }) => order.jobId === undefined);
  return [...ended, ...(await endedLone(stores, tenant, stretch, lone))];
};

const subjectsOf = ({ entries }: Stretch, kind: 'payout' | 'job'): ReadonlyArray<string> => [
  ...new Set(entries.flatMap(({ entry }) => (entry.subjectKind === kind ? [entry.subjectId] : []))),
];

const isDecided = (payout: Payout): payout is DecidedPayout => payout.intake !== 'undecided';

const idsOf = ({ jobId, total }: Job): ReadonlyArray<TransactionId> => rowIds(jobId, 0, total);

const endedOf = async (
  stores: Stores,
  tenant: Tenant,
  stretch: Stretch,
  jobs: ReadonlyArray<Job>,
): Promise<ReadonlyArray<Ended>> => {
  const rows = await stores.payouts.findMany(tenant, jobs.flatMap(idsOf));
  const ofJob = groupBy(rows, ({ order }) => order.jobId);
  const likely = jobs.filter(({ jobId, total }) => {
    const own = ofJob.get(jobId) ?? [];
    return own.length === total && own.every(isFinal);
  });
  const subjects = likely.flatMap((job) => [job.jobId, ...idsOf(job)]);
  const histories = await historiesOf(stores, tenant, stretch, subjects);
  return likely.flatMap((job): ReadonlyArray<Ended> => {
    const payouts = (ofJob.get(job.jobId) ?? []).filter(isDecided).sort(byId);
    const places = placesOf(histories, job, payouts);
    return places === undefined ? [] : [{ job, payouts, places }];
  });
};

/** Reads a large job in portions, and no further than the first row that is open. */
const endedLarge = async (
  stores: Stores,
  tenant: Tenant,
  stretch: Stretch,
  job: Job,
): Promise<Ended | undefined> => {
  const payouts: DecidedPayout[] = [];
  const places: number[] = [];
  for (let from = 0; from < job.total; from += ROWS_A_READ) {
    const rows = await stores.payouts.ofJob(tenant, job.jobId, from, ROWS_A_READ);
    if (rows.length === 0 || !rows.every(isFinal)) return undefined;
    const own = rows.filter(isDecided);
    const first = from === 0 ? job : undefined;
    const subjects = [
      ...(first === undefined ? [] : [first.jobId]),
      ...own.map(({ order }) => order.transactionId),
    ];
    const histories = await historiesOf(stores, tenant, stretch, subjects);
    const found = placesOf(histories, first, own);
    if (found === undefined) return undefined;
    payouts.push(...own);
    places.push(...found);
  }
  return { job, payouts, places };
};

const endedLone = async (
  stores: Stores,
  tenant: Tenant,
  stretch: Stretch,
  lone: ReadonlyArray<Payout>,
): Promise<ReadonlyArray<Ended>> => {
  const likely = lone.filter(isDecided).filter(isFinal).sort(byId);
  const subjects = likely.map(({ order }) => order.transactionId);
  const histories = await historiesOf(stores, tenant, stretch, subjects);
  return likely.flatMap((payout): ReadonlyArray<Ended> => {
    const places = placesOf(histories, undefined, [payout]);
    return places === undefined ? [] : [{ payouts: [payout], places }];
  });
};

const isFinal = (payout: Payout): boolean => isDecided(payout) && isOver(payout.progress.status);

const byId = ({ order: a }: Payout, { order: b }: Payout): number =>
  a.transactionId < b.transactionId ? -1 : 1;

interface Histories {
  readonly of: ReadonlyMap<string, ReadonlyArray<PlacedEntry>>;
  /** Whether an entry is in the stretch, or sealed before it. */
  readonly isIn: (place: number) => boolean;
}

const historiesOf = async (
  { journal, archives }: Stores,
  tenant: Tenant,
  { entries, from }: Stretch,
  subjects: ReadonlyArray<string>,
): Promise<Histories> => {
  const placed = subjects.length === 0 ? [] : await journal.ofMany(tenant, subjects);
  const own = new Set(entries.map(({ place }) => place));
  const others = placed.map(({ place }) => place).filter((place) => !own.has(place));
  const before =
    others.length === 0 ? new Set<number>() : await archives.sealed(tenant, others, from.ordinal);
  return {
    of: groupBy(placed, ({ entry }) => entry.subjectId),
    isIn: (place) => own.has(place) || before.has(place),
  };
};

/** The places of all entries of a job and payouts; undefined if one of them comes after the stretch, or is missing. */
const placesOf = (
  { of, isIn }: Histories,
  job: Job | undefined,
  payouts: ReadonlyArray<DecidedPayout>,
): ReadonlyArray<number> | undefined => {
  const places: number[] = [];
  const ends = payouts.map(
    ({ order, progress }) => [order.transactionId as string, progress.sequence] as const,
  );
  if (job !== undefined) ends.push([job.jobId, job.sequence]);
  for (const [subject, sequence] of ends) {
    const history = of.get(subject) ?? [];
    if (history.length !== sequence) return undefined;
    for (const { place } of history) {
      if (!isIn(place)) return undefined;
      places.push(place);
    }
  }
  return places;
};
