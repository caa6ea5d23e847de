import type { Tenant } from '@hundi/core';
import type { Stores } from '@hundi/core/storage';
import { aSettingsChange } from '@hundi/testkit';

/** Proposed changes of settings, from number `from` on. */
export const plantSettings = async (
  { settingsChanges }: Stores,
  tenant: Tenant,
  from: number,
  count: number,
): Promise<void> => {
  for (let n = from; n < from + count; n += 1)
    await settingsChanges.add(aSettingsChange(tenant, n));
};

/** Every statement about proposed changes of settings. */
export const lookAtSettings = async (
  { settingsChanges }: Stores,
  tenant: Tenant,
): Promise<void> => {
  await settingsChanges.find(tenant, 'sc_0007');
  await settingsChanges.latest(tenant, 51);
  await settingsChanges.latest(tenant, 51, 'sc_0500');
  await settingsChanges.pending(tenant, 5);
};
