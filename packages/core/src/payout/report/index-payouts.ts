import { awaitExpiry, payoutsOf } from '../../approval/await-expiry.js';
import { aloneOnFailure } from '../../duty/alone-on-failure.js';
import { subjectsOfWork } from '../../duty/about.js';
import type { Causes } from '../../duty/causes.js';
import { LEASE_MS, type Duty } from '../../duty/duty.js';
import { retryForEver } from '../../duty/retry-for-ever.js';
import type { Work } from '../../storage/work-store.js';
import type { JobId } from '../../kernel/values/ids.js';
import { packBySize } from '../../kernel/flow/pack-by-size.js';
import { byTenant } from '../../kernel/values/tenant.js';
import type { EpochMs } from '../../kernel/values/time.js';
import { commit } from '../../storage/commit.js';
import type { Clock } from '../../ports/clock.js';
import type { Storage, Stores } from '../../storage/storage.js';
import { token } from '../../kernel/token.js';

/** The duty that makes the payouts of jobs whose intake is over quick to find by `search` (§4.9). */
export type IndexPayouts = Duty;
export const IndexPayouts = token<IndexPayouts>('IndexPayouts');

const JOBS_A_CLAIM = 100;
// No more than a batch can hold: whoever writes meanwhile waits for one commit, not for a hundred batches.
const ROWS_A_COMMIT = 20_000;

export const makeIndexPayouts = (storage: Storage, clock: Clock, causes: Causes): IndexPayouts => {
  // The payouts are found meanwhile, only slower.
  const retryLater = retryForEver(storage, clock, causes, 'index-payouts', 'indexing_failed');

  const index = (work: ReadonlyArray<Work>): Promise<void> =>
    aloneOnFailure(
      work,
      (group) => commit(storage, (stores) => indexJobs(stores, group)),
      retryLater,
      (group, error) => causes.report('index-payouts', error, subjectsOfWork(group)),
    );

  return {
    name: 'index-payouts',
    lanes: 1,
    chunk: JOBS_A_CLAIM,
    nextDue: () => storage.read(({ work }) => work.nextDue('index-payouts')),
    run: async () => {
      const claimed = await claimJobs(storage, clock.now());
      for (const pack of packBySize(claimed, ({ total }) => total, ROWS_A_COMMIT)) {
        await index(pack.map(({ work }) => work));
      }
      return claimed.length;
    },
  };
};

/** What is due, with how many payouts each job has. */
const claimJobs = (storage: Storage, now: EpochMs) =>
  commit(storage, async (stores) => {
    const claimed = await stores.work.claim({
      duty: 'index-payouts',
      now,
      leaseMs: LEASE_MS,
      limit: JOBS_A_CLAIM,
      lapsesTo: 'index-payouts',
    });
    if (claimed.length === 0) return [];
    const jobs = await stores.jobs.findMany(claimed.map(({ subject }) => subject as JobId));
    const totals = new Map(jobs.map(({ jobId, total }) => [jobId as string, total]));
    return claimed.map((work) => ({ work, total: totals.get(work.subject) ?? 0 }));
  });

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
      jobs.map((job) => ({ work: job, range: payoutsOf(job.subject, true) })),
    );
  }
};
