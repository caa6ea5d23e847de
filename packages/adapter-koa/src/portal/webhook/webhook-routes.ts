import {
  alias,
  documented,
  E,
  NewWebhookEndpoint,
  record,
  SettingsChangeView,
  WebhookEndpointChange,
  WebhookEndpointView,
  type AwaitsApproval,
  type ToldSecret,
} from '@hundi/core';
import * as t from 'io-ts';
import {
  disabledWebhookEndpoint,
  newWebhookEndpoint,
  rotatedWebhookEndpoint,
  webhookEndpoint,
  webhookEndpointPage,
} from '../../examples/webhooks.js';
import { jsonBody } from '../../http/body/json-body.js';
import { pageAnswer, pageIn, pageOf } from '../../http/list-answer.js';
import { pageQuery } from '../../http/page-query.js';
import { portalRoute, type PortalRoute } from '../../route/route.js';
import { portalChange } from '../portal-change.js';
import { deliveryRoutes, params } from './webhook-delivery-routes.js';

const EndpointWithSecret = documented(
  record(
    'WebhookEndpointWithSecret',
    {
      ...WebhookEndpointView.required,
      secret: alias(t.string, {
        description:
          '`whsec_…`: what verifies deliveries, as Standard Webhooks writes it. Told once.',
      }),
    },
    { ...WebhookEndpointView.optional, settingsChange: SettingsChangeView },
  ),
  {
    description:
      'An endpoint with its new secret. Where it has a settingsChange it is not there before a second person approves it.',
  },
);

const told = ({ secret, endpoint, ...waits }: ToldSecret & AwaitsApproval) => ({
  body: { ...endpoint, secret, ...waits },
});

const ChangedEndpoint = documented(
  record('ChangedWebhookEndpoint', WebhookEndpointView.required, {
    ...WebhookEndpointView.optional,
    settingsChange: SettingsChangeView,
  }),
  {
    description:
      'The endpoint as it is now. Where it has a settingsChange, the change waits for a second person.',
  },
);

const listWebhookEndpoints = portalRoute({
  method: 'GET',
  path: '/portal/v1/webhook-endpoints',
  about: {
    operationId: 'listWebhookEndpoints',
    tag: 'Webhooks',
    summary: 'List webhook endpoints',
    description:
      'Lists the endpoints of the corporate, oldest first, for holders of `webhooks.manage`, as every call about webhooks.',
  },
  params: {},
  query: pageQuery(50, 100),
  headers: {},
  refusals: ['ActorNotFound', 'SettingsDenied'],
  success: {
    status: 200,
    body: pageAnswer('WebhookEndpointPage', WebhookEndpointView),
    example: webhookEndpointPage,
  },
  run: async (engine, { caller, query }) => {
    const all = await engine.listWebhookEndpoints(caller.tenant, caller.userId);
    return E.isLeft(all) ? all : E.right(pageIn(all.right, query));
  },
  reply: pageOf,
});

const createWebhookEndpoint = portalChange({
  confirmed: true,
  path: '/portal/v1/webhook-endpoints',
  about: {
    operationId: 'createWebhookEndpoint',
    tag: 'Webhooks',
    summary: 'Register a webhook endpoint',
    description:
      'Registers where events are posted from now on, and makes the secret that signs them, which is told in this answer, and again only under the same Idempotency-Key. The URL is https at a public address, on port 443 or 8443; that is checked now and again whenever it is connected to.',
  },
  params: {},
  body: jsonBody(NewWebhookEndpoint, {
    url: 'https://hooks.acme.example/hundi',
    eventTypes: ['transaction.*', 'payment.job.completed'],
    description: 'Ledger',
  }),
  refusals: [
    'InvalidInput',
    'ActorNotFound',
    'SettingsDenied',
    'TooManyWebhookEndpoints',
    'TooManySettingsChanges',
  ],
  success: { status: 201, body: EndpointWithSecret, example: newWebhookEndpoint },
  run: (engine, { caller, body }) =>
    engine.createWebhookEndpoint(caller.tenant, { ...body, actorUserId: caller.userId }),
  reply: told,
});

