import {
  INCIDENT_KINDS,
  type Incident,
  type IncidentKind,
  type JournalStore,
} from '@hundi/core/storage';
import { bulk } from '../../engine/bulk.js';
import { int, rowsOf, sharing, text } from '../../engine/described.js';
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

interface PlacedRow {
  readonly incident_no: Int;
}

const FOUND = INCIDENT.select(['bank_id', 'corporate_id', 'kind', 'subject_id', 'at', 'detail']);

const incidentOf = (row: ReturnType<typeof FOUND.rows>[number]): Incident => ({
  tenant: { bankTenantId: row.bank_id, corporateTenantId: row.corporate_id },
  kind: row.kind,
  subjectId: row.subject_id,
  at: Number(row.at),
  detail: row.detail,
});

const KINDS = INCIDENT_KINDS.map((kind) => `'${kind}'`).join(', ');

type Incidents = Pick<
  JournalStore,
  'raise' | 'recentIncidents' | 'incidents' | 'incidentsAbout' | 'latestIncidents'
>;

const SUBJECT = sharing(OWNER, rowsOf<string>()({ subject_id: text((id) => id) }));

const statements = (dialect: Dialect) => {
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
  const about = bulk(
    dialect,
    SUBJECT.columns,
    dialect.join({
      table: 'incidents',
      index: 'incidents_once',
      select: FOUND.list('t.'),
      where: `t.corporate_id = s.corporate_id AND t.bank_id = s.bank_id AND t.kind IN (${KINDS})
        AND t.subject_id = s.subject_id`,
      by: 'kind',
    }),
  );
  const latest = named(`SELECT incident_no, ${FOUND.list()} FROM incidents
    WHERE incident_no < :before ORDER BY incident_no DESC LIMIT :limit`);
  const recentIncidents = named(`SELECT kind, count(*) AS count
    FROM (SELECT kind, at FROM incidents ORDER BY incident_no DESC LIMIT :limit) i
    WHERE at >= :since GROUP BY kind`);
  return { raise, incidents, about, latest, recentIncidents };
};

/** Problems that a person should look at. */
export const incidentStore = (dialect: Dialect): ((session: Session) => Incidents) => {
  const { raise, incidents, about, latest, recentIncidents } = statements(dialect);
  return (session) => ({
    raise: async (raised) => {
      await raise.run(session, raised, INCIDENT.cells);
    },
    recentIncidents: async (since, limit) => {
      const rows = (await recentIncidents.all(session, { limit, since })) as ReadonlyArray<KindRow>;
      return new Map(rows.map(({ kind, count }) => [kind, Number(count)]));
    },
    incidents: async (tenant, limit, before) => {
      const rows = await incidents.all(session, {
        ...OWNER.values(tenant),
        at: before?.at ?? Number.MAX_SAFE_INTEGER,
        kind: before?.kind ?? '',
        subject_id: before?.subjectId ?? '',
        limit,
      });
      return FOUND.rows(rows).map(incidentOf);
    },
    incidentsAbout: async (tenant, subjectIds) => {
      const ids = [...new Set(subjectIds)];
      return FOUND.rows(await about.all(session, ids.map(SUBJECT.cells(tenant)))).map(incidentOf);
    },
    latestIncidents: async (limit, before = Number.MAX_SAFE_INTEGER) => {
      const rows = await latest.all(session, { limit, before });
      const placed = rows as ReadonlyArray<PlacedRow>;
      return FOUND.rows(rows).map((row, i) => ({
        place: Number(placed[i]?.incident_no),
        incident: incidentOf(row),
      }));
    },
  });
};
