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
  return (session) => ({
    of: (tenant) => endpoints.of(session, tenant),
    put: (records) => endpoints.put(session, withTenant(records)),
  });
};
