import { Whole } from '@hundi/core';
import { record, WebhookDelivery, WebhookReplay } from '@hundi/core/wire';
import * as t from 'io-ts';
import { webhookDeliveryPage } from '../../examples/webhooks.js';
import { jsonBody } from '../../http/body/json-body.js';
import { cursorAnswer, cursorPageOf } from '../../http/list-answer.js';
import { cursorQuery } from '../../http/page-query.js';
import { portalRoute, type PortalRoute } from '../../route/route.js';
import { EndpointId } from './endpoint-id.js';
import { portalChange } from '../../route/portal-change.js';

/** Which endpoint a call is about. */
export const params = { endpointId: EndpointId };

const testWebhookEndpoint = portalChange({
  path: '/portal/v1/webhook-endpoints/{endpointId}/test',
  about: {
    operationId: 'testWebhookEndpoint',
    tag: 'Webhooks',
    summary: 'Send a test event',
    description:
      'Sends a `webhook.test` event to this endpoint only, whatever its subscriptions. The list of delivery attempts shows the result.',
  },
  params,
  refusals: [
    'ActorNotFound',
    'SettingsDenied',
    'WebhookEndpointNotFound',
    'WebhookEndpointDisabled',
  ],
  success: {
    status: 202,
    body: record('WebhookTest', { eventId: t.string }, {}),
    example: { eventId: 'evt_019c2f5e-6a00-7c3a-9b1e-2f4d6a8c0e13' },
  },
  run: (engine, { caller, params: path }) =>
    engine.testWebhookEndpoint(caller.tenant, { ...path, actorUserId: caller.userId }),
  reply: (body) => ({ body }),
});

const replayWebhooks = portalChange({
  path: '/portal/v1/webhook-endpoints/{endpointId}/replay',
  about: {
    operationId: 'replayWebhooks',
    tag: 'Webhooks',
    summary: 'Send events again',
    description:
      'Sends events again with the same `webhook-id`, each on a new retry schedule: either the events in `eventIds`, delivered or not, or all events since `since` that were not delivered.',
  },
  params,
  body: jsonBody(WebhookReplay, { since: 1_773_132_300_000 }),
  refusals: ['InvalidInput', 'ActorNotFound', 'SettingsDenied', 'WebhookEndpointNotFound'],
  success: {
    status: 202,
    body: record('ReplayedWebhooks', { queued: Whole }, {}),
    example: { queued: 3 },
  },
  run: (engine, { caller, params: path, body }) =>
    engine.replayWebhooks(caller.tenant, { ...body, ...path, actorUserId: caller.userId }),
  reply: (body) => ({ body }),
});

const listWebhookDeliveries = portalRoute({
  method: 'GET',
  path: '/portal/v1/webhook-endpoints/{endpointId}/deliveries',
  about: {
    operationId: 'listWebhookDeliveries',
    tag: 'Webhooks',
    summary: 'List delivery attempts',
    description:
      'Lists the delivery attempts to an endpoint in the last 30 days, newest first, with its responses.',
  },
  params,
  query: cursorQuery(50, 100),
  headers: {},
  refusals: ['ActorNotFound', 'SettingsDenied', 'WebhookEndpointNotFound', 'InvalidCursor'],
  success: {
    status: 200,
    body: cursorAnswer('WebhookDeliveryPage', WebhookDelivery),
    example: webhookDeliveryPage,
  },
  run: (engine, { caller, params: path, query: { limit, after } }) =>
    engine.listWebhookDeliveries(caller.tenant, {
      ...path,
      actorUserId: caller.userId,
      limit,
      ...(after !== undefined && { after }),
    }),
  reply: cursorPageOf,
});

/** Calls about what is sent to an endpoint. */
export const deliveryRoutes: ReadonlyArray<PortalRoute> = [
  testWebhookEndpoint,
  replayWebhooks,
  listWebhookDeliveries,
];
