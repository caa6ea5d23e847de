import * as t from 'io-ts';
import { about } from '../../kernel/codecs/documented.js';
import { BankTenantId, BeneficiaryId, CorporateTenantId, UserId } from '../../kernel/values/ids.js';
import { Lei } from '../../kernel/values/lei.js';
import { Purpose } from '../../kernel/values/purpose.js';
import { describedRecord, record } from '../../kernel/codecs/record.js';
import { AccountNumber, Comment, Ifsc, Label, Name } from '../../kernel/values/text.js';
import { EpochMs } from '../../kernel/values/time.js';

/** A list item (§2.3): one flat record with the default account. */
export const BeneficiaryRecord = describedRecord(
  'BeneficiaryRecord',
  'An active, approved beneficiary with its default account (§2.3).',
  {
    beneficiaryId: BeneficiaryId,
    bankTenantId: BankTenantId,
    corporateTenantId: CorporateTenantId,
    name: Name,
    accountNumber: AccountNumber,
    ifsc: Ifsc,
    bankName: about(t.string, 'Empty if the bank directory does not know the IFSC.'),
    phoneNumber: Label,
    beneficiaryType: Label,
    status: t.literal('active'),
    approvalState: t.literal('approved'),
  },
  { purpose: Purpose, lei: Lei },
);
export type BeneficiaryRecord = t.TypeOf<typeof BeneficiaryRecord>;

const CreatedAccount = record('CreatedAccount', {
  accountId: t.string,
  accountNumber: AccountNumber,
  ifsc: Ifsc,
  isDefault: t.boolean,
});

/** The answer to a creation (§2.2). */
export const CreatedBeneficiary = record('CreatedBeneficiary', {
  message: t.string,
  beneficiary: t.strict({
    beneficiaryId: BeneficiaryId,
    accounts: t.readonlyArray(CreatedAccount),
  }),
});
export type CreatedBeneficiary = t.TypeOf<typeof CreatedBeneficiary>;

const Authorization = record(
  'Authorization',
  {
    beneficiaryId: BeneficiaryId,
    status: t.keyof({ active: null, inactive: null }),
    approvalState: t.keyof({ approved: null, rejected: null }),
    authorizedBy: UserId,
    authorizedAt: EpochMs,
  },
  { comment: Comment },
);

/** The answer to an authorization (decisions §4). */
export const AuthorizedBeneficiary = record('AuthorizedBeneficiary', {
  message: t.string,
  beneficiary: Authorization,
});
export type AuthorizedBeneficiary = t.TypeOf<typeof AuthorizedBeneficiary>;
