import type { Tenant } from '../../../kernel/values/tenant.js';
import type { EpochMs } from '../../../kernel/values/time.js';
import type { Stores } from '../../../storage/storage.js';
import type { DeliveryProgress } from '../../../model/webhook/endpoint/delivery.js';
import type { WebhookEndpoint } from '../../../model/webhook/endpoint/endpoint.js';
import { typesMeant } from '../../../model/webhook/endpoint/subscription.js';

interface Changed {
  readonly before: WebhookEndpoint;
  readonly next: WebhookEndpoint;
}

/**
 * Brings the deliveries of an endpoint in line with a change of it. One that is enabled, or goes elsewhere, has
 * failed for no time at all, and one that is disabled fails no longer; one that hears of other events hears of them
 * from now on.
 */
export const realignDeliveries = async (
  stores: Pick<Stores, 'deliveries' | 'events'>,
  tenant: Tenant,
  { before, next }: Changed,
  at: EpochMs,
): Promise<void> => {
  const { deliveries } = stores;
  const isEnabled = next.disabled === undefined;
  const progress = await deliveries.progress(tenant, next.endpointId);
  if (progress === undefined) return;
  const { failingSince, backoff, ...rest } = progress;
  const begins = next.url !== before.url || (isEnabled && before.disabled !== undefined);
  if (begins && backoff !== undefined) await deliveries.hasten(tenant, next.endpointId, at);
  await deliveries.putProgress({
    ...rest,
    ...(!begins && isEnabled && failingSince !== undefined && { failingSince }),
    ...(!begins && backoff !== undefined && { backoff }),
    ...(next.eventTypes !== before.eventTypes && {
      position: await heardUpTo(stores, progress, before.eventTypes),
    }),
  });
};

/** How far an endpoint has come: up to the first event that it subscribes to and was not sent. */
const heardUpTo = async (
  { events }: Pick<Stores, 'events'>,
  { tenant, position }: DeliveryProgress,
  eventTypes: ReadonlyArray<string>,
): Promise<number> => {
  const last = await events.lastPosition(tenant);
  const [first] = await events.after(tenant, position, 1, typesMeant(eventTypes));
  return first === undefined ? Math.max(position, last) : first.position - 1;
};
