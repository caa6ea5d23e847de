import type { Incident, IncidentKind, JournalStore } from '@hundi/core/storage';
import { bulk } from '../../engine/bulk.js';
import { int, rowsOf, text } from '../../engine/described.js';
import { inserting, type Dialect } from '../../engine/dialect.js';
import type { Session } from '../../engine/session.js';
import type { Int } from '../rows/present.js';

const INCIDENT = rowsOf<Incident>()({
  bank_id: text(({ tenant }) => tenant.bankTenantId),
  corporate_id: text(({ tenant }) => tenant.corporateTenantId),
  kind: text(({ kind }) => kind),
  subject_id: text(({ subjectId }) => subjectId),
  at: int(({ at }) => at),
  detail: text(({ detail }) => detail),
});

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

type Incidents = Pick<JournalStore, 'raise' | 'recentIncidents' | 'incidents'>;

/** What a person should look at. */
export const incidentStore = (dialect: Dialect): ((session: Session) => Incidents) => {
  const raise = bulk(
    dialect,
    INCIDENT.columns,
    inserting(
      { table: 'incidents', columns: INCIDENT.columns },
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
      await raise.run(session, raised, INCIDENT.cells);
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
