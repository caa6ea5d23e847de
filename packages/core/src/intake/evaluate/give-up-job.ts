import { writeChanges } from '../../change/write/write-changes.js';
import { afterIntake } from '../../duty/after-intake.js';
import { jobOfWork } from '../job/job.js';
import type { Work } from '../../storage/work-store.js';
import { E } from '../../kernel/fp.js';
import type { Incident } from '../../journal/entry/incident.js';
import type { EpochMs } from '../../kernel/values/time.js';
import type { Rejection } from '../../payout/payout.js';
import type { Stores } from '../../storage/storage.js';
import type { InDoubt, Resolved } from '../../restore/doubt/doubt.js';
import { INTAKE } from '../rules/evaluate-batch.js';
import { stepJob } from '../job/job-machine.js';

/** When and why, and what is known of rows that a restored database may have forgotten to have sent. */
interface GivingUp {
  readonly at: EpochMs;
  readonly reason: string;
  readonly resolved: Resolved;
}

const ABANDONED: Rejection = {
  code: 'internal_error',
  message: 'The service could not process this payment because of an internal error.',
};

/**
 * Ends a job that intake cannot finish: undecided rows are cancelled, and an incident is raised (decisions §5).
 * Refuses with rows that the bank may have executed.
 */
export const giveUpJob = async (
  stores: Stores,
  work: Work,
  { at, reason, resolved }: GivingUp,
): Promise<E.Either<InDoubt, undefined>> => {
  const held = await stores.work.held([work]);
  const [job] = held.has(work.subject) ? await stores.jobs.findMany([jobOfWork(work)]) : [];
  const after = job === undefined ? undefined : stepJob(job, { type: 'give_up', at });
  if (job === undefined || after === undefined || E.isLeft(after)) {
    return E.right(undefined);
  }

  const changes = {
    by: { actor: INTAKE },
    at,
    jobs: [{ before: job, after: after.right }],
    rows: { job, undecided: ABANDONED },
  };
  const written = await writeChanges(stores, job.tenant, changes, resolved);
  if (E.isLeft(written)) return written;
  await stores.journal.raise([intakeFailed(work, at, reason)]);
  await stores.work.defer([afterIntake(work, at)]);
  return E.right(undefined);
};

/** Raised once for each job. */
export const intakeFailed = ({ tenant, subject }: Work, at: EpochMs, detail: string): Incident => ({
  tenant,
  kind: 'intake_failed',
  subjectId: subject,
  at,
  detail,
});
