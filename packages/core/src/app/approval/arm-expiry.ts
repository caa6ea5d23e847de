import { writeRecordsAcross } from '../writer/write-changes.js';
import { searchWork } from '../duty/after-intake.js';
import { asClaimed, claimAndRun, together } from '../duty/claim-and-run.js';
import { DutyParts } from '../duty/duty-parts.js';
import type { Duty } from '../duty/duty.js';
import { retryForEver } from '../duty/retry-for-ever.js';
import { byTenant } from '../../kernel/values/tenant.js';
import type { EpochMs } from '../../kernel/values/time.js';
import { recipe, token } from '../../kernel/token.js';
import { commit } from '../../storage/commit.js';
import type { Stores } from '../../storage/storage.js';
import type { Work } from '../../storage/work-store.js';
import { awaitExpiry, payoutsOf } from './await-expiry.js';

/**
 * The duty that arms the expiry of approvals for jobs whose intake has ended: the work of a job with payouts that
 * await approval falls to `expire-approvals` at the moment when the first of them expires. Search terms are work
 * of their own from here on, so nothing that keeps them from being written keeps a payout from expiring.
 */
export type ArmExpiry = Duty;
export const ArmExpiry = token<ArmExpiry>('ArmExpiry');

const JOBS_A_CLAIM = 100;

export const makeArmExpiry = recipe(ArmExpiry, { Parts: DutyParts }, ({ parts }) => {
  const { storage, clock } = parts;
  return claimAndRun(parts, {
    name: 'arm-expiry',
    chunk: JOBS_A_CLAIM,
    prepare: asClaimed,
    groups: together,
    act: (jobs) => commit(storage, (stores) => armExpiry(stores, jobs, clock.now())),
    retry: retryForEver(storage, clock, 'arm-expiry', 'expiry_failed'),
  });
});

const armExpiry = async (
  stores: Stores,
  jobs: ReadonlyArray<Work>,
  now: EpochMs,
): Promise<void> => {
  const held = await stores.work.held(jobs);
  const ours = jobs.filter(({ subject }) => held.has(subject));
  for (const [tenant, group] of byTenant(ours)) {
    const awaited = group.map((job) => ({ range: payoutsOf(job.subject, true), ...job }));
    await awaitExpiry(stores, tenant, awaited);
  }
  await writeRecordsAcross(stores, { work: ours.map((job) => searchWork(job, now)) });
};
