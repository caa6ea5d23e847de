import type { Rule } from '../../change/ending.js';
import { afterIntake } from '../../duty/after-intake.js';
import { jobOfWork, type Job } from '../../../model/intake/job/job.js';
import type { Work } from '../../../storage/work-store.js';
import { E } from '../../../kernel/fp.js';
import type { Incident } from '../../../model/journal/entry/incident.js';
import type { EpochMs } from '../../../kernel/values/time.js';
import { rejectionOf } from '../../../model/payout/rejection.js';
import { INTAKE } from '../rules/evaluate-batch.js';
import { stepJob } from '../../../model/intake/job/job-machine.js';

/** Claimed work on a job that intake cannot finish, and why. */
interface GivenUp {
  readonly work: Work;
  readonly reason: string;
}

/** Ends a job that intake cannot finish: undecided rows are cancelled, and an incident is raised (decisions §5). */
export const giveUpJob: Rule<GivenUp, Job | undefined, never, undefined> = {
  read: async (stores, _, { work }) => {
    const held = await stores.work.held([work]);
    const [job] = held.has(work.subject) ? await stores.jobs.findMany([jobOfWork(work)]) : [];
    return E.right(job);
  },
  decide: (job, { work, reason }, at) => {
    const after = job && stepJob(job, { type: 'give_up', at });
    if (job === undefined || after === undefined || E.isLeft(after)) return E.right(undefined);
    return E.right({
      by: { actor: INTAKE },
      at,
      jobs: [{ before: job, after: after.right }],
      rows: { job, undecided: rejectionOf('internal_error') },
      handled: { later: [afterIntake(work, at)] },
      incidents: [intakeFailed(work, at, reason)],
    });
  },
  answer: () => undefined,
};

/** Raised once for each job. */
export const intakeFailed = ({ tenant, subject }: Work, at: EpochMs, detail: string): Incident => ({
  tenant,
  kind: 'intake_failed',
  subjectId: subject,
  at,
  detail,
});
