import type { Tenant } from '@hundi/core';
import type {
  ApprovedBeneficiary,
  BeneficiaryAccount,
  DeactivatedBeneficiary,
  PendingBeneficiary,
  RejectedBeneficiary,
} from '@hundi/core/wire';
import { aBeneficiaryId, EPOCH } from './ids.js';
import type { Overrides } from './plain.js';

/** Bank account `n` of a payee. */
export const anAccount = (
  n: number,
  overrides: Overrides<BeneficiaryAccount> = {},
): BeneficiaryAccount =>
  ({
    accountId: `account-${String(n)}`,
    accountNumber: String(n).padStart(12, '0'),
    ifsc: 'SCND0000001',
    accountName: `Account ${String(n)}`,
    isDefault: true,
    ...overrides,
  }) as BeneficiaryAccount;

/** Payee `n`, awaiting approval, with account `n`. */
export const aBeneficiary = (
  tenant: Tenant,
  n: number,
  overrides: Overrides<PendingBeneficiary> = {},
): PendingBeneficiary =>
  ({
    ...tenant,
    beneficiaryId: aBeneficiaryId(n),
    beneId: `BENE${String(n)}`,
    name: `Payee ${String(n)}`,
    accounts: [anAccount(n)],
    phoneNumber: '+910000000000',
    packageCodes: ['VENDOR'],
    type: 'vendor',
    tags: [],
    createdBy: 'user-1',
    createdAt: EPOCH,
    revision: 1,
    state: 'pending_approval',
    ...overrides,
  }) as PendingBeneficiary;

const reviewed = (pending: PendingBeneficiary) => ({
  ...pending,
  revision: pending.revision + 1,
  authorizedBy: 'user-2' as ApprovedBeneficiary['authorizedBy'],
  authorizedAt: EPOCH + 1,
});

/** The same payee, approved by person 2. */
export const approved = (pending: PendingBeneficiary): ApprovedBeneficiary => ({
  ...reviewed(pending),
  state: 'approved',
});

/** The same payee, rejected by person 2. */
export const rejected = (pending: PendingBeneficiary): RejectedBeneficiary => ({
  ...reviewed(pending),
  state: 'rejected',
});

/** The same payee, deactivated by person 1. */
export const deactivated = (payee: ApprovedBeneficiary): DeactivatedBeneficiary => ({
  ...payee,
  revision: payee.revision + 1,
  state: 'deactivated',
  deactivatedBy: 'user-1' as ApprovedBeneficiary['authorizedBy'],
  deactivatedAt: EPOCH + 2,
});

/** The same payee, with a change that person 1 asked for. */
export const withPendingChange = (
  payee: ApprovedBeneficiary,
  overrides: Overrides<PendingBeneficiary>,
): ApprovedBeneficiary => {
  const { name, accounts, phoneNumber, packageCodes, type, tags } = payee;
  const values = { name, accounts, phoneNumber, packageCodes, type, tags, ...overrides };
  const pendingChange = { values, by: 'user-1', at: EPOCH + 2 };
  return { ...payee, revision: payee.revision + 1, pendingChange } as ApprovedBeneficiary;
};
