import type { Incident, IncidentKind, JournalStore } from '@hundi/core/storage';
import { bulk } from '../../engine/bulk.js';
import { int, rowsOf, text } from '../../engine/described.js';
import { inserting, type Dialect } from '../../engine/dialect.js';
import { named } from '../../engine/named.js';
import type { Session } from '../../engine/session.js';
import { OWNED, OWNER } from '../rows/owner.js';
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

const FOUND = INCIDENT.select(['kind', 'subject_id', 'at', 'detail']);

type Incidents = Pick<JournalStore, 'raise' | 'recentIncidents' | 'incidents'>;

/** Problems that a person should look at. */
export const incidentStore = (dialect: Dialect): ((session: Session) => Incidents) => {
  const raise = bulk(
    dialect,
    INCIDENT.columns,
    inserting(
      { table: 'incidents', columns: INCIDENT.columns },
      'ON CONFLICT (corporate_id, kind, subject_id) DO NOTHING',
    ),
  );
  const incidents = named(`SELECT ${FOUND.list()}
    FROM incidents ${dialect.using('incidents_in_order')}
    WHERE ${OWNED} AND (at, kind, subject_id) < (:at, :kind, :subject_id)
    ORDER BY at DESC, kind DESC, subject_id DESC LIMIT :limit`);
  const recentIncidents = named(`SELECT kind, count(*) AS count
    FROM (SELECT kind, at FROM incidents ORDER BY incident_no DESC LIMIT :limit) i
    WHERE at >= :since GROUP BY kind`);

  return (session) => ({
    raise: async (raised) => {
      await raise.run(session, raised, INCIDENT.cells);
    },
    recentIncidents: async (since, limit) => {
      const rows = (await recentIncidents.all(session, { limit, since })) as ReadonlyArray<KindRow>;
      return new Map(rows.map(({ kind, count }) => [kind, Number(count)]));
    },
    incidents: async ({ corporateTenantId, bankTenantId }, limit, before) => {
      const rows = await incidents.all(session, {
        ...OWNER.values({ corporateTenantId, bankTenantId }),
        at: before?.at ?? Number.MAX_SAFE_INTEGER,
        kind: before?.kind ?? '',
        subject_id: before?.subjectId ?? '',
        limit,
      });
      return FOUND.rows(rows).map(({ kind, subject_id, at, detail }) => ({
        tenant: { corporateTenantId, bankTenantId },
        kind,
        subjectId: subject_id,
        at: Number(at),
        detail,
      }));
    },
  });
};
