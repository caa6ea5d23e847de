import type { Tenant } from '@hundi/core';
import {
  CollectionSession,
  PaymentLink,
  type CollectionStore,
  type LinkPlace,
} from '@hundi/core/storage';
import type { Dialect } from '../../engine/dialect.js';
import type { Session } from '../../engine/session.js';
import { expectAll } from '../../engine/stale.js';
import { recordsOf, type RecordCodec } from '../rows/small-records.js';

interface Numbered extends Tenant {
  readonly sequence: number;
}

/** A table of records that are named by an id, belong to a corporate, and change one step at a time. */
const steppingRecords = <A extends Numbered>(
  table: string,
  id: string,
  codec: RecordCodec<A>,
  idOf: (record: A) => string,
) => {
  const all = `SELECT record FROM ${table} WHERE ${id} = ?`;
  const own = `${all} AND corporate_id = ? AND bank_id = ?`;
  const replace = `UPDATE ${table} SET sequence = ?, record = ?
    WHERE ${id} = ? AND corporate_id = ? AND bank_id = ? AND sequence = ?`;
  const textOf = (record: A) => JSON.stringify(codec.encode(record));
  return {
    any: async (session: Session, key: string) =>
      recordsOf(codec, await session.all(all, [key]))[0],
    find: async (session: Session, { corporateTenantId, bankTenantId }: Tenant, key: string) =>
      recordsOf(codec, await session.all(own, [key, corporateTenantId, bankTenantId]))[0],
    replace: async (session: Session, next: A) => {
      const { corporateTenantId, bankTenantId, sequence } = next;
      const written = await session.run(replace, [
        sequence,
        textOf(next),
        idOf(next),
        corporateTenantId,
        bankTenantId,
        sequence - 1,
      ]);
      expectAll(written, 1, table);
    },
    /** The columns that every such table has. */
    cells: (record: A) => [
      idOf(record),
      record.corporateTenantId,
      record.bankTenantId,
      record.sequence,
      textOf(record),
    ],
  };
};

const statements = (dialect: Dialect) => ({
  addSession: `INSERT INTO collection_sessions
    (session_id, corporate_id, bank_id, sequence, record) VALUES (?, ?, ?, ?, ?)`,
  addLink: `INSERT INTO payment_links
    (link_id, corporate_id, bank_id, sequence, record, created_at) VALUES (?, ?, ?, ?, ?, ?)`,
  links: `SELECT record FROM payment_links ${dialect.using('payment_links_of')}
    WHERE corporate_id = ? AND bank_id = ? AND (created_at, link_id) < (?, ?)
    ORDER BY created_at DESC, link_id DESC LIMIT ?`,
});

const COUNT_MAIL = `INSERT INTO link_mails AS t (corporate_id, bank_id, whom, day, mails)
  VALUES (?, ?, ?, ?, 1)
  ON CONFLICT (corporate_id, bank_id, whom) DO UPDATE SET
    mails = CASE WHEN t.day < excluded.day THEN 1 ELSE t.mails + 1 END,
    day = CASE WHEN t.day < excluded.day THEN excluded.day ELSE t.day END
  WHERE t.day < excluded.day OR t.mails < ?`;

/** Later than every link. */
const LAST: LinkPlace = { createdAt: Number.MAX_SAFE_INTEGER, linkId: '' };

/** Collection sessions and payment links. */
export const collectionStore = (dialect: Dialect): ((session: Session) => CollectionStore) => {
  const sql = statements(dialect);
  const sessions = steppingRecords(
    'collection_sessions',
    'session_id',
    CollectionSession,
    ({ sessionId }) => sessionId,
  );
  const links = steppingRecords('payment_links', 'link_id', PaymentLink, ({ linkId }) => linkId);
  return (session) => ({
    addSession: async (one) => {
      await session.run(sql.addSession, sessions.cells(one));
    },
    session: (tenant, sessionId) => sessions.find(session, tenant, sessionId),
    anySession: (sessionId) => sessions.any(session, sessionId),
    replaceSession: (next) => sessions.replace(session, next),
    addLink: async (one) => {
      await session.run(sql.addLink, [...links.cells(one), one.createdAt]);
    },
    link: (tenant, linkId) => links.find(session, tenant, linkId),
    anyLink: (linkId) => links.any(session, linkId),
    replaceLink: (next) => links.replace(session, next),
    countMail: async ({ corporateTenantId, bankTenantId }, whom, day, max) =>
      (await session.run(COUNT_MAIL, [corporateTenantId, bankTenantId, whom, day, max])) > 0,
    links: async ({ corporateTenantId, bankTenantId }, limit, { createdAt, linkId } = LAST) =>
      recordsOf(
        PaymentLink,
        await session.all(sql.links, [corporateTenantId, bankTenantId, createdAt, linkId, limit]),
      ),
  });
};
