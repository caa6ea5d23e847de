import { PayoutCheckoutId, PayoutCheckoutRecord } from '@hundi/core';
import { checkoutRecord } from '../../examples/payout-checkout.js';
import { pathId } from '../../http/path-id.js';
import { route } from '../../route/route.js';

export const getPayoutCheckout = route({
  method: 'GET',
  path: '/v1/partner/payout-checkout/sessions/{sessionId}',
  scope: 'payout_checkout:write',
  about: {
    operationId: 'getPayoutCheckout',
    section: '4.11',
    tag: 'Payout checkout',
    summary: 'Read a payout checkout session',
    description:
      'Tells how a session stands, and its transaction once its maker has authorized it. The addresses that browsers are sent back to carry no transaction id: it comes from here. A submitted checkout is accepted for approval, not settled.',
  },
  params: { sessionId: pathId(PayoutCheckoutId) },
  query: {},
  headers: {},
  refusals: ['PayoutCheckoutNotFound'],
  success: { status: 200, body: PayoutCheckoutRecord, example: checkoutRecord },
  run: (engine, { caller, params }) => engine.getPayoutCheckout(caller.tenant, params.sessionId),
  reply: (body) => ({ body }),
});
