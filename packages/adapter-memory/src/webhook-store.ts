import type { WebhookEndpoint, WebhookEndpointStore } from '@hundi/core';
import { sameTenant } from './per-tenant.js';
import type { Unit } from './unit.js';

export const webhookTables = (): ((unit: Unit) => WebhookEndpointStore) => {
  const all = new Map<string, WebhookEndpoint>();
  return (unit) => ({
    of: async (tenant) => [...all.values()].filter((endpoint) => sameTenant(endpoint, tenant)),
    put: async (endpoints) => {
      for (const endpoint of endpoints) unit.set(all, endpoint.endpointId, endpoint);
    },
  });
};
