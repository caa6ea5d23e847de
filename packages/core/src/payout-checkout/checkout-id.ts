import * as t from 'io-ts';
import type { Brand } from '../kernel/brand.js';
import { documented } from '../kernel/documented.js';

const SHAPE = /^pcs_[0-9a-f]{32}$/;

/** Names one payout checkout session. It is no secret. */
export const PayoutCheckoutId = documented(
  t.brand(
    t.string,
    (s): s is t.Branded<string, Brand<'PayoutCheckoutId'>> => SHAPE.test(s),
    'PayoutCheckoutId',
  ),
  { type: 'string', pattern: SHAPE.source, description: 'The id of a payout checkout session.' },
);
export type PayoutCheckoutId = t.TypeOf<typeof PayoutCheckoutId>;
