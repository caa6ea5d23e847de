import type { BankTenantId, CorporateTenantId, PackageCode, UserId } from '../kernel/values/ids.js';
import type { Tenant } from '../kernel/values/tenant.js';
import type { PaymentPackage } from '../model/package/payment-package.js';
import type { BankTenant, Corporate } from '../model/tenancy/corporate.js';
import type { DebitAccount } from '../model/tenancy/debit-account.js';
import type { Actor, Role, User } from '../model/tenancy/user.js';

/** A user with an e-mail address. */
export interface Addressee {
  readonly corporate: Corporate;
  readonly user: User;
}

/** What payouts of a corporate are judged by, beside their payees. */
export interface PayoutSurroundings {
  readonly bank: BankTenant;
  readonly corporate: Corporate;
  /** Those of the named makers who exist, as {@link TenancyStore.actors} has them; in no order. */
  readonly makers: ReadonlyArray<Actor>;
  /** All of the corporate, by id. */
  readonly debitAccounts: ReadonlyArray<DebitAccount>;
  /** Those of the named packages that exist, in no order. */
  readonly packages: ReadonlyArray<PaymentPackage>;
}

/** Stores what a bank provisions: itself, its corporates, their people, roles, accounts and packages. */
export interface TenancyStore {
  readonly bank: (tenant: Tenant) => Promise<BankTenant | undefined>;
  readonly corporate: (tenant: Tenant) => Promise<Corporate | undefined>;
  /** The tenants of those corporates that exist, of any bank, in no order. */
  readonly tenantsOf: (
    corporates: ReadonlyArray<CorporateTenantId>,
  ) => Promise<ReadonlyArray<Tenant>>;
  /** The ids of a bank's corporates, in order. */
  readonly corporatesOf: (bankTenantId: BankTenantId) => Promise<ReadonlyArray<CorporateTenantId>>;
  /** The corporate, which no other unit of work then holds or overwrites before this one ends. */
  readonly holdCorporate: (tenant: Tenant) => Promise<Corporate | undefined>;
  /** Those of `ids` that exist, with the roles they hold now; a role code without a role counts for nothing. */
  readonly actors: (tenant: Tenant, ids: ReadonlyArray<UserId>) => Promise<ReadonlyArray<Actor>>;
  /** Everybody of the corporate, as {@link TenancyStore.actors} has them; in no order. */
  readonly everybody: (tenant: Tenant) => Promise<ReadonlyArray<Actor>>;
  /** All users with an e-mail address of this mailbox ({@link mailboxOf}), of any corporate, in no order. */
  readonly addressees: (mailbox: string) => Promise<ReadonlyArray<Addressee>>;
  readonly users: (tenant: Tenant) => Promise<ReadonlyArray<User>>;
  readonly roles: (tenant: Tenant) => Promise<ReadonlyArray<Role>>;
  readonly debitAccounts: (tenant: Tenant) => Promise<ReadonlyArray<DebitAccount>>;
  readonly packages: (
    tenant: Tenant,
    codes?: ReadonlyArray<PackageCode>,
  ) => Promise<ReadonlyArray<PaymentPackage>>;
  /** The first `limit` packages by `packageCode`, those that come after `after` where it is given. */
  readonly packagesAfter: (
    tenant: Tenant,
    after: string | undefined,
    limit: number,
  ) => Promise<ReadonlyArray<PaymentPackage>>;
  /**
   * What payouts by these makers and packages are judged by, as it was at one moment: what one unit of work has put is
   * there as a whole or not at all. Undefined where there is no such bank or corporate.
   */
  readonly surroundings: (
    tenant: Tenant,
    makers: ReadonlyArray<UserId>,
    packages: ReadonlyArray<PackageCode>,
  ) => Promise<PayoutSurroundings | undefined>;

  /** Adds or overwrites by id. Records that are not named stay. */
  readonly putBank: (bank: BankTenant) => Promise<void>;
  /** @throws when the corporate's id is in use under another bank. */
  readonly putCorporate: (corporate: Corporate) => Promise<void>;
  readonly putRoles: (tenant: Tenant, roles: ReadonlyArray<Role>) => Promise<void>;
  readonly putUsers: (tenant: Tenant, users: ReadonlyArray<User>) => Promise<void>;
  readonly putDebitAccounts: (
    tenant: Tenant,
    accounts: ReadonlyArray<DebitAccount>,
  ) => Promise<void>;
  readonly putPackages: (tenant: Tenant, packages: ReadonlyArray<PaymentPackage>) => Promise<void>;
}
