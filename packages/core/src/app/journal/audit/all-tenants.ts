import type { Tenant } from '../../../kernel/values/tenant.js';
import type { Storage } from '../../../storage/storage.js';

const TENANTS_A_READ = 100;

/** Every corporate with a journal, by id. */
export async function* allTenants(storage: Storage): AsyncGenerator<ReadonlyArray<Tenant>> {
  let after: Tenant['corporateTenantId'] | undefined;
  for (;;) {
    const behind = after;
    const read = await storage.read(({ seals }) => seals.tenants(behind, TENANTS_A_READ));
    if (read.length > 0) yield read;
    if (read.length < TENANTS_A_READ) return;
    after = read.at(-1)?.corporateTenantId;
  }
}
