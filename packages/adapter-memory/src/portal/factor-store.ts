import type { FactorStore, PersonFactors } from '@hundi/core/storage';
import { LostRace } from '../engine/lost-race.js';
import { sameTenant } from '../engine/per-tenant.js';
import type { Unit } from '../engine/unit.js';

export const factorTables =
  (all: Map<string, PersonFactors>): ((unit: Unit) => FactorStore) =>
  (unit) => {
    const of = (owner: Parameters<FactorStore['find']>[0], userId: PersonFactors['userId']) =>
      [...all.values()].find((one) => sameTenant(one, owner) && one.userId === userId);
    return {
      find: async (tenant, userId) => of(tenant, userId),
      hold: async (tenant, userId) => of(tenant, userId),
      findMany: async (tenant, userIds) =>
        [...all.values()].filter((one) => sameTenant(one, tenant) && userIds.includes(one.userId)),
      byId: async (id) => all.get(id),
      put: async (next) => {
        const known = of(next, next.userId);
        if ((known?.revision ?? 0) !== next.revision - 1 || (known ?? next).id !== next.id)
          throw new LostRace(`the factors of ${next.userId} changed meanwhile`);
        unit.set(all, next.id, next);
      },
    };
  };
