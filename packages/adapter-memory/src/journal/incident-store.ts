import type {
  Incident,
  IncidentKind,
  IncidentPlace,
  JournalStore,
  PlacedIncident,
} from '@hundi/core/storage';
import { perTenant, tenantKey } from '../engine/per-tenant.js';
import type { Unit } from '../engine/unit.js';

const newestFirst = (a: IncidentPlace, b: IncidentPlace): number =>
  b.at - a.at || descending(a.kind, b.kind) || descending(a.subjectId, b.subjectId);

const descending = (a: string, b: string): number => (a < b ? 1 : a > b ? -1 : 0);

type Incidents = Pick<
  JournalStore,
  'raise' | 'recentIncidents' | 'incidents' | 'incidentsAbout' | 'latestIncidents'
>;

export const incidentTables = (): ((unit: Unit) => Incidents) => {
  const incidentsOf = perTenant(() => new Map<string, Incident>());
  // The incidents of every tenant, in the order in which they were raised.
  const raised = new Map<string, Incident>();

  return (unit) => ({
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
    incidentsAbout: async (tenant, subjectIds) => {
      const sought = new Set(subjectIds);
      return [...incidentsOf(tenant).values()].filter(({ subjectId }) => sought.has(subjectId));
    },
    latestIncidents: async (limit, before = Infinity) =>
      [...raised.values()]
        .map((incident, i): PlacedIncident => ({ place: i + 1, incident }))
        .filter(({ place }) => place < before)
        .reverse()
        .slice(0, limit),
    incidents: async (tenant, limit, before) =>
      [...incidentsOf(tenant).values()]
        .filter((incident) => before === undefined || newestFirst(before, incident) < 0)
        .sort(newestFirst)
        .slice(0, limit),
  });
};
