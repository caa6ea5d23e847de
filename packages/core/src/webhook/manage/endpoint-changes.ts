import * as t from 'io-ts';
import { E } from '../../kernel/fp.js';
import type { JsonObject } from '../../kernel/codecs/json.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import { DAY } from '../../kernel/values/time.js';
import { approvalOf, type SettingsChangeKind } from '../../settings/change-kind.js';
import type { Stores } from '../../storage/storage.js';
import { journalEndpoint } from '../deliver/endpoint-entry.js';
import { retiringAt } from '../deliver/endpoint-keys.js';
import { changedEndpoint, writeEndpoint } from './changed-endpoint.js';
import { WebhookEndpointChange } from './endpoint-request.js';
import { WebhookEndpoint } from '../endpoint/endpoint.js';
import { addEndpoints } from './new-endpoint.js';
import {
  TooManyWebhookEndpoints,
  TooManyWebhookSecrets,
  WebhookEndpointNotFound,
} from '../endpoint/webhook-errors.js';

const ENDPOINTS_MAX = 100;

/** How long a secret that was replaced signs too. */
const BOTH_SIGN = DAY;

/** How many secrets that were replaced sign at once: each is one more signature on every delivery. */
const RETIRING_MAX = 3;

const NewEndpoint = t.strict({ endpoint: WebhookEndpoint });
const ChangedEndpoint = t.strict({ endpointId: t.string, change: WebhookEndpointChange });
// An endpoint's secret under the names of a new endpoint: what is sealed anew while it waits is found by them.
const NewSecret = t.strict({
  endpoint: t.strict({ endpointId: t.string, sealedSecret: t.string }),
});
const EndpointToDelete = t.strict({ endpointId: t.string });

const isThere = async (
  { webhookEndpoints }: Stores,
  tenant: Tenant,
  { endpointId }: { readonly endpointId: string },
): Promise<E.Either<WebhookEndpointNotFound, null>> =>
  (await webhookEndpoints.find(tenant, endpointId)) === undefined
    ? E.left(WebhookEndpointNotFound())
    : E.right(null);

/** The endpoint of a change that was possible a moment ago. */
const there = async (
  { webhookEndpoints }: Stores,
  tenant: Tenant,
  endpointId: string,
): Promise<WebhookEndpoint> => {
  const endpoint = await webhookEndpoints.find(tenant, endpointId);
  if (endpoint === undefined) throw new Error('an endpoint that was just there is gone');
  return endpoint;
};

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

/** A change of an endpoint: its URL, what it hears of, or whether it is sent anything. */
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
  check: isThere,
  make: async (stores, tenant, { endpointId, change }, making) => {
    const before = await there(stores, tenant, endpointId);
    const next = changedEndpoint(before, change, making.at);
    await writeEndpoint(stores, tenant, { before, next }, making);
  },
};

/** A secret in place of an endpoint's, which also signs for 24 h from then on. */
export const rotateWebhookSecretChange: SettingsChangeKind<
  t.TypeOf<typeof NewSecret>,
  WebhookEndpointNotFound | TooManyWebhookSecrets
> = {
  name: 'rotate_webhook_secret',
  permissions: ['webhooks.manage'],
  payload: NewSecret,
  details: ({ endpoint: { endpointId } }) => ({ endpointId }),
  check: async ({ webhookEndpoints }, tenant, { endpoint: { endpointId } }, at) => {
    const endpoint = await webhookEndpoints.find(tenant, endpointId);
    if (endpoint === undefined) return E.left(WebhookEndpointNotFound());
    const first = retiringAt(endpoint, at)[RETIRING_MAX - 1];
    return first === undefined ? E.right(null) : E.left(TooManyWebhookSecrets(first.until));
  },
  make: async (stores, tenant, { endpoint: { endpointId, sealedSecret } }, making) => {
    const { at, by: actor } = making;
    const before = await there(stores, tenant, endpointId);
    const until = at + BOTH_SIGN;
    const retiring = [{ sealedSecret: before.sealedSecret, until }, ...retiringAt(before, at)];
    const next = { ...before, sealedSecret, retiring };
    await stores.webhookEndpoints.put([next]);
    await journalEndpoint(stores, next, {
      to: next.disabled === undefined ? 'enabled' : 'disabled',
      at,
      actor,
      changes: { oldSecretUntil: until, ...approvalOf(making) },
    });
  },
};

/** The end of an endpoint, with its queue and its attempts. */
export const deleteWebhookEndpointChange: SettingsChangeKind<
  t.TypeOf<typeof EndpointToDelete>,
  WebhookEndpointNotFound
> = {
  name: 'delete_webhook_endpoint',
  permissions: ['webhooks.manage'],
  payload: EndpointToDelete,
  details: ({ endpointId }) => ({ endpointId }),
  check: isThere,
  make: async (stores, tenant, { endpointId }, making) => {
    const endpoint = await there(stores, tenant, endpointId);
    // First, so that a running delivery records nothing after the deletion.
    await stores.work.drop(tenant, [endpointId]);
    await stores.webhookEndpoints.remove(tenant, endpointId);
    await stores.deliveries.forget(tenant, endpointId);
    await journalEndpoint(stores, endpoint, {
      to: 'deleted',
      at: making.at,
      actor: making.by,
      changes: approvalOf(making),
    });
  },
};
