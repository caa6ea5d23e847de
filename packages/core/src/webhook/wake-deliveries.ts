import type { NewWork } from '../duty/work-store.js';
import type { Tenant } from '../kernel/tenant.js';
import type { EpochMs } from '../kernel/time.js';
import type { Stores } from '../ports/storage.js';
import { hearsOf } from './subscription.js';

/** The work of delivering to an endpoint, due at a moment. */
export const deliveryWork = (tenant: Tenant, endpointId: string, runAt: EpochMs): NewWork => ({
  duty: 'deliver-webhooks',
  subject: endpointId,
  tenant,
  runAt,
});

/** Lets the endpoints of a corporate that hear of any of these types be delivered to. */
export const wakeDeliveries = async (
  { webhookEndpoints, work }: Stores,
  tenant: Tenant,
  types: Iterable<string>,
  at: EpochMs,
): Promise<void> => {
  const kinds = [...new Set(types)];
  const listening = (await webhookEndpoints.of(tenant)).filter(
    ({ disabled, eventTypes }) =>
      disabled === undefined && kinds.some((type) => hearsOf(eventTypes, type)),
  );
  await work.wake(listening.map(({ endpointId }) => deliveryWork(tenant, endpointId, at)));
};
