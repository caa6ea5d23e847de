import type { RecordChanges } from '../../writer/changes.js';
import { E } from '../../../kernel/fp.js';
import type { JsonObject } from '../../../kernel/codecs/json.js';
import type { Tenant } from '../../../kernel/values/tenant.js';
import type { EpochMs } from '../../../kernel/values/time.js';
import { approvalOf, type Making } from '../../settings/change-kind.js';
import { nextEndpointEntry } from '../deliver/endpoint-entry.js';
import {
  stepEndpoint,
  type EndpointState,
} from '../../../model/webhook/endpoint/endpoint-machine.js';
import type { WebhookEndpointChange } from './endpoint-request.js';
import type { WebhookEndpoint } from '../../../model/webhook/endpoint/endpoint.js';
import { realignDeliveries } from '../deliver/realign-deliveries.js';
import { deliveryWork } from '../deliver/wake-deliveries.js';

const stateOf = ({ disabled }: WebhookEndpoint): EndpointState =>
  disabled === undefined ? { status: 'enabled' } : { status: 'disabled', ...disabled };

/** The endpoint as it is after a change; what is left out stays. */
const changedEndpoint = (
  endpoint: WebhookEndpoint,
  { status, url, eventTypes, description }: WebhookEndpointChange,
  at: EpochMs,
): WebhookEndpoint => {
  const { disabled: _disabled, description: described = '', ...rest } = endpoint;
  const about = description ?? described;
  const before = stateOf(endpoint);
  const state =
    status === undefined
      ? before
      : E.toUnion(stepEndpoint(before, { type: status === 'enabled' ? 'enable' : 'disable', at }));
  return {
    ...rest,
    ...(url !== undefined && { url }),
    ...(eventTypes !== undefined && { eventTypes }),
    ...(about !== '' && { description: about }),
    ...(state.status === 'disabled' && { disabled: { by: state.by, at: state.at } }),
  };
};

const differences = (before: WebhookEndpoint, next: WebhookEndpoint): JsonObject => ({
  ...(next.url !== before.url && { url: next.url }),
  ...(next.eventTypes !== before.eventTypes && { eventTypes: next.eventTypes }),
  ...((next.description ?? '') !== (before.description ?? '') && {
    description: next.description ?? '',
  }),
  ...(next.disabled !== undefined &&
    before.disabled === undefined && { disabledBy: next.disabled.by }),
});

/** What becomes of an endpoint that changes, and of what has gathered for it; nothing, where nothing is another. */
export const changingEndpoint = (
  tenant: Tenant,
  before: WebhookEndpoint,
  change: WebhookEndpointChange,
  making: Making,
): RecordChanges => {
  const { at, by: actor } = making;
  const next = changedEndpoint(before, change, at);
  const changes = differences(before, next);
  const isEnabled = next.disabled === undefined;
  if (Object.keys(changes).length === 0 && (before.disabled === undefined) === isEnabled) return {};
  const to = isEnabled ? 'enabled' : 'disabled';
  const work = isEnabled ? [deliveryWork(tenant, next.endpointId, at)] : [];
  return {
    // A worker that is delivering records before this unit of work, or after all of it; and nothing any more of what it
    // has sent to a URL that is the endpoint's no longer.
    ...(next.url === before.url
      ? { wakes: work }
      : { work, drops: isEnabled ? [] : [{ tenant, subject: next.endpointId }] }),
    saves: [
      ({ webhookEndpoints }) => webhookEndpoints.put([next]),
      (stores) => realignDeliveries(stores, tenant, { before, next }, at),
    ],
    entries: [
      nextEndpointEntry(next, { to, at, actor, changes: { ...changes, ...approvalOf(making) } }),
    ],
  };
};
