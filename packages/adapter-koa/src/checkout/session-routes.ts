import { CheckoutSessionObject, CreateCollectionInput } from '@hundi/core';
import { endedCheckout, newCheckout, openCheckout, paidCheckout } from '../examples/checkout.js';
import { IdempotencyKeyHeader, replayHeader, REPLAYED } from '../http/idempotency-key.js';
import { jsonBody } from '../http/json-body.js';
import { checkoutRoute, type CheckoutRoute } from '../route.js';
import { SessionId } from './checkout-ids.js';

const createSession = checkoutRoute({
  method: 'POST',
  path: '/v1/checkout/sessions',
  about: {
    operationId: 'createCheckoutSession',
    section: '4.13',
    tag: 'Checkout',
    summary: 'Create a checkout session',
    description:
      'Creates a card payment for a customer. Store `id` beside the order, then redirect the browser to `url` with 303 See Other. It lives 15 minutes and takes up to three cards. Fulfil the order on the event `checkout.session.completed` only. Derive the Idempotency-Key from the order, not from a clock.',
  },
  params: {},
  query: {},
  headers: { 'idempotency-key': IdempotencyKeyHeader },
  body: jsonBody(CreateCollectionInput, newCheckout),
  refusals: ['InvalidInput', 'IdempotencyKeyReused'],
  success: {
    status: 201,
    body: CheckoutSessionObject,
    headers: replayHeader,
    example: openCheckout,
  },
  run: (engine, { caller, headers, body }) =>
    engine.createCollection(caller, { key: headers['idempotency-key'], input: body }),
  reply: ({ body, replayed }) => ({ body, ...(replayed && { headers: REPLAYED }) }),
});

const getSession = checkoutRoute({
  method: 'GET',
  path: '/v1/checkout/sessions/{sessionId}',
  about: {
    operationId: 'getCheckoutSession',
    tag: 'Checkout',
    summary: 'Get a checkout session',
    description: 'Tells how a session stands: the fallback when an event was missed.',
  },
  params: { sessionId: SessionId },
  query: {},
  headers: {},
  refusals: ['CollectionNotFound'],
  success: { status: 200, body: CheckoutSessionObject, example: paidCheckout },
  run: (engine, { caller, params }) => engine.getCollection(caller.tenant, params.sessionId),
  reply: (body) => ({ body }),
});

const expireSession = checkoutRoute({
  method: 'POST',
  path: '/v1/checkout/sessions/{sessionId}/expire',
  about: {
    operationId: 'expireCheckoutSession',
    tag: 'Checkout',
    summary: 'End a checkout session',
    description:
      'Ends an open session before its time: nobody can pay it from then on. While a card is being charged it is refused.',
  },
  params: { sessionId: SessionId },
  query: {},
  headers: {},
  refusals: ['CollectionNotFound', 'CollectionEnded', 'PaymentInProgress'],
  success: { status: 200, body: CheckoutSessionObject, example: endedCheckout },
  run: (engine, { caller, params }) => engine.closeCollection(caller, params.sessionId),
  reply: (body) => ({ body }),
});

/** Every route of collection checkout. */
export const checkoutRoutes: ReadonlyArray<CheckoutRoute> = [
  createSession,
  getSession,
  expireSession,
];
