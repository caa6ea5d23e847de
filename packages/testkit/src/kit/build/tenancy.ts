import type { Tenant } from '@hundi/core';
import type { BankTenant, Corporate, DebitAccount, Role, User } from '@hundi/core/wire';
import type { Overrides } from './plain.js';

/** A corporate of a bank, by their names. */
export const aTenant = (corporate: string, bank = 'first-bank'): Tenant =>
  ({ bankTenantId: bank, corporateTenantId: corporate }) as Tenant;

/** The bank of a tenant, in India's zone. */
export const aBank = (
  { bankTenantId }: Tenant,
  overrides: Overrides<BankTenant> = {},
): BankTenant =>
  ({ bankTenantId, name: 'First Bank', timeZone: 'Asia/Kolkata', ...overrides }) as BankTenant;

/** The corporate of a tenant, whose payouts need one checker. */
export const aCorporate = (tenant: Tenant, overrides: Overrides<Corporate> = {}): Corporate =>
  ({
    ...tenant,
    name: `Corporate ${tenant.corporateTenantId}`,
    checkout: { destinationHosts: ['shop.example'], statementDescriptor: 'SHOP' },
    approvalMatrix: [],
    ...overrides,
  }) as Corporate;

/** Role `code`, which makes payouts and payees with package `VENDOR` and debit account 1. */
export const aRole = (code: string, overrides: Overrides<Role> = {}): Role =>
  ({
    roleCode: code,
    permissions: ['transaction.make', 'beneficiary.make'],
    packageCodes: ['VENDOR'],
    debitAccountIds: ['debit-1'],
    ...overrides,
  }) as Role;

/** Person `n`, approved, with the role `maker`. */
export const aUser = (n: number, overrides: Overrides<User> = {}): User =>
  ({
    userId: `user-${String(n)}`,
    username: `User ${String(n)}`,
    kind: 'human',
    approvalState: 'approved',
    roleCodes: ['maker'],
    ...overrides,
  }) as User;

/** Active debit account `n`, open all day. */
export const aDebitAccount = (n: number, overrides: Overrides<DebitAccount> = {}): DebitAccount =>
  ({
    debitAccountId: `debit-${String(n)}`,
    accountName: `Debit account ${String(n)}`,
    accountNumber: `90${String(n).padStart(10, '0')}`,
    ifscCode: 'FRST0000001',
    status: 'active',
    cutOffs: [],
    ...overrides,
  }) as DebitAccount;
