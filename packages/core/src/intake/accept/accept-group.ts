import type { NotAMaker } from '../../access/access-errors.js';
import { E } from '../../kernel/fp.js';
import { onceEach } from '../../idempotency/once.js';
import type { InvalidInput, Issue } from '../../kernel/codecs/decode.js';
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
import { undecidedRows } from '../evaluate/undecided-rows.js';
import { checkPreview } from '../preview/check-preview.js';
import type { Judgement } from '../preview/judge-payments.js';
import { VerdictsChanged, type PreviewError } from '../preview/preview-errors.js';
import type { Preview } from '../preview/preview-token.js';
import type { Submission } from '../request/submission.js';

/** A submission that waits to be accepted, with the job that it will be. */
export interface Candidate extends Submission {
  readonly jobId: JobId;
  readonly requestedAt: EpochMs;
  /** The preview whose verdicts it gets, or why it has none. It is any batch that nobody previewed without it. */
  readonly preview?: E.Either<PreviewError, Preview>;
}

/**
 * Accepts what waits, each once per key, in one unit of work: jobs, rows, journal, due work, kept answers. Refuses the
 * whole unit, which is to be undone, where another unit took a reference of a previewed batch, or freed one, meanwhile.
 */
export const acceptGroup = async (
  stores: Stores,
  group: ReadonlyArray<Candidate>,
  at: EpochMs,
  pacer: Pacer,
) => {
  const accepted = new Map<Candidate, AcceptedOrders>();
  const holds = new Map<Candidate, Judgement['holds']>();
  const moved: Issue[] = [];

  const answers = await onceEach<Candidate, InvalidInput | NotAMaker | PreviewError>(
    stores,
    group,
    at,
    async (fresh) => {
      const initiators = await initiatorsOf(stores, fresh);
      const previews = await checkPreviews(stores, fresh, initiators, at, pacer);
      return fresh.map((candidate) => {
        const initiator = initiators.get(candidate);
        if (initiator === undefined) throw new Error('a submission has no initiator');
        if (E.isLeft(initiator)) return initiator;
        const kept = previews.get(candidate);
        if (kept !== undefined && E.isLeft(kept)) return kept;
        if (kept !== undefined) holds.set(candidate, kept.right);
        const orders = ordersOf(candidate, initiator.right);
        accepted.set(candidate, orders);
        return E.right({ outcome: 'queued', body: answerFrame(orders.job) });
      });
    },
    async (won) => {
      await write(
        stores,
        won.flatMap((candidate) => accepted.get(candidate) ?? []),
      );
      for (const candidate of won)
        moved.push(
          ...(await movedReferences(stores, accepted.get(candidate), holds.get(candidate))),
        );
    },
  );
  return moved.length > 0 ? E.left(VerdictsChanged(moved)) : E.right(answers);
};

/** The stored rows that hold their reference although they were judged as ones that do not, or the other way round. */
const movedReferences = async (
  stores: Stores,
  accepted: AcceptedOrders | undefined,
  holds: Judgement['holds'] | undefined,
): Promise<ReadonlyArray<Issue>> => {
  if (accepted === undefined || holds === undefined) return [];
  const { job } = accepted;
  const rows = await undecidedRows(stores, job.tenant, [job]);
  return rows.flatMap(({ holdsReference }, row) =>
    holdsReference === holds[row]
      ? []
      : [
          {
            pointer: `/payments/${String(row)}`,
            code: 'changed',
            detail: holdsReference
              ? 'its transactionReference became free while the batch was accepted'
              : 'another payout took its transactionReference while the batch was accepted',
          },
        ],
  );
};

/** Of each candidate with a preview, whether its rows hold their references, or why it does not get its verdicts. */
const checkPreviews = async (
  stores: Stores,
  candidates: ReadonlyArray<Candidate>,
  initiators: Initiators<Candidate>,
  at: EpochMs,
  pacer: Pacer,
): Promise<ReadonlyMap<Candidate, E.Either<PreviewError, Judgement['holds']>>> => {
  const checked = new Map<Candidate, E.Either<PreviewError, Judgement['holds']>>();
  for (const candidate of candidates) {
    const { tenant, payments, preview } = candidate;
    const initiator = initiators.get(candidate);
    if (preview === undefined || initiator === undefined || E.isLeft(initiator)) continue;
    const maker = initiator.right.userId;
    checked.set(
      candidate,
      E.isLeft(preview)
        ? preview
        : await checkPreview(stores, { tenant, maker, payments }, preview.right, at, pacer),
    );
  }
  return checked;
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
    ...packagesOf(payments),
    ...(traceparent !== undefined && { traceparent }),
    ...(via !== undefined && { via }),
  };
  const { source, initiationMode } = candidate;
  return { job, payments, source, initiationMode, createdBy };
};

/** A job that is made for its many packages must not weigh on each read of it. */
const PACKAGES_MAX = 100;

const packagesOf = (payments: Candidate['payments']): Pick<Job, 'packageCodes'> => {
  const codes = new Set(payments.map(({ packageCode }) => packageCode));
  return codes.size > PACKAGES_MAX ? {} : { packageCodes: [...codes].sort() };
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
