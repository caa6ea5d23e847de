import type { Tenant } from '@hundi/core';
import { NOTHING_SEALED } from '@hundi/core/wire';
import type { SealedEntry, SealStore } from '@hundi/core/storage';
import type { Claimed, JournalRows } from './journal-rows.js';
import { tenantKey } from '../engine/per-tenant.js';
import type { Unit } from '../engine/unit.js';

const byCorporate = (a: Tenant, b: Tenant): number =>
  a.corporateTenantId < b.corporateTenantId ? -1 : 1;

type Write = SealStore['write'];

const write = (
  unit: Unit,
  { of, claims }: JournalRows,
  current: Claimed,
  { head, seals, events, heldUntil = 0 }: Parameters<Write>[1],
): void => {
  const journal = of(current.tenant);
  unit.set(claims, tenantKey(current.tenant), { ...current, head, failures: 0, heldUntil });
  for (const seal of seals) {
    if (!journal.unsealed.has(seal.place) || journal.seals.has(seal.ordinal))
      throw new Error(`entry ${String(seal.place)} is sealed already`);
    unit.set(journal.seals, seal.ordinal, seal);
    unit.delete(journal.unsealed, seal.place);
  }
  for (const event of events) {
    if (journal.events.has(event.position) || journal.positions.has(event.eventId))
      throw new Error(`event ${event.eventId} is there already`);
    unit.set(journal.events, event.position, event);
    unit.set(journal.positions, event.eventId, event.position);
  }
};

const behind = (
  all: ReadonlyArray<Tenant>,
  after: string | undefined,
  limit: number,
): ReadonlyArray<Tenant> =>
  all
    .filter(({ corporateTenantId }) => after === undefined || corporateTenantId > after)
    .sort(byCorporate)
    .slice(0, limit);

const claimIn =
  ({ claims }: JournalRows) =>
  (tenant: Tenant): Claimed =>
    claims.get(tenantKey(tenant)) ?? {
      tenant,
      token: 0,
      failures: 0,
      head: NOTHING_SEALED,
      heldUntil: 0,
    };

type Waits = Pick<SealStore, 'waiting' | 'nextDue' | 'tenants'>;

const waitsOf = (rows: JournalRows): Waits => {
  const { of, tenants, claims } = rows;
  const claimOf = claimIn(rows);
  const unsealed = (): ReadonlyArray<Tenant> =>
    [...tenants.values()].filter((tenant) => of(tenant).unsealed.size > 0);

  return {
    waiting: async (now, after, limit) => {
      const free = unsealed().filter((tenant) => claimOf(tenant).heldUntil <= now);
      return behind(free, after, limit);
    },
    nextDue: async (now) => {
      const moments = unsealed().map((tenant) => claimOf(tenant).heldUntil);
      if (moments.length === 0) return undefined;
      const first = Math.min(...moments);
      return first <= now ? now : first;
    },
    tenants: async (after, limit) => {
      const heads = [...claims].map(([key, { tenant }]) => [key, tenant] as const);
      return behind([...new Map([...heads, ...tenants]).values()], after, limit);
    },
  };
};

export const sealTables = (rows: JournalRows): ((unit: Unit) => SealStore) => {
  const { of, claims } = rows;
  const claimOf = claimIn(rows);

  const waits = waitsOf(rows);

  return (unit) => ({
    claim: async (wanted, now, leaseMs) => {
      const held: Claimed[] = [];
      for (const tenant of [...wanted].sort(byCorporate)) {
        const before = claimOf(tenant);
        if (before.heldUntil > now) continue;
        const claimed = { ...before, token: before.token + 1, heldUntil: now + leaseMs };
        unit.set(claims, tenantKey(tenant), claimed);
        held.push(claimed);
      }
      return held.map(({ heldUntil: _, ...one }) => one);
    },
    unsealed: async (tenant, limit, after = 0) => {
      const journal = of(tenant);
      const all = [...journal.unsealed]
        .filter(([place]) => place > after)
        .sort(([a], [b]) => a - b);
      const entries = all.slice(0, limit).map(([place, entry]) => ({ place, entry }));
      return { entries, isAll: all.length < limit, completeUpTo: entries.at(-1)?.place ?? after };
    },
    write: async (held, sealing) => {
      const current = claimOf(held.tenant);
      if (current.token !== held.token || current.head.ordinal !== held.head.ordinal) return 'lost';
      write(unit, rows, current, sealing);
      return 'written';
    },
    putOff: async ({ tenant, token }, until) => {
      const current = claimOf(tenant);
      if (current.token !== token) return;
      const failures = current.failures + 1;
      unit.set(claims, tenantKey(tenant), { ...current, failures, heldUntil: until });
    },
    chain: async (tenant, after, limit) => {
      const { seals, placed } = of(tenant);
      const links: SealedEntry[] = [];
      for (let next = after + 1; links.length < limit; next += 1) {
        const seal = seals.get(next);
        if (seal === undefined) break;
        const entry = placed.get(seal.place);
        links.push(entry === undefined ? seal : { entry, ...seal });
      }
      return links;
    },
    head: async (tenant) => claimOf(tenant).head,
    // Nothing but sealing writes here.
    orphans: async () => ({}),
    waiting: waits.waiting,
    nextDue: waits.nextDue,
    tenants: waits.tenants,
  });
};
