import { WebhookEndpoint, type WebhookEndpointStore } from '@hundi/core';
import type { Dialect } from '../engine/dialect.js';
import type { Session } from '../engine/session.js';
import { smallRecords, withTenant } from './small-records.js';

/** Endpoints. */
export const webhookEndpointStore = (
  dialect: Dialect,
): ((session: Session) => WebhookEndpointStore) => {
  const endpoints = smallRecords(
    dialect,
    'webhook_endpoints',
    'id',
    WebhookEndpoint,
    ({ endpointId }) => endpointId,
  );
  const remove = 'DELETE FROM webhook_endpoints WHERE id = ? AND corporate_id = ? AND bank_id = ?';
  return (session) => ({
    of: (tenant) => endpoints.of(session, tenant),
    find: async (tenant, endpointId) => (await endpoints.some(session, tenant, [endpointId]))[0],
    some: (limit) => endpoints.first(session, limit),
    put: (records) => endpoints.put(session, withTenant(records)),
    remove: async ({ corporateTenantId, bankTenantId }, endpointId) => {
      await session.run(remove, [endpointId, corporateTenantId, bankTenantId]);
    },
  });
};
