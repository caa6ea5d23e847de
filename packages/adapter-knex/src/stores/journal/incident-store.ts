import type { Incident, IncidentKind, JournalStore } from '@hundi/core';
import { bulk } from '../../engine/bulk.js';
import { inserting, type Dialect } from '../../engine/dialect.js';
import type { Session } from '../../engine/session.js';
import type { Int } from '../rows/present.js';

const INCIDENT_COLUMNS = {
  bank_id: 'text',
  corporate_id: 'text',
  kind: 'text',
  subject_id: 'text',
  at: 'int',
  detail: 'text',
} as const;

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

const incidentCells = ({ tenant, kind, subjectId, at, detail }: Incident) => [
  tenant.bankTenantId,
  tenant.corporateTenantId,
  kind,
  subjectId,
  at,
  detail,
];

type Incidents = Pick<JournalStore, 'raise' | 'recentIncidents' | 'incidents'>;

/** What a person should look at. */
export const incidentStore = (dialect: Dialect): ((session: Session) => Incidents) => {
  const raise = bulk(
    dialect,
    INCIDENT_COLUMNS,
    inserting(
      { table: 'incidents', columns: INCIDENT_COLUMNS },
      'ON CONFLICT (corporate_id, kind, subject_id) DO NOTHING',
    ),
  );
  const incidents = `SELECT kind, subject_id, at, detail
    FROM incidents ${dialect.using('incidents_in_order')}
    WHERE corporate_id = ? AND bank_id = ? AND (at, kind, subject_id) < (?, ?, ?)
    ORDER BY at DESC, kind DESC, subject_id DESC LIMIT ?`;
  const recentIncidents = `SELECT kind, count(*) AS count
    FROM (SELECT kind, at FROM incidents ORDER BY incident_no DESC LIMIT ?) i
    WHERE at >= ? GROUP BY kind`;

  return (session) => ({
    raise: async (raised) => {
      await raise.run(session, raised, incidentCells);
    },
    recentIncidents: async (since, limit) => {
      const rows = (await session.all(recentIncidents, [limit, since])) as ReadonlyArray<KindRow>;
      return new Map(rows.map(({ kind, count }) => [kind, Number(count)]));
    },
    incidents: async ({ corporateTenantId, bankTenantId }, limit, before) => {
      const rows = await session.all(incidents, [
        corporateTenantId,
        bankTenantId,
        before?.at ?? Number.MAX_SAFE_INTEGER,
        before?.kind ?? '',
        before?.subjectId ?? '',
        limit,
      ]);
      return (rows as ReadonlyArray<IncidentRow>).map(({ kind, subject_id, at, detail }) => ({
        tenant: { corporateTenantId, bankTenantId },
        kind,
        subjectId: subject_id,
        at: Number(at),
        detail,
      }));
    },
  });
};
