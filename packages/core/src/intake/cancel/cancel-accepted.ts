import { cancellation, writeCancellations } from '../../approval/cancellation.js';
import type { Canceller } from '../../approval/cancelled-by.js';
import { E } from '../../kernel/fp.js';
import type { TransactionId } from '../../kernel/values/ids.js';
import type { EpochMs } from '../../kernel/values/time.js';
import { rowId } from '../../kernel/values/uuid.js';
import type { Move } from '../../payout/move/move-payouts.js';
import { isUnsent, type AcceptedPayout } from '../../payout/payout.js';
import type { Stores } from '../../storage/storage.js';
import { inDoubt, type Doubted, type Resolved } from '../../restore/doubt.js';
import type { Job } from '../job/job.js';

/**
 * The actor of a cancellation, its moment, and the bank's answers about payouts that it may have from before a
 * restore.
 */
export interface Cancelling {
  readonly canceller: Canceller;
  readonly at: EpochMs;
  readonly resolved: Resolved;
}

/** The outcome for the payouts of a job. */
export interface CancelledPayouts {
  readonly count: number;
  /** Those that the bank may have executed: where there are any, the unit of work must be undone. */
  readonly doubted: ReadonlyArray<Doubted>;
}

// Rows that are held, or read and written, between two turns of other requests.
const ROWS_A_TURN = 250;

/** Cancels the payouts of a job that intake has accepted and that have not been sent to the bank. */
export const cancelAccepted = async (
  stores: Stores,
  job: Pick<Job, 'tenant' | 'jobId' | 'total'>,
  { canceller, at, resolved }: Cancelling,
): Promise<CancelledPayouts> => {
  const doubted: Doubted[] = [];
  let count = 0;
  if (!(await someUnsent(stores, job))) return { count, doubted };
  const turns = turnsOf(job);
  await holdAll(stores, job, turns);
  for (const turn of turns) {
    const moves = await cancellations(stores, job, turn, (payout) =>
      cancellation(payout, canceller, at),
    );
    const orders = moves.map(({ payout }) => payout.order);
    doubted.push(...(await inDoubt(stores, orders, resolved)));
    if (doubted.length === 0) await writeCancellations(stores, moves, canceller);
    count += moves.length;
  }
  return { count, doubted };
};

/** Whether there is anything to cancel: asked first, because most jobs of which nothing is left are large. */
const someUnsent = async (
  { payouts }: Stores,
  { tenant, jobId }: Pick<Job, 'tenant' | 'jobId'>,
): Promise<boolean> =>
  (await payouts.tally(tenant, [jobId])).some(
    ({ intake, status }) => intake === 'accepted' && status !== undefined && isUnsent(status),
  );

/** Rows of a job that follow one another. */
interface Turn {
  readonly from: number;
  readonly length: number;
}

const turnsOf = ({ total }: Pick<Job, 'total'>): ReadonlyArray<Turn> =>
  Array.from({ length: Math.ceil(total / ROWS_A_TURN) }, (_, turn) => {
    const from = turn * ROWS_A_TURN;
    return { from, length: Math.min(ROWS_A_TURN, total - from) };
  });

/**
 * Holds all rows before the first one is written, in the order in which workers hold them: work, payouts, daily limits. So
 * this unit holds no limit while it waits for a row whose worker waits for the limit.
 */
const holdAll = async (
  { work, payouts }: Stores,
  { tenant, jobId }: Pick<Job, 'tenant' | 'jobId'>,
  turns: ReadonlyArray<Turn>,
): Promise<void> => {
  // A worker that claims them meanwhile steps over them.
  for (const turn of turns) await work.hold(tenant, idsOf(jobId, turn));
  for (const turn of turns) await payouts.hold(tenant, idsOf(jobId, turn));
};

const idsOf = (jobId: Job['jobId'], { from, length }: Turn): ReadonlyArray<TransactionId> =>
  Array.from({ length }, (_, i) => rowId(jobId, from + i));

/** The moves of those rows that can make one. None of them moves before the unit ends, because the unit holds them. */
const cancellations = async (
  { payouts }: Stores,
  { tenant, jobId }: Pick<Job, 'tenant' | 'jobId'>,
  { from, length }: Turn,
  move: (payout: AcceptedPayout) => E.Either<unknown, Move>,
): Promise<ReadonlyArray<Move>> => {
  const rows = await payouts.ofJob(tenant, jobId, from, length);
  return rows.flatMap((payout) => {
    if (payout.intake !== 'accepted') return [];
    const moved = move(payout);
    return E.isRight(moved) ? [moved.right] : [];
  });
};
