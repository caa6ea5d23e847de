import * as t from 'io-ts';
import type { Brand } from '../../../kernel/codecs/brand.js';
import { documented } from '../../../kernel/codecs/documented.js';
import { hex } from '../../../kernel/secrets/hex.js';

const SHAPE = /^pcs_[0-9a-f]{32}$/;

/** Random bytes that one id takes: browsers see it (decisions §2). */
export const CHECKOUT_ID_BYTES = 16;

/** Names one payout checkout session. It is no secret. */
export const PayoutCheckoutId = documented(
  t.brand(
    t.string,
    (s): s is t.Branded<string, Brand<'PayoutCheckoutId'>> => SHAPE.test(s),
    'PayoutCheckoutId',
  ),
  { type: 'string', pattern: SHAPE.source, description: 'The id of the session.' },
);
export type PayoutCheckoutId = t.TypeOf<typeof PayoutCheckoutId>;

export const checkoutId = (random: Uint8Array): PayoutCheckoutId =>
  `pcs_${hex(random.subarray(0, CHECKOUT_ID_BYTES))}` as PayoutCheckoutId;