const getWebhookEndpoint = portalRoute({
  method: 'GET',
  path: '/portal/v1/webhook-endpoints/{endpointId}',
  about: {
    operationId: 'getWebhookEndpoint',
    tag: 'Webhooks',
    summary: 'Look at a webhook endpoint',
    description: 'Shows an endpoint, and how much waits for it.',
  },
  params,
  query: {},
  headers: {},
  refusals: ['ActorNotFound', 'SettingsDenied', 'WebhookEndpointNotFound'],
  success: { status: 200, body: WebhookEndpointView, example: webhookEndpoint },
  run: (engine, { caller, params: path }) =>
    engine.getWebhookEndpoint(caller.tenant, { ...path, actorUserId: caller.userId }),
  reply: (body) => ({ body }),
});

const changeWebhookEndpoint = portalRoute({
  confirmed: true,
  method: 'PATCH',
  path: '/portal/v1/webhook-endpoints/{endpointId}',
  about: {
    operationId: 'changeWebhookEndpoint',
    tag: 'Webhooks',
    summary: 'Change a webhook endpoint',
    description:
      'Changes what is sent; what is left out stays. `status` disables and enables: nothing is sent to a disabled endpoint, and what gathers meanwhile is sent once it is enabled. Where the answer has a settingsChange, another URL waits for a second person, and all that was to change with it.',
  },
  params,
  query: {},
  headers: {},
  body: jsonBody(WebhookEndpointChange, { status: 'disabled' }),
  refusals: [
    ...(['InvalidInput', 'ActorNotFound', 'SettingsDenied'] as const),
    ...(['WebhookEndpointNotFound', 'TooManySettingsChanges'] as const),
  ],
  success: { status: 200, body: ChangedEndpoint, example: disabledWebhookEndpoint },
  run: (engine, { caller, params: path, body }) =>
    engine.changeWebhookEndpoint(caller.tenant, { ...body, ...path, actorUserId: caller.userId }),
  reply: (body) => ({ body }),
});

const deleteWebhookEndpoint = portalRoute({
  confirmed: true,
  method: 'DELETE',
  path: '/portal/v1/webhook-endpoints/{endpointId}',
  about: {
    operationId: 'deleteWebhookEndpoint',
    tag: 'Webhooks',
    summary: 'Delete a webhook endpoint',
    description: 'Takes an endpoint away, with what waits for it and what was tried.',
  },
  params,
  query: {},
  headers: {},
  refusals: ['ActorNotFound', 'SettingsDenied', 'WebhookEndpointNotFound'],
  success: { status: 204, body: t.undefined, example: null },
  run: (engine, { caller, params: path }) =>
    engine.deleteWebhookEndpoint(caller.tenant, { ...path, actorUserId: caller.userId }),
  reply: () => ({ body: undefined }),
});

const rotateWebhookSecret = portalChange({
  confirmed: true,
  path: '/portal/v1/webhook-endpoints/{endpointId}/rotate-secret',
  about: {
    operationId: 'rotateWebhookSecret',
    tag: 'Webhooks',
    summary: 'Replace the secret of a webhook endpoint',
    description:
      'Makes a new secret, which is told in this answer, and again only under the same Idempotency-Key. The old one signs too for 24 hours, and so do up to three; a rotation beyond that is refused until the first retires.',
  },
  params,
  refusals: ['ActorNotFound', 'SettingsDenied', 'WebhookEndpointNotFound', 'TooManyWebhookSecrets'],
  success: { status: 200, body: EndpointWithSecret, example: rotatedWebhookEndpoint },
  run: (engine, { caller, params: path }) =>
    engine.rotateWebhookSecret(caller.tenant, { ...path, actorUserId: caller.userId }),
  reply: told,
});

/** Every call about webhooks. */
export const webhookRoutes: ReadonlyArray<PortalRoute> = [
  listWebhookEndpoints,
  createWebhookEndpoint,
  getWebhookEndpoint,
  changeWebhookEndpoint,
  deleteWebhookEndpoint,
  rotateWebhookSecret,
  ...deliveryRoutes,
];
