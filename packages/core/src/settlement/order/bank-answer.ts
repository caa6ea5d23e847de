import type { TransactionId } from '../../kernel/values/ids.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import type { EpochMs } from '../../kernel/values/time.js';
import { SECOND } from '../../kernel/values/time.js';
import type { BankAccepted, BankVerdict, QueryAnswer, RailTraits } from '../../ports/bank-rail.js';
import type { Nonsense } from '../../ports/nonsense.js';
import type { Work } from '../../storage/work-store.js';
import { LEASE_MS } from '../../duty/duty.js';

/** An answer of the bank about an order, stored unchanged before the engine acts on it. */
export interface BankAnswer {
  readonly tenant: Tenant;
  /** Made of the bank's name for its message, or of the send that it answers. The same one counts once for a corporate. */
  readonly answerId: string;
  readonly transactionId: TransactionId;
  readonly verdict: BankVerdict | BankAccepted;
  readonly at: EpochMs;
}

type Verdict = Extract<QueryAnswer, { readonly kind: 'paid' | 'refused' | 'returned' }>;

export const isVerdict = (answer: QueryAnswer | Nonsense): answer is Verdict =>
  answer.kind === 'paid' || answer.kind === 'refused' || answer.kind === 'returned';

/** Whether the bank says that it has the order, or had it. */
export const isOfItsOrder = (
  answer: QueryAnswer | Nonsense,
): answer is BankVerdict | BankAccepted => isVerdict(answer) || answer.kind === 'accepted';

/** How long after its intent a send may still start: a call of 10 s then ends within the lease (25 s). */
export const SEND_STARTS_WITHIN = LEASE_MS - 10 * SECOND;

/**
 * Only from then on may the same order be sent again; counted from the last send, never the first, to the
 * question, never its answer. A send may start late; only a bank that knows an order again forgives that.
 */
export const absenceIsFinal = (
  { markedAt }: Pick<Work, 'markedAt'>,
  { absenceFinalAfterMs, deduplicates }: RailTraits,
  askedAt: EpochMs,
): boolean => {
  if (absenceFinalAfterMs === null || markedAt === undefined) return false;
  const latestSend = deduplicates ? markedAt : markedAt + SEND_STARTS_WITHIN;
  return askedAt - latestSend >= absenceFinalAfterMs;
};
