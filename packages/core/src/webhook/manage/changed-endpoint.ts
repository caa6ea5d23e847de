import { E } from '../../kernel/fp.js';
import type { JsonObject } from '../../kernel/codecs/json.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import type { EpochMs } from '../../kernel/values/time.js';
import type { Stores } from '../../storage/storage.js';
import { approvalOf, type Making } from '../../settings/change-kind.js';
import { journalEndpoint } from '../deliver/endpoint-entry.js';
import { stepEndpoint, type EndpointState } from '../endpoint/endpoint-machine.js';
import type { WebhookEndpointChange } from './endpoint-request.js';
import type { WebhookEndpoint } from '../endpoint/endpoint.js';
import { realignDeliveries } from '../deliver/realign-deliveries.js';

const stateOf = ({ disabled }: WebhookEndpoint): EndpointState =>
  disabled === undefined ? { status: 'enabled' } : { status: 'disabled', ...disabled };

/** The endpoint as it is after a change; what is left out stays. */
export const changedEndpoint = (
  endpoint: WebhookEndpoint,
  { status, url, eventTypes, description }: WebhookEndpointChange,
  at: EpochMs,
): WebhookEndpoint => {
  const { disabled: _, ...rest } = endpoint;
  const before = stateOf(endpoint);
  const state =
    status === undefined
      ? before
      : E.toUnion(stepEndpoint(before, { type: status === 'enabled' ? 'enable' : 'disable', at }));
  return {
    ...rest,
    ...(url !== undefined && { url }),
    ...(eventTypes !== undefined && { eventTypes }),
    ...(description !== undefined && { description }),
    ...(state.status === 'disabled' && { disabled: { by: state.by, at: state.at } }),
  };
};

const differences = (before: WebhookEndpoint, next: WebhookEndpoint): JsonObject => ({
  ...(next.url !== before.url && { url: next.url }),
  ...(next.eventTypes !== before.eventTypes && { eventTypes: next.eventTypes }),
  ...(next.description !== undefined &&
    next.description !== before.description && { description: next.description }),
  ...(next.disabled !== undefined &&
    before.disabled === undefined && { disabledBy: next.disabled.by }),
});

/** Writes a change of an endpoint, and lets what has gathered go; one that changes nothing writes nothing. */
export const writeEndpoint = async (
  stores: Stores,
  tenant: Tenant,
  { before, next }: { readonly before: WebhookEndpoint; readonly next: WebhookEndpoint },
  making: Making,
): Promise<void> => {
  const { at, by: actor } = making;
  const changes = differences(before, next);
  const isEnabled = next.disabled === undefined;
  if (Object.keys(changes).length === 0 && (before.disabled === undefined) === isEnabled) return;
  await stores.webhookEndpoints.put([next]);
  const to = isEnabled ? 'enabled' : 'disabled';
  await journalEndpoint(stores, next, {
    to,
    at,
    actor,
    changes: { ...changes, ...approvalOf(making) },
  });
  await realignDeliveries(stores, tenant, { before, next }, at);
};
