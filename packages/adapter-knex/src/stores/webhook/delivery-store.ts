import type { Tenant } from '@hundi/core';
import type { DeliveryStore, QueuedDelivery } from '@hundi/core/storage';
import { bulk } from '../../engine/bulk.js';
import { int, rowsOf, text } from '../../engine/described.js';
import { inserting, type Dialect } from '../../engine/dialect.js';
import type { Session } from '../../engine/session.js';
import { deliveryAttempts } from './delivery-attempts.js';
import { deliveryProgress, own, OWN } from './delivery-progress.js';
import { intOrNull, present, type Int } from '../rows/present.js';

const QUEUED = rowsOf<QueuedDelivery>()({
  endpoint_id: text(({ endpointId }) => endpointId),
  event_id: text(({ eventId }) => eventId),
  corporate_id: text(({ tenant }) => tenant.corporateTenantId),
  bank_id: text(({ tenant }) => tenant.bankTenantId),
  event_type: text(({ type }) => type),
  event_at: int(({ eventAt }) => eventAt),
  attempts: int(({ attempts }) => attempts),
  due_at: int(({ dueAt }) => dueAt),
  body: text(({ body }) => body),
  with_endpoint: int(({ withEndpoint }) => (withEndpoint === true ? 1 : undefined)),
});
const KEY = {
  endpoint_id: 'text',
  event_id: 'text',
  corporate_id: 'text',
  bank_id: 'text',
} as const;

interface QueuedRow {
  readonly event_id: string;
  readonly event_type: QueuedDelivery['type'];
  readonly event_at: Int;
  readonly attempts: Int;
  readonly due_at: Int | null;
  readonly body: string | null;
  readonly with_endpoint: Int | null;
}

const SAME = `t.endpoint_id = s.endpoint_id AND t.event_id = s.event_id
  AND t.corporate_id = s.corporate_id AND t.bank_id = s.bank_id`;

const keyCells =
  ({ corporateTenantId, bankTenantId }: Tenant, endpointId: string) =>
  (eventId: string) => [endpointId, eventId, corporateTenantId, bankTenantId];

/** In one order everywhere, so that no two units wait for each other; the last of an event counts. */
const byEvent = (deliveries: ReadonlyArray<QueuedDelivery>): ReadonlyArray<QueuedDelivery> =>
  [...new Map(deliveries.map((one) => [`${one.endpointId} ${one.eventId}`, one])).values()].sort(
    (a, b) => (a.eventId < b.eventId ? -1 : 1),
  );

const queuedOf =
  (tenant: Tenant, endpointId: string) =>
  (row: QueuedRow): QueuedDelivery =>
    present<QueuedDelivery>({
      tenant,
      endpointId,
      eventId: row.event_id,
      type: row.event_type,
      eventAt: Number(row.event_at),
      attempts: Number(row.attempts),
      dueAt: intOrNull(row.due_at),
      withEndpoint: row.with_endpoint === null ? null : true,
      body: row.body,
    });

const statements = (dialect: Dialect) => {
  const changing = `webhook_queue ${dialect.using('webhook_queue_due')}`;
  const inOrder = `${changing} WHERE ${OWN}`;
  const count = (what: string) =>
    `(SELECT count(*) FROM (SELECT 1 FROM ${inOrder} AND ${what} LIMIT ?) c)`;
  return {
    queue: bulk(
      dialect,
      QUEUED.columns,
      inserting(
        { table: 'webhook_queue', columns: QUEUED.columns },
        `ON CONFLICT (endpoint_id, event_id) DO UPDATE SET event_type = excluded.event_type,
          event_at = excluded.event_at, attempts = excluded.attempts, due_at = excluded.due_at,
          body = excluded.body, with_endpoint = excluded.with_endpoint`,
      ),
    ),
    due: `SELECT event_id, event_type, event_at, attempts, due_at, body, with_endpoint
      FROM ${inOrder} AND due_at <= ? ORDER BY due_at, event_id LIMIT ?`,
    untried: `SELECT event_id, event_type, event_at, attempts, due_at, body, with_endpoint
      FROM ${inOrder} AND due_at <= ? AND attempts = 0 ORDER BY due_at, event_id LIMIT ?`,
    delay: `UPDATE ${changing} SET due_at = ?, with_endpoint = 1 WHERE ${OWN} AND due_at <= ? AND attempts = 0`,
    hasten: `UPDATE ${changing} SET due_at = ? WHERE ${OWN} AND due_at > ? AND with_endpoint = 1`,
    nextDue: `SELECT due_at FROM ${inOrder} AND due_at IS NOT NULL ORDER BY due_at LIMIT 1`,
    queuedOf: bulk(
      dialect,
      KEY,
      dialect.lookup({
        table: 'webhook_queue',
        index: dialect.primaryOf('webhook_queue'),
        select:
          't.event_id, t.event_type, t.event_at, t.attempts, t.due_at, t.body, t.with_endpoint',
        where: SAME,
      }),
    ),
    unqueue: bulk(
      dialect,
      KEY,
      dialect.remove({
        table: 'webhook_queue',
        index: dialect.primaryOf('webhook_queue'),
        key: ['endpoint_id', 'event_id'],
        where: SAME,
      }),
    ),
    restart: `UPDATE webhook_queue SET attempts = 0, due_at = ? WHERE ${OWN} AND event_at >= ?`,
    tally: `SELECT ${count('due_at IS NOT NULL')} AS waiting, ${count('due_at IS NULL')} AS dead`,
    forgetQueue: `DELETE FROM webhook_queue WHERE ${OWN}`,
  };
};

