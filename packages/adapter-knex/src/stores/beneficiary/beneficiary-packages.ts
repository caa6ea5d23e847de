import type { PackageCode, Tenant } from '@hundi/core';
import type { Beneficiary } from '@hundi/core/storage';
import { bulk } from '../../engine/bulk.js';
import { identity, inserting, type Dialect } from '../../engine/dialect.js';
import type { Bound, Session } from '../../engine/session.js';
import type { Int } from '../rows/present.js';

const COLUMNS = {
  corporate_id: 'text',
  bank_id: 'text',
  package_code: 'text',
  beneficiary_id: 'text',
} as const;
const PACKAGE = { corporate_id: 'text', bank_id: 'text', package_code: 'text' } as const;

/** Which payees have which packages. */
export interface BeneficiaryPackages {
  /** Writes those of a new payee. */
  readonly add: (session: Session, tenant: Tenant, payee: Beneficiary) => Promise<void>;
  /** Writes those of a payee that was known: none once it is rejected. */
  readonly replace: (session: Session, tenant: Tenant, payee: Beneficiary) => Promise<void>;
  readonly count: (
    session: Session,
    tenant: Tenant,
    codes: ReadonlyArray<PackageCode>,
  ) => Promise<ReadonlyMap<PackageCode, number>>;
}

interface CountRow {
  readonly package_code: PackageCode;
  readonly count: Int;
}

const cellsOf = ({ corporateTenantId, bankTenantId }: Tenant, payee: Beneficiary) =>
  payee.state === 'rejected'
    ? []
    : [...new Set(payee.packageCodes)].map((code) => [
        corporateTenantId,
        bankTenantId,
        code,
        payee.beneficiaryId,
      ]);

/** A condition on a row of `beneficiaries`: it has one of these packages, or had when it was rejected. */
export const anyPackageOf = (dialect: Dialect, codes: Iterable<PackageCode>): Bound => {
  const wanted = [...codes];
  const had = dialect.among('e.value', wanted);
  const has = dialect.among('p.package_code', wanted);
  return {
    sql: `CASE WHEN beneficiaries.state = 'rejected' THEN EXISTS (
        SELECT 1 FROM ${dialect.schema.elements('beneficiaries.record', 'packageCodes')} e
        WHERE ${had.sql})
      ELSE EXISTS (
        SELECT 1 FROM beneficiary_packages p ${dialect.using('beneficiary_packages_of')}
        WHERE p.beneficiary_id = beneficiaries.beneficiary_id
          AND p.corporate_id = beneficiaries.corporate_id
          AND p.bank_id = beneficiaries.bank_id AND ${has.sql})
      END`,
    bindings: [...had.bindings, ...has.bindings],
  };
};

export const beneficiaryPackages = (dialect: Dialect): BeneficiaryPackages => {
  const table = 'beneficiary_packages';
  const put = bulk(dialect, COLUMNS, inserting({ table, columns: COLUMNS }));
  const remove = `DELETE FROM ${table} WHERE corporate_id = ? AND beneficiary_id = ?`;
  const count = bulk(
    dialect,
    PACKAGE,
    (s) => `SELECT s.package_code, (
        SELECT count(*) FROM ${table} t ${dialect.using(dialect.primaryOf(table))}
        WHERE t.corporate_id = s.corporate_id AND t.bank_id = s.bank_id
          AND t.package_code = s.package_code
      ) AS count FROM ${s}`,
  );

  const add: BeneficiaryPackages['add'] = async (session, tenant, payee) => {
    await put.run(session, cellsOf(tenant, payee), identity);
  };
  return {
    add,
    replace: async (session, tenant, payee) => {
      await session.run(remove, [tenant.corporateTenantId, payee.beneficiaryId]);
      await add(session, tenant, payee);
    },
    count: async (session, { corporateTenantId, bankTenantId }, codes) => {
      const rows = await count.all(
        session,
        [...new Set(codes)].map((code) => [corporateTenantId, bankTenantId, code]),
      );
      return new Map(
        (rows as ReadonlyArray<CountRow>).map((row) => [row.package_code, Number(row.count)]),
      );
    },
  };
};
