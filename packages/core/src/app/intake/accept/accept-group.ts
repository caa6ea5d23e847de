import type { NotAMaker } from '../../../model/access/access-errors.js';
import type { Changes } from '../../writer/changes.js';
import { writeCertainAcross } from '../../writer/write-changes.js';
import { E } from '../../../kernel/fp.js';
import { onceEach } from '../../idempotency/once.js';
import type { InvalidInput, Issue } from '../../../kernel/codecs/decode.js';
import type { JobId } from '../../../kernel/values/ids.js';
import type { EpochMs } from '../../../kernel/values/time.js';
import type { Stores } from '../../../storage/storage.js';
import { answerFrame } from './batch-answer.js';
import { addOrders, type AcceptedOrders } from './batch-orders.js';
import { initiatorsOf, type Initiator } from './initiators.js';
import type { Job } from '../../../model/intake/job/job.js';
import { undecidedRows } from '../evaluate/undecided-rows.js';
import { checkPreview } from '../preview/check-preview.js';
import type { Judgement } from '../preview/judge-payments.js';
import { VerdictsChanged, type PreviewError } from '../preview/preview-errors.js';
import type { Preview } from '../preview/preview-token.js';
import { INTAKE } from '../rules/evaluate-batch.js';
import type { JudgedAt, Judging } from '../rules/judging.js';
import type { Submission } from '../request/submission.js';
import type { IntakeRow } from '../../../model/payout/payout.js';

/** A submission that waits to be accepted, with the job that it will be. */
export interface Candidate extends Submission {
  readonly jobId: JobId;
  readonly requestedAt: EpochMs;
  /** The preview whose verdicts it gets, or why that preview cannot be used. Absent for a batch without a preview. */
  readonly preview?: E.Either<PreviewError, Preview>;
}

/** What a candidate becomes, and with a preview the rows that were judged. */
interface Accepted {
  readonly orders: AcceptedOrders;
  readonly judged?: Judgement['rows'];
}

type Refusal = InvalidInput | NotAMaker | PreviewError;

/**
 * Accepts what waits, each once per key, in one unit of work: jobs, rows, journal, due work, kept answers. Refuses the
 * whole unit, which is to be undone, where another unit took a reference of a previewed batch, freed one, or gave the code
 * of a payee to another meanwhile.
 */
export const acceptGroup = async (
  stores: Stores,
  group: ReadonlyArray<Candidate>,
  at: EpochMs,
  judging: Judging,
) => {
  const accepted = new Map<Candidate, Accepted>();
  const changed: Issue[] = [];

  const answers = await onceEach<Candidate, Refusal>(stores, group, at, {
    decide: async (fresh) => {
      const initiatorOf = await initiatorsOf(stores, fresh);
      const decided = [];
      for (const candidate of fresh) {
        const became = await becoming(stores, candidate, initiatorOf(candidate), { at, judging });
        if (E.isRight(became)) accepted.set(candidate, became.right);
        decided.push(E.map(answerOf)(became));
      }
      return decided;
    },
    write: async (won) => {
      const stored = won.flatMap((candidate) => accepted.get(candidate) ?? []);
      const orders = stored.map((one) => one.orders);
      await writeCertainAcross(stores, adding(orders, at));
      await addOrders(stores, orders);
      for (const one of stored) changed.push(...(await movedRows(stores, one)));
    },
  });
  return changed.length > 0 ? E.left(VerdictsChanged(changed)) : E.right(answers);
};

const answerOf = ({ orders }: Accepted) => ({ outcome: 'queued', body: answerFrame(orders.job) });

/** The stored rows that hold their reference, or pay a payee, other than as they were judged. */
const movedRows = async (
  stores: Stores,
  { orders: { job }, judged }: Accepted,
): Promise<ReadonlyArray<Issue>> => {
  if (judged === undefined) return [];
  const rows = await undecidedRows(stores, job.tenant, [job]);
  return rows.flatMap((stored, row) => {
    const detail = moved(judged[row] as IntakeRow, stored);
    return detail === undefined
      ? []
      : [{ pointer: `/payments/${String(row)}`, code: 'changed', detail }];
  });
};

const moved = (before: IntakeRow, { order, holdsReference }: IntakeRow): string | undefined => {
  if (order.beneficiaryId !== before.order.beneficiaryId)
    return 'another payee took its beneId while the batch was accepted';
  if (holdsReference === before.holdsReference) return undefined;
  return holdsReference
    ? 'its transactionReference became free while the batch was accepted'
    : 'another payout took its transactionReference while the batch was accepted';
};

const becoming = async (
  stores: Stores,
  candidate: Candidate,
  initiator: E.Either<Refusal, Initiator>,
  { at, judging }: JudgedAt,
): Promise<E.Either<Refusal, Accepted>> => {
  if (E.isLeft(initiator)) return initiator;
  const { tenant, payments, requestedAt, preview } = candidate;
  const orders = ordersOf(candidate, initiator.right);
  if (preview === undefined) return E.right({ orders });
  if (E.isLeft(preview)) return preview;
  const batch = { tenant, maker: initiator.right.userId, payments, requestedAt };
  const checked = await checkPreview(stores, batch, preview.right, { at, judging });
  return E.map((judged: Judgement['rows']) => ({ orders, judged }))(checked);
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

const adding = (accepted: ReadonlyArray<AcceptedOrders>, at: EpochMs): Changes => {
  const newJobs = accepted.map(({ job }) => job);
  const work = newJobs.map(({ jobId, tenant, requestedAt }) => ({
    duty: 'process-jobs' as const,
    subject: jobId,
    tenant,
    runAt: requestedAt,
  }));
  return { by: { actor: INTAKE }, at, newJobs, work };
};
