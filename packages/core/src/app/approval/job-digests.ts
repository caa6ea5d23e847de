import { keptLeaves } from '../authority/kept-leaves.js';
import { recipe, token } from '../../kernel/token.js';
import type { JobId } from '../../kernel/values/ids.js';
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

export const makeJobDigests = recipe(JobDigests, {}, () => {
  const all = keptLeaves<ApprovedPayouts & { readonly jobId: JobId }>();
  return {
    keep: (challengeId, jobId, payouts) => {
      all.keep(challengeId, { ...payouts, jobId });
    },
    of: (challengeId, jobId) => {
      const found = all.get(challengeId);
      return found?.jobId === jobId ? found : undefined;
    },
  };
});
