import type { Tenant } from '@hundi/core';
import {
  BankTenant,
  Corporate,
  DebitAccount,
  PaymentPackage,
  Role,
  User,
  type TenancyStore,
} from '@hundi/core/storage';
import { bulk } from '../../engine/bulk.js';
import type { Dialect } from '../../engine/dialect.js';
import type { Session } from '../../engine/session.js';
import { addresseeReads } from './addressees.js';
import { actorReads, scope } from '../access/actors.js';
import { recordsOf, smallRecords, type Owned } from '../rows/small-records.js';

interface TenantRow {
  readonly bank_id: Tenant['bankTenantId'];
  readonly corporate_id: Tenant['corporateTenantId'];
}

const owned = <A>(tenant: Tenant, records: ReadonlyArray<A>): ReadonlyArray<Owned<A>> =>
  records.map((record) => ({ tenant, record }));

const idOfAccount = ({ debitAccountId }: DebitAccount): string => debitAccountId;

const byEmail = { email: ({ email }: User): string => email?.toLowerCase() ?? '' };

type BankRecords = Pick<
  TenancyStore,
  'bank' | 'corporate' | 'corporatesOf' | 'holdCorporate' | 'putBank' | 'putCorporate'
>;

const CORPORATE = 'SELECT record FROM corporates t WHERE corporate_id = ? AND bank_id = ?';

/** A bank and its corporates: the two whose id is unique over the engine. */
const bankRecords = (dialect: Dialect, session: Session): BankRecords => ({
  bank: async ({ bankTenantId }) =>
    recordsOf(
      BankTenant,
      await session.all('SELECT record FROM banks WHERE bank_id = ?', [bankTenantId]),
    )[0],
  corporate: async (tenant) => recordsOf(Corporate, await session.all(CORPORATE, scope(tenant)))[0],
  corporatesOf: async (bankTenantId) =>
    (
      (await session.all(
        `SELECT corporate_id FROM corporates ${dialect.using('corporates_by_bank')}
          WHERE bank_id = ? ORDER BY corporate_id`,
        [bankTenantId],
      )) as ReadonlyArray<Pick<TenantRow, 'corporate_id'>>
    ).map(({ corporate_id }) => corporate_id),
  holdCorporate: async (tenant) =>
    recordsOf(Corporate, await session.all(`${CORPORATE} ${dialect.hold}`, scope(tenant)))[0],
  putBank: async (bank) => {
    await session.run(
      `INSERT INTO banks (bank_id, record) VALUES (?, ?)
        ON CONFLICT (bank_id) DO UPDATE SET record = excluded.record`,
      [bank.bankTenantId, JSON.stringify(BankTenant.encode(bank))],
    );
  },
  putCorporate: async (corporate) => {
    const written = await session.run(
      `INSERT INTO corporates (corporate_id, bank_id, record) VALUES (?, ?, ?)
        ON CONFLICT (corporate_id) DO UPDATE SET record = excluded.record
        WHERE corporates.bank_id = excluded.bank_id`,
      [
        corporate.corporateTenantId,
        corporate.bankTenantId,
        JSON.stringify(Corporate.encode(corporate)),
      ],
    );
    if (written === 0)
      throw new Error(`${corporate.corporateTenantId} is a corporate of another bank`);
  },
});

/** What a bank sets up: each in a small table of its own. */
export const tenancyStore = (dialect: Dialect): ((session: Session) => TenancyStore) => {
  const table = 'corporate_id, id';
  const roles = smallRecords(dialect, 'roles', table, Role, (r) => r.roleCode);
  const users = smallRecords(dialect, 'users', table, User, (r) => r.userId, byEmail);
  const accounts = smallRecords(dialect, 'debit_accounts', table, DebitAccount, idOfAccount);
  const packages = smallRecords(dialect, 'packages', table, PaymentPackage, (r) => r.packageCode);
  const people = actorReads(dialect);
  const packagesAfter = `SELECT record FROM packages ${dialect.using('packages_by_id')}
    WHERE corporate_id = ? AND id > ? AND bank_id = ? ORDER BY id LIMIT ?`;
  const addressees = addresseeReads(dialect);
  const tenants = bulk(
    dialect,
    { corporate_id: 'text' },
    dialect.lookup({
      table: 'corporates',
      index: dialect.primaryOf('corporates'),
      select: 't.bank_id, t.corporate_id',
      where: 't.corporate_id = s.corporate_id',
    }),
  );

  return (session) => ({
    ...bankRecords(dialect, session),
    ...addressees(session),
    ...people(session),
    tenantsOf: async (ids) =>
      (
        (await tenants.all(
          session,
          [...new Set(ids)].map((id) => [id]),
        )) as ReadonlyArray<TenantRow>
      ).map(({ bank_id, corporate_id }) => ({
        bankTenantId: bank_id,
        corporateTenantId: corporate_id,
      })),
    roles: (tenant) => roles.of(session, tenant),
    users: (tenant) => users.of(session, tenant),
    debitAccounts: (tenant) => accounts.of(session, tenant),
    packages: (tenant, codes) =>
      codes === undefined ? packages.of(session, tenant) : packages.some(session, tenant, codes),
    packagesAfter: async ({ corporateTenantId, bankTenantId }, after = '', limit) =>
      recordsOf(
        PaymentPackage,
        await session.all(packagesAfter, [corporateTenantId, after, bankTenantId, limit]),
      ),

    putRoles: (tenant, records) => roles.put(session, owned(tenant, records)),
    putUsers: (tenant, records) => users.put(session, owned(tenant, records)),
    putDebitAccounts: (tenant, records) => accounts.put(session, owned(tenant, records)),
    putPackages: (tenant, records) => packages.put(session, owned(tenant, records)),
  });
};
