import * as t from 'io-ts';
import { E } from '../../kernel/fp.js';
import type { JsonObject } from '../../kernel/codecs/json.js';
import { approvalOf, type SettingsChangeKind } from '../../settings/change-kind.js';
import { changedEndpoint, writeEndpoint } from './changed-endpoint.js';
import { WebhookEndpointChange } from './endpoint-request.js';
import { WebhookEndpoint } from '../endpoint/endpoint.js';
import { addEndpoints } from './new-endpoint.js';
import { TooManyWebhookEndpoints, WebhookEndpointNotFound } from '../endpoint/webhook-errors.js';

const ENDPOINTS_MAX = 100;

const NewEndpoint = t.strict({ endpoint: WebhookEndpoint });
const ChangedEndpoint = t.strict({ endpointId: t.string, change: WebhookEndpointChange });

/** A new endpoint, which is sent what happens from its making on. */
export const createWebhookEndpointChange: SettingsChangeKind<
  t.TypeOf<typeof NewEndpoint>,
  TooManyWebhookEndpoints
> = {
  name: 'create_webhook_endpoint',
  permissions: ['webhooks.manage'],
  payload: NewEndpoint,
  details: ({ endpoint: { endpointId, url, eventTypes } }) => ({ endpointId, url, eventTypes }),
  check: async ({ webhookEndpoints }, tenant) =>
    (await webhookEndpoints.of(tenant)).length >= ENDPOINTS_MAX
      ? E.left(TooManyWebhookEndpoints(ENDPOINTS_MAX))
      : E.right(null),
  make: (stores, tenant, { endpoint }, making) =>
    addEndpoints(
      stores,
      tenant,
      [{ ...endpoint, createdAt: making.at }],
      making.by,
      approvalOf(making),
    ),
};

/** A change of an endpoint, its URL among it. */
export const changeWebhookEndpointChange: SettingsChangeKind<
  t.TypeOf<typeof ChangedEndpoint>,
  WebhookEndpointNotFound
> = {
  name: 'change_webhook_endpoint',
  permissions: ['webhooks.manage'],
  payload: ChangedEndpoint,
  details: ({ endpointId, change }) => ({
    endpointId,
    ...(JSON.parse(JSON.stringify(change)) as JsonObject),
  }),
  check: async ({ webhookEndpoints }, tenant, { endpointId }) =>
    (await webhookEndpoints.find(tenant, endpointId)) === undefined
      ? E.left(WebhookEndpointNotFound())
      : E.right(null),
  make: async (stores, tenant, { endpointId, change }, making) => {
    const before = await stores.webhookEndpoints.find(tenant, endpointId);
    if (before === undefined) throw new Error('an endpoint that was just there is gone');
    const next = changedEndpoint(before, change, making.at);
    await writeEndpoint(stores, tenant, { before, next }, making);
  },
};
