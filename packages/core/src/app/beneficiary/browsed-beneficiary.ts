import * as t from 'io-ts';
import { about } from '../../kernel/codecs/documented.js';
import {
  BankTenantId,
  BeneficiaryId,
  CorporateTenantId,
  PackageCode,
  UserId,
} from '../../kernel/values/ids.js';
import { Lei } from '../../kernel/values/lei.js';
import { Purpose } from '../../kernel/values/purpose.js';
import { Positive } from '../../kernel/values/whole.js';
import { describedRecord, record } from '../../kernel/codecs/record.js';
import { picked } from '../../kernel/picked.js';
import {
  AccountNumber,
  BeneId,
  Comment,
  KeptEmail,
  Ifsc,
  Label,
  Name,
} from '../../kernel/values/text.js';
import { EpochMs } from '../../kernel/values/time.js';
import { Via } from '../../kernel/values/via.js';
import type { BankDirectory } from '../../ports/bank-directory.js';
import {
  BeneficiaryAccount,
  defaultAccount,
  pendingChangeOf,
  type Beneficiary,
  type PendingChange,
} from '../../model/beneficiary/payee/beneficiary.js';

/** In which of its states a beneficiary is (§3.1). */
export const BeneficiaryState = t.keyof(
  { pending_approval: null, approved: null, rejected: null, deactivated: null },
  'BeneficiaryState',
);
export type BeneficiaryState = t.TypeOf<typeof BeneficiaryState>;

/** An account of a beneficiary, as a person sees it. */
export const BrowsedAccount = record('BrowsedAccount', BeneficiaryAccount.type.props);

const PendingValues = record(
  'PendingBeneficiaryChange',
  {
    name: Name,
    accounts: t.readonlyArray(BrowsedAccount),
    phoneNumber: Label,
    packageCodes: t.readonlyArray(PackageCode),
    beneficiaryType: Label,
    tags: t.readonlyArray(Label),
    requestedBy: UserId,
    requestedAt: EpochMs,
  },
  { email: KeptEmail, category: Label, purpose: Purpose, lei: Lei, via: Via },
);

const LookAlike = record('LookAlike', { beneficiaryId: BeneficiaryId, beneId: BeneId, name: Name });

/** A beneficiary in any state, as a person sees it: the list item of §2.3, and what a checker has to look at. */
export const BrowsedBeneficiary = describedRecord(
  'BrowsedBeneficiary',
  'A beneficiary in any state, with all of its accounts, and the change that waits for a checker.',
  {
    beneficiaryId: BeneficiaryId,
    bankTenantId: BankTenantId,
    corporateTenantId: CorporateTenantId,
    name: Name,
    accountNumber: about(AccountNumber, 'Of the default account.'),
    ifsc: about(Ifsc, 'Of the default account.'),
    bankName: about(t.string, 'Empty if the bank directory does not know the IFSC.'),
    phoneNumber: Label,
    beneficiaryType: Label,
    status: t.keyof({ active: null, inactive: null }),
    approvalState: BeneficiaryState,
    beneId: BeneId,
    accounts: t.readonlyArray(BrowsedAccount),
    packageCodes: t.readonlyArray(PackageCode),
    tags: t.readonlyArray(Label),
    createdBy: UserId,
    createdAt: EpochMs,
    revision: about(
      Positive,
      'One more with each step. A checker names the one that they saw in their decision.',
    ),
  },
  {
    email: KeptEmail,
    category: Label,
    purpose: about(Purpose, 'What it is paid for, unless a payment says otherwise.'),
    lei: about(Lei, 'Its legal entity identifier (ISO 17442).'),
    authorizedBy: UserId,
    authorizedAt: EpochMs,
    deactivatedBy: UserId,
    deactivatedAt: EpochMs,
    comment: Comment,
    via: Via,
    pendingChange: about(
      PendingValues,
      'All values that it gets once a checker approves them; until then the others stay in force.',
    ),
    looksLike: about(
      t.readonlyArray(LookAlike),
      'While it, or a change of it, awaits approval: other beneficiaries with one of the account numbers, whose names look the same in letters of another script. Compare them before you approve it.',
    ),
  },
);
export type BrowsedBeneficiary = t.TypeOf<typeof BrowsedBeneficiary>;

/** Shows a beneficiary in any state. */
export const browsedBeneficiary = (
  beneficiary: Beneficiary,
  banks: BankDirectory,
  looksLike: ReadonlyArray<Beneficiary> = [],
): BrowsedBeneficiary => {
  const { accountNumber, ifsc } = defaultAccount(beneficiary);
  const pendingChange = pendingChangeOf(beneficiary);
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
    status: beneficiary.state === 'approved' ? 'active' : 'inactive',
    approvalState: beneficiary.state,
    beneId: beneficiary.beneId,
    accounts: beneficiary.accounts,
    packageCodes: beneficiary.packageCodes,
    tags: beneficiary.tags,
    createdBy: beneficiary.createdBy,
    createdAt: beneficiary.createdAt,
    revision: beneficiary.revision,
    ...picked(beneficiary, ['email', 'category', 'purpose', 'lei']),
    ...(beneficiary.state !== 'pending_approval' &&
      picked(beneficiary, ['authorizedBy', 'authorizedAt', 'comment'])),
    ...(beneficiary.state === 'deactivated' &&
      picked(beneficiary, ['deactivatedBy', 'deactivatedAt'])),
    ...picked(beneficiary, ['via']),
    ...(pendingChange !== undefined && { pendingChange: pendingValues(pendingChange) }),
    ...(looksLike.length > 0 && {
      looksLike: looksLike.map(({ beneficiaryId, beneId, name }) => ({
        beneficiaryId,
        beneId,
        name,
      })),
    }),
  };
};

const pendingValues = ({ values, by, at, via }: PendingChange) => {
  const { type, ...rest } = values;
  return {
    ...rest,
    beneficiaryType: type,
    requestedBy: by,
    requestedAt: at,
    ...(via !== undefined && { via }),
  };
};
