import type { JournalEntry } from '../../../model/journal/entry/entry.js';
import type { TransactionId } from '../../../kernel/values/ids.js';
import type { Tenant } from '../../../kernel/values/tenant.js';
import type { Move } from '../../../model/payout/move.js';
import { E } from '../../../kernel/fp.js';
import { stepPayout } from '../../../model/payout/payout-machine.js';
import type { EpochMs } from '../../../kernel/values/time.js';
import type { AcceptedPayout } from '../../../model/payout/payout.js';
import type { Explained } from '../../writer/changes.js';
import type { StatusDetails } from '../../../kernel/values/status-details.js';
import type { Stores } from '../../../storage/storage.js';
import { HELD_FOR_REVIEW } from './held-for-review.js';

/**
 * Where the review of a payout before it is sent stands. `unanswered`: the guard is away, and the package lets its payouts
 * go. `release_asked` and `refusal_asked`: one operator of the bank has decided, and a second one has not.
 */
export type ReviewState =
  | 'go'
  | 'unanswered'
  | 'held'
  | 'release_asked'
  | 'refusal_asked'
  | 'released'
  | 'refused';

/** The last entry of a payout's review in the journal. */
export interface Review {
  readonly state: ReviewState;
  readonly last: JournalEntry;
}

const PREFIX = 'review_';

/** Reads the reviews of these payouts; a payout without one was never asked about. */
export const reviewsOf = async (
  { journal }: Pick<Stores, 'journal'>,
  tenant: Tenant,
  ids: ReadonlyArray<TransactionId>,
): Promise<ReadonlyMap<TransactionId, Review>> => {
  const placed = await journal.ofMany(
    tenant,
    ids.map((id) => PREFIX + id),
  );
  return new Map(
    placed.map(({ entry }) => [
      entry.subjectId.slice(PREFIX.length) as TransactionId,
      { state: entry.to as ReviewState, last: entry },
    ]),
  );
};

/** The journal entry with which a review begins or goes on. */
export const reviewEntry = (
  { order: { tenant, transactionId } }: Pick<AcceptedPayout, 'order'>,
  before: Review | undefined,
  next: Pick<JournalEntry, 'at' | 'actor' | 'changes'> & { readonly to: ReviewState },
): JournalEntry => ({
  tenant,
  subjectKind: 'send_review',
  subjectId: PREFIX + transactionId,
  sequence: (before?.last.sequence ?? 0) + 1,
  ...(before !== undefined && { from: before.state }),
  ...next,
});

export const letsGo = ({ state }: Review): boolean =>
  state === 'go' || state === 'unanswered' || state === 'released';

export const awaitsOperators = ({ state }: Review): boolean =>
  state === 'held' || state === 'release_asked' || state === 'refusal_asked';

export const HELD_BY_BANK: StatusDetails = {
  ...HELD_FOR_REVIEW,
  message: 'The bank reviews the payout before it is sent.',
};

/** Whether a payout says that the bank reviews it, or that the bank has reported on it. */
export const saysBankReviews = ({ progress }: AcceptedPayout): boolean =>
  progress.statusDetails?.message === HELD_BY_BANK.message;

/** Why a payout waits, as it is from now on. */
export const reasonOf = (
  { order, progress }: AcceptedPayout,
  statusDetails: StatusDetails,
): Explained => ({
  tenant: order.tenant,
  transactionId: order.transactionId,
  follows: progress.sequence,
  statusDetails,
});

export const GUARD_AWAY: StatusDetails = {
  ...HELD_FOR_REVIEW,
  message: 'The check of the bank before sending does not answer. The payout waits for it.',
};

const REFUSED: StatusDetails = {
  code: 'refused_before_sending',
  source: 'business',
  message: 'The bank refused the payout before it was sent.',
  retryable: false,
  nextAction: 'contact_support',
};

/**
 * Unsent payouts that the bank refuses end as a cancelled one does: the reference and the share of the daily limit are
 * free again.
 */
export const refusals = (
  payouts: ReadonlyArray<AcceptedPayout>,
  at: EpochMs,
): ReadonlyArray<Move> =>
  payouts.map((payout) => {
    const step = stepPayout(payout.progress, { type: 'cancel', details: REFUSED, at });
    if (E.isLeft(step)) throw new Error('a payout that is not to be sent was refused');
    return { payout, steps: [step.right] };
  });
