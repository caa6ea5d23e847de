import type { Tenant, UserId } from '@hundi/core';
import type {
  Actor,
  BankTenant,
  Corporate,
  DebitAccount,
  PaymentPackage,
  Role,
  TenancyStore,
  User,
} from '@hundi/core/storage';
import { mailboxOf } from '@hundi/core/wire';
import { found } from '../engine/found.js';
import { perTenant } from '../engine/per-tenant.js';
import type { Unit } from '../engine/unit.js';

interface SetUp {
  readonly roles: Map<string, Role>;
  readonly users: Map<string, User>;
  readonly debitAccounts: Map<string, DebitAccount>;
  readonly packages: Map<string, PaymentPackage>;
}

const emptySetUp = (): SetUp => ({
  roles: new Map(),
  users: new Map(),
  debitAccounts: new Map(),
  packages: new Map(),
});

type SetUpReads = Omit<
  TenancyStore,
  | 'bank'
  | 'corporate'
  | 'tenantsOf'
  | 'corporatesOf'
  | 'addressees'
  | 'surroundings'
  | 'holdCorporate'
  | 'putBank'
  | 'putCorporate'
  | keyof SetUpWrites
>;
type SetUpWrites = Pick<TenancyStore, 'putRoles' | 'putUsers' | 'putDebitAccounts' | 'putPackages'>;

const actorOf = (user: User, roles: ReadonlyMap<string, Role>): Actor => ({
  user,
  roles: found(roles, user.roleCodes),
});

const actorsOf = ({ users, roles }: SetUp, ids: ReadonlyArray<UserId>): ReadonlyArray<Actor> =>
  found(users, ids).map((user) => actorOf(user, roles));

/** Reads what corporates have. */
const readsOf = (of: (tenant: Tenant) => SetUp): SetUpReads => ({
  actors: async (tenant, ids) => actorsOf(of(tenant), ids),
  everybody: async (tenant) => {
    const { users, roles } = of(tenant);
    return [...users.values()].map((user) => actorOf(user, roles));
  },
  roles: async (tenant) => [...of(tenant).roles.values()],
  users: async (tenant) => [...of(tenant).users.values()],
  debitAccounts: async (tenant) => [...of(tenant).debitAccounts.values()],
  packages: async (tenant, codes) => {
    const { packages } = of(tenant);
    return codes === undefined ? [...packages.values()] : found(packages, codes);
  },
  packagesAfter: async (tenant, after = '', limit) =>
    [...of(tenant).packages.values()]
      .filter(({ packageCode }) => packageCode > after)
      .sort((a, b) => (a.packageCode < b.packageCode ? -1 : 1))
      .slice(0, limit),
});

const writesOf = (unit: Unit, of: (tenant: Tenant) => SetUp): SetUpWrites => ({
  putRoles: async (tenant, roles) => {
    for (const role of roles) unit.set(of(tenant).roles, role.roleCode, role);
  },
  putUsers: async (tenant, users) => {
    for (const user of users) unit.set(of(tenant).users, user.userId, user);
  },
  putDebitAccounts: async (tenant, accounts) => {
    const { debitAccounts } = of(tenant);
    for (const account of accounts) unit.set(debitAccounts, account.debitAccountId, account);
  },
  putPackages: async (tenant, packages) => {
    for (const some of packages) unit.set(of(tenant).packages, some.packageCode, some);
  },
});

export const tenancyTables = (): ((unit: Unit) => TenancyStore) => {
  const banks = new Map<string, BankTenant>();
  const corporates = new Map<string, Corporate>();
  const of = perTenant(emptySetUp);
  const reads = readsOf(of);

  const corporateOf = ({ bankTenantId, corporateTenantId }: Tenant): Corporate | undefined => {
    const corporate = corporates.get(corporateTenantId);
    return corporate?.bankTenantId === bankTenantId ? corporate : undefined;
  };

  return (unit) => {
    const writes = writesOf(unit, of);
    return {
      actors: reads.actors,
      everybody: reads.everybody,
      roles: reads.roles,
      users: reads.users,
      debitAccounts: reads.debitAccounts,
      packages: reads.packages,
      packagesAfter: reads.packagesAfter,
      putRoles: writes.putRoles,
      putUsers: writes.putUsers,
      putDebitAccounts: writes.putDebitAccounts,
      putPackages: writes.putPackages,
      bank: async ({ bankTenantId }) => banks.get(bankTenantId),
      corporate: async (tenant) => corporateOf(tenant),
      tenantsOf: async (ids) =>
        [...new Set(ids)].flatMap((id) => {
          const corporate = corporates.get(id);
          return corporate === undefined
            ? []
            : [{ bankTenantId: corporate.bankTenantId, corporateTenantId: id }];
        }),
      corporatesOf: async (bankTenantId) =>
        [...corporates.values()]
          .filter((corporate) => corporate.bankTenantId === bankTenantId)
          .map(({ corporateTenantId }) => corporateTenantId)
          .sort(),
      addressees: async (mailbox) =>
        [...corporates.values()].flatMap((corporate) =>
          [...of(corporate).users.values()]
            .filter(({ email }) => email !== undefined && mailboxOf(email) === mailbox)
            .map((user) => ({ corporate, user })),
        ),
      surroundings: async (tenant, makers, packages) => {
        const [bank, corporate] = [banks.get(tenant.bankTenantId), corporateOf(tenant)];
        return (
          bank &&
          corporate && {
            bank,
            corporate,
            makers: actorsOf(of(tenant), makers),
            debitAccounts: [...of(tenant).debitAccounts.values()].sort((a, b) =>
              a.debitAccountId < b.debitAccountId ? -1 : 1,
            ),
            packages: found(of(tenant).packages, packages),
          }
        );
      },
      // Units take place one at a time: each holds everything.
      holdCorporate: async (tenant) => corporateOf(tenant),
      putBank: async (bank) => {
        unit.set(banks, bank.bankTenantId, bank);
      },
      putCorporate: async (corporate) => {
        const known = corporates.get(corporate.corporateTenantId);
        if (known !== undefined && known.bankTenantId !== corporate.bankTenantId) {
          throw new Error(`another bank has a corporate ${corporate.corporateTenantId}`);
        }
        unit.set(corporates, corporate.corporateTenantId, corporate);
      },
    };
  };
};