type Statements = ReturnType<typeof statements>;

type Queue = Pick<
  DeliveryStore,
  | 'queue'
  | 'due'
  | 'untried'
  | 'delay'
  | 'hasten'
  | 'nextDue'
  | 'queuedOf'
  | 'unqueue'
  | 'restart'
  | 'tally'
>;

const queueIn = (sql: Statements, session: Session): Queue => ({
  queue: async (deliveries) => {
    await sql.queue.run(session, byEvent(deliveries), QUEUED.cells);
  },
  due: async (tenant, endpointId, now, limit) =>
    (
      (await session.all(sql.due, [
        ...own(tenant, endpointId),
        now,
        limit,
      ])) as ReadonlyArray<QueuedRow>
    ).map(queuedOf(tenant, endpointId)),
  untried: async (tenant, endpointId, now, limit) =>
    (
      (await session.all(sql.untried, [
        ...own(tenant, endpointId),
        now,
        limit,
      ])) as ReadonlyArray<QueuedRow>
    ).map(queuedOf(tenant, endpointId)),
  delay: async (tenant, endpointId, now, until) => {
    await session.run(sql.delay, [until, ...own(tenant, endpointId), now]);
  },
  hasten: async (tenant, endpointId, now) => {
    await session.run(sql.hasten, [now, ...own(tenant, endpointId), now]);
  },
  nextDue: async (tenant, endpointId) => {
    const rows = await session.all(sql.nextDue, own(tenant, endpointId));
    const [row] = rows as ReadonlyArray<{ readonly due_at: Int }>;
    return row === undefined ? undefined : Number(row.due_at);
  },
  queuedOf: async (tenant, endpointId, eventIds) => {
    const keys = [...new Set(eventIds)].map(keyCells(tenant, endpointId));
    const rows = (await sql.queuedOf.all(session, keys)) as ReadonlyArray<QueuedRow>;
    return rows.map(queuedOf(tenant, endpointId));
  },
  unqueue: async (tenant, endpointId, eventIds) => {
    await sql.unqueue.run(session, [...new Set(eventIds)].sort(), keyCells(tenant, endpointId));
  },
  restart: (tenant, endpointId, since, now) =>
    session.run(sql.restart, [now, ...own(tenant, endpointId), since]),
  tally: async (tenant, endpointId, limit) => {
    const one = [...own(tenant, endpointId), limit];
    const [row] = (await session.all(sql.tally, [...one, ...one])) as ReadonlyArray<{
      readonly waiting: Int;
      readonly dead: Int;
    }>;
    return { waiting: Number(row?.waiting), dead: Number(row?.dead) };
  },
});

/** Deliveries of webhooks: one row of progress for each endpoint, and rows only for what failed. */
export const deliveryStore = (dialect: Dialect): ((session: Session) => DeliveryStore) => {
  const sql = statements(dialect);
  const attemptsIn = deliveryAttempts(dialect);
  const progressIn = deliveryProgress(dialect);

  return (session) => {
    const { forgetAll, ...attempts } = attemptsIn(session);
    const { forgetProgress, ...progress } = progressIn(session);
    return {
      ...progress,
      ...queueIn(sql, session),
      ...attempts,
      forget: async (tenant, endpointId) => {
        await forgetProgress(tenant, endpointId);
        await session.run(sql.forgetQueue, own(tenant, endpointId));
        await forgetAll(tenant, endpointId);
      },
    };
  };
};
