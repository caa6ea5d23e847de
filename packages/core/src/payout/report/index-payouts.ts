import { awaitExpiry, payoutsOf } from '../../approval/await-expiry.js';
import type { Causes } from '../../duty/causes.js';
import { claimAndRun } from '../../duty/claim-and-run.js';
import type { Duty } from '../../duty/duty.js';
import { retryForEver } from '../../duty/retry-for-ever.js';
import type { Work } from '../../storage/work-store.js';
import type { JobId } from '../../kernel/values/ids.js';
import { packBySize } from '../../kernel/flow/pack-by-size.js';
import { byTenant } from '../../kernel/values/tenant.js';
import { commit } from '../../storage/commit.js';
import type { Clock } from '../../ports/clock.js';
import type { Storage, Stores } from '../../storage/storage.js';
import { token } from '../../kernel/token.js';

/** The duty that makes the payouts of jobs whose intake is over quick to find by `search` (§4.9). */
export type IndexPayouts = Duty;
export const IndexPayouts = token<IndexPayouts>('IndexPayouts');

const JOBS_A_CLAIM = 100;
// No more than a batch can hold: another writer waits for one commit, not for a hundred batches.
const ROWS_A_COMMIT = 20_000;

export const makeIndexPayouts = (storage: Storage, clock: Clock, causes: Causes): IndexPayouts =>
  claimAndRun(
    { storage, clock, causes },
    {
      name: 'index-payouts',
      chunk: JOBS_A_CLAIM,
      prepare: withTotals,
      groups: (jobs) => packBySize(jobs, ({ total }) => total, ROWS_A_COMMIT),
      act: (jobs) => commit(storage, (stores) => indexJobs(stores, jobs)),
      // The payouts are found meanwhile, only slower.
      retry: retryForEver(storage, clock, 'index-payouts', 'indexing_failed'),
    },
  );

/** With how many payouts each job has. */
const withTotals = async ({ jobs }: Stores, claimed: ReadonlyArray<Work>) => {
  const found = await jobs.findMany(claimed.map(({ subject }) => subject as JobId));
  const totals = new Map(found.map(({ jobId, total }) => [jobId as string, total]));
  return claimed.map((work) => ({ ...work, total: totals.get(work.subject) ?? 0 }));
};

const indexJobs = async (stores: Stores, work: ReadonlyArray<Work>): Promise<void> => {
  const held = await stores.work.held(work);
  const ours = work.filter(({ subject }) => held.has(subject));
  for (const [tenant, jobs] of byTenant(ours)) {
    await stores.payouts.index(
      tenant,
      jobs.map(({ subject }) => subject as JobId),
    );
    await awaitExpiry(
      stores,
      tenant,
      jobs.map((job) => ({ ...job, range: payoutsOf(job.subject, true) })),
    );
  }
};
