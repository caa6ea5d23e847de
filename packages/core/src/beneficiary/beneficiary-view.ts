import type { BankDirectory } from '../ports/bank-directory.js';
import { defaultAccount, type Beneficiary, type ReviewedBeneficiary } from './beneficiary.js';

/** A list item (§2.3): one flat record with the default account. */
export const beneficiaryRecord = (beneficiary: Beneficiary, banks: BankDirectory) => {
  const { accountNumber, ifsc } = defaultAccount(beneficiary);
  return {
    beneficiaryId: beneficiary.beneficiaryId,
    bankTenantId: beneficiary.bankTenantId,
    corporateTenantId: beneficiary.corporateTenantId,
    name: beneficiary.name,
    accountNumber,
    ifsc,
    bankName: banks.bankName(ifsc),
    phoneNumber: beneficiary.phoneNumber,
    beneficiaryType: beneficiary.type,
    status: 'active',
    approvalState: 'approved',
  } as const;
};
export type BeneficiaryRecord = ReturnType<typeof beneficiaryRecord>;

/** The answer to a creation (§2.2). */
export const createdBeneficiary = ({ beneficiaryId, accounts }: Beneficiary) => ({
  message: 'Beneficiary created. It can be used once a checker has approved it.',
  beneficiary: {
    beneficiaryId,
    accounts: accounts.map(({ accountId, accountNumber, ifsc, isDefault }) => ({
      accountId,
      accountNumber,
      ifsc,
      isDefault,
    })),
  },
});
export type CreatedBeneficiary = ReturnType<typeof createdBeneficiary>;

/** The answer to an authorization (decisions §4). */
export const authorizedBeneficiary = (beneficiary: ReviewedBeneficiary) => ({
  message: `Beneficiary ${beneficiary.state}.`,
  beneficiary: {
    beneficiaryId: beneficiary.beneficiaryId,
    status: beneficiary.state === 'approved' ? 'active' : 'inactive',
    approvalState: beneficiary.state,
    authorizedBy: beneficiary.authorizedBy,
    authorizedAt: beneficiary.authorizedAt,
    ...(beneficiary.comment !== undefined && { comment: beneficiary.comment }),
  },
});
export type AuthorizedBeneficiary = ReturnType<typeof authorizedBeneficiary>;
