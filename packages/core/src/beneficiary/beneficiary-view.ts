import type { BankDirectory } from '../ports/bank-directory.js';
import type {
  AuthorizedBeneficiary,
  BeneficiaryRecord,
  CreatedBeneficiary,
} from './beneficiary-answers.js';
import { defaultAccount, type Beneficiary, type ReviewedBeneficiary } from './payee/beneficiary.js';

/** Shows an approved payee in a list (§2.3). */
export const beneficiaryRecord = (
  beneficiary: Beneficiary,
  banks: BankDirectory,
): BeneficiaryRecord => {
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
  };
};

/** The response to a creation (§2.2). */
export const createdBeneficiary = ({
  beneficiaryId,
  accounts,
}: Beneficiary): CreatedBeneficiary => ({
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

/** The response to an authorization (decisions §4). */
export const authorizedBeneficiary = (beneficiary: ReviewedBeneficiary): AuthorizedBeneficiary => ({
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
