import type { Incident, IncidentKind, JournalEntry, JournalStore, SubjectKind } from '@hundi/core';
import { bulk } from '../engine/bulk.js';
import { inserting, type Dialect } from '../engine/dialect.js';
import type { Session } from '../engine/session.js';
import { present, type Int } from './present.js';

const ENTRY_COLUMNS = {
  bank_id: 'text',
  corporate_id: 'text',
  subject_kind: 'text',
  subject_id: 'text',
  sequence: 'int',
  from_state: 'text',
  to_state: 'text',
  at: 'int',
  actor: 'text',
  changes: 'text',
} as const;

const INCIDENT_COLUMNS = {
  bank_id: 'text',
  corporate_id: 'text',
  kind: 'text',
  subject_id: 'text',
  at: 'int',
  detail: 'text',
} as const;

interface EntryRow {
  readonly subject_kind: SubjectKind;
  readonly subject_id: string;
  readonly sequence: Int;
  readonly from_state: string | null;
  readonly to_state: string;
  readonly at: Int;
  readonly actor: string;
  readonly changes: string;
}

interface KindRow {
  readonly kind: IncidentKind;
  readonly count: Int;
}

interface IncidentRow {
  readonly kind: IncidentKind;
  readonly subject_id: string;
  readonly at: Int;
  readonly detail: string;
}

const entryCells = (entry: JournalEntry) => [
  entry.tenant.bankTenantId,
  entry.tenant.corporateTenantId,
  entry.subjectKind,
  entry.subjectId,
  entry.sequence,
  entry.from,
  entry.to,
  entry.at,
  entry.actor,
  JSON.stringify(entry.changes),
];

const entryOf =
  (tenant: JournalEntry['tenant']) =>
  (row: EntryRow): JournalEntry =>
    present<JournalEntry>({
      tenant,
      subjectKind: row.subject_kind,
      subjectId: row.subject_id,
      sequence: Number(row.sequence),
      from: row.from_state,
      to: row.to_state,
      at: Number(row.at),
      actor: row.actor,
      changes: JSON.parse(row.changes) as JournalEntry['changes'],
    });

const incidentCells = ({ tenant, kind, subjectId, at, detail }: Incident) => [
  tenant.bankTenantId,
  tenant.corporateTenantId,
  kind,
  subjectId,
  at,
  detail,
];

/** The journal, and the incidents beside it. */
export const journalStore = (dialect: Dialect): ((session: Session) => JournalStore) => {
  const append = dialect.insert({ table: 'journal', columns: ENTRY_COLUMNS });
  const of = `SELECT subject_kind, subject_id, sequence, from_state, to_state, at, actor, changes
    FROM journal ${dialect.using('journal_of_subject')}
    WHERE corporate_id = ? AND subject_id = ? AND bank_id = ? ORDER BY sequence`;
  const raise = bulk(
    dialect,
    INCIDENT_COLUMNS,
    inserting(
      { table: 'incidents', columns: INCIDENT_COLUMNS },
      'ON CONFLICT (corporate_id, kind, subject_id) DO NOTHING',
    ),
  );
  const incidents = `SELECT kind, subject_id, at, detail
    FROM incidents ${dialect.using('incidents_by_time')}
    WHERE corporate_id = ? AND bank_id = ? ORDER BY at DESC, incident_no DESC LIMIT ?`;

  const recentIncidents = `SELECT kind, count(*) AS count
    FROM (SELECT kind, at FROM incidents ORDER BY incident_no DESC LIMIT ?) i
    WHERE at >= ? GROUP BY kind`;

  return (session) => ({
    append: async (entries) => {
      await append(session, entries, entryCells);
    },
    of: async (tenant, subjectId) =>
      (
        (await session.all(of, [
          tenant.corporateTenantId,
          subjectId,
          tenant.bankTenantId,
        ])) as ReadonlyArray<EntryRow>
      ).map(entryOf(tenant)),
    raise: async (raised) => {
      await raise.run(session, raised, incidentCells);
    },
    recentIncidents: async (since, limit) => {
      const rows = (await session.all(recentIncidents, [limit, since])) as ReadonlyArray<KindRow>;
      return new Map(rows.map(({ kind, count }) => [kind, Number(count)]));
    },
    incidents: async (tenant, limit) =>
      (
        (await session.all(incidents, [
          tenant.corporateTenantId,
          tenant.bankTenantId,
          limit,
        ])) as ReadonlyArray<IncidentRow>
      ).map(({ kind, subject_id, at, detail }) => ({
        tenant,
        kind,
        subjectId: subject_id,
        at: Number(at),
        detail,
      })),
  });
};
