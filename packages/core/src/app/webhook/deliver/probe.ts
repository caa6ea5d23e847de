import type { Tenant } from '../../../kernel/values/tenant.js';
import type { EpochMs } from '../../../kernel/values/time.js';
import type { Stores } from '../../../storage/storage.js';
import type { DeliveryProgress } from '../../../model/webhook/endpoint/delivery.js';
import type { WebhookEndpoint } from '../../../model/webhook/endpoint/endpoint.js';
import { EVENT_TYPES } from '../../../model/journal/entry/event-type.js';
import {
  byPlace,
  newlyOut,
  queuedAnew,
  withBodies,
  type Consignment,
  type Outgoing,
} from './outgoing.js';
import { BEGIN_WITHIN } from './send-outgoing.js';
import { typesMeant } from '../../../model/webhook/endpoint/subscription.js';

/** How much of the queue is looked at for the event that has waited longest. */
const OLDEST_LOOK = 32;

/** How far ahead an event of another type may be. */
const AHEAD_MAX = 500;

/**
 * What an endpoint that fails as a whole is sent: while it is left alone, what a person asks for; after that,
 * the oldest event that waits, and if that is not taken, events that were never tried, of two types: perhaps the
 * receiver fails at one event only, or at one type.
 */
export const readProbe = async (
  stores: Stores,
  endpoint: WebhookEndpoint,
  progress: DeliveryProgress,
  { until, now }: { readonly until: EpochMs; readonly now: EpochMs },
): Promise<Consignment> => {
  const { deliveries, events } = stores;
  const { tenant, endpointId, position } = progress;
  const read = { endpoint, progress, readAt: now };
  const untried = await deliveries.untried(tenant, endpointId, now, 1);
  const asked = await withBodies(stores, tenant, untried);
  if (now < until) return { ...read, outgoing: asked, upTo: position, probes: 'while left alone' };

  const due = await deliveries.due(tenant, endpointId, now, OLDEST_LOOK);
  const [oldest] = [...(await withBodies(stores, tenant, due))].sort(byPlace);
  const first = asked[0] ?? oldest;
  // Before what is new is read: what is sealed meanwhile is not passed over.
  const last = await events.lastPosition(tenant);
  const types = typesMeant(endpoint.eventTypes);
  const [fresh] = await events.after(tenant, position, 1, types);
  const ahead =
    fresh &&
    (await readAhead(
      stores,
      tenant,
      fresh.position,
      (types ?? EVENT_TYPES).filter((type) => type !== fresh.type && type !== first?.type),
    ));
  return {
    ...read,
    probes: 'in its time',
    outgoing: await inTurn(stores, progress, [first, fresh && newlyOut(fresh), ahead]),
    upTo: fresh?.position ?? Math.max(last, position),
  };
};

/** An attempt that took so long left no time for others of its probe: the next probe begins with another event. */
const inTurn = async (
  { deliveries }: Stores,
  { tenant, endpointId }: DeliveryProgress,
  [first, fresh, ahead]: readonly [
    Outgoing | undefined,
    Outgoing | undefined,
    Outgoing | undefined,
  ],
): Promise<ReadonlyArray<Outgoing>> => {
  const [last] = await deliveries.attempts(tenant, endpointId, undefined, 1);
  const tookAll =
    last?.attempt.fault === 'timed_out' || (last?.attempt.durationMs ?? 0) >= BEGIN_WITHIN;
  const wasLast = (one?: Outgoing): boolean => tookAll && one?.eventId === last?.attempt.eventId;
  const order = wasLast(first)
    ? [ahead, fresh, first]
    : wasLast(ahead)
      ? [fresh, first, ahead]
      : [first, fresh, ahead];
  return order.filter((one) => one !== undefined);
};

const readAhead = async (
  { events }: Stores,
  tenant: Tenant,
  position: number,
  types: ReadonlyArray<(typeof EVENT_TYPES)[number]>,
): Promise<Outgoing | undefined> => {
  if (types.length === 0) return undefined;
  const [other] = await events.after(tenant, position, 1, types);
  return other === undefined || other.position - position > AHEAD_MAX
    ? undefined
    : { ...newlyOut(other), isAhead: true };
};

/** Lets the events that were passed over for one that was taken, and not tried, be due, each for itself. */
export const queuePassedOver = async (
  { events, deliveries }: Stores,
  { endpoint, progress }: Consignment,
  { position: taken = 0 }: Outgoing,
  { tried, at }: { readonly tried: ReadonlySet<string>; readonly at: EpochMs },
): Promise<void> => {
  const types = typesMeant(endpoint.eventTypes);
  const passed = await events.after(progress.tenant, progress.position, AHEAD_MAX, types);
  await deliveries.queue(
    passed
      .filter(({ eventId, position }) => position < taken && !tried.has(eventId))
      .map((event) => queuedAnew(progress, event, at)),
  );
};
