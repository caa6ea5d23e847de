import type { JournalEntry, JournalStore } from '@hundi/core/storage';
import { incidentTables } from './incident-store.js';
import type { JournalRows } from './journal-rows.js';
import { tenantKey } from '../engine/per-tenant.js';
import type { Unit } from '../engine/unit.js';

type Entries = ReadonlyArray<JournalEntry>;

/** With one more entry, by sequence. An entry is the last one almost always, so it is looked for from the end. */
const withEntry = (entries: Entries, entry: JournalEntry): Entries => {
  const before = entries.findLastIndex(({ sequence }) => sequence <= entry.sequence);
  if (entries[before]?.sequence === entry.sequence) {
    throw new Error(`${entry.subjectId} has an entry ${String(entry.sequence)} already`);
  }
  return entries.toSpliced(before + 1, 0, entry);
};

export const journalTables = ({
  of,
  nextPlace,
  places,
  tenants,
}: JournalRows): ((unit: Unit) => JournalStore) => {
  const incidentsOf = incidentTables();
  return (unit) => {
    // Spread they would cost the store its hidden class.
    const { raise, recentIncidents, incidents, incidentsAbout, latestIncidents } =
      incidentsOf(unit);
    return {
      raise,
      recentIncidents,
      incidents,
      incidentsAbout,
      latestIncidents,
      append: async (all) => {
        for (const entry of all) {
          const { entries, placed, unsealed } = of(entry.tenant);
          const known = entries.get(entry.subjectId) ?? [];
          const place = nextPlace();
          unit.set(entries, entry.subjectId, withEntry(known, entry));
          unit.set(placed, place, entry);
          unit.set(unsealed, place, entry);
          unit.set(places, entry, place);
          unit.set(tenants, tenantKey(entry.tenant), entry.tenant);
        }
      },
      ofMany: async (tenant, subjectIds) =>
        [...new Set(subjectIds)].sort().flatMap((id) =>
          (of(tenant).entries.get(id) ?? []).map((entry) => ({
            place: places.get(entry) ?? 0,
            entry,
          })),
        ),
      of: async (tenant, subjectId) => of(tenant).entries.get(subjectId) ?? [],
      last: async (tenant, subjectId) => of(tenant).entries.get(subjectId)?.at(-1),
      latest: async (tenant, subjectId, before = Infinity, limit) => {
        const { entries, placed } = of(tenant);
        const all =
          subjectId === undefined
            ? [...placed].map(([place, entry]) => ({ place, entry }))
            : (entries.get(subjectId) ?? []).map((entry) => ({ place: entry.sequence, entry }));
        return (
          all
            .filter(({ place }) => place < before)
            // What was archived and is restored comes last in its map.
            .sort((a, b) => a.place - b.place)
            .slice(-limit)
            .reverse()
        );
      },
    };
  };
};
