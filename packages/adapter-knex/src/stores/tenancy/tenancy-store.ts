import type { CorporateTenantId, Tenant } from '@hundi/core';
import {
  BankTenant,
  Corporate,
  DebitAccount,
  PaymentPackage,
  Role,
  User,
  type TenancyStore,
} from '@hundi/core/storage';
import { mailboxOf } from '@hundi/core/wire';
import { bulk } from '../../engine/bulk.js';
import { rowsOf, text } from '../../engine/described.js';
import type { Dialect } from '../../engine/dialect.js';
import { insertingOne, named } from '../../engine/named.js';
import type { Session } from '../../engine/session.js';
import { addresseeReads } from './addressees.js';
import { payoutSurroundings } from '../access/payout-surroundings.js';
import { OWNED, OWNER } from '../rows/owner.js';
import { actorReads } from '../access/actors.js';
import { recordsOf, smallRecords, type Owned } from '../rows/small-records.js';

interface TenantRow {
  readonly bank_id: Tenant['bankTenantId'];
  readonly corporate_id: Tenant['corporateTenantId'];
}

const owned = <A>(tenant: Tenant, records: ReadonlyArray<A>): ReadonlyArray<Owned<A>> =>
  records.map((record) => ({ tenant, record }));

const idOfAccount = ({ debitAccountId }: DebitAccount): string => debitAccountId;

const byEmail = {
  email: ({ email }: User): string => (email === undefined ? '' : mailboxOf(email)),
};

type BankRecords = Pick<
  TenancyStore,
  'bank' | 'corporate' | 'corporatesOf' | 'holdCorporate' | 'putBank' | 'putCorporate'
>;

const BANK = rowsOf<BankTenant>()({
  bank_id: text(({ bankTenantId }) => bankTenantId),
  record: text((bank) => JSON.stringify(BankTenant.encode(bank))),
});

const CORPORATE = rowsOf<Corporate>()({
  corporate_id: text(({ corporateTenantId }) => corporateTenantId),
  bank_id: text(({ bankTenantId }) => bankTenantId),
  record: text((corporate) => JSON.stringify(Corporate.encode(corporate))),
});

const FIND_CORPORATE = `SELECT record FROM corporates t WHERE ${OWNED}`;

const bankStatements = (dialect: Dialect) => ({
  bank: named('SELECT record FROM banks WHERE bank_id = :bank_id'),
  corporate: named(FIND_CORPORATE),
  corporatesOf: named(`SELECT corporate_id FROM corporates ${dialect.using('corporates_by_bank')}
    WHERE bank_id = :bank_id ORDER BY corporate_id`),
  holdCorporate: named(`${FIND_CORPORATE} ${dialect.hold}`),
  putBank: named(`${insertingOne('banks', BANK.names)}
    ON CONFLICT (bank_id) DO UPDATE SET record = excluded.record`),
  putCorporate: named(`${insertingOne('corporates', CORPORATE.names)}
    ON CONFLICT (corporate_id) DO UPDATE SET record = excluded.record
    WHERE corporates.bank_id = excluded.bank_id`),
});

/** A bank and its corporates: the two whose id is unique over the engine. */
const bankRecords = (dialect: Dialect): ((session: Session) => BankRecords) => {
  const sql = bankStatements(dialect);
  return (session) => ({
    bank: async (tenant) =>
      recordsOf(BankTenant, await sql.bank.all(session, OWNER.values(tenant)))[0],
    corporate: async (tenant) =>
      recordsOf(Corporate, await sql.corporate.all(session, OWNER.values(tenant)))[0],
    corporatesOf: async (bankTenantId) => {
      const rows = await sql.corporatesOf.all(session, { bank_id: bankTenantId });
      return (rows as ReadonlyArray<Pick<TenantRow, 'corporate_id'>>).map(
        ({ corporate_id }) => corporate_id,
      );
    },
    holdCorporate: async (tenant) =>
      recordsOf(Corporate, await sql.holdCorporate.all(session, OWNER.values(tenant)))[0],
    putBank: async (bank) => {
      await sql.putBank.run(session, BANK.values(bank));
    },
    putCorporate: async (corporate) => {
      if ((await sql.putCorporate.run(session, CORPORATE.values(corporate))) === 0)
        throw new Error(`${corporate.corporateTenantId} is a corporate of another bank`);
    },
  });
};

const CORPORATE_ID = rowsOf<CorporateTenantId>()({ corporate_id: text((id) => id) });

/** The records that a bank sets up, each kind in a small table. */
export const tenancyStore = (dialect: Dialect): ((session: Session) => TenancyStore) => {
  const table = 'corporate_id, id';
  const roles = smallRecords(dialect, 'roles', table, Role, (r) => r.roleCode);
  const users = smallRecords(dialect, 'users', table, User, (r) => r.userId, byEmail);
  const accounts = smallRecords(dialect, 'debit_accounts', table, DebitAccount, idOfAccount);
  const packages = smallRecords(dialect, 'packages', table, PaymentPackage, (r) => r.packageCode);
  const people = actorReads(dialect);
  const banks = bankRecords(dialect);
  const packagesAfter = named(`SELECT record FROM packages ${dialect.using('packages_by_id')}
    WHERE corporate_id = :corporate_id AND id > :after AND bank_id = :bank_id
    ORDER BY id LIMIT :limit`);
  const addressees = addresseeReads(dialect);
  const surroundings = payoutSurroundings(dialect);
  const tenants = bulk(
    dialect,
    CORPORATE_ID.columns,
    dialect.lookup({
      table: 'corporates',
      index: dialect.primaryOf('corporates'),
      select: 't.bank_id, t.corporate_id',
      where: 't.corporate_id = s.corporate_id',
    }),
  );

  return (session) => ({
    ...banks(session),
    ...addressees(session),
    ...people(session),
    ...surroundings(session),
    tenantsOf: async (ids) =>
      (
        (await tenants.all(
          session,
          [...new Set(ids)].map(CORPORATE_ID.cells),
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
    packagesAfter: async (tenant, after = '', limit) => {
      const values = { ...OWNER.values(tenant), after, limit };
      return recordsOf(PaymentPackage, await packagesAfter.all(session, values));
    },

    putRoles: (tenant, records) => roles.put(session, owned(tenant, records)),
    putUsers: (tenant, records) => users.put(session, owned(tenant, records)),
    putDebitAccounts: (tenant, records) => accounts.put(session, owned(tenant, records)),
    putPackages: (tenant, records) => packages.put(session, owned(tenant, records)),
  });
};
