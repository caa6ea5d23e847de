import type { IdempotencyStore, KeptAnswer, RequestKey } from '@hundi/core/storage';
import { found } from '../engine/found.js';
import { tenantKey } from '../engine/per-tenant.js';
import type { Unit } from '../engine/unit.js';

const nameOf = ({ tenant, route, key }: RequestKey): string =>
  JSON.stringify([tenantKey(tenant), route, key]);

export const idempotencyTables = (): ((unit: Unit) => IdempotencyStore) => {
  const all = new Map<string, KeptAnswer>();
  return (unit) => ({
    find: async (keys) => found(all, keys.map(nameOf)),
    add: async (answers) =>
      answers.filter((answer) => {
        const name = nameOf(answer);
        if (all.has(name)) return false;
        unit.set(all, name, answer);
        return true;
      }),
  });
};
