import { recipe, token } from '../../kernel/token.js';
import { nameOfTenant } from '../../kernel/values/tenant.js';
import type { Job } from '../../model/intake/job/job.js';
import type { ApprovedPayout } from '../../model/payout/approved-payout.js';
import { joined, leafOf, mergedText } from './approval-digest.js';
import { keptLeaves } from './kept-leaves.js';

/** Payouts that a decision is about: their digests as {@link leavesText}, and their sum in paise. */
export interface ApprovedPayouts {
  readonly text: string;
  readonly sum: number;
}

/** Digested payouts of one package and debit account: a person's roles reach all of them or none. */
interface DigestedPart extends Pick<ApprovedPayouts, 'text' | 'sum'> {
  readonly count: number;
  readonly one: ApprovedPayout;
}

/** Payouts with their digests, apart by what roles reach. */
export type DigestedPayouts = ReadonlyArray<DigestedPart>;

/** Digests payouts one after the other. */
export const digesting = () => {
  const parts = new Map<string, { one: ApprovedPayout; lines: string[]; sum: number }>();
  return {
    add: (payout: ApprovedPayout): void => {
      const name = `${payout.order.packageCode} ${payout.terms.debitAccountId}`;
      const part = parts.get(name) ?? { one: payout, lines: [], sum: 0 };
      parts.set(name, part);
      part.lines.push(leafOf(payout));
      part.sum += payout.order.amount;
    },
    digested: (): DigestedPayouts =>
      [...parts.values()].map(({ one, lines, sum }) => ({
        one,
        text: joined(lines),
        count: lines.length,
        sum,
      })),
  };
};

/** Those of digested payouts that a person's roles reach. */
export const reachedOf = (
  digested: DigestedPayouts,
  reaches: (payout: ApprovedPayout) => boolean,
): ApprovedPayouts => {
  const reached = digested.filter(({ one }) => reaches(one));
  return {
    text: mergedText(reached.map(({ text }) => text)),
    sum: reached.reduce((all, { sum }) => all + sum, 0),
  };
};

type DoneJob = Pick<Job, 'tenant' | 'jobId' | 'completedAt'>;

/**
 * What this process digested of the accepted payouts of jobs, so that no checker waits while 20,000 are read.
 * Nothing that a digest covers changes after acceptance; a job that a restored database takes in once more is another.
 */
export interface JobDigests {
  readonly keep: (job: DoneJob, digested: DigestedPayouts) => void;
  readonly of: (job: DoneJob) => DigestedPayouts | undefined;
}
export const JobDigests = token<JobDigests>('JobDigests');

export const makeJobDigests = recipe(JobDigests, {}, () => {
  const kept = keptLeaves<{
    readonly digested: DigestedPayouts;
    readonly leaves: { readonly size: number };
  }>();
  const nameOf = ({ tenant, jobId, completedAt }: DoneJob): string =>
    `${nameOfTenant(tenant)} ${jobId} ${String(completedAt)}`;
  return {
    keep: (job, digested) => {
      const size = digested.reduce((sum, { count }) => sum + count, 0);
      kept.keep(nameOf(job), { digested, leaves: { size } });
    },
    of: (job) => kept.get(nameOf(job))?.digested,
  };
});
