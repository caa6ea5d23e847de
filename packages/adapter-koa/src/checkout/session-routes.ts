import { E } from '@hundi/core';
import {
  alias,
  CheckoutSessionObject,
  CheckoutSessionRequest,
  type CreatedCollection,
} from '@hundi/core/wire';
import { endedCheckout, newCheckout, openCheckout, paidCheckout } from '../examples/checkout.js';
import { IdempotencyKeyHeader, replayHeader, REPLAYED } from '../http/idempotency-key.js';
import { jsonBody } from '../http/body/json-body.js';
import { ofFeature } from '../route/feature-routes.js';
import { checkoutRoute, type CheckoutRoute } from '../route/route.js';
import { SessionId } from './checkout-ids.js';

/** A session, and how it stands now where it was created before. */
interface CreatedSession extends CreatedCollection {
  readonly statusNow?: CheckoutSessionObject['status'];
}

const StatusNow = alias(CheckoutSessionObject.required.status, {
  description:
    'Sent with Idempotent-Replayed: the current status of the session. The body is the original response.',
});

const createSession = checkoutRoute({
  method: 'POST',
  path: '/v1/checkout/sessions',
  about: {
    operationId: 'createCheckoutSession',
    section: '4.13',
    tag: 'Checkout',
    summary: 'Create a checkout session',
    description:
      'Creates a card payment for a customer. Store `id` with the order, then redirect the browser to `url` with 303 See Other. The session lasts 15 minutes and permits three card attempts. Fulfil the order on the event `checkout.session.completed` only. Derive the Idempotency-Key from the order, not from a clock: `order-17`. The same key always returns the same session, and Checkout-Session-Status has its current status. If the session ended unpaid (`expired`, `failed` or `cancelled`) and the customer comes back, use the next key of the order, `order-17.2`; never while the session is `open`, or the order could be paid twice.',
  },
  params: {},
  query: {},
  headers: { 'idempotency-key': IdempotencyKeyHeader },
  body: jsonBody(CheckoutSessionRequest, newCheckout),
  refusals: ['InvalidInput', 'IdempotencyKeyReused'],
  success: {
    status: 201,
    body: CheckoutSessionObject,
    headers: { ...replayHeader, 'Checkout-Session-Status': StatusNow },
    example: openCheckout,
  },
  run: async (engine, { caller, headers, body }) => {
    const key = headers['idempotency-key'];
    const created = await engine.createCollection(caller, { ...body, key });
    if (E.isLeft(created) || !created.right.replayed) return created;
    const { id, status } = created.right.session;
    const now = await engine.getCollection(caller.tenant, { sessionId: id });
    return E.right({ ...created.right, statusNow: E.isRight(now) ? now.right.status : status });
  },
  reply: ({ session, statusNow }: CreatedSession) => ({
    body: session,
    ...(statusNow !== undefined && {
      headers: { ...REPLAYED, 'Checkout-Session-Status': statusNow },
    }),
  }),
});

const getSession = checkoutRoute({
  method: 'GET',
  path: '/v1/checkout/sessions/{sessionId}',
  about: {
    operationId: 'getCheckoutSession',
    tag: 'Checkout',
    summary: 'Get a checkout session',
    description: 'Returns the status of a session. Use it as a fallback when an event is missed.',
  },
  params: { sessionId: SessionId },
  query: {},
  headers: {},
  refusals: ['CollectionNotFound'],
  success: { status: 200, body: CheckoutSessionObject, example: paidCheckout },
  run: (engine, { caller, params }) => engine.getCollection(caller.tenant, params),
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
      'Ends an open session early: it can no longer be paid. Rejected while a card payment is in progress.',
  },
  params: { sessionId: SessionId },
  query: {},
  headers: {},
  refusals: ['CollectionNotFound', 'CollectionEnded', 'PaymentInProgress'],
  success: { status: 200, body: CheckoutSessionObject, example: endedCheckout },
  run: (engine, { caller, params }) => engine.closeCollection(caller, params),
  reply: (body) => ({ body }),
});

/** Every route of collection checkout. */
export const checkoutRoutes: ReadonlyArray<CheckoutRoute> = ofFeature('collection-checkout', [
  createSession,
  getSession,
  expireSession,
]);
