import { byTenant, type Tenant } from '../kernel/tenant.js';

/**
 * Shares lanes between corporates: runs a group of work, but for that of a corporate which is in as many lanes
 * as it may be, which is put off. So one corporate, however many of its endpoints never answer, leaves lanes free.
 */
export const fairLanes = <A extends { readonly tenant: Tenant }>(
  lanesEach: number,
  run: (works: ReadonlyArray<A>) => Promise<void>,
  putOff: (works: ReadonlyArray<A>) => Promise<void>,
): ((claimed: ReadonlyArray<A>) => Promise<void>) => {
  const lanes = new Map<string, number>();
  const lanesOf = (name: string): number => lanes.get(name) ?? 0;
  const move = (names: ReadonlyArray<string>, by: number): void => {
    for (const name of names) lanes.set(name, lanesOf(name) + by);
  };

  return async (claimed) => {
    const groups = byTenant(claimed).map(([{ bankTenantId, corporateTenantId }, works]) => ({
      name: `${bankTenantId} ${corporateTenantId}`,
      works,
    }));
    const taken = groups.filter(({ name }) => lanesOf(name) < lanesEach);
    const full = groups.filter((group) => !taken.includes(group)).flatMap(({ works }) => works);
    const names = taken.map(({ name }) => name);
    move(names, 1);
    try {
      if (full.length > 0) await putOff(full);
      await run(taken.flatMap(({ works }) => works));
    } finally {
      move(names, -1);
    }
  };
};
