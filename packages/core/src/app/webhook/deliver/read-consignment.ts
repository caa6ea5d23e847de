import type { Tenant } from '../../../kernel/values/tenant.js';
import type { EpochMs } from '../../../kernel/values/time.js';
import type { Stores } from '../../../storage/storage.js';
import type { DeliveryProgress } from '../../../model/webhook/endpoint/delivery.js';
import type { WebhookEndpoint } from '../../../model/webhook/endpoint/endpoint.js';
import { byPlace, newlyOut, withBodies, type Consignment } from './outgoing.js';
import { readProbe } from './probe.js';
import { typesMeant } from '../../../model/webhook/endpoint/subscription.js';

/** How much is sent between two commits: enough that a commit costs little. */
const CHUNK = 500;

/** The same for an endpoint that is slow or fails: what one round of its connections holds. */
const SLOW_CHUNK = 8;

/** Reads what an endpoint is to be sent next; undefined when it is gone, or nothing may be sent to it. */
export const readConsignment = async (
  stores: Stores,
  tenant: Tenant,
  endpointId: string,
  now: EpochMs,
): Promise<Consignment | undefined> => {
  const { webhookEndpoints, deliveries } = stores;
  const endpoint = await webhookEndpoints.find(tenant, endpointId);
  if (endpoint === undefined || endpoint.disabled !== undefined) return undefined;
  const progress = await deliveries.progress(tenant, endpointId);
  if (progress === undefined) return undefined;
  return progress.backoff === undefined
    ? readAll(stores, endpoint, progress, now)
    : readProbe(stores, endpoint, progress, { until: progress.backoff.until, now });
};

const readAll = async (
  stores: Stores,
  endpoint: WebhookEndpoint,
  progress: DeliveryProgress,
  now: EpochMs,
): Promise<Consignment> => {
  const { deliveries, events } = stores;
  const { tenant, endpointId } = progress;
  const room = progress.slow ? SLOW_CHUNK : CHUNK;
  // Half is left to what is new, so that neither waits for the other.
  const due = await deliveries.due(tenant, endpointId, now, room / 2);
  // Before what is new is read: what is sealed meanwhile is not passed over.
  const last = await events.lastPosition(tenant);
  const limit = room - due.length;
  const fresh = await events.after(
    tenant,
    progress.position,
    limit,
    typesMeant(endpoint.eventTypes),
  );
  const lastFresh = fresh.at(-1)?.position ?? 0;
  return {
    endpoint,
    progress,
    readAt: now,
    upTo: fresh.length < limit ? Math.max(last, lastFresh, progress.position) : lastFresh,
    outgoing: [
      ...[...(await withBodies(stores, tenant, due))].sort(byPlace),
      ...fresh.map(newlyOut),
    ],
  };
};
