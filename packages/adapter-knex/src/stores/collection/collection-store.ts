import type { Tenant } from '@hundi/core';
import {
  CollectionSession,
  PaymentLink,
  type CollectionStore,
  type LinkPlace,
} from '@hundi/core/storage';
import { int, rowsOf, text, type DescribedRows } from '../../engine/described.js';
import type { Dialect } from '../../engine/dialect.js';
import { insertingOne, named } from '../../engine/named.js';
import type { Session } from '../../engine/session.js';
import { expectAll } from '../../engine/stale.js';
import { OWNED, OWNER } from '../rows/owner.js';
import { recordsOf, type RecordCodec } from '../rows/small-records.js';

interface Numbered extends Tenant {
  readonly sequence: number;
  readonly sealedToken: string;
}

/**
 * Records that are named by an id, belong to a corporate, and change one step at a time, as each of their tables has
 * them.
 */
const stepping = <A extends Numbered>(codec: RecordCodec<A>) =>
  ({
    corporate_id: text(({ corporateTenantId }: A) => corporateTenantId),
    bank_id: text(({ bankTenantId }: A) => bankTenantId),
    sequence: int(({ sequence }: A) => sequence),
    record: text((record: A) => JSON.stringify(codec.encode(record))),
  }) as const;

const SESSION = rowsOf<CollectionSession>()({
  session_id: text(({ sessionId }) => sessionId),
  ...stepping(CollectionSession),
});

const LINK = rowsOf<PaymentLink>()({
  link_id: text(({ linkId }) => linkId),
  ...stepping(PaymentLink),
  created_at: int(({ createdAt }) => createdAt),
});

/** A table of such records. */
const steppingRecords = <A extends Numbered, D>(
  table: string,
  id: keyof D & string,
  { names, values }: DescribedRows<A, D>,
  codec: RecordCodec<A>,
  { contains }: Dialect,
) => {
  const all = `SELECT record FROM ${table} WHERE ${id} = :id`;
  const any = named(all);
  const find = named(`${all} AND ${OWNED}`);
  const add = named(insertingOne(table, names));
  const replace = named(`UPDATE ${table} SET sequence = :sequence, record = :record
    WHERE ${id} = :${id} AND ${OWNED} AND sequence = :before AND ${contains('record', ':sealed')}`);
  return {
    any: async (session: Session, key: string) =>
      recordsOf(codec, await any.all(session, { id: key }))[0],
    find: async (session: Session, tenant: Tenant, key: string) =>
      recordsOf(codec, await find.all(session, { ...OWNER.values(tenant), id: key }))[0],
    add: async (session: Session, record: A) => {
      await add.run(session, values(record));
    },
    replace: async (session: Session, next: A) => {
      const written = await replace.run(session, {
        ...values(next),
        before: next.sequence - 1,
        // The token of a record is sealed anew without a step: who read it before runs again.
        sealed: JSON.stringify(next.sealedToken),
      });
      expectAll(written, 1, table);
    },
  };
};

const linksOf = (dialect: Dialect) =>
  named(`SELECT record FROM payment_links ${dialect.using('payment_links_of')}
    WHERE ${OWNED} AND (created_at, link_id) < (:created_at, :link_id)
    ORDER BY created_at DESC, link_id DESC LIMIT :limit`);

const COUNT_MAIL = named(`INSERT INTO link_mails AS t (corporate_id, bank_id, whom, day, mails)
  VALUES (:corporate_id, :bank_id, :whom, :day, 1)
  ON CONFLICT (corporate_id, bank_id, whom) DO UPDATE SET
    mails = CASE WHEN t.day < excluded.day THEN 1 ELSE t.mails + 1 END,
    day = CASE WHEN t.day < excluded.day THEN excluded.day ELSE t.day END
  WHERE t.day < excluded.day OR t.mails < :max`);

/** Later than every link. */
const LAST: LinkPlace = { createdAt: Number.MAX_SAFE_INTEGER, linkId: '' };

/** Collection sessions and payment links. */
export const collectionStore = (dialect: Dialect): ((session: Session) => CollectionStore) => {
  const sessions = steppingRecords(
    'collection_sessions',
    'session_id',
    SESSION,
    CollectionSession,
    dialect,
  );
  const links = steppingRecords('payment_links', 'link_id', LINK, PaymentLink, dialect);
  const latest = linksOf(dialect);
  return (session) => ({
    addSession: (one) => sessions.add(session, one),
    session: (tenant, sessionId) => sessions.find(session, tenant, sessionId),
    anySession: (sessionId) => sessions.any(session, sessionId),
    replaceSession: (next) => sessions.replace(session, next),
    addLink: (one) => links.add(session, one),
    link: (tenant, linkId) => links.find(session, tenant, linkId),
    anyLink: (linkId) => links.any(session, linkId),
    replaceLink: (next) => links.replace(session, next),
    countMail: async (tenant, whom, day, max) =>
      (await COUNT_MAIL.run(session, { ...OWNER.values(tenant), whom, day, max })) > 0,
    links: async (tenant, limit, { createdAt, linkId } = LAST) => {
      const values = { ...OWNER.values(tenant), created_at: createdAt, link_id: linkId, limit };
      return recordsOf(PaymentLink, await latest.all(session, values));
    },
  });
};
