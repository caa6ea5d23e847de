import type { LimitUse, PayoutStore } from '@hundi/core/storage';
import { found } from '../engine/found.js';
import { perTenant } from '../engine/per-tenant.js';
import type { Unit } from '../engine/unit.js';

const nameOf = ({ packageCode, day }: Pick<LimitUse, 'packageCode' | 'day'>): string =>
  `${packageCode} ${day}`;

type LimitStore = Pick<PayoutStore, 'holdLimits' | 'useLimits'>;

/** Units take place one at a time, so reading a limit is holding it. */
export const limitTables = (): ((unit: Unit) => LimitStore) => {
  const of = perTenant(() => new Map<string, LimitUse>());
  return (unit) => ({
    holdLimits: async (tenant, keys) => found(of(tenant), keys.map(nameOf)),
    useLimits: async (tenant, uses) => {
      const used = of(tenant);
      for (const { packageCode, day, amount } of uses) {
        const name = nameOf({ packageCode, day });
        const before = used.get(name)?.amount ?? 0n;
        unit.set(used, name, { packageCode, day, amount: before + amount });
      }
    },
  });
};
