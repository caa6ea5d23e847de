import type * as t from 'io-ts';
import { patterned } from '../../../kernel/codecs/patterned.js';
import { hex } from '../../../kernel/secrets/hex.js';

/** Random bytes that one id takes: browsers see it (decisions §2). */
export const CHECKOUT_ID_BYTES = 16;

/** Names one payout checkout session. It is no secret. */
export const PayoutCheckoutId = patterned('PayoutCheckoutId', /^pcs_[0-9a-f]{32}$/, {
  description: 'The id of the session.',
});
export type PayoutCheckoutId = t.TypeOf<typeof PayoutCheckoutId>;

export const checkoutId = (random: Uint8Array): PayoutCheckoutId =>
  `pcs_${hex(random.subarray(0, CHECKOUT_ID_BYTES))}` as PayoutCheckoutId;
