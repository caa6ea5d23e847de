import type { BeneficiaryId, PackageCode, Tenant } from '@hundi/core';
import { isFreed, type Beneficiary } from '@hundi/core/storage';
import { bulk } from '../../engine/bulk.js';
import { rowsOf, sharing, text } from '../../engine/described.js';
import { inserting, type Dialect } from '../../engine/dialect.js';
import { named } from '../../engine/named.js';
import type { Bound, Session } from '../../engine/session.js';
import { OWNER } from '../rows/owner.js';
import type { Int } from '../rows/present.js';
import { FREED } from './freed.js';

const OWNED_PACKAGE = sharing(OWNER, rowsOf<PackageCode>()({ package_code: text((code) => code) }));

/** A package of a payee. */
interface Had {
  readonly code: PackageCode;
  readonly payee: BeneficiaryId;
}

const HAD = sharing(
  OWNER,
  rowsOf<Had>()({
    package_code: text(({ code }) => code),
    beneficiary_id: text(({ payee }) => payee),
  }),
);

/** Which payees have which packages. */
export interface BeneficiaryPackages {
  /** Writes those of a new payee. */
  readonly add: (session: Session, tenant: Tenant, payee: Beneficiary) => Promise<void>;
  /** Writes those of a payee that was known: none once it is freed. */
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

const hadBy = (payee: Beneficiary): ReadonlyArray<Had> =>
  isFreed(payee)
    ? []
    : [...new Set(payee.packageCodes)].map((code) => ({ code, payee: payee.beneficiaryId }));

/** A condition on a row of `beneficiaries`: it has one of these packages, or had when it was freed. */
export const anyPackageOf = (dialect: Dialect, codes: Iterable<PackageCode>): Bound => {
  const wanted = [...codes];
  const had = dialect.among('e.value', wanted);
  const has = dialect.among('p.package_code', wanted);
  return {
    sql: `CASE WHEN ${FREED('beneficiaries.state')} THEN EXISTS (
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
  const put = bulk(dialect, HAD.columns, inserting({ table, columns: HAD.columns }));
  const remove = named(`DELETE FROM ${table}
    WHERE corporate_id = :corporate_id AND beneficiary_id = :beneficiary_id`);
  const count = bulk(
    dialect,
    OWNED_PACKAGE.columns,
    (s) => `SELECT s.package_code, (
        SELECT count(*) FROM ${table} t ${dialect.using(dialect.primaryOf(table))}
        WHERE t.corporate_id = s.corporate_id AND t.bank_id = s.bank_id
          AND t.package_code = s.package_code
      ) AS count FROM ${s}`,
  );

  const add: BeneficiaryPackages['add'] = async (session, tenant, payee) => {
    await put.run(session, hadBy(payee), HAD.cells(tenant));
  };
  return {
    add,
    replace: async (session, tenant, payee) => {
      await remove.run(session, {
        ...OWNER.values(tenant),
        beneficiary_id: payee.beneficiaryId,
      });
      await add(session, tenant, payee);
    },
    count: async (session, tenant, codes) => {
      const rows = await count.all(session, [...new Set(codes)].map(OWNED_PACKAGE.cells(tenant)));
      return new Map(
        (rows as ReadonlyArray<CountRow>).map((row) => [row.package_code, Number(row.count)]),
      );
    },
  };
};
