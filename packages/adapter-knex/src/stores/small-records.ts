import { stored, type Tenant } from '@hundi/core';
import type { Dialect } from '../engine/dialect.js';
import { insertText } from '../engine/dialect.js';
import type { Rows, Session } from '../engine/session.js';

const COLUMNS = { corporate_id: 'text', bank_id: 'text', id: 'text', record: 'text' } as const;

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
export const withTenant = <A extends Tenant>(
  records: ReadonlyArray<A>,
): ReadonlyArray<Owned<A>> =>
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
  /** Those with these ids, of any tenant, by id. */
  readonly byId: (session: Session, ids: ReadonlyArray<string>) => Promise<ReadonlyArray<A>>;
  /** Adds or overwrites by id; the last of an id counts. */
  readonly put: (
    session: Session,
    records: ReadonlyArray<Owned<A>>,
  ) => Promise<void>;
}

/** Decodes the records of a statement. */
export const recordsOf = <A>(codec: RecordCodec<A>, rows: Rows): ReadonlyArray<A> =>
  (rows as ReadonlyArray<{ readonly record: string }>).map(({ record }) => stored(codec, record));

/**
 * A table of small records: who they belong to, their id, and the whole record as JSON. `unique` says
 * whether an id names one record of the engine or one of each corporate.
 */
export const smallRecords = <A>(
  dialect: Dialect,
  table: string,
  unique: 'id' | 'corporate_id, id',
  codec: RecordCodec<A>,
  idOf: (record: A) => string,
): SmallRecords<A> => {
  const ids = dialect.rows({ id: 'text' });
  const rows = dialect.rows(COLUMNS);
  const ofTenant = 'corporate_id = ? AND bank_id = ?';
  const among = `id IN (SELECT id FROM ${ids.from})`;
  const select = `SELECT record FROM ${table} WHERE`;
  const put = `${insertText({ table, columns: COLUMNS }, rows)}
    ON CONFLICT (${unique}) DO UPDATE SET corporate_id = excluded.corporate_id,
      bank_id = excluded.bank_id, record = excluded.record`;
  const scope = ({ corporateTenantId, bankTenantId }: Tenant) => [corporateTenantId, bankTenantId];
  const bind = (wanted: ReadonlyArray<string>) => ids.bind(wanted.map((id) => [id]));

  return {
    of: async (session, tenant) =>
      recordsOf(codec, await session.all(`${select} ${ofTenant} ORDER BY id`, scope(tenant))),
    some: async (session, tenant, wanted) =>
      recordsOf(
        codec,
        await session.all(`${select} ${ofTenant} AND ${among} ORDER BY id`, [
          ...scope(tenant),
          ...bind(wanted),
        ]),
      ),
    byId: async (session, wanted) =>
      recordsOf(codec, await session.all(`${select} ${among} ORDER BY id`, bind(wanted))),
    put: async (session, records) => {
      const last = new Map(
        records.map(({ tenant, record }) => [
          `${tenant.corporateTenantId} ${idOf(record)}`,
          [
            tenant.corporateTenantId,
            tenant.bankTenantId,
            idOf(record),
            JSON.stringify(codec.encode(record)),
          ],
        ]),
      );
      if (last.size > 0) await session.run(put, rows.bind([...last.values()]));
    },
  };
};
