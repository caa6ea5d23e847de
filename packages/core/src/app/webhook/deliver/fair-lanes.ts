import { byTenant, type Tenant } from '../../../kernel/values/tenant.js';
import type { EpochMs } from '../../../kernel/values/time.js';

/** How many lanes a corporate may be in at once, and for how long a claim is in one (ms). */
export interface LaneRule {
  readonly lanesEach: number;
  readonly leaseMs: number;
}

/**
 * Shares lanes between corporates: runs a group of work, but for that of a corporate which is in as many lanes
 * as it may be, which is put off. So one corporate, however many of its endpoints never answer, leaves lanes free.
 * A run whose claim has lapsed is in no lane any more: what it had in hand is claimed again.
 */
export const fairLanes = <A extends { readonly tenant: Tenant }>(
  { lanesEach, leaseMs }: LaneRule,
  now: () => EpochMs,
  run: (works: ReadonlyArray<A>) => Promise<void>,
  putOff: (works: ReadonlyArray<A>) => Promise<void>,
): ((claimed: ReadonlyArray<A>) => Promise<void>) => {
  /** When the claim of each run began, by corporate. */
  const lanes = new Map<string, ReadonlyArray<EpochMs>>();
  const lanesOf = (name: string, at: EpochMs): ReadonlyArray<EpochMs> =>
    (lanes.get(name) ?? []).filter((since) => at - since < leaseMs);
  const leave = (name: string, since: EpochMs): void => {
    const all = lanes.get(name) ?? [];
    const left = all.filter((_, i) => i !== all.indexOf(since));
    if (left.length === 0) lanes.delete(name);
    else lanes.set(name, left);
  };

  return async (claimed) => {
    const at = now();
    const groups = byTenant(claimed).map(([{ bankTenantId, corporateTenantId }, works]) => ({
      name: `${bankTenantId} ${corporateTenantId}`,
      works,
    }));
    const taken = groups.filter(({ name }) => lanesOf(name, at).length < lanesEach);
    const full = groups.filter((group) => !taken.includes(group)).flatMap(({ works }) => works);
    for (const { name } of taken) lanes.set(name, [...lanesOf(name, at), at]);
    try {
      if (full.length > 0) await putOff(full);
      if (taken.length > 0) await run(taken.flatMap(({ works }) => works));
    } finally {
      for (const { name } of taken) leave(name, at);
    }
  };
};
