import type { Tenant } from '@hundi/core';
import { stored } from '@hundi/core/wire';
import { bulk } from '../../engine/bulk.js';
import { rowsOf, sharing, text } from '../../engine/described.js';
import { inserting, type Columns, type Dialect } from '../../engine/dialect.js';
import { named } from '../../engine/named.js';
import type { Rows, Session } from '../../engine/session.js';
import { OWNED, OWNER } from './owner.js';

/** Further columns that a table is searched by, and what a record has in each. */
type Sought<A> = Readonly<Record<string, (record: A) => string>>;

/** A codec of core's. */
export type RecordCodec<A> = Parameters<typeof stored<A>>[0] & {
  readonly encode: (record: A) => unknown;
};

/** A record, and whose it is. */
export interface Owned<A> {
  readonly tenant: Tenant;
  readonly record: A;
}

/** Records that name their tenant themselves. */
export const withTenant = <A extends Tenant>(records: ReadonlyArray<A>): ReadonlyArray<Owned<A>> =>
  records.map((record) => ({
    tenant: { bankTenantId: record.bankTenantId, corporateTenantId: record.corporateTenantId },
    record,
  }));

/** The records of one small table. */
export interface SmallRecords<A> {
  /** All of a tenant, by id. */
  readonly of: (session: Session, tenant: Tenant) => Promise<ReadonlyArray<A>>;
  /** Those of a tenant with these ids, by id. */
  readonly some: (
    session: Session,
    tenant: Tenant,
    ids: ReadonlyArray<string>,
  ) => Promise<ReadonlyArray<A>>;
  /** Those with these ids, of any tenant, in no order; for ids of the engine only. */
  readonly byId: (session: Session, ids: ReadonlyArray<string>) => Promise<ReadonlyArray<A>>;
  /** Records of any tenant, by id, up to a limit. Only for tables whose ids the engine makes. */
  readonly first: (session: Session, limit: number) => Promise<ReadonlyArray<A>>;
  /** Adds or overwrites by id; the last of an id counts. @throws when the id is another tenant's. */
  readonly put: (session: Session, records: ReadonlyArray<Owned<A>>) => Promise<void>;
}

/** The name of a record: an id of the engine, or one of its corporate. */
type Unique = 'id' | 'corporate_id, id';

/** Decodes the records of a statement. */
export const recordsOf = <A>(codec: RecordCodec<A>, rows: Rows): ReadonlyArray<A> =>
  (rows as ReadonlyArray<{ readonly record: string }>).map(({ record }) => stored(codec, record));

const ID = rowsOf<string>()({ id: text((id) => id) });
const OWNED_ID = sharing(OWNER, ID);

/** A record of the table: whose it is, its id, the whole of it, and what it is searched by. */
const rowsIn = <A>(codec: RecordCodec<A>, idOf: (record: A) => string, sought: Sought<A>) =>
  rowsOf<Owned<A>>()({
    corporate_id: text(({ tenant }) => tenant.corporateTenantId),
    bank_id: text(({ tenant }) => tenant.bankTenantId),
    id: text(({ record }) => idOf(record)),
    record: text(({ record }) => JSON.stringify(codec.encode(record))),
    ...Object.fromEntries(
      Object.entries(sought).map(([name, value]) => [
        name,
        text(({ record }: Owned<A>) => value(record)),
      ]),
    ),
  });

const statements = (
  dialect: Dialect,
  table: string,
  unique: Unique,
  columns: Columns,
  sought: ReadonlyArray<string>,
) => ({
  ofTenant: named(`SELECT record FROM ${table} WHERE ${OWNED} ORDER BY id`),
  some: bulk(
    dialect,
    OWNED_ID.columns,
    (s) => `SELECT t.record FROM ${s} CROSS JOIN ${table} t ${dialect.using(`${table}_by_id`)}
      WHERE ${dialect.byIndex(`t.corporate_id = s.corporate_id AND t.bank_id = s.bank_id
        AND t.id = s.id`)}
      ORDER BY t.id`,
  ),
  byId: bulk(
    dialect,
    ID.columns,
    dialect.lookup({ table, index: `${table}_by_id`, select: 't.record', where: 't.id = s.id' }),
  ),
  first: `SELECT record FROM ${table} ${dialect.using(`${table}_by_id`)} ORDER BY id LIMIT ?`,
  put: bulk(
    dialect,
    columns,
    inserting(
      { table, columns },
      `ON CONFLICT (${unique}) DO UPDATE SET ${['record', ...sought]
        .map((name) => `${name} = excluded.${name}`)
        .join(', ')}
        WHERE ${table}.corporate_id = excluded.corporate_id AND ${table}.bank_id = excluded.bank_id`,
    ),
  ),
});

/**
 * A table of small records: who they belong to, their id, and the whole record as JSON. `unique` says
 * whether an id names one record of the engine or one of each corporate.
 */
export const smallRecords = <A>(
  dialect: Dialect,
  table: string,
  unique: Unique,
  codec: RecordCodec<A>,
  idOf: (record: A) => string,
  sought: Sought<A> = {},
): SmallRecords<A> => {
  const rows = rowsIn(codec, idOf, sought);
  const { ofTenant, some, byId, first, put } = statements(
    dialect,
    table,
    unique,
    rows.columns,
    Object.keys(sought),
  );
  const distinct = (ids: ReadonlyArray<string>) => [...new Set(ids)];

  return {
    of: async (session, tenant) =>
      recordsOf(codec, await ofTenant.all(session, OWNER.values(tenant))),
    some: async (session, tenant, ids) =>
      recordsOf(codec, await some.all(session, distinct(ids).map(OWNED_ID.cells(tenant)))),
    byId: async (session, ids) =>
      recordsOf(codec, await byId.all(session, distinct(ids).map(ID.cells))),
    first: async (session, limit) => recordsOf(codec, await session.all(first, [limit])),
    put: async (session, records) => {
      const last = new Map(
        records.map((owned) => [`${owned.tenant.corporateTenantId} ${idOf(owned.record)}`, owned]),
      );
      // In one order everywhere, so that no two units wait for each other.
      const sorted = [...last.values()].sort((a, b) => (idOf(a.record) < idOf(b.record) ? -1 : 1));
      if ((await put.run(session, sorted, rows.cells)) !== sorted.length)
        throw new Error(`an id in ${table} belongs to another corporate`);
    },
  };
};
