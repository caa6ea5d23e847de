import { alias, NewPaymentLink, PaymentLinkView } from '@hundi/core/wire';
import * as t from 'io-ts';
import { LinkId } from '../checkout/checkout-ids.js';
import { newPaymentLink, paymentLink, paymentLinkPage } from '../examples/checkout.js';
import { IdempotencyKeyHeader, replayHeader, REPLAYED } from '../http/idempotency-key.js';
import { jsonBody } from '../http/body/json-body.js';
import { cursorAnswer, cursorPageOf } from '../http/list-answer.js';
import { cursorQuery } from '../http/page-query.js';
import { portalChange } from '../route/portal-change.js';
import { portalRoute } from '../route/route.js';

const OptionalKey = t.union([
  alias(IdempotencyKeyHeader, {
    description:
      'Identifies the request permanently. Repeating it with the same values creates and mails no second link; with other values it gets 409.',
  }),
  t.undefined,
]);

export const listPaymentLinks = portalRoute({
  method: 'GET',
  path: '/portal/v1/payment-links',
  about: {
    operationId: 'listPaymentLinks',
    tag: 'Payment links',
    summary: 'List payment links',
    description: 'Lists every payment link of the corporate, newest first.',
  },
  params: {},
  query: cursorQuery(50, 100),
  headers: {},
  refusals: ['ActorNotFound', 'NotALinkMaker', 'InvalidCursor'],
  success: {
    status: 200,
    body: cursorAnswer('PaymentLinkPage', PaymentLinkView),
    example: paymentLinkPage,
  },
  run: (engine, { caller, query: { limit, after } }) =>
    engine.listPaymentLinks(caller.tenant, {
      actorUserId: caller.userId,
      limit,
      ...(after !== undefined && { after }),
    }),
  reply: cursorPageOf,
});

export const getPaymentLink = portalRoute({
  method: 'GET',
  path: '/portal/v1/payment-links/{linkId}',
  about: {
    operationId: 'getPaymentLink',
    tag: 'Payment links',
    summary: 'Get a payment link',
    description: 'Returns one payment link of the corporate.',
  },
  params: { linkId: LinkId },
  query: {},
  headers: {},
  refusals: ['ActorNotFound', 'NotALinkMaker', 'LinkNotFound'],
  success: { status: 200, body: PaymentLinkView, example: paymentLink },
  run: (engine, { caller, params }) =>
    engine.getPaymentLink(caller.tenant, { actorUserId: caller.userId, ...params }),
  reply: (body) => ({ body }),
});

export const createPaymentLink = portalRoute({
  method: 'POST',
  path: '/portal/v1/payment-links',
  about: {
    operationId: 'createPaymentLink',
    tag: 'Payment links',
    summary: 'Create a payment link',
    description:
      'Creates a link that requests one card payment within 24 hours, and mails it if an email address is given.',
  },
  params: {},
  query: {},
  headers: { 'idempotency-key': OptionalKey },
  body: jsonBody(NewPaymentLink, newPaymentLink),
  refusals: [
    'ActorNotFound',
    'NotALinkMaker',
    'InvalidInput',
    'TooManyMails',
    'IdempotencyKeyReused',
  ],
  success: { status: 201, body: PaymentLinkView, headers: replayHeader, example: paymentLink },
  run: (engine, { caller, headers: { 'idempotency-key': key }, body }) =>
    engine.createPaymentLink(caller.tenant, {
      ...body,
      actorUserId: caller.userId,
      ...(key !== undefined && { key }),
    }),
  reply: ({ link, replayed }) => ({ body: link, ...(replayed && { headers: REPLAYED }) }),
});

export const resendPaymentLink = portalChange({
  path: '/portal/v1/payment-links/{linkId}/resend',
  about: {
    operationId: 'resendPaymentLink',
    tag: 'Payment links',
    summary: 'Mail a payment link again',
    description:
      'Mails an open link to its address again: at most once in 30 seconds, at most ten times in total, and within the daily limits for a recipient and for the corporate. A link that is used up is not mailed.',
  },
  params: { linkId: LinkId },
  refusals: [
    'ActorNotFound',
    'NotALinkMaker',
    'LinkNotFound',
    'LinkEnded',
    'LinkMailedOut',
    'LinkWithoutEmail',
    'TooManyMails',
  ],
  success: { status: 200, body: PaymentLinkView, example: paymentLink },
  run: (engine, { caller, params }) =>
    engine.resendPaymentLink(caller.tenant, { actorUserId: caller.userId, ...params }),
  reply: (body) => ({ body }),
});

export const cancelPaymentLink = portalChange({
  path: '/portal/v1/payment-links/{linkId}/cancel',
  about: {
    operationId: 'cancelPaymentLink',
    tag: 'Payment links',
    summary: 'Cancel a payment link',
    description:
      'Cancels an open link and ends the checkout session that a customer has open for it. Rejected while a card payment is in progress.',
  },
  params: { linkId: LinkId },
  refusals: ['ActorNotFound', 'NotALinkMaker', 'LinkNotFound', 'LinkEnded', 'PaymentInProgress'],
  success: {
    status: 200,
    body: PaymentLinkView,
    example: { ...paymentLink, status: 'cancelled', endedAt: paymentLink.createdAt + 60_000 },
  },
  run: (engine, { caller, params }) =>
    engine.cancelPaymentLink(caller.tenant, { actorUserId: caller.userId, ...params }),
  reply: (body) => ({ body }),
});
