import type { NotAMaker } from '../../access/access-errors.js';
import { E } from '../../kernel/fp.js';
import { onceEach } from '../../idempotency/once.js';
import type { InvalidInput } from '../../kernel/codecs/decode.js';
import type { EpochMs } from '../../kernel/values/time.js';
import { awaitAll } from '../../kernel/flow/await-all.js';
import type { Stores } from '../../storage/storage.js';
import { answerFrame } from './batch-answer.js';
import { addOrders, type AcceptedOrders } from './batch-orders.js';
import { initiatorsOf, type Initiator } from './initiators.js';
import { jobEntry } from '../job/job-entry.js';
import type { Job } from '../job/job.js';
import type { Candidate } from '../request/submission.js';

/** Accepts what waits, each once per key, in one unit of work: jobs, rows, journal, due work, kept answers. */
export const acceptGroup = async (stores: Stores, group: ReadonlyArray<Candidate>, at: EpochMs) => {
  const accepted = new Map<Candidate, AcceptedOrders>();

  return onceEach<Candidate, InvalidInput | NotAMaker>(
    stores,
    group,
    at,
    async (fresh) => {
      const initiators = await initiatorsOf(stores, fresh);
      return fresh.map((candidate) => {
        const initiator = initiators.get(candidate);
        if (initiator === undefined) throw new Error('a submission has no initiator');
        if (E.isLeft(initiator)) return initiator;
        const orders = ordersOf(candidate, initiator.right);
        accepted.set(candidate, orders);
        return E.right({ outcome: 'queued', body: answerFrame(orders.job) });
      });
    },
    (won) =>
      write(
        stores,
        won.flatMap((candidate) => accepted.get(candidate) ?? []),
      ),
  );
};

const ordersOf = (candidate: Candidate, { userId, createdBy }: Initiator): AcceptedOrders => {
  const { jobId, tenant, apiRefNumber, requestedAt, payments, traceparent, via } = candidate;
  const job: Job = {
    jobId,
    tenant,
    apiRefNumber: apiRefNumber ?? jobId,
    initiatedByUserId: userId,
    requestedAt,
    total: payments.length,
    status: 'queued',
    sequence: 1,
    ...(traceparent !== undefined && { traceparent }),
    ...(via !== undefined && { via }),
  };
  return { job, payments, initiationMode: candidate.initiationMode, createdBy };
};

const write = async (stores: Stores, accepted: ReadonlyArray<AcceptedOrders>): Promise<void> => {
  const jobs = accepted.map(({ job }) => job);
  await awaitAll([
    stores.jobs.add(jobs),
    stores.journal.append(
      jobs.map((job) => jobEntry(undefined, job, job.requestedAt, job.initiatedByUserId)),
    ),
    stores.work.add(
      jobs.map((job) => ({
        duty: 'process-jobs',
        subject: job.jobId,
        tenant: job.tenant,
        runAt: job.requestedAt,
      })),
    ),
    addOrders(stores, accepted),
  ]);
};
