import { token } from '../kernel/token.js';
import type { JobId } from '../kernel/values/ids.js';
import type { ApprovedPayouts } from './approved-payouts.js';

/**
 * What this process digested of jobs for challenges, so that the decision need not read 20,000 payouts a second time. The
 * digest of the challenge says whether it is what was asked for, and nothing of it changes after acceptance.
 */
export interface JobDigests {
  readonly keep: (challengeId: string, jobId: JobId, payouts: ApprovedPayouts) => void;
  readonly of: (challengeId: string, jobId: JobId) => ApprovedPayouts | undefined;
}
export const JobDigests = token<JobDigests>('JobDigests');

/** How many digests of payouts are remembered: about 20 MB. */
const LEAVES_KEPT = 100_000;

export const makeJobDigests = (): JobDigests => {
  const kept = new Map<string, { readonly jobId: JobId; readonly payouts: ApprovedPayouts }>();
  let leavesKept = 0;
  return {
    keep: (challengeId, jobId, payouts) => {
      kept.set(challengeId, { jobId, payouts });
      leavesKept += payouts.leaves.size;
      for (const [oldest, { payouts: old }] of kept) {
        if (leavesKept <= LEAVES_KEPT) break;
        kept.delete(oldest);
        leavesKept -= old.leaves.size;
      }
    },
    of: (challengeId, jobId) => {
      const found = kept.get(challengeId);
      return found?.jobId === jobId ? found.payouts : undefined;
    },
  };
};
