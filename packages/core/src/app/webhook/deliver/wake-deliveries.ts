import { writeRecords } from '../../writer/write-changes.js';
import type { JournalEntry } from '../../../model/journal/entry/entry.js';
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

/**
 * Lets the endpoints of a corporate be delivered to that subscribe to what is sealed. A unit that makes, enables or changes
 * an endpoint and one that seals events may not see each other; the entry of the former is sealed after both, and wakes
 * the endpoint once more.
 */
export const wakeDeliveries = async (
  stores: Stores,
  tenant: Tenant,
  {
    entries,
    types,
  }: { readonly entries: Iterable<JournalEntry>; readonly types: Iterable<string> },
  at: EpochMs,
): Promise<void> => {
  const woken = new Set<string>();
  for (const { subjectKind, subjectId, to } of entries)
    if (subjectKind === 'webhook_endpoint' && to === 'enabled') woken.add(subjectId);
  const kinds = [...new Set(types)];
  const endpoints = kinds.length === 0 ? [] : await stores.webhookEndpoints.of(tenant);
  for (const { endpointId, disabled, eventTypes } of endpoints)
    if (disabled === undefined && kinds.some((type) => hearsOf(eventTypes, type)))
      woken.add(endpointId);
  const wakes = [...woken].map((endpointId) => deliveryWork(tenant, endpointId, at));
  await writeRecords(stores, { wakes });
};
