import type { Job } from '../intake/job/job.js';
import type { E } from '../kernel/fp.js';
import type { EpochMs } from '../kernel/values/time.js';
import { reached, type Move, type Mover } from '../payout/move/move-payouts.js';
import type { AcceptedPayout, Payout, Rejection } from '../payout/payout.js';
import type { NewWork } from '../storage/work-store.js';

/** A job as it is stored now, and as it is afterwards. */
export interface JobStep {
  readonly before: Job;
  readonly after: Job;
}

/**
 * How the rows of a job end: why those do on which intake has not decided, or what becomes of each payout that it has
 * accepted. The writer asks about payouts one by one while it reads them, because a job has up to 20,000.
 */
export type RowEnds =
  | { readonly job: Job; readonly undecided: Rejection }
  | { readonly job: Job; readonly accepted: (payout: AcceptedPayout) => E.Either<unknown, Move> };

/** What a rule decides, as one value. One writer writes all of it in one commit, or nothing. */
export interface Changes {
  /** Who decided, as the journal names them, and what it says beside each step of a payout. */
  readonly by: Mover;
  readonly at: EpochMs;
  /** Work that takes the place of the work that its subject has, and takes it from its holder. */
  readonly work?: ReadonlyArray<NewWork>;
  readonly jobs?: ReadonlyArray<JobStep>;
  readonly moves?: ReadonlyArray<Move>;
  /** Payouts of which nothing is due any more. */
  readonly drops?: ReadonlyArray<Move>;
  readonly rows?: RowEnds;
}

/** A payout as the changes leave it. */
export const afterwards = (payout: Payout, changes: Pick<Changes, 'moves'> | undefined): Payout => {
  const { transactionId } = payout.order;
  const move = changes?.moves?.find((one) => one.payout.order.transactionId === transactionId);
  return move === undefined ? payout : { ...move.payout, progress: reached(move) };
};
