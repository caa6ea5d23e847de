import type { BeneficiaryId, Tenant } from '@hundi/core';
import { stored } from '@hundi/core/wire';
import {
  Beneficiary,
  nameKey,
  isFreed,
  type BeneficiaryFilter,
  type BeneficiaryListRequest,
  type BeneficiaryStore,
} from '@hundi/core/storage';
import { bulk } from '../../engine/bulk.js';
import { inserting, type Dialect } from '../../engine/dialect.js';
import { insertingOne, named } from '../../engine/named.js';
import type { Bound, Session } from '../../engine/session.js';
import { expectAll, Stale } from '../../engine/stale.js';
import {
  ACCOUNT,
  ACCOUNT_NUMBER,
  accountsOf,
  BENE_ID,
  BETWEEN_NAMES,
  PAYEE,
  PAYEE_ID,
} from './beneficiary-columns.js';
import {
  anyPackageOf,
  beneficiaryPackages,
  type BeneficiaryPackages,
} from './beneficiary-packages.js';
import { HELD } from './freed.js';
import { OWNED, OWNER } from '../rows/owner.js';
import type { Int } from '../rows/present.js';
import { recordsOf } from '../rows/small-records.js';

/** A LIKE pattern that takes the key of its text literally. */
const containing = (text: string): string =>
  `%${nameKey(text).replace(/[\\%_]/g, (character) => `\\${character}`)}%`;

// One statement, so that the page and the count are of one moment; the count is there without a page too.
const listing = (listed: string): string =>
  `SELECT (SELECT count(*) FROM beneficiaries ${listed}) AS total, page.record
    FROM (SELECT 1 AS one) always LEFT JOIN (
      SELECT beneficiary_id, record FROM beneficiaries ${listed}
      ORDER BY beneficiary_id LIMIT ? OFFSET ?
    ) page ON 1 = 1 ORDER BY page.beneficiary_id`;

const OWN_ID = 'corporate_id = :corporate_id AND beneficiary_id = :beneficiary_id';

const statements = (dialect: Dialect) => {
  return {
    find: named(`SELECT record FROM beneficiaries ${dialect.using('beneficiaries_by_id')}
      WHERE ${OWN_ID} AND bank_id = :bank_id`),
    findMany: bulk(
      dialect,
      PAYEE_ID.columns,
      dialect.lookup({
        table: 'beneficiaries',
        index: 'beneficiaries_by_id',
        select: 't.record',
        where: `t.corporate_id = s.corporate_id AND t.bank_id = s.bank_id
          AND t.beneficiary_id = s.beneficiary_id`,
      }),
    ),
    findByBeneIds: bulk(
      dialect,
      BENE_ID.columns,
      dialect.join({
        table: 'beneficiaries',
        index: 'beneficiaries_by_bene_id',
        select: 't.record',
        where: `t.corporate_id = s.corporate_id AND t.bank_id = s.bank_id
          AND t.bene_id = s.bene_id`,
        by: 'bene_id',
      }),
    ),
    holders: bulk(
      dialect,
      BENE_ID.columns,
      dialect.lookup({
        table: 'beneficiaries',
        index: 'beneficiaries_by_bene_id',
        select: 't.bene_id, t.beneficiary_id',
        where: `t.corporate_id = s.corporate_id AND t.bank_id = s.bank_id
          AND t.bene_id = s.bene_id AND ${HELD}`,
      }),
    ),
    idsWithAccounts: bulk(
      dialect,
      ACCOUNT_NUMBER.columns,
      dialect.join({
        table: 'beneficiary_accounts',
        index: 'beneficiary_accounts_by_number',
        select: 't.beneficiary_id',
        where: 't.corporate_id = s.corporate_id AND t.account_number = s.account_number',
        by: 'beneficiary_id',
      }),
    ),
    add: named(`${insertingOne('beneficiaries', PAYEE.names)}
      ON CONFLICT (corporate_id, bene_id) WHERE ${HELD} DO NOTHING`),
    addAccounts: bulk(
      dialect,
      ACCOUNT.columns,
      inserting(
        { table: 'beneficiary_accounts', columns: ACCOUNT.columns },
        'ON CONFLICT (corporate_id, name_key, account_number) DO NOTHING',
      ),
    ),
    takeOut: named(`DELETE FROM beneficiaries
      WHERE ${OWN_ID} AND bank_id = :bank_id AND revision = :before`),
    remove: named(`DELETE FROM beneficiaries WHERE ${OWN_ID}`),
    removeAccounts: named(`DELETE FROM beneficiary_accounts WHERE ${OWN_ID}`),
    replace: named(`UPDATE beneficiaries SET bene_id = :bene_id, state = :state,
        revision = :revision, search = :search, change_waits = :change_waits, record = :record
      WHERE ${OWN_ID} AND bank_id = :bank_id AND revision = :before`),
    ids: named(`SELECT beneficiary_id FROM beneficiaries ${dialect.using('beneficiaries_by_id')}
      WHERE ${OWNED} AND (
        (${dialect.contains('search', ':part')}
          AND ${dialect.contains(dialect.firstLine('search'), ':part')})
        OR ${dialect.contains('lower(bene_id)', ':part')}
        OR ${dialect.contains('lower(beneficiary_id)', ':part')})`),
    named: named(`SELECT beneficiary_id FROM beneficiaries ${dialect.using('beneficiaries_by_id')}
      WHERE ${OWNED} AND ${dialect.contains('(:between || search)', ':beginning')}`),
    /** What stands after the name of the table. */
    inState: `${dialect.using('beneficiaries_by_state')}
      WHERE corporate_id = ? AND bank_id = ? AND search LIKE ? ESCAPE '\\' AND state = ?`,
    waiting: `${dialect.using('beneficiaries_change_waits')}
      WHERE corporate_id = ? AND bank_id = ? AND search LIKE ? ESCAPE '\\' AND change_waits = 1`,
    any: `${dialect.using('beneficiaries_by_id')}
      WHERE corporate_id = ? AND bank_id = ? AND search LIKE ? ESCAPE '\\'`,
  };
};

