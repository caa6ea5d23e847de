import type { Tenant } from '@hundi/core';
import { rowsOf, text } from '../../engine/described.js';
import type { Values } from '../../engine/named.js';
import { OWNED } from '../rows/owner.js';

/** An endpoint of a corporate. */
export interface EndpointOf {
  readonly tenant: Tenant;
  readonly endpointId: string;
}

/** Which endpoint a row is about. */
export const ENDPOINT = rowsOf<EndpointOf>()({
  endpoint_id: text(({ endpointId }) => endpointId),
  corporate_id: text(({ tenant }) => tenant.corporateTenantId),
  bank_id: text(({ tenant }) => tenant.bankTenantId),
});

/** The parameters of a statement on the rows of one endpoint. */
export const ownedBy = (tenant: Tenant, endpointId: string): Values =>
  ENDPOINT.values({ tenant, endpointId });

/** A condition: the row is about the endpoint. */
export const OF_ENDPOINT = `endpoint_id = :endpoint_id AND ${OWNED}`;
