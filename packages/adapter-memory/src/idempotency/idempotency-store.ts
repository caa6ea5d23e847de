import type { IdempotencyStore, KeptAnswer, RequestKey } from '@hundi/core/storage';
import { found } from '../engine/found.js';
import { tenantKey } from '../engine/per-tenant.js';
import type { Unit } from '../engine/unit.js';

const nameOf = ({ tenant, route, key }: RequestKey): string =>
  JSON.stringify([tenantKey(tenant), route, key]);

/** In the order of SQL: by corporate, route and key. */
const placeOf = ({ tenant, route, key }: RequestKey): string =>
  [tenant.corporateTenantId, route, key].join('\0');

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
    sealed: async ({ outcomes, routes }, limit, after) => {
      const behind = after === undefined ? undefined : placeOf(after);
      const looked = [...all.values()]
        .map((answer) => ({ answer, place: placeOf(answer) }))
        .filter(({ place }) => behind === undefined || place > behind)
        .sort((a, b) => (a.place < b.place ? -1 : 1))
        .slice(0, limit)
        .map(({ answer }) => answer);
      const found = looked.filter(
        ({ outcome, route }) => outcomes.includes(outcome) || routes.includes(route),
      );
      const last = looked.at(-1);
      return { looked: looked.length, found, ...(last !== undefined && { last }) };
    },
    reseal: async (changes) => {
      const still = changes.filter(({ was }) => all.get(nameOf(was))?.body === was.body);
      for (const { was, body } of still) unit.set(all, nameOf(was), { ...was, body });
      return still.length;
    },
  });
};