interface ListRow {
  readonly total: Int;
  readonly record: string | null;
}

interface IdRow {
  readonly beneficiary_id: BeneficiaryId;
}

type Statements = ReturnType<typeof statements>;

const ownId = (tenant: Tenant, id: BeneficiaryId) => ({
  ...OWNER.values(tenant),
  beneficiary_id: id,
});

const findIn =
  (sql: Statements, session: Session): BeneficiaryStore['find'] =>
  async (tenant, id) =>
    recordsOf(Beneficiary, await sql.find.all(session, ownId(tenant, id)))[0];

/** Writes the row of a payee. One that was freed is put as a new one: its beneId may be another's by now. */
const putRow = async (
  sql: Statements,
  session: Session,
  tenant: Tenant,
  [before, next]: readonly [Beneficiary, Beneficiary],
): Promise<'replaced' | 'duplicate_bene_id'> => {
  const values = { ...PAYEE.values({ tenant, payee: next }), before: before.revision };
  const isNew = isFreed(before) && !isFreed(next);
  expectAll(await (isNew ? sql.takeOut : sql.replace).run(session, values), 1, 'beneficiaries');
  if (!isNew) return 'replaced';
  if ((await sql.add.run(session, values)) > 0) return 'replaced';
  await sql.add.run(session, PAYEE.values({ tenant, payee: before }));
  return 'duplicate_bene_id';
};

const keysOf = (accounts: ReturnType<typeof accountsOf>): string =>
  JSON.stringify(accounts.map(ACCOUNT.cells));

interface HolderRow {
  readonly bene_id: Beneficiary['beneId'];
  readonly beneficiary_id: Beneficiary['beneficiaryId'];
}

const holdersIn =
  (sql: Statements, session: Session): BeneficiaryStore['holders'] =>
  async (tenant, beneIds) => {
    const wanted = [...new Set(beneIds)].map(BENE_ID.cells(tenant));
    const rows = (await sql.holders.all(session, wanted)) as ReadonlyArray<HolderRow>;
    return new Map(rows.map(({ bene_id, beneficiary_id }) => [bene_id, beneficiary_id]));
  };

/** Writes a payee with what is held against others, and what is counted. */
const writesOf =
  (sql: Statements, packages: BeneficiaryPackages) =>
  (session: Session): Pick<BeneficiaryStore, 'add' | 'replace'> => ({
    add: async (tenant, payee) => {
      const values = PAYEE.values({ tenant, payee });
      if ((await sql.add.run(session, values)) === 0) return 'duplicate_bene_id';
      const accounts = accountsOf(tenant, payee);
      const added = await sql.addAccounts.run(session, accounts, ACCOUNT.cells);
      if (added === accounts.length) {
        await packages.add(session, tenant, payee);
        return 'added';
      }
      await sql.removeAccounts.run(session, values);
      await sql.remove.run(session, values);
      return 'duplicate';
    },
    replace: async (tenant, next) => {
      const before = await findIn(sql, session)(tenant, next.beneficiaryId);
      if (before?.revision !== next.revision - 1)
        throw new Stale(`${next.beneficiaryId} has moved on`);
      const written = await putRow(sql, session, tenant, [before, next]);
      if (written !== 'replaced') return written;
      const own = ownId(tenant, next.beneficiaryId);
      const [had, has] = [accountsOf(tenant, before), accountsOf(tenant, next)];
      if (keysOf(had) !== keysOf(has)) {
        await sql.removeAccounts.run(session, own);
        if ((await sql.addAccounts.run(session, has, ACCOUNT.cells)) < has.length) {
          await sql.removeAccounts.run(session, own);
          await sql.addAccounts.run(session, had, ACCOUNT.cells);
          await sql.remove.run(session, own);
          await sql.add.run(session, PAYEE.values({ tenant, payee: before }));
          return 'duplicate';
        }
      }
      await packages.replace(session, tenant, next);
      return 'replaced';
    },
  });

