import type { Tenant } from '../kernel/values/tenant.js';
import type { DisabledBy } from '../model/webhook/endpoint/endpoint-machine.js';
import type { WebhookEndpoint } from '../model/webhook/endpoint/endpoint.js';

/** Webhook endpoints (decisions §11). */
export interface WebhookEndpointStore {
  readonly of: (tenant: Tenant) => Promise<ReadonlyArray<WebhookEndpoint>>;
  readonly find: (tenant: Tenant, endpointId: string) => Promise<WebhookEndpoint | undefined>;
  /** Endpoints of all corporates, by id, at most `limit`. */
  readonly some: (limit: number) => Promise<ReadonlyArray<WebhookEndpoint>>;
  /** Counts endpoints of all corporates that nothing is sent to, by why; at most `limit` of each. */
  readonly disabled: (limit: number) => Promise<Readonly<Record<DisabledBy, number>>>;
  /** Endpoints of all corporates that nothing is sent to for this reason, at most `limit`, in no order. */
  readonly disabledBy: (by: DisabledBy, limit: number) => Promise<ReadonlyArray<WebhookEndpoint>>;
  /** Adds or overwrites by `endpointId`. */
  readonly put: (endpoints: ReadonlyArray<WebhookEndpoint>) => Promise<void>;
  /** Takes an endpoint away; what was delivered and queued for it stays. */
  readonly remove: (tenant: Tenant, endpointId: string) => Promise<void>;
}
