import { E } from '@hundi/core';
import {
  alias,
  documented,
  NewWebhookEndpoint,
  record,
  SettingsChangeView,
  WebhookEndpointChange,
  WebhookEndpointView,
  type NewWebhookSecret,
} from '@hundi/core/wire';
import * as t from 'io-ts';
import {
  disabledWebhookEndpoint,
  newWebhookEndpoint,
  proposedDeletion,
  rotatedWebhookEndpoint,
  webhookEndpoint,
  webhookEndpointPage,
} from '../../examples/webhooks.js';
import { jsonBody } from '../../http/body/json-body.js';
import { pageAnswer, pageIn, pageOf } from '../../http/list-answer.js';
import { pageQuery } from '../../http/page-query.js';
import { portalRoute, type PortalRoute } from '../../route/route.js';
import { portalChange } from '../../route/portal-change.js';
import { deliveryRoutes, params } from './webhook-delivery-routes.js';

const EndpointWithSecret = documented(
  record(
    'WebhookEndpointWithSecret',
    {
      ...WebhookEndpointView.required,
      secret: alias(t.string, {
        description:
          '`whsec_…`: the secret that verifies deliveries, in the format of Standard Webhooks. Returned only once.',
      }),
    },
    { ...WebhookEndpointView.optional, settingsChange: SettingsChangeView },
  ),
  {
    description:
      'An endpoint with its new secret. If it has a settingsChange, the new endpoint does not exist, and the new secret of an existing one signs nothing, until a second person approves the change.',
  },
);

const withSecret = ({ secret, endpoint, ...waits }: NewWebhookSecret) => ({
  body: { ...endpoint, secret, ...waits },
});

const ChangedEndpoint = documented(
  record('ChangedWebhookEndpoint', WebhookEndpointView.required, {
    ...WebhookEndpointView.optional,
    settingsChange: SettingsChangeView,
  }),
  {
    description:
      'The endpoint as it is now. If it has a settingsChange, the change waits for approval by a second person.',
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
      'Lists the endpoints of the corporate, oldest first, for people with any settings permission or `webhooks.manage`. They may read one endpoint, too; every other request about webhooks requires `webhooks.manage`.',
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
    const all = await engine.listWebhookEndpoints(caller.tenant, { actorUserId: caller.userId });
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
      'Registers a URL to which the service posts events from now on, and creates the secret that signs them. Only this response contains the secret; the service repeats it only with the same Idempotency-Key. The URL must use https and a public address, on port 443 or 8443; the service checks this now and at every connection.',
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
  reply: withSecret,
});

const getWebhookEndpoint = portalRoute({
  method: 'GET',
  path: '/portal/v1/webhook-endpoints/{endpointId}',
  about: {
    operationId: 'getWebhookEndpoint',
    tag: 'Webhooks',
    summary: 'Get a webhook endpoint',
    description: 'Returns an endpoint and the number of deliveries that wait for it.',
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

const changeWebhookEndpoint = portalChange({
  confirmed: true,
  method: 'PATCH',
  path: '/portal/v1/webhook-endpoints/{endpointId}',
  about: {
    operationId: 'changeWebhookEndpoint',
    tag: 'Webhooks',
    summary: 'Change a webhook endpoint',
    description:
      'Changes the members that the request names; omitted members keep their values. `status` disables and enables the endpoint: the service sends nothing to a disabled endpoint, but keeps its events and sends them once it is enabled. Within a second after the response the service begins no more requests to a disabled endpoint or to an old URL. It sends the new URL all that the old one had not taken before the change; events that were on their way may come to both. If the response has a settingsChange, all changes in the request wait for approval by a second person: a new URL, and for an enabled endpoint fewer events or disabling.',
  },
  params,
  body: jsonBody(WebhookEndpointChange, { status: 'disabled' }),
  refusals: [
    'InvalidInput',
    'ActorNotFound',
    'SettingsDenied',
    'WebhookEndpointNotFound',
    'TooManySettingsChanges',
  ],
  success: { status: 200, body: ChangedEndpoint, example: disabledWebhookEndpoint },
  run: (engine, { caller, params: path, body }) =>
    engine.changeWebhookEndpoint(caller.tenant, { ...body, ...path, actorUserId: caller.userId }),
  reply: (body) => ({ body }),
});

const WaitingDeletion = documented(
  record('WaitingWebhookDeletion', { settingsChange: SettingsChangeView }, {}),
  { description: 'The deletion waits for approval by a second person; the endpoint goes on.' },
);

const deleteWebhookEndpoint = portalChange({
  confirmed: true,
  method: 'DELETE',
  path: '/portal/v1/webhook-endpoints/{endpointId}',
  about: {
    operationId: 'deleteWebhookEndpoint',
    tag: 'Webhooks',
    summary: 'Delete a webhook endpoint',
    description:
      'Deletes an endpoint with its waiting deliveries and its delivery attempts. The deletion of an enabled endpoint may wait for approval by a second person (202).',
  },
  params,
  refusals: [
    'ActorNotFound',
    'SettingsDenied',
    'WebhookEndpointNotFound',
    'TooManySettingsChanges',
  ],
  success: {
    status: 204,
    waiting: { isSo: (body) => body !== undefined, example: proposedDeletion },
    body: t.union([WaitingDeletion, t.undefined]),
    example: null,
  },
  run: (engine, { caller, params: path }) =>
    engine.deleteWebhookEndpoint(caller.tenant, { ...path, actorUserId: caller.userId }),
  reply: ({ settingsChange }) => ({
    body: settingsChange === undefined ? undefined : { settingsChange },
  }),
});

const rotateWebhookSecret = portalChange({
  confirmed: true,
  path: '/portal/v1/webhook-endpoints/{endpointId}/rotate-secret',
  about: {
    operationId: 'rotateWebhookSecret',
    tag: 'Webhooks',
    summary: 'Replace the secret of a webhook endpoint',
    description:
      'Creates a new secret. Only this response contains the secret; the service repeats it only with the same Idempotency-Key. The previous secret remains active for 24 hours: deliveries carry a signature of each active secret. At most three previous secrets are active; another rotation is rejected until the first of them expires. If the response has a settingsChange, which only an enabled endpoint can have, the new secret signs nothing, and the 24 hours do not begin, until a second person approves it.',
  },
  params,
  refusals: [
    'ActorNotFound',
    'SettingsDenied',
    'WebhookEndpointNotFound',
    'TooManyWebhookSecrets',
    'TooManySettingsChanges',
  ],
  success: { status: 200, body: EndpointWithSecret, example: rotatedWebhookEndpoint },
  run: (engine, { caller, params: path }) =>
    engine.rotateWebhookSecret(caller.tenant, { ...path, actorUserId: caller.userId }),
  reply: withSecret,
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
