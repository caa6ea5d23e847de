import { alias, CreatePaymentLinkInput, PaymentLinkView } from '@hundi/core';
import * as t from 'io-ts';
import { LinkId } from '../checkout/checkout-ids.js';
import { newPaymentLink, paymentLink, paymentLinkPage } from '../examples/checkout.js';
import { IdempotencyKeyHeader, replayHeader, REPLAYED } from '../http/idempotency-key.js';
import { jsonBody } from '../http/body/json-body.js';
import { cursorAnswer, cursorPageOf } from '../http/list-answer.js';
import { cursorQuery } from '../http/page-query.js';
import { portalRoute } from '../route/route.js';

const OptionalKey = t.union([
  alias(IdempotencyKeyHeader, {
    description:
      'Names the request for ever: sent again with the same values it makes and mails no second link, with others 409.',
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
      userId: caller.userId,
      limit,
      ...(after !== undefined && { after }),
    }),
  reply: cursorPageOf,
});

export const createPaymentLink = portalRoute({
  method: 'POST',
  path: '/portal/v1/payment-links',
  about: {
    operationId: 'createPaymentLink',
    tag: 'Payment links',
    summary: 'Make a payment link',
    description:
      'Makes a link that asks for one card payment within 24 hours, and mails it if an address is given.',
  },
  params: {},
  query: {},
  headers: { 'idempotency-key': OptionalKey },
  body: jsonBody(CreatePaymentLinkInput, newPaymentLink),
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
      actorUserId: caller.userId,
      input: body,
      ...(key !== undefined && { key }),
    }),
  reply: ({ link, replayed }) => ({ body: link, ...(replayed && { headers: REPLAYED }) }),
});

export const resendPaymentLink = portalRoute({
  method: 'POST',
  path: '/portal/v1/payment-links/{linkId}/resend',
  about: {
    operationId: 'resendPaymentLink',
    tag: 'Payment links',
    summary: 'Mail a payment link again',
    description:
      'Mails an open link to its address once more: not within 30 seconds, ten times in all, and no more often than a recipient and a corporate may be mailed in a day.',
  },
  params: { linkId: LinkId },
  query: {},
  headers: {},
  refusals: [
    'ActorNotFound',
    'NotALinkMaker',
    'LinkNotFound',
    'LinkEnded',
    'LinkWithoutEmail',
    'TooManyMails',
  ],
  success: { status: 200, body: PaymentLinkView, example: paymentLink },
  run: (engine, { caller, params }) =>
    engine.resendPaymentLink(caller.tenant, { actorUserId: caller.userId, ...params }),
  reply: (body) => ({ body }),
});

export const cancelPaymentLink = portalRoute({
  method: 'POST',
  path: '/portal/v1/payment-links/{linkId}/cancel',
  about: {
    operationId: 'cancelPaymentLink',
    tag: 'Payment links',
    summary: 'Cancel a payment link',
    description:
      'Takes an open link back, and ends the page that a customer has open by it. While a card is being charged it is refused.',
  },
  params: { linkId: LinkId },
  query: {},
  headers: {},
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
