import { stored, type BeneficiaryId, type Tenant } from '@hundi/core';
import {
  Beneficiary,
  nameKey,
  type BeneficiaryListRequest,
  type BeneficiaryStore,
} from '@hundi/core/storage';
import { bulk } from '../../engine/bulk.js';
import { identity, inserting, type Dialect } from '../../engine/dialect.js';
import type { Session } from '../../engine/session.js';
import {
  anyPackageOf,
  beneficiaryPackages,
  type BeneficiaryPackages,
} from './beneficiary-packages.js';
import type { Int } from '../rows/present.js';
import { recordsOf } from '../rows/small-records.js';

const COLUMNS = {
  corporate_id: 'text',
  beneficiary_id: 'text',
  bank_id: 'text',
  bene_id: 'text',
  state: 'text',
  revision: 'int',
  search: 'text',
  record: 'text',
} as const;
const ACCOUNT_COLUMNS = {
  corporate_id: 'text',
  beneficiary_id: 'text',
  name_key: 'text',
  account_number: 'text',
} as const;

/** No name and no account number holds one, so no search finds its way from one to the next. */
const BETWEEN = '\n';

const searchText = ({ name, accounts }: Beneficiary): string =>
  [name.toLowerCase(), ...accounts.map(({ accountNumber }) => accountNumber)].join(BETWEEN);

/** A LIKE pattern that takes its text literally. */
const containing = (text: string): string =>
  `%${text.toLowerCase().replace(/[\\%_]/g, (character) => `\\${character}`)}%`;

const cells = (tenant: Tenant, payee: Beneficiary) => [
  tenant.corporateTenantId,
  payee.beneficiaryId,
  tenant.bankTenantId,
  payee.beneId,
  payee.state,
  payee.revision,
  searchText(payee),
  JSON.stringify(Beneficiary.encode(payee)),
];

/** The rows that hold a payee's name and accounts against others: none once it is rejected. */
const accountCells = ({ corporateTenantId }: Tenant, payee: Beneficiary) =>
  payee.state === 'rejected'
    ? []
    : [...new Set(payee.accounts.map(({ accountNumber }) => accountNumber))].map(
        (accountNumber) => [
          corporateTenantId,
          payee.beneficiaryId,
          nameKey(payee.name),
          accountNumber,
        ],
      );

// One statement, so that the page and the count are of one moment; the count is there without a page too.
const listing = (listed: string): string =>
  `SELECT (SELECT count(*) FROM beneficiaries ${listed}) AS total, page.record
    FROM (SELECT 1 AS one) always LEFT JOIN (
      SELECT beneficiary_id, record FROM beneficiaries ${listed}
      ORDER BY beneficiary_id LIMIT ? OFFSET ?
    ) page ON 1 = 1 ORDER BY page.beneficiary_id`;

const statements = (dialect: Dialect) => {
  const accounts = (end?: string) =>
    bulk(
      dialect,
      ACCOUNT_COLUMNS,
      inserting({ table: 'beneficiary_accounts', columns: ACCOUNT_COLUMNS }, end),
    );
  return {
    find: `SELECT record FROM beneficiaries ${dialect.using('beneficiaries_by_id')}
      WHERE corporate_id = ? AND beneficiary_id = ? AND bank_id = ?`,
    findMany: bulk(
      dialect,
      { corporate_id: 'text', bank_id: 'text', beneficiary_id: 'text' },
      dialect.lookup({
        table: 'beneficiaries',
        index: 'beneficiaries_by_id',
        select: 't.record',
        where: `t.corporate_id = s.corporate_id AND t.bank_id = s.bank_id
          AND t.beneficiary_id = s.beneficiary_id`,
      }),
    ),
    usedBeneIds: bulk(
      dialect,
      { corporate_id: 'text', bank_id: 'text', bene_id: 'text' },
      dialect.lookup({
        table: 'beneficiaries',
        index: 'beneficiaries_by_bene_id',
        select: 't.bene_id',
        where: `t.corporate_id = s.corporate_id AND t.bank_id = s.bank_id
          AND t.bene_id = s.bene_id`,
      }),
    ),
    add: `INSERT INTO beneficiaries (${Object.keys(COLUMNS).join(', ')})
      VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (corporate_id, bene_id) WHERE state <> 'rejected' DO NOTHING`,
    addAccounts: accounts('ON CONFLICT (corporate_id, name_key, account_number) DO NOTHING'),
    putAccounts: accounts(),
    remove: 'DELETE FROM beneficiaries WHERE corporate_id = ? AND beneficiary_id = ?',
    removeAccounts:
      'DELETE FROM beneficiary_accounts WHERE corporate_id = ? AND beneficiary_id = ?',
    replace: `UPDATE beneficiaries SET bene_id = ?, state = ?, revision = ?, search = ?, record = ?
      WHERE corporate_id = ? AND beneficiary_id = ? AND bank_id = ? AND revision = ?`,
    ids: `SELECT beneficiary_id FROM beneficiaries ${dialect.using('beneficiaries_by_id')}
      WHERE corporate_id = ? AND bank_id = ? AND (
        ${dialect.firstLine('search')} LIKE ? ESCAPE '\\'
        OR lower(bene_id) LIKE ? ESCAPE '\\' OR lower(beneficiary_id) LIKE ? ESCAPE '\\')`,
    listInState: (condition: string) =>
      listing(`${dialect.using('beneficiaries_by_state')}
      WHERE corporate_id = ? AND bank_id = ? AND search LIKE ? ESCAPE '\\' AND state = ?
        AND ${condition}`),
    list: (condition: string) =>
      listing(`${dialect.using('beneficiaries_by_id')}
      WHERE corporate_id = ? AND bank_id = ? AND search LIKE ? ESCAPE '\\' AND ${condition}`),
  };
};

