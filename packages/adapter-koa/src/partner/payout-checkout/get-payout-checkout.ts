import { PayoutCheckoutId, PayoutCheckoutRecord } from '@hundi/core/wire';
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
    summary: 'Get a payout checkout session',
    description:
      'Returns the status of a session, and its transaction once the maker has authorized the payout. Return URLs carry no transaction id: get it here. A submitted checkout is accepted for approval, not settled.',
  },
  params: { sessionId: pathId(PayoutCheckoutId, `pcs_${'0'.repeat(32)}`) },
  query: {},
  headers: {},
  refusals: ['PayoutCheckoutNotFound', 'PayoutArchived'],
  success: { status: 200, body: PayoutCheckoutRecord, example: checkoutRecord },
  run: (engine, { caller, params }) => engine.getPayoutCheckout(caller.tenant, params),
  reply: (body) => ({ body }),
});
