import { writeRecords } from '../../writer/write-changes.js';
import type { NewWork } from '../../../storage/work-store.js';
import type { Tenant } from '../../../kernel/values/tenant.js';
import type { EpochMs } from '../../../kernel/values/time.js';
import type { Stores } from '../../../storage/storage.js';
import { hearsOf } from '../../../model/webhook/endpoint/subscription.js';

export const deliveryWork = (tenant: Tenant, endpointId: string, runAt: EpochMs): NewWork => ({
  duty: 'deliver-webhooks',
  subject: endpointId,
  tenant,
  runAt,
});

/** Lets the endpoints of a corporate that subscribe to any of these types be delivered to. */
export const wakeDeliveries = async (
  stores: Stores,
  tenant: Tenant,
  types: Iterable<string>,
  at: EpochMs,
): Promise<void> => {
  const kinds = [...new Set(types)];
  const listening = (await stores.webhookEndpoints.of(tenant)).filter(
    ({ disabled, eventTypes }) =>
      disabled === undefined && kinds.some((type) => hearsOf(eventTypes, type)),
  );
  const wakes = listening.map(({ endpointId }) => deliveryWork(tenant, endpointId, at));
  await writeRecords(stores, { wakes });
};
