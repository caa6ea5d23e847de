import type { Tenant } from '../../kernel/values/tenant.js';
import type { SealedEvent } from '../../model/journal/entry/sealed-event.js';
import type { Stores } from '../../storage/storage.js';
import { typesMeant } from '../../model/webhook/endpoint/subscription.js';
import type { WebhookEndpoint } from '../../model/webhook/endpoint/endpoint.js';

/** An event that an endpoint is still to get. */
export interface Undelivered {
  readonly position: number;
  readonly endpointId: string;
}

/**
 * The first of these events, by position, that an enabled endpoint is still to get. One that is disabled, and one whose
 * schedule is over, is given up: this is years after five days of nothing but failures.
 */
export const firstUndelivered = async (
  stores: Stores,
  tenant: Tenant,
  events: ReadonlyArray<SealedEvent>,
): Promise<Undelivered | undefined> => {
  const endpoints = await stores.webhookEndpoints.of(tenant);
  const found: Undelivered[] = [];
  for (const endpoint of endpoints.filter(({ disabled }) => disabled === undefined)) {
    const position = await firstOf(stores, tenant, endpoint, events);
    if (position !== undefined) found.push({ position, endpointId: endpoint.endpointId });
  }
  return found.sort((a, b) => a.position - b.position)[0];
};

const firstOf = async (
  { deliveries, events: feed }: Stores,
  tenant: Tenant,
  { endpointId, eventTypes }: WebhookEndpoint,
  events: ReadonlyArray<SealedEvent>,
): Promise<number | undefined> => {
  const last = events.at(-1);
  if (last === undefined) return undefined;
  const ids = events.map(({ eventId }) => eventId);
  const queued = await deliveries.queuedOf(tenant, endpointId, ids);
  const waiting = new Set(
    queued.filter(({ dueAt }) => dueAt !== undefined).map(({ eventId }) => eventId),
  );
  const positions = events
    .filter(({ eventId }) => waiting.has(eventId))
    .map(({ position }) => position);
  const progress = await deliveries.progress(tenant, endpointId);
  const tried = progress?.position ?? 0;
  if (tried < last.position) {
    const [untried] = await feed.after(tenant, tried, 1, typesMeant(eventTypes));
    if (untried !== undefined && untried.position <= last.position)
      positions.push(untried.position);
  }
  return positions.sort((a, b) => a - b)[0];
};

/** Takes what is left of these events out of the queues of all endpoints. */
export const giveUpDeliveries = async (
  { webhookEndpoints, deliveries }: Stores,
  tenant: Tenant,
  events: ReadonlyArray<SealedEvent>,
): Promise<void> => {
  const ids = events.map(({ eventId }) => eventId);
  for (const { endpointId } of await webhookEndpoints.of(tenant)) {
    const queued = await deliveries.queuedOf(tenant, endpointId, ids);
    const left = queued.map(({ eventId }) => eventId);
    if (left.length > 0) await deliveries.unqueue(tenant, endpointId, left);
  }
};
