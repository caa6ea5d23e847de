import type { SealedEvent } from '../../../model/journal/entry/sealed-event.js';
import type { Tenant } from '../../../kernel/values/tenant.js';
import type { EpochMs } from '../../../kernel/values/time.js';
import type { Stores } from '../../../storage/storage.js';
import type { DeliveryProgress, QueuedDelivery } from '../../../model/webhook/endpoint/delivery.js';
import type { WebhookEndpoint } from '../../../model/webhook/endpoint/endpoint.js';
import type { EventType } from '../../../model/journal/entry/event-type.js';

/** One event on its way to an endpoint. */
export interface Outgoing {
  readonly eventId: string;
  readonly type: EventType;
  readonly eventAt: EpochMs;
  readonly body: string;
  /** Failed attempts so far. */
  readonly attempts: number;
  /** Its place in the feed; a test has none. */
  readonly place?: number;
  /** The same, when it is tried for the first time. */
  readonly position?: number;
  /** It is tried before others that come first. */
  readonly isAhead?: boolean;
  /** The delivery as it was queued, if it was. */
  readonly queued?: QueuedDelivery;
}

/** The deliveries that an endpoint gets next. */
export interface Consignment {
  readonly endpoint: WebhookEndpoint;
  readonly progress: DeliveryProgress;
  readonly readAt: EpochMs;
  /** Queued deliveries first, then new ones, by position. */
  readonly outgoing: ReadonlyArray<Outgoing>;
  /** How far the endpoint has come once all of it was tried. */
  readonly upTo: number;
  /** Set while the endpoint fails as a whole: one event after another, until one is taken. */
  readonly probes?: 'while left alone' | 'in its time';
}

/** An event that is tried for the first time. */
export const newlyOut = ({ eventId, type, at, body, position }: SealedEvent): Outgoing => ({
  eventId,
  type,
  eventAt: at,
  body,
  position,
  place: position,
  attempts: 0,
});

/** An event that is to be tried at a moment, on a schedule of its own. */
export const queuedAnew = (
  { tenant, endpointId }: Pick<QueuedDelivery, 'tenant' | 'endpointId'>,
  { eventId, type, at: eventAt }: SealedEvent,
  dueAt: EpochMs,
): QueuedDelivery => ({ tenant, endpointId, eventId, type, eventAt, attempts: 0, dueAt });

/** The oldest comes first; a test event has no position and comes before all, because a person waits for it. */
export const byPlace = (a: Outgoing, b: Outgoing): number => (a.place ?? 0) - (b.place ?? 0);

export const withBodies = async (
  { events }: Pick<Stores, 'events'>,
  tenant: Tenant,
  due: ReadonlyArray<QueuedDelivery>,
): Promise<ReadonlyArray<Outgoing>> => {
  const sealed = due.filter(({ body }) => body === undefined).map(({ eventId }) => eventId);
  const found = sealed.length === 0 ? [] : await events.of(tenant, sealed);
  const places = new Map(found.map((event) => [event.eventId, event]));
  return due.map((queued) => {
    const { eventId, type, eventAt, attempts } = queued;
    const sealedAs = places.get(eventId);
    const body = queued.body ?? sealedAs?.body;
    if (body === undefined) throw new Error(`${eventId} was queued and is in no journal`);
    const place = sealedAs && { place: sealedAs.position };
    return { eventId, type, eventAt, attempts, body, queued, ...place };
  });
};
