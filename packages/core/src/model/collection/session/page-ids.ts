import * as t from 'io-ts';
import { documented } from '../../../kernel/codecs/documented.js';

const id = (name: string, shape: RegExp, description: string) =>
  documented(
    t.refinement(t.string, (text) => shape.test(text), name),
    { type: 'string', pattern: shape.source, description },
  );

/** Names one collection session. It is no secret. */
export const CheckoutSessionId = id(
  'CheckoutSessionId',
  /^cs_[0-9a-f]{32}$/,
  'The id of a session.',
);

/** Names one payment link. It is no secret. */
export const PaymentLinkId = id(
  'PaymentLinkId',
  /^pl_[0-9a-f]{32}$/,
  'The linkId of a payment link.',
);
