import type { EventStore, SealedEvent } from '@hundi/core/storage';
import { bulk } from '../../engine/bulk.js';
import { int, rowsOf, sharing, text } from '../../engine/described.js';
import type { Dialect } from '../../engine/dialect.js';
import { named } from '../../engine/named.js';
import type { Session } from '../../engine/session.js';
import { OWNED, OWNER } from '../rows/owner.js';
import { eventsOf, FOUND_EVENT } from './event-row.js';
import type { Int } from '../rows/present.js';

const POSITION = sharing(
  OWNER,
  rowsOf<SealedEvent['position']>()({ position: int((position) => position) }),
);
const EVENT_ID = sharing(
  OWNER,
  rowsOf<SealedEvent['eventId']>()({ event_id: text((eventId) => eventId) }),
);

interface PositionRow {
  readonly position: Int;
}

const statements = (dialect: Dialect) => {
  const own = 't.corporate_id = s.corporate_id AND t.bank_id = s.bank_id';
  const ofType = (i: string): string =>
    `SELECT position FROM events ${dialect.using('events_by_type')}
      WHERE corporate_id = :corporate_id AND type = :type_${i} AND position > :position
      ORDER BY position LIMIT :limit`;
  return {
    after: named(`SELECT ${FOUND_EVENT.list('t.')} FROM events t ${dialect.using('events_in_order')}
      WHERE ${OWNED} AND position > :position ORDER BY position LIMIT :limit`),
    // Each type's own beginning, by index: few among many are found as fast as all.
    ofTypes: (count: number) =>
      named(
        `${Array.from({ length: count }, (_, i) => String(i))
          .map((i) => `SELECT position FROM (${ofType(i)}) t${i}`)
          .join(' UNION ALL ')} ORDER BY position LIMIT :limit`,
      ),
    at: bulk(
      dialect,
      POSITION.columns,
      dialect.lookup({
        table: 'events',
        index: 'events_in_order',
        select: FOUND_EVENT.list('t.'),
        where: `${own} AND t.position = s.position`,
      }),
    ),
    // A range of one id: with old statistics an equality would let PostgreSQL take any index of the corporate's.
    of: bulk(
      dialect,
      EVENT_ID.columns,
      dialect.join({
        table: 'events',
        index: 'events_by_id',
        select: FOUND_EVENT.list('t.'),
        where: `${own} AND t.event_id >= s.event_id AND t.event_id <= s.event_id`,
        by: 'event_id',
      }),
    ),
    last: named(`SELECT position FROM journal_heads WHERE ${OWNED}`),
  };
};

/** The sealed events. */
export const eventStore = (dialect: Dialect): ((session: Session) => EventStore) => {
  const sql = statements(dialect);

  return (session) => {
    const at: EventStore['at'] = async (tenant, positions) => {
      const keys = [...new Set(positions)].map(POSITION.cells(tenant));
      return eventsOf(tenant, await sql.at.all(session, keys));
    };
    return {
      at,
      after: async (tenant, position, limit, types) => {
        const values = { ...OWNER.values(tenant), position, limit };
        if (types === undefined) return eventsOf(tenant, await sql.after.all(session, values));
        if (types.length === 0) return [];
        const wanted = Object.fromEntries(types.map((type, i) => [`type_${String(i)}`, type]));
        const found = await sql.ofTypes(types.length).all(session, { ...values, ...wanted });
        return at(
          tenant,
          (found as ReadonlyArray<PositionRow>).map((row) => Number(row.position)),
        );
      },
      of: async (tenant, eventIds) => {
        const keys = [...new Set(eventIds)].map(EVENT_ID.cells(tenant));
        return eventsOf(tenant, await sql.of.all(session, keys));
      },
      lastPosition: async (tenant) => {
        const [row] = await sql.last.all(session, OWNER.values(tenant));
        return Number((row as PositionRow | undefined)?.position ?? 0);
      },
    };
  };
};