interface ListRow {
  readonly total: Int;
  readonly record: string | null;
}

interface IdRow {
  readonly beneficiary_id: BeneficiaryId;
}

interface UsedRow {
  readonly bene_id: Beneficiary['beneId'];
}

const usedIn =
  (sql: ReturnType<typeof statements>, session: Session): BeneficiaryStore['usedBeneIds'] =>
  async ({ corporateTenantId, bankTenantId }, beneIds) => {
    const wanted = [...new Set(beneIds)].map((beneId) => [corporateTenantId, bankTenantId, beneId]);
    const rows = (await sql.usedBeneIds.all(session, wanted)) as ReadonlyArray<UsedRow>;
    return new Set(rows.map(({ bene_id }) => bene_id));
  };

/** Writes a payee with what is held against others, and what is counted. */
const writesOf =
  (sql: ReturnType<typeof statements>, packages: BeneficiaryPackages) =>
  (session: Session): Pick<BeneficiaryStore, 'add' | 'replace'> => ({
    add: async (tenant, payee) => {
      if ((await session.run(sql.add, cells(tenant, payee))) === 0) return 'duplicate_bene_id';
      const accounts = accountCells(tenant, payee);
      const added = await sql.addAccounts.run(session, accounts, identity);
      if (added === accounts.length) {
        await packages.add(session, tenant, payee);
        return 'added';
      }
      const own = [tenant.corporateTenantId, payee.beneficiaryId];
      await session.run(sql.removeAccounts, own);
      await session.run(sql.remove, own);
      return 'duplicate';
    },
    replace: async (tenant, next) => {
      const [corporate, id, bank, ...changed] = cells(tenant, next);
      const written = await session.run(sql.replace, [
        ...changed,
        corporate,
        id,
        bank,
        next.revision - 1,
      ]);
      if (written === 0) return 'stale';
      await session.run(sql.removeAccounts, [corporate, id]);
      await sql.putAccounts.run(session, accountCells(tenant, next), identity);
      await packages.replace(session, tenant, next);
      return 'replaced';
    },
  });

/** Payees: what is searched and what must be unique in columns, the rest in the record. */
export const beneficiaryStore = (dialect: Dialect): ((session: Session) => BeneficiaryStore) => {
  const sql = statements(dialect);
  const packages = beneficiaryPackages(dialect);
  const written = writesOf(sql, packages);

  const list = async (
    session: Session,
    { corporateTenantId, bankTenantId }: Tenant,
    { page, limit, state, search = '', packageCodes }: BeneficiaryListRequest,
  ) => {
    const inPackages =
      packageCodes === undefined
        ? { sql: 'true', bindings: [] }
        : anyPackageOf(dialect, packageCodes);
    const listed = [
      ...[corporateTenantId, bankTenantId, containing(search)],
      ...(state === undefined ? [] : [state]),
      ...inPackages.bindings,
    ];
    const statement = state === undefined ? sql.list : sql.listInState;
    const rows = (await session.all(statement(inPackages.sql), [
      ...listed,
      ...listed,
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

  const idsContaining = async (
    session: Session,
    { corporateTenantId, bankTenantId }: Tenant,
    text: string,
  ) => {
    // PostgreSQL refuses a text with a NUL, and nothing that is searched holds one.
    if (text.includes('\0')) return [];
    const part = containing(text);
    const rows = await session.all(sql.ids, [corporateTenantId, bankTenantId, part, part, part]);
    return (rows as ReadonlyArray<IdRow>).map(({ beneficiary_id }) => beneficiary_id);
  };

  return (session) => ({
    find: async ({ corporateTenantId, bankTenantId }, id) =>
      recordsOf(Beneficiary, await session.all(sql.find, [corporateTenantId, id, bankTenantId]))[0],
    findMany: async ({ corporateTenantId, bankTenantId }, wanted) =>
      recordsOf(
        Beneficiary,
        await sql.findMany.all(
          session,
          [...new Set(wanted)].map((id) => [corporateTenantId, bankTenantId, id]),
        ),
      ),
    usedBeneIds: usedIn(sql, session),
    ...written(session),
    list: (tenant, request) => list(session, tenant, request),
    countByPackage: (tenant, codes) => packages.count(session, tenant, codes),
    idsContaining: (tenant, text) => idsContaining(session, tenant, text),
  });
};
