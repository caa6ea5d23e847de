import { shownAs } from '../../kernel/codecs/record.js';
import type { JournalEntry } from '../../model/journal/entry/entry.js';
import type { UserId } from '../../kernel/values/ids.js';
import type { Comment } from '../../kernel/values/text.js';
import type { BankDirectory } from '../../ports/bank-directory.js';
import {
  BeneficiaryRecord,
  type AuthorizedBeneficiary,
  type CreatedBeneficiary,
} from './beneficiary-answers.js';
import { defaultAccount, type Beneficiary } from '../../model/beneficiary/payee/beneficiary.js';

/** Shows an approved payee in a list (§2.3). */
export const beneficiaryRecord = (
  beneficiary: Beneficiary,
  banks: BankDirectory,
): BeneficiaryRecord => {
  const { accountNumber, ifsc } = defaultAccount(beneficiary);
  return shownAs(BeneficiaryRecord, {
    ...beneficiary,
    accountNumber,
    ifsc,
    bankName: banks.bankName(ifsc),
    beneficiaryType: beneficiary.type,
    status: 'active',
    approvalState: 'approved',
  });
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

const DECIDED: Readonly<Record<string, string>> = {
  approved: 'Beneficiary approved.',
  rejected: 'Beneficiary rejected.',
  changed: 'Change of the beneficiary approved.',
  change_rejected: 'Change of the beneficiary rejected. Its values stay as they are.',
};

/** The response to an authorization (decisions §4), of a payee or of its change: from the entry that says it. */
export const authorizedBeneficiary = (
  { beneficiaryId, state }: Beneficiary,
  { to, actor, at, changes }: JournalEntry,
): AuthorizedBeneficiary => ({
  message: DECIDED[to] ?? '',
  beneficiary: {
    beneficiaryId,
    status: state === 'approved' ? 'active' : 'inactive',
    approvalState: state === 'approved' ? 'approved' : 'rejected',
    authorizedBy: actor as UserId,
    authorizedAt: at,
    ...(changes['comment'] !== undefined && { comment: changes['comment'] as Comment }),
  },
});
