import type { NotAMaker } from '../../access/access-errors.js';
import { E } from '../../kernel/fp.js';
import { onceEach } from '../../idempotency/once.js';
import type { InvalidInput } from '../../kernel/codecs/decode.js';
import type { JobId } from '../../kernel/values/ids.js';
import type { EpochMs } from '../../kernel/values/time.js';
import { awaitAll } from '../../kernel/flow/await-all.js';
import type { Pacer } from '../../ports/pacer.js';
import type { Stores } from '../../storage/storage.js';
import { answerFrame } from './batch-answer.js';
import { addOrders, type AcceptedOrders } from './batch-orders.js';
import { initiatorsOf, type Initiator, type Initiators } from './initiators.js';
import { jobEntry } from '../job/job-entry.js';
import type { Job } from '../job/job.js';
import { checkPreview } from '../preview/check-preview.js';
import type { PreviewError } from '../preview/preview-errors.js';
import type { Preview } from '../preview/preview-token.js';
import type { Submission } from '../request/submission.js';

/** A submission that waits to be accepted, with the job that it will be. */
export interface Candidate extends Submission {
  readonly jobId: JobId;
  readonly requestedAt: EpochMs;
  /** The preview whose verdicts it gets, or why it has none. It is any batch that nobody previewed without it. */
  readonly preview?: E.Either<PreviewError, Preview>;
}

/** Accepts what waits, each once per key, in one unit of work: jobs, rows, journal, due work, kept answers. */
export const acceptGroup = async (
  stores: Stores,
  group: ReadonlyArray<Candidate>,
  at: EpochMs,
  pacer: Pacer,
) => {
  const accepted = new Map<Candidate, AcceptedOrders>();

  return onceEach<Candidate, InvalidInput | NotAMaker | PreviewError>(
    stores,
    group,
    at,
    async (fresh) => {
      const initiators = await initiatorsOf(stores, fresh);
      const broken = await brokenPreviews(stores, fresh, initiators, at, pacer);
      return fresh.map((candidate) => {
        const initiator = initiators.get(candidate);
        if (initiator === undefined) throw new Error('a submission has no initiator');
        if (E.isLeft(initiator)) return initiator;
        const refusal = broken.get(candidate);
        if (refusal !== undefined) return E.left(refusal);
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

/** The candidates that do not get the verdicts of their previews, and why. */
const brokenPreviews = async (
  stores: Stores,
  candidates: ReadonlyArray<Candidate>,
  initiators: Initiators<Candidate>,
  at: EpochMs,
  pacer: Pacer,
): Promise<ReadonlyMap<Candidate, PreviewError>> => {
  const broken = new Map<Candidate, PreviewError>();
  for (const candidate of candidates) {
    const { tenant, payments, preview } = candidate;
    const initiator = initiators.get(candidate);
    if (preview === undefined || initiator === undefined || E.isLeft(initiator)) continue;
    const maker = initiator.right.userId;
    const kept = E.isLeft(preview)
      ? preview
      : await checkPreview(stores, { tenant, maker, payments }, preview.right, at, pacer);
    if (E.isLeft(kept)) broken.set(candidate, kept.left);
  }
  return broken;
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
