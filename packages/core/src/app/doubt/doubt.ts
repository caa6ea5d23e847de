import type { TransactionId } from '../../kernel/values/ids.js';
import type { EpochMs } from '../../kernel/values/time.js';
import { timeOf } from '../../kernel/values/uuid.js';
import {
  isUnsent,
  type AcceptedPayout,
  type Payout,
  type PayoutOrder,
} from '../../model/payout/payout.js';
import type { Stores } from '../../storage/storage.js';
import type { Work } from '../../storage/work-store.js';

/**
 * The bank's answers about payouts that it may have from before a restore. Until it is certain that such a payout is
 * never executed, it must not be rejected or cancelled: its reference would be free for a second payment.
 */
export interface Resolved {
  /** The bank never got these, or has refused them: nothing keeps them from ending. */
  readonly unsent: ReadonlySet<TransactionId>;
  /** The bank has these, and intake has not accepted them yet. */
  readonly atBank: ReadonlyMap<TransactionId, Doubted>;
}

/** The doubt before the bank was asked. */
export const NOTHING_RESOLVED: Resolved = { unsent: new Set(), atBank: new Map() };

/** A payout that the bank may have executed. */
export type Doubted = Pick<PayoutOrder, 'transactionId' | 'tenant'>;

/** A unit of work that was undone, because it would have ended payouts that the bank may have executed. */
export const InDoubt = (doubted: ReadonlyArray<Doubted>) => ({ _tag: 'InDoubt', doubted }) as const;
export type InDoubt = ReturnType<typeof InDoubt>;

/** The values that show how old a payout is. */
type Dated = Pick<PayoutOrder, 'transactionId' | 'createdAt'>;

/** Those payouts about to end that the bank may have; reads no line of doubt if none ends. */
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
 * Whether a payout is as old as the doubt. No payout counts as younger than the time in its id. The line is drawn at the
 * highest of these times, so the doubt includes every payout that the database has, whatever the clock showed. A payout
 * of a checkout session is as old as the session: a session that is open in a backup may have been submitted after the
 * backup.
 */
export const isBeforeLine = (
  { transactionId, createdAt }: Dated,
  line: EpochMs | undefined,
): boolean => line !== undefined && Math.min(createdAt, timeOf(transactionId)) <= line;

/**
 * Whether a forgotten life of the database may have sent a claimed payout. One that is at the bank by our own books was
 * asked about since the line was drawn, or not.
 */
export const isDoubtful = (
  { markedBefore = -Infinity }: Pick<Work, 'markedBefore'>,
  { order, progress }: AcceptedPayout,
  line: EpochMs | undefined,
): boolean =>
  line !== undefined &&
  isBeforeLine(order, line) &&
  (progress.status !== 'sent_to_bank' || markedBefore < line);

/** Whether the bank may have the payout although the database does not show that it was sent. */
export const mayBeForgotten = (payout: Payout, line: EpochMs | undefined): boolean =>
  isBeforeLine(payout.order, line) &&
  (payout.intake === 'accepted' ? isUnsent(payout.progress.status) : payout.intake === 'undecided');
