import {
  BankTenant,
  Corporate,
  DebitAccount,
  PaymentPackage,
  Role,
  stored,
  User,
  type Actor,
  type TenancyStore,
  type Tenant,
} from '@hundi/core';
import type { Dialect } from '../engine/dialect.js';
import type { Session } from '../engine/session.js';
import { recordsOf, smallRecords, type Owned } from './small-records.js';

interface ActorRow {
  readonly kind: 'user' | 'role';
  readonly record: string;
}

const actorsOf = (rows: ReadonlyArray<ActorRow>): ReadonlyArray<Actor> => {
  const roles = new Map(
    rows
      .filter(({ kind }) => kind === 'role')
      .map(({ record }) => stored(Role, record))
      .map((role) => [role.roleCode, role]),
  );
  return rows
    .filter(({ kind }) => kind === 'user')
    .map(({ record }) => stored(User, record))
    .map((user) => ({
      user,
      roles: user.roleCodes.flatMap((code) => roles.get(code) ?? []),
    }));
};

const owned = <A>(tenant: Tenant, records: ReadonlyArray<A>): ReadonlyArray<Owned<A>> =>
  records.map((record) => ({ tenant, record }));

const actorStatement = (dialect: Dialect) => {
  const ids = dialect.rows({ id: 'text' });
  const ofTenant = 'corporate_id = ? AND bank_id = ?';
  // One statement, so that users and roles are of one moment.
  const sql = `SELECT 'user' AS kind, record FROM users
      WHERE id IN (SELECT id FROM ${ids.from}) AND ${ofTenant}
    UNION ALL SELECT 'role' AS kind, record FROM roles WHERE ${ofTenant}`;
  return { ids, sql };
};

/** What a bank sets up: each in a small table of its own. */
export const tenancyStore = (dialect: Dialect): ((session: Session) => TenancyStore) => {
  const table = 'corporate_id, id';
  const roles = smallRecords(dialect, 'roles', table, Role, (r) => r.roleCode);
  const users = smallRecords(dialect, 'users', table, User, (r) => r.userId);
  const accounts = smallRecords(
    dialect,
    'debit_accounts',
    table,
    DebitAccount,
    (r) => r.debitAccountId,
  );
  const packages = smallRecords(dialect, 'packages', table, PaymentPackage, (r) => r.packageCode);
  const actors = actorStatement(dialect);
  const scope = ({ corporateTenantId, bankTenantId }: Tenant) => [corporateTenantId, bankTenantId];

  return (session) => ({
    bank: async ({ bankTenantId }) =>
      recordsOf(
        BankTenant,
        await session.all('SELECT record FROM banks WHERE bank_id = ?', [bankTenantId]),
      )[0],
    corporate: async (tenant) =>
      recordsOf(
        Corporate,
        await session.all(
          'SELECT record FROM corporates WHERE corporate_id = ? AND bank_id = ?',
          scope(tenant),
        ),
      )[0],
    actors: async (tenant, ids) =>
      actorsOf(
        (await session.all(actors.sql, [
          ...actors.ids.bind(ids.map((id) => [id])),
          ...scope(tenant),
          ...scope(tenant),
        ])) as ReadonlyArray<ActorRow>,
      ),
    users: (tenant) => users.of(session, tenant),
    debitAccounts: (tenant) => accounts.of(session, tenant),
    packages: (tenant, codes) =>
      codes === undefined ? packages.of(session, tenant) : packages.some(session, tenant, codes),

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
    putRoles: (tenant, records) => roles.put(session, owned(tenant, records)),
    putUsers: (tenant, records) => users.put(session, owned(tenant, records)),
    putDebitAccounts: (tenant, records) => accounts.put(session, owned(tenant, records)),
    putPackages: (tenant, records) => packages.put(session, owned(tenant, records)),
  });
};
