import { indexLater } from '../duty/index-later.js';
import type { Work } from '../duty/work-store.js';
import { E } from '../fp.js';
import type { JobId } from '../kernel/ids.js';
import type { EpochMs } from '../kernel/time.js';
import type { Rejection } from '../payout/payout.js';
import type { Stores } from '../ports/storage.js';
import { cutShort } from './cut-short.js';
import { INTAKE } from './evaluate-batch.js';
import { stepJob } from './job-machine.js';

const ABANDONED: Rejection = {
  code: 'internal_error',
  message: 'Intake could not decide on this payment.',
};

/** Ends a job that intake cannot finish: undecided rows are cancelled, and a person is told (decisions §5). */
export const giveUpJob = async (
  stores: Stores,
  work: Work,
  at: EpochMs,
  reason: string,
): Promise<void> => {
  const held = await stores.work.held([work]);
  const [job] = held.has(work.subject) ? await stores.jobs.findMany([work.subject as JobId]) : [];
  const after = job === undefined ? undefined : stepJob(job, { type: 'give_up', at });
  if (job === undefined || after === undefined || E.isLeft(after)) return;

  await cutShort(stores, job, after.right, ABANDONED, { actor: INTAKE, at });
  await stores.journal.raise([
    { tenant: job.tenant, kind: 'intake_failed', subjectId: job.jobId, at, detail: reason },
  ]);
  await stores.work.defer([indexLater(work, at)]);
};
