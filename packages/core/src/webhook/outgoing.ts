import type { Tenant } from '../kernel/tenant.js';
import type { EpochMs } from '../kernel/time.js';
import type { Stores } from '../ports/storage.js';
import type { DeliveryProgress, QueuedDelivery } from './delivery.js';
import type { WebhookEndpoint } from './endpoint.js';
import type { EventType } from './event-type.js';
import { typesMeant } from './subscription.js';

/** One event on its way to an endpoint. */
export interface Outgoing {
  readonly eventId: string;
  readonly type: EventType;
  readonly eventAt: EpochMs;
  readonly body: string;
  /** Failed attempts so far. */
  readonly attempts: number;
  /** Its place in the feed, when it is tried for the first time. */
  readonly position?: number;
  /** What it was queued as, when it was. */
  readonly queued?: QueuedDelivery;
}

/** What an endpoint is to be sent next. */
export interface Consignment {
  readonly endpoint: WebhookEndpoint;
  readonly progress: DeliveryProgress;
  /** What was queued first, then what is new, by position. */
  readonly outgoing: ReadonlyArray<Outgoing>;
  /** How far the endpoint has come once all of it was tried. */
  readonly upTo: number;
}

/** How much is sent between two commits: enough that a commit costs little. */
const CHUNK = 500;

/** The same for an endpoint that is slow or fails: what one round of its connections holds. */
const SLOW_CHUNK = 8;

/** Reads what an endpoint is to be sent next; undefined when it is gone, or nothing may be sent to it. */
export const readConsignment = async (
  { webhookEndpoints, deliveries, events }: Stores,
  tenant: Tenant,
  endpointId: string,
  now: EpochMs,
): Promise<Consignment | undefined> => {
  const endpoint = await webhookEndpoints.find(tenant, endpointId);
  if (endpoint === undefined || endpoint.disabled !== undefined) return undefined;
  const progress = await deliveries.progress(tenant, endpointId);
  if (progress === undefined) return undefined;

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
    upTo: fresh.length < limit ? Math.max(last, lastFresh, progress.position) : lastFresh,
    outgoing: [
      ...(await withBodies({ events }, tenant, due)),
      ...fresh.map(({ eventId, type, at, body, position }) => ({
        ...{ eventId, type, eventAt: at, body, position },
        attempts: 0,
      })),
    ],
  };
};

const withBodies = async (
  { events }: Pick<Stores, 'events'>,
  tenant: Tenant,
  due: ReadonlyArray<QueuedDelivery>,
): Promise<ReadonlyArray<Outgoing>> => {
  const sealed = due.filter(({ body }) => body === undefined).map(({ eventId }) => eventId);
  const found = sealed.length === 0 ? [] : await events.of(tenant, sealed);
  const bodies = new Map(found.map(({ eventId, body }) => [eventId, body]));
  return due.map((queued) => {
    const { eventId, type, eventAt, attempts } = queued;
    const body = queued.body ?? bodies.get(eventId);
    if (body === undefined) throw new Error(`${eventId} was queued and is in no journal`);
    return { eventId, type, eventAt, attempts, body, queued };
  });
};
