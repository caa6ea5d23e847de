import type { Beneficiary, PackageCode, Tenant } from '@hundi/core';
import { bulk } from '../engine/bulk.js';
import { identity, inserting, type Dialect } from '../engine/dialect.js';
import type { Session } from '../engine/session.js';
import type { Int } from './present.js';

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
