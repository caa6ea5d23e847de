import { writeRecordsAcross } from '../../writer/write-changes.js';
import { searchedJob } from '../../duty/after-intake.js';
import { claimAndRun } from '../../duty/claim-and-run.js';
import { DutyParts } from '../../duty/duty-parts.js';
import type { Duty } from '../../duty/duty.js';
import { retryForEver } from '../../duty/retry-for-ever.js';
import type { Work } from '../../../storage/work-store.js';
import type { JobId } from '../../../kernel/values/ids.js';
import { packBySize } from '../../../kernel/flow/pack-by-size.js';
import { byTenant } from '../../../kernel/values/tenant.js';
import type { EpochMs } from '../../../kernel/values/time.js';
import { commit } from '../../../storage/commit.js';
import type { Stores } from '../../../storage/storage.js';
import { recipe, token } from '../../../kernel/token.js';

/** The duty that makes the payouts of jobs whose intake is over quick to find by `search` (§4.9). */
export type IndexPayouts = Duty;
export const IndexPayouts = token<IndexPayouts>('IndexPayouts');

const JOBS_A_CLAIM = 100;
// No more than a batch can hold: another writer waits for one commit, not for a hundred batches.
const ROWS_A_COMMIT = 20_000;

export const makeIndexPayouts = recipe(IndexPayouts, { Parts: DutyParts }, ({ parts }) => {
  const { storage, clock } = parts;
  return claimAndRun(parts, {
    name: 'index-payouts',
    chunk: JOBS_A_CLAIM,
    prepare: searchedJobs,
    groups: (jobs) => packBySize(jobs, ({ total }) => total, ROWS_A_COMMIT),
    act: (jobs) => commit(storage, (stores) => indexJobs(stores, jobs)),
    // The payouts are found meanwhile, only slower.
    retry: retryForEver(storage, clock, 'index-payouts', 'indexing_failed'),
  });
});

interface SearchedJob extends Work {
  readonly jobId: JobId;
  /** How many payouts the job has. */
  readonly total: number;
}

const searchedJobs = async (
  stores: Stores,
  claimed: ReadonlyArray<Work>,
  now: EpochMs,
): Promise<ReadonlyArray<SearchedJob>> => {
  // Work of a job itself was left by an earlier version, in which this duty armed the expiry of approvals.
  const unarmed = claimed.filter((work) => searchedJob(work) === undefined);
  const later = unarmed.map((work) => ({ ...work, duty: 'arm-expiry', runAt: now }) as const);
  await writeRecordsAcross(stores, { handled: { later } });
  const searched = claimed.flatMap((work) => {
    const jobId = searchedJob(work);
    return jobId === undefined ? [] : [{ jobId, ...work }];
  });
  const found = await stores.jobs.findMany(searched);
  const totals = new Map(found.map(({ jobId, total }) => [jobId, total]));
  return searched.map((work) => ({ total: totals.get(work.jobId) ?? 0, ...work }));
};

const indexJobs = async (stores: Stores, work: ReadonlyArray<SearchedJob>): Promise<void> => {
  const held = await stores.work.held(work);
  const ours = work.filter(({ subject }) => held.has(subject));
  for (const [tenant, jobs] of byTenant(ours)) {
    await stores.payouts.index(
      tenant,
      jobs.map(({ jobId }) => jobId),
    );
  }
  await writeRecordsAcross(stores, { handled: { over: ours } });
};
