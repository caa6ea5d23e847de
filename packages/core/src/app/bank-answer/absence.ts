import { LEASE_MS } from '../duty/duty.js';
import { SECOND, type EpochMs } from '../../kernel/values/time.js';
import type { RailTraits } from '../../ports/bank-rail.js';
import type { Work } from '../../storage/work-store.js';

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

/**
 * The moment from which on the bank's answer that it has no such order is final for orders that a restored database may
 * have forgotten to have sent; `Infinity` where the bank never gives a final one. An order from before the line may have
 * left late, and its payout has ended here: no bank forgives that.
 */
export const forgottenFinalFrom = (
  line: EpochMs,
  { absenceFinalAfterMs }: Pick<RailTraits, 'absenceFinalAfterMs'>,
): EpochMs =>
  absenceFinalAfterMs === null ? Infinity : line + SEND_STARTS_WITHIN + absenceFinalAfterMs;
