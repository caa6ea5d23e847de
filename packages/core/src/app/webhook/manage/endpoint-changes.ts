import * as t from 'io-ts';
import { E } from '../../../kernel/fp.js';
import type { JsonObject } from '../../../kernel/codecs/json.js';
import { DAY } from '../../../kernel/values/time.js';
import { approvalOf, type SettingsChangeKind } from '../../settings/change-kind.js';
import { nextEndpointEntry } from '../deliver/endpoint-entry.js';
import { retiringAt } from '../deliver/endpoint-keys.js';
import { changingEndpoint } from './changed-endpoint.js';
import { foundEndpoint } from './endpoint-person.js';
import { WebhookEndpointChange } from './endpoint-request.js';
import { WebhookEndpoint } from '../../../model/webhook/endpoint/endpoint.js';
import { addingEndpoints } from './new-endpoint.js';
import {
  TooManyWebhookEndpoints,
  TooManyWebhookSecrets,
  type WebhookEndpointNotFound,
} from '../../../model/webhook/endpoint/webhook-errors.js';

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
  make: (tenant, { endpoint }, making) =>
    addingEndpoints(tenant, [{ ...endpoint, createdAt: making.at }], making.by, approvalOf(making)),
};

/** A change of an endpoint: its URL, what it hears of, or whether it is sent anything. */
export const changeWebhookEndpointChange: SettingsChangeKind<
  t.TypeOf<typeof ChangedEndpoint>,
  WebhookEndpointNotFound,
  WebhookEndpoint
> = {
  name: 'change_webhook_endpoint',
  permissions: ['webhooks.manage'],
  payload: ChangedEndpoint,
  details: ({ endpointId, change }) => ({
    endpointId,
    ...(JSON.parse(JSON.stringify(change)) as JsonObject),
  }),
  check: (stores, tenant, { endpointId }) => foundEndpoint(stores, tenant, endpointId),
  make: (tenant, { change }, making, before) => changingEndpoint(tenant, before, change, making),
};

/** A secret in place of an endpoint's, which also signs for 24 h from then on. */
export const rotateWebhookSecretChange: SettingsChangeKind<
  t.TypeOf<typeof NewSecret>,
  WebhookEndpointNotFound | TooManyWebhookSecrets,
  WebhookEndpoint
> = {
  name: 'rotate_webhook_secret',
  permissions: ['webhooks.manage'],
  payload: NewSecret,
  details: ({ endpoint: { endpointId } }) => ({ endpointId }),
  check: async (stores, tenant, { endpoint: { endpointId } }, { at }) => {
    const endpoint = await foundEndpoint(stores, tenant, endpointId);
    if (E.isLeft(endpoint)) return endpoint;
    const first = retiringAt(endpoint.right, at)[RETIRING_MAX - 1];
    return first === undefined ? endpoint : E.left(TooManyWebhookSecrets(first.until));
  },
  make: (_tenant, { endpoint: { sealedSecret } }, making, before) => {
    const { at, by: actor } = making;
    const until = at + BOTH_SIGN;
    const retiring = [{ sealedSecret: before.sealedSecret, until }, ...retiringAt(before, at)];
    const next = { ...before, sealedSecret, retiring };
    const to = next.disabled === undefined ? 'enabled' : 'disabled';
    const changes = { oldSecretUntil: until, ...approvalOf(making) };
    return {
      saves: [({ webhookEndpoints }) => webhookEndpoints.put([next])],
      entries: [nextEndpointEntry(next, { to, at, actor, changes })],
    };
  },
};

/** The end of an endpoint, with its queue and its attempts. */
export const deleteWebhookEndpointChange: SettingsChangeKind<
  t.TypeOf<typeof EndpointToDelete>,
  WebhookEndpointNotFound,
  WebhookEndpoint
> = {
  name: 'delete_webhook_endpoint',
  permissions: ['webhooks.manage'],
  payload: EndpointToDelete,
  details: ({ endpointId }) => ({ endpointId }),
  check: (stores, tenant, { endpointId }) => foundEndpoint(stores, tenant, endpointId),
  make: (tenant, { endpointId }, making, endpoint) => {
    const { at, by: actor } = making;
    return {
      // A running delivery records nothing after the deletion.
      drops: [{ tenant, subject: endpointId }],
      saves: [
        ({ webhookEndpoints }) => webhookEndpoints.remove(tenant, endpointId),
        ({ deliveries }) => deliveries.forget(tenant, endpointId),
      ],
      entries: [
        nextEndpointEntry(endpoint, { to: 'deleted', at, actor, changes: approvalOf(making) }),
      ],
    };
  },
};
