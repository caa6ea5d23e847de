import type { Incident, IncidentKind, JournalEntry, JournalStore } from '@hundi/core';
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

export const journalTables = (): ((unit: Unit) => JournalStore) => {
  const of = perTenant(() => ({
    entries: new Map<string, Entries>(),
    incidents: new Map<string, Incident>(),
  }));

  // Of every tenant, in the order in which they were raised.
  const raised = new Map<string, Incident>();

  return (unit) => ({
    append: async (all) => {
      for (const entry of all) {
        const { entries } = of(entry.tenant);
        const known = entries.get(entry.subjectId) ?? [];
        unit.set(entries, entry.subjectId, withEntry(known, entry));
      }
    },
    of: async (tenant, subjectId) => of(tenant).entries.get(subjectId) ?? [],
    raise: async (all) => {
      for (const incident of all) {
        const { incidents } = of(incident.tenant);
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
    incidents: async (tenant, limit) =>
      [...of(tenant).incidents.values()].sort((a, b) => b.at - a.at).slice(0, limit),
  });
};
