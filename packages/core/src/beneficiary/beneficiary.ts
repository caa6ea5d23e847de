import * as t from 'io-ts';
import {
  BankTenantId,
  BeneficiaryId,
  CorporateTenantId,
  PackageCode,
  UserId,
} from '../kernel/ids.js';
import { Via } from '../kernel/via.js';
import { AccountNumber, BeneId, Comment, Email, Ifsc, Label, Name } from '../kernel/text.js';

/** One account of a payee. */
export const BeneficiaryAccount = t.strict({
  accountId: t.string,
  accountNumber: AccountNumber,
  ifsc: Ifsc,
  accountName: Name,
  isDefault: t.boolean,
});
export type BeneficiaryAccount = t.TypeOf<typeof BeneficiaryAccount>;

const Common = t.intersection([
  t.strict({
    beneficiaryId: BeneficiaryId,
    bankTenantId: BankTenantId,
    corporateTenantId: CorporateTenantId,
    beneId: BeneId,
    name: Name,
    accounts: t.array(BeneficiaryAccount),
    phoneNumber: Label,
    packageCodes: t.array(PackageCode),
    type: Label,
    tags: t.array(Label),
    createdBy: UserId,
    createdAt: t.number,
    /** 1 at creation, one more with each change; also the journal's sequence. */
    revision: t.number,
  }),
  /** `via`: the key that it was made by. */
  t.exact(t.partial({ email: Email, category: Label, via: Via })),
]);

const Review = t.intersection([
  t.strict({ authorizedBy: UserId, authorizedAt: t.number }),
  t.exact(t.partial({ comment: Comment })),
]);

// One literal per state: io-ts finds the branch of a union by literal tags only.
export const PendingBeneficiary = t.intersection([
  Common,
  t.strict({ state: t.literal('pending_approval') }),
]);
export type PendingBeneficiary = t.TypeOf<typeof PendingBeneficiary>;

export const ApprovedBeneficiary = t.intersection([
  Common,
  Review,
  t.strict({ state: t.literal('approved') }),
]);
export type ApprovedBeneficiary = t.TypeOf<typeof ApprovedBeneficiary>;

export const RejectedBeneficiary = t.intersection([
  Common,
  Review,
  t.strict({ state: t.literal('rejected') }),
]);
export type RejectedBeneficiary = t.TypeOf<typeof RejectedBeneficiary>;

/** A payee. Usable for payouts only once approved (§3.1). */
export const Beneficiary = t.union([PendingBeneficiary, ApprovedBeneficiary, RejectedBeneficiary]);
export type Beneficiary = t.TypeOf<typeof Beneficiary>;

/** A payee that a checker has decided on. */
export type ReviewedBeneficiary = ApprovedBeneficiary | RejectedBeneficiary;

/** The account a payout goes to unless it names another. There is always one (§2.1). */
export const defaultAccount = ({ accounts }: Pick<Beneficiary, 'accounts'>): BeneficiaryAccount => {
  const account = accounts.find(({ isDefault }) => isDefault) ?? accounts[0];
  if (account === undefined) throw new Error('a beneficiary has at least one account');
  return account;
};

/** What makes two payees the same (§4.2): the name after NFKC, case folding and collapsed spaces. */
export const nameKey = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    // Raising takes some Greek letters apart.
    .normalize('NFKC')
    .replace(/\s+/gu, ' ')
    .trim();
