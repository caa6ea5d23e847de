import type { Tenant } from '@hundi/core';
import type { EventStore, EventType, SealedEvent } from '@hundi/core/storage';
import { bulk } from '../../engine/bulk.js';
import type { Dialect } from '../../engine/dialect.js';
import type { Rows, Session } from '../../engine/session.js';
import type { Int } from '../rows/present.js';

interface EventRow {
  readonly position: Int;
  readonly previous_hash: string;
  readonly hash: string;
  readonly body_hash: string;
  readonly event_id: string;
  readonly type: EventType;
  readonly at: Int;
  readonly body: string;
}

const SELECTED =
  't.position, t.previous_hash, t.hash, t.body_hash, t.event_id, t.type, t.at, t.body';

const eventsOf = (tenant: Tenant, rows: Rows): ReadonlyArray<SealedEvent> =>
  (rows as ReadonlyArray<EventRow>)
    .map((row) => ({
      tenant,
      position: Number(row.position),
      previousHash: row.previous_hash,
      hash: row.hash,
      bodyHash: row.body_hash,
      eventId: row.event_id,
      type: row.type,
      at: Number(row.at),
      body: row.body,
    }))
    .sort((a, b) => a.position - b.position);

const statements = (dialect: Dialect) => {
  const own = 't.corporate_id = s.corporate_id AND t.bank_id = s.bank_id';
  const key = { corporate_id: 'text', bank_id: 'text' } as const;
  const ofType = `SELECT position FROM events ${dialect.using('events_by_type')}
    WHERE corporate_id = ? AND type = ? AND position > ? ORDER BY position LIMIT ?`;
  return {
    after: `SELECT ${SELECTED} FROM events t ${dialect.using('events_in_order')}
      WHERE corporate_id = ? AND bank_id = ? AND position > ? ORDER BY position LIMIT ?`,
    // Each type's own beginning, by index: few among many are found as fast as all.
    ofTypes: (count: number): string =>
      `${Array.from(
        { length: count },
        (_, i) => `SELECT position FROM (${ofType}) t${String(i)}`,
      ).join(' UNION ALL ')} ORDER BY position LIMIT ?`,
    at: bulk(
      dialect,
      { ...key, position: 'int' },
      dialect.lookup({
        table: 'events',
        index: 'events_in_order',
        select: SELECTED,
        where: `${own} AND t.position = s.position`,
      }),
    ),
    // A range of one id: with old statistics an equality would let PostgreSQL take any index of the corporate's.
    of: bulk(
      dialect,
      { ...key, event_id: 'text' },
      dialect.join({
        table: 'events',
        index: 'events_by_id',
        select: SELECTED,
        where: `${own} AND t.event_id >= s.event_id AND t.event_id <= s.event_id`,
        by: 'event_id',
      }),
    ),
    last: `SELECT position FROM journal_heads WHERE corporate_id = ? AND bank_id = ?`,
  };
};

/** The sealed events. */
export const eventStore = (dialect: Dialect): ((session: Session) => EventStore) => {
  const sql = statements(dialect);

  return (session) => {
    const at: EventStore['at'] = async (tenant, positions) => {
      const { corporateTenantId, bankTenantId } = tenant;
      const keys = [...new Set(positions)].map((place) => [corporateTenantId, bankTenantId, place]);
      return eventsOf(tenant, await sql.at.all(session, keys));
    };
    return {
      at,
      after: async (tenant, position, limit, types) => {
        const { corporateTenantId, bankTenantId } = tenant;
        if (types === undefined) {
          const bindings = [corporateTenantId, bankTenantId, position, limit];
          return eventsOf(tenant, await session.all(sql.after, bindings));
        }
        if (types.length === 0) return [];
        const found = await session.all(sql.ofTypes(types.length), [
          ...types.flatMap((type) => [corporateTenantId, type, position, limit]),
          limit,
        ]);
        return at(
          tenant,
          (found as ReadonlyArray<EventRow>).map((row) => Number(row.position)),
        );
      },
      of: async (tenant, eventIds) => {
        const { corporateTenantId, bankTenantId } = tenant;
        const keys = [...new Set(eventIds)].map((id) => [corporateTenantId, bankTenantId, id]);
        return eventsOf(tenant, await sql.of.all(session, keys));
      },
      lastPosition: async ({ corporateTenantId, bankTenantId }) => {
        const [row] = await session.all(sql.last, [corporateTenantId, bankTenantId]);
        return Number((row as EventRow | undefined)?.position ?? 0);
      },
    };
  };
};
