import { list } from '../../kernel/codecs/list.js';
import { TransactionId } from '../../kernel/values/ids.js';

const PAYOUTS_MAX = 1_000;

/** The payouts that one decision names. */
export const TransactionIds = list(
  TransactionId,
  { min: 1, max: PAYOUTS_MAX, distinct: true },
  `1 to ${String(PAYOUTS_MAX)} different ids`,
);
