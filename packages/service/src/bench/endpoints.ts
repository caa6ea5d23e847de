import { E, type Storage, type Tenant } from '@hundi/core';

/** Disables every endpoint of a corporate, or enables it and lets what waits for it be due. */
export const setDisabled = async (
  storage: Storage,
  tenant: Tenant,
  isDisabled: boolean,
): Promise<void> => {
  await storage.atomically<never, undefined>(async ({ webhookEndpoints, work }) => {
    for (const { disabled: _, ...endpoint } of await webhookEndpoints.of(tenant)) {
      const disabled = { by: 'person', at: 0 } as const;
      await webhookEndpoints.put([{ ...endpoint, ...(isDisabled && { disabled }) }]);
      const subject = endpoint.endpointId;
      if (!isDisabled) await work.wake([{ duty: 'deliver-webhooks', subject, tenant, runAt: 0 }]);
    }
    return E.right(undefined);
  });
};
