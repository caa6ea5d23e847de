import type {
  Incident,
  IncidentKind,
  IncidentPlace,
  JournalEntry,
  JournalStore,
} from '@hundi/core';
import type { JournalRows } from './journal-rows.js';
import { perTenant, tenantKey } from './per-tenant.js';
import type { Unit } from './unit.js';

type Entries = ReadonlyArray<JournalEntry>;

/** With one more entry, by sequence. An entry is the last one almost always, so it is looked for from the end. */
const withEntry = (entries: Entries, entry: JournalEntry): Entries => {
  const before = entries.findLastIndex(({ sequence }) => sequence <= entry.sequence);
  if (entries[before]?.sequence === entry.sequence) {
    throw new Error(`${entry.subjectId} has an entry ${String(entry.sequence)} already`);
  }
  return entries.toSpliced(before + 1, 0, entry);
};

const newestFirst = (a: IncidentPlace, b: IncidentPlace): number =>
  b.at - a.at || descending(a.kind, b.kind) || descending(a.subjectId, b.subjectId);

const descending = (a: string, b: string): number => (a < b ? 1 : a > b ? -1 : 0);

export const journalTables = ({
  of,
  nextPlace,
  places,
  tenants,
}: JournalRows): ((unit: Unit) => JournalStore) => {
  const incidentsOf = perTenant(() => new Map<string, Incident>());
  // Of every tenant, in the order in which they were raised.
  const raised = new Map<string, Incident>();

  return (unit) => ({
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
      [...new Set(subjectIds)]
        .sort()
        .flatMap((id) =>
          (of(tenant).entries.get(id) ?? []).map((entry) => ({
            place: places.get(entry) ?? 0,
            entry,
          })),
        ),
    of: async (tenant, subjectId) => of(tenant).entries.get(subjectId) ?? [],
    raise: async (all) => {
      for (const incident of all) {
        const incidents = incidentsOf(incident.tenant);
        const name = `${incident.kind} ${incident.subjectId}`;
        if (incidents.has(name)) continue;
        unit.set(incidents, name, incident);
        unit.set(raised, `${tenantKey(incident.tenant)} ${name}`, incident);
      }
    },
    recentIncidents: async (since, limit) => {
      const counts = new Map<IncidentKind, number>();
      for (const { kind, at } of [...raised.values()].slice(-limit)) {
        if (at >= since) counts.set(kind, (counts.get(kind) ?? 0) + 1);
      }
      return counts;
    },
    latest: async (tenant, subjectId, before = Infinity, limit) => {
      const { entries, placed } = of(tenant);
      const all =
        subjectId === undefined
          ? [...placed].map(([place, entry]) => ({ place, entry }))
          : (entries.get(subjectId) ?? []).map((entry) => ({ place: entry.sequence, entry }));
      return all
        .filter(({ place }) => place < before)
        .slice(-limit)
        .reverse();
    },
    incidents: async (tenant, limit, before) =>
      [...incidentsOf(tenant).values()]
        .filter((incident) => before === undefined || newestFirst(before, incident) < 0)
        .sort(newestFirst)
        .slice(0, limit),
  });
};
