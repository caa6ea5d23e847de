import type { Tenant } from '@hundi/core';
import type { DeliveryStore, QueuedDelivery } from '@hundi/core/storage';
import { bulk } from '../../engine/bulk.js';
import { int, rowsOf, sharing, text } from '../../engine/described.js';
import { inserting, type Dialect } from '../../engine/dialect.js';
import { named } from '../../engine/named.js';
import type { Session } from '../../engine/session.js';
import { deliveryAttempts } from './delivery-attempts.js';
import { deliveryProgress } from './delivery-progress.js';
import { ENDPOINT, OF_ENDPOINT, ownedBy } from './endpoint-owner.js';
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
const KEY = sharing(ENDPOINT, rowsOf<string>()({ event_id: text((eventId) => eventId) }));
const FOUND = QUEUED.select([
  'event_id',
  'event_type',
  'event_at',
  'attempts',
  'due_at',
  'body',
  'with_endpoint',
]);
type QueuedRow = ReturnType<typeof FOUND.rows>[number];

const SAME = `t.corporate_id = s.corporate_id AND t.endpoint_id = s.endpoint_id
  AND t.event_id = s.event_id AND t.bank_id = s.bank_id`;

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
  const inOrder = `${changing} WHERE ${OF_ENDPOINT}`;
  const count = (what: string) =>
    `(SELECT count(*) FROM (SELECT 1 FROM ${inOrder} AND ${what} LIMIT :limit) c)`;
  return {
    queue: bulk(
      dialect,
      QUEUED.columns,
      inserting(
        { table: 'webhook_queue', columns: QUEUED.columns },
        `ON CONFLICT (corporate_id, endpoint_id, event_id) DO UPDATE SET event_type = excluded.event_type,
          event_at = excluded.event_at, attempts = excluded.attempts, due_at = excluded.due_at,
          body = excluded.body, with_endpoint = excluded.with_endpoint`,
      ),
    ),
    due: named(`SELECT ${FOUND.list()}
      FROM ${inOrder} AND due_at <= :now ORDER BY due_at, event_id LIMIT :limit`),
    untried: named(`SELECT ${FOUND.list()}
      FROM ${inOrder} AND due_at <= :now AND attempts = 0 ORDER BY due_at, event_id LIMIT :limit`),
    delay: named(`UPDATE ${changing} SET due_at = :until, with_endpoint = 1
      WHERE ${OF_ENDPOINT} AND due_at <= :now AND attempts = 0`),
    hasten: named(`UPDATE ${changing} SET due_at = :now
      WHERE ${OF_ENDPOINT} AND due_at > :now AND with_endpoint = 1`),
    nextDue: named(`SELECT due_at FROM ${inOrder} AND due_at IS NOT NULL ORDER BY due_at LIMIT 1`),
    queuedOf: bulk(
      dialect,
      KEY.columns,
      dialect.lookup({
        table: 'webhook_queue',
        index: dialect.primaryOf('webhook_queue'),
        select: FOUND.list('t.'),
        where: SAME,
      }),
    ),
    unqueue: bulk(
      dialect,
      KEY.columns,
      dialect.remove({
        table: 'webhook_queue',
        index: dialect.primaryOf('webhook_queue'),
        key: ['corporate_id', 'endpoint_id', 'event_id'],
        where: SAME,
      }),
    ),
    restart: named(`UPDATE webhook_queue SET attempts = 0, due_at = :now
      WHERE ${OF_ENDPOINT} AND event_at >= :since`),
    tally: named(
      `SELECT ${count('due_at IS NOT NULL')} AS waiting, ${count('due_at IS NULL')} AS dead`,
    ),
    forgetQueue: named(`DELETE FROM webhook_queue WHERE ${OF_ENDPOINT}`),
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
  due: async (tenant, endpointId, now, limit) => {
    const values = { ...ownedBy(tenant, endpointId), now, limit };
    return FOUND.rows(await sql.due.all(session, values)).map(queuedOf(tenant, endpointId));
  },
  untried: async (tenant, endpointId, now, limit) => {
    const values = { ...ownedBy(tenant, endpointId), now, limit };
    return FOUND.rows(await sql.untried.all(session, values)).map(queuedOf(tenant, endpointId));
  },
  delay: async (tenant, endpointId, now, until) => {
    await sql.delay.run(session, { ...ownedBy(tenant, endpointId), now, until });
  },
  hasten: async (tenant, endpointId, now) => {
    await sql.hasten.run(session, { ...ownedBy(tenant, endpointId), now });
  },
  nextDue: async (tenant, endpointId) => {
    const rows = await sql.nextDue.all(session, ownedBy(tenant, endpointId));
    const [row] = rows as ReadonlyArray<{ readonly due_at: Int }>;
    return row === undefined ? undefined : Number(row.due_at);
  },
  queuedOf: async (tenant, endpointId, eventIds) => {
    const keys = [...new Set(eventIds)].map(KEY.cells({ tenant, endpointId }));
    return FOUND.rows(await sql.queuedOf.all(session, keys)).map(queuedOf(tenant, endpointId));
  },
  unqueue: async (tenant, endpointId, eventIds) => {
    const inOrder = [...new Set(eventIds)].sort();
    await sql.unqueue.run(session, inOrder, KEY.cells({ tenant, endpointId }));
  },
  restart: (tenant, endpointId, since, now) =>
    sql.restart.run(session, { ...ownedBy(tenant, endpointId), since, now }),
  tally: async (tenant, endpointId, limit) => {
    const rows = await sql.tally.all(session, { ...ownedBy(tenant, endpointId), limit });
    const [row] = rows as ReadonlyArray<{ readonly waiting: Int; readonly dead: Int }>;
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
        await sql.forgetQueue.run(session, ownedBy(tenant, endpointId));
        await forgetAll(tenant, endpointId);
      },
    };
  };
};
