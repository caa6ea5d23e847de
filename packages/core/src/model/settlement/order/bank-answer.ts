import type { TransactionId } from '../../../kernel/values/ids.js';
import type { Tenant } from '../../../kernel/values/tenant.js';
import type { EpochMs } from '../../../kernel/values/time.js';
import type { BankAccepted, BankVerdict, QueryAnswer } from '../../../ports/bank-rail.js';
import type { Nonsense } from '../../../ports/nonsense.js';

/**
 * An answer of the bank about an order, stored unchanged before the engine acts on it (decisions §8); `at` in epoch ms.
 */
export interface BankAnswer {
  readonly tenant: Tenant;
  /** Made of the bank's name for its message, or of the send that it answers. The same one counts once for a corporate. */
  readonly answerId: string;
  readonly transactionId: TransactionId;
  readonly verdict: BankVerdict | BankAccepted;
  readonly at: EpochMs;
}

/** What is known of an order that the bank has not answered about. */
export const UNKNOWN = { kind: 'unknown' } as const;

export const isVerdict = (answer: QueryAnswer | Nonsense): answer is BankVerdict =>
  answer.kind === 'paid' || answer.kind === 'refused' || answer.kind === 'returned';

/** Whether the bank says that it has the order, or had it. */
export const isOfItsOrder = (
  answer: QueryAnswer | Nonsense,
): answer is BankVerdict | BankAccepted => isVerdict(answer) || answer.kind === 'accepted';
