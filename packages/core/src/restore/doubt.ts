import type { TransactionId } from '../kernel/values/ids.js';
import type { EpochMs } from '../kernel/values/time.js';
import { timeOf } from '../kernel/values/uuid.js';
import { isUnsent, type Payout, type PayoutOrder } from '../payout/payout.js';
import type { Stores } from '../storage/storage.js';

/**
 * What the bank has said of payouts that a life of the database may have sent which a restored backup has
 * made it forget. None of them may be rejected or cancelled, or its reference would be free for a second payment,
 * before it is known never to be executed.
 */
export interface Resolved {
  /** The bank never got these, or has refused them: nothing keeps them from ending. */
  readonly unsent: ReadonlySet<TransactionId>;
  /** The bank has these, and intake has not accepted them yet. */
  readonly atBank: ReadonlyMap<TransactionId, Doubted>;
}

/** What is known before the bank is asked. */
export const NOTHING_RESOLVED: Resolved = { unsent: new Set(), atBank: new Map() };

/** A payout that the bank may have executed. */
export type Doubted = Pick<PayoutOrder, 'transactionId' | 'tenant'>;

/** What tells how old a payout is. */
type Dated = Pick<PayoutOrder, 'transactionId' | 'createdAt'>;

/** Those of payouts that are about to end which may be at the bank; looks for no line of doubt where none ends. */
export const inDoubt = async <A extends Doubted & Dated>(
  { doubts }: Stores,
  ending: ReadonlyArray<A>,
  { unsent }: Resolved,
): Promise<ReadonlyArray<A>> => {
  const unasked = ending.filter(({ transactionId }) => !unsent.has(transactionId));
  if (unasked.length === 0) return [];
  const line = await doubts.line();
  return unasked.filter((payout) => isBeforeLine(payout, line));
};

/**
 * Whether a payout is as old as the doubt. One of a checkout session is as old as the session, as its id is: a
 * session that is open in a backup may have been submitted in the life that was forgotten.
 */
export const isBeforeLine = (
  { transactionId, createdAt }: Dated,
  line: EpochMs | undefined,
): boolean => line !== undefined && Math.min(createdAt, timeOf(transactionId)) <= line;

/** Whether the payout may be at the bank though our own books have not sent it. */
export const mayBeForgotten = (payout: Payout, line: EpochMs | undefined): boolean =>
  isBeforeLine(payout.order, line) &&
  (payout.intake === 'accepted' ? isUnsent(payout.progress.status) : payout.intake === 'undecided');
