import type { Tenant } from '../kernel/tenant.js';
import type { WebhookEndpoint } from './endpoint.js';

export interface WebhookEndpointStore {
  readonly of: (tenant: Tenant) => Promise<ReadonlyArray<WebhookEndpoint>>;
  /** Adds or overwrites by `endpointId`. */
  readonly put: (endpoints: ReadonlyArray<WebhookEndpoint>) => Promise<void>;
}
