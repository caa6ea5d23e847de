import type { LimitUse, PayoutStore } from '@hundi/core/storage';
import { found } from '../engine/found.js';
import { perTenant } from '../engine/per-tenant.js';
import type { Unit } from '../engine/unit.js';

const nameOf = ({ packageCode, day }: Pick<LimitUse, 'packageCode' | 'day'>): string =>
  `${packageCode} ${day}`;

type LimitStore = Pick<PayoutStore, 'holdLimits' | 'limitsUsed' | 'useLimits'>;

/** Units take place one at a time, so reading a limit is holding it. */
export const limitTables = (): ((unit: Unit) => LimitStore) => {
  const of = perTenant(() => new Map<string, LimitUse>());
  const used: LimitStore['limitsUsed'] = async (tenant, keys) =>
    found(of(tenant), keys.map(nameOf));
  return (unit) => ({
    holdLimits: used,
    limitsUsed: used,
    useLimits: async (tenant, uses) => {
      const amounts = of(tenant);
      for (const { packageCode, day, amount } of uses) {
        const name = nameOf({ packageCode, day });
        const before = amounts.get(name)?.amount ?? 0n;
        unit.set(amounts, name, { packageCode, day, amount: before + amount });
      }
    },
  });
};