/** Payees: what is searched and what must be unique in columns, the rest in the record. */
export const beneficiaryStore = (dialect: Dialect): ((session: Session) => BeneficiaryStore) => {
  const sql = statements(dialect);
  const packages = beneficiaryPackages(dialect);
  const written = writesOf(sql, packages);

  const findMany = async (
    session: Session,
    tenant: Tenant,
    wanted: ReadonlyArray<BeneficiaryId>,
  ) => {
    const keys = [...new Set(wanted)].map(PAYEE_ID.cells(tenant));
    return recordsOf(Beneficiary, await sql.findMany.all(session, keys));
  };

  const listed = (
    { corporateTenantId, bankTenantId }: Tenant,
    { state, changePending, search = '', packageCodes }: BeneficiaryFilter,
  ): Bound => {
    const conditions = [
      ...(packageCodes === undefined ? [] : [anyPackageOf(dialect, packageCodes)]),
      // The index of waiting changes is short, so that the state is looked at row by row there.
      ...(changePending === true && state !== undefined
        ? [{ sql: 'state = ?', bindings: [state] }]
        : []),
    ];
    const isInState = state !== undefined && changePending !== true;
    const from = changePending === true ? sql.waiting : isInState ? sql.inState : sql.any;
    return {
      sql: [from, ...conditions.map((one) => one.sql)].join(' AND '),
      bindings: [
        corporateTenantId,
        bankTenantId,
        containing(search),
        ...(isInState ? [state] : []),
        ...conditions.flatMap(({ bindings }) => bindings),
      ],
    };
  };

  const list = async (
    session: Session,
    tenant: Tenant,
    { page, limit, ...filter }: BeneficiaryListRequest,
  ) => {
    const { sql: from, bindings } = listed(tenant, filter);
    const rows = (await session.all(listing(from), [
      ...bindings,
      ...bindings,
      limit,
      (page - 1) * limit,
    ])) as ReadonlyArray<ListRow>;
    return {
      page,
      limit,
      total: Number(rows[0]?.total ?? 0),
      items: rows.flatMap(({ record }) => (record === null ? [] : [stored(Beneficiary, record)])),
    };
  };

  const following = async (
    session: Session,
    tenant: Tenant,
    filter: BeneficiaryFilter,
    after: BeneficiaryId | undefined,
    limit: number,
  ) => {
    const { sql: from, bindings } = listed(tenant, filter);
    const rows = await session.all(
      `SELECT record FROM beneficiaries ${from} AND beneficiary_id > ?
        ORDER BY beneficiary_id LIMIT ?`,
      [...bindings, after ?? '', limit],
    );
    return recordsOf(Beneficiary, rows);
  };

  const idsBy = async (
    session: Session,
    statement: typeof sql.ids,
    tenant: Tenant,
    text: string,
    values: (key: string) => Readonly<Record<string, string>>,
  ) => {
    // PostgreSQL refuses a text with a NUL, and nothing that is searched holds one.
    if (text.includes('\0')) return [];
    const rows = await statement.all(session, {
      ...OWNER.values(tenant),
      ...values(nameKey(text)),
    });
    return (rows as ReadonlyArray<IdRow>).map(({ beneficiary_id }) => beneficiary_id);
  };

  return (session) => ({
    find: findIn(sql, session),
    findMany: (tenant, wanted) => findMany(session, tenant, wanted),
    withAccounts: async (tenant, accountNumbers) => {
      const numbers = [...new Set(accountNumbers)].map(ACCOUNT_NUMBER.cells(tenant));
      const rows = (await sql.idsWithAccounts.all(session, numbers)) as ReadonlyArray<IdRow>;
      return findMany(
        session,
        tenant,
        rows.map(({ beneficiary_id }) => beneficiary_id),
      );
    },
    holders: holdersIn(sql, session),
    findByBeneIds: async (tenant, wanted) => {
      const keys = [...new Set(wanted)].map(BENE_ID.cells(tenant));
      return recordsOf(Beneficiary, await sql.findByBeneIds.all(session, keys));
    },
    ...written(session),
    list: (tenant, request) => list(session, tenant, request),
    following: (tenant, ...asked) => following(session, tenant, ...asked),
    countByPackage: (tenant, codes) => packages.count(session, tenant, codes),
    idsContaining: (tenant, text) => idsBy(session, sql.ids, tenant, text, (part) => ({ part })),
    idsNamed: (tenant, text) =>
      idsBy(session, sql.named, tenant, text, (key) => ({
        between: BETWEEN_NAMES,
        beginning: BETWEEN_NAMES + key,
      })),
  });
};
