import { pages } from '../kernel/flow/pages.js';
import type { CorporateTenantId } from '../kernel/values/ids.js';
import type { Tenant } from '../kernel/values/tenant.js';
import type { Storage } from './storage.js';

/** Every corporate with a journal, or of whose journal something is left, by id, at most `limit` at a time. */
export const allTenants = (storage: Storage, limit = 100): AsyncGenerator<ReadonlyArray<Tenant>> =>
  pages<Tenant, CorporateTenantId | undefined>(
    (after, most) => storage.read(({ seals }) => seals.tenants(after, most)),
    limit,
    undefined,
    ({ corporateTenantId }) => corporateTenantId,
  );
