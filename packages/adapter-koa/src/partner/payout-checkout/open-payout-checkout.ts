import { OpenedPayoutCheckout, PayoutCheckoutRequest } from '@hundi/core/wire';
import { checkoutRequest, openedCheckout } from '../../examples/payout-checkout.js';
import { IdempotencyKeyHeader, replayHeader, REPLAYED } from '../../http/idempotency-key.js';
import { route } from '../../route/route.js';

export const openPayoutCheckout = route({
  method: 'POST',
  path: '/v1/partner/payout-checkout/sessions',
  scope: 'payout_checkout:write',
  about: {
    operationId: 'openPayoutCheckout',
    section: '4.10',
    tag: 'Payout checkout',
    summary: 'Open a payout checkout session',
    description:
      'Creates a session for one payout with a frozen amount and beneficiary, to be authorized by a real person on the hosted page within 15 minutes. Redirect their browser to hostedUrl as a full page. Server-to-server only: never call this from a browser. The same key with the same payload replays the original response.',
  },
  params: {},
  query: {},
  headers: { 'idempotency-key': IdempotencyKeyHeader },
  body: {
    shape: PayoutCheckoutRequest,
    decoder: PayoutCheckoutRequest,
    size: 'small',
    example: checkoutRequest,
  },
  refusals: [
    'InvalidInput',
    'MakerNotAuthorized',
    'BeneficiaryNotFound',
    'ReferenceTaken',
    'IdempotencyKeyReused',
  ],
  success: {
    status: 201,
    body: OpenedPayoutCheckout,
    headers: replayHeader,
    example: openedCheckout,
  },
  run: (engine, { caller: { tenant, keyId }, headers, body }) =>
    engine.openPayoutCheckout(tenant, {
      ...body,
      key: headers['idempotency-key'],
      via: { keyId },
    }),
  reply: ({ checkout, replayed }) => ({ body: checkout, ...(replayed && { headers: REPLAYED }) }),
});
