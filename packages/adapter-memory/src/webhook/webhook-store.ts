import type { WebhookEndpoint, WebhookEndpointStore } from '@hundi/core/storage';
import { firstOf } from '../engine/first-of.js';
import { sameTenant } from '../engine/per-tenant.js';
import type { Unit } from '../engine/unit.js';

export const webhookTables =
  (all: Map<string, WebhookEndpoint>): ((unit: Unit) => WebhookEndpointStore) =>
  (unit) => ({
    of: async (tenant) => [...all.values()].filter((endpoint) => sameTenant(endpoint, tenant)),
    find: async (tenant, endpointId) => {
      const endpoint = all.get(endpointId);
      return endpoint !== undefined && sameTenant(endpoint, tenant) ? endpoint : undefined;
    },
    some: async (limit) => firstOf(all, limit),
    disabled: async (limit) => {
      const counts = { gone: 0, failing: 0, person: 0 };
      for (const { disabled } of all.values())
        if (disabled !== undefined) counts[disabled.by] = Math.min(counts[disabled.by] + 1, limit);
      return counts;
    },
    disabledBy: async (by, limit) =>
      [...all.values()].filter(({ disabled }) => disabled?.by === by).slice(0, limit),
    put: async (endpoints) => {
      for (const endpoint of endpoints) unit.set(all, endpoint.endpointId, endpoint);
    },
    remove: async (tenant, endpointId) => {
      const endpoint = all.get(endpointId);
      if (endpoint !== undefined && sameTenant(endpoint, tenant)) unit.delete(all, endpointId);
    },
  });
