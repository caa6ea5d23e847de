import * as t from 'io-ts';
import { E } from '../../../kernel/fp.js';
import { invalid, InvalidInput, type Issue } from '../../../kernel/codecs/decode.js';
import { about } from '../../../kernel/codecs/documented.js';
import { PackageCode, type BeneficiaryId, type UserId } from '../../../kernel/values/ids.js';
import { Lei } from '../../../kernel/values/lei.js';
import { list } from '../../../kernel/codecs/list.js';
import { Purpose } from '../../../kernel/values/purpose.js';
import type { Tenant } from '../../../kernel/values/tenant.js';
import {
  AccountNumber,
  BeneId,
  Email,
  FilledLabel,
  Ifsc,
  Name,
  PhoneNumber,
  type Label,
} from '../../../kernel/values/text.js';
import type { EpochMs } from '../../../kernel/values/time.js';
import {
  valuesOf,
  type Beneficiary,
  type BeneficiaryAccount,
  type PayeeValues,
  type PendingBeneficiary,
} from './beneficiary.js';
import { record } from '../../../kernel/codecs/record.js';

const ACCOUNTS_MAX = 5;
const SOME_ACCOUNTS = `1 to ${String(ACCOUNTS_MAX)} accounts`;
const LABELS_MAX = 1_000;
const SOME_CODES = `1 to ${String(LABELS_MAX)} package codes`;

const Account = record(
  'NewAccount',
  { accountNumber: AccountNumber, ifscCode: Ifsc },
  {
    accountName: about(Name, 'Defaults to beneName.'),
    isDefault: about(t.boolean, 'At most one true per beneficiary.'),
  },
);

const PurposeOfPayments = about(
  Purpose,
  "What the beneficiary is paid for, in a code of the bank's list, unless a payment says otherwise. 1 to 35 letters and digits; lowercase becomes uppercase.",
);

const PayeeLei = about(
  Lei,
  'The legal entity identifier (ISO 17442) of the beneficiary, which large payments need. 18 letters and digits, and 2 check digits; lowercase becomes uppercase.',
);

/** The details of a payee, from the partner API (§2.1) or from the provision document. */
export const BeneficiaryDetails = record(
  'BeneficiaryDetails',
  {
    beneId: BeneId,
    beneName: Name,
    beneBankAccounts: list(Account, { min: 1, max: ACCOUNTS_MAX }, SOME_ACCOUNTS),
    benePhoneNumber: PhoneNumber,
    benePackageCodes: list(PackageCode, { min: 1, max: LABELS_MAX }, SOME_CODES),
  },
  {
    beneEmail: Email,
    beneType: about(FilledLabel, 'Default: vendor.'),
    beneCategory: FilledLabel,
    benePurpose: PurposeOfPayments,
    beneLei: PayeeLei,
    tags: list(FilledLabel, { max: LABELS_MAX }, `at most ${String(LABELS_MAX)} tags`),
  },
);
export type BeneficiaryDetails = t.TypeOf<typeof BeneficiaryDetails>;

/**
 * The rules that span fields: 1 to 5 accounts, one default, each number once; at least one package, each usable
 * and named once; a purpose of the bank's list (§2.1, decisions §4). A host that embeds core need not have decoded what it brings.
 */
export const checkDetails = (
  details: BeneficiaryDetails,
  usablePackages: ReadonlySet<PackageCode>,
  purposes: ReadonlySet<Purpose>,
  at = '',
): E.Either<InvalidInput, BeneficiaryDetails> => {
  const issues = [
    ...accountIssues(details.beneBankAccounts, `${at}/beneBankAccounts`),
    ...packageIssues(details.benePackageCodes, usablePackages, `${at}/benePackageCodes`),
    ...purposeIssues(details.benePurpose, purposes, `${at}/benePurpose`),
  ];
  return issues.length === 0 ? E.right(details) : E.left(InvalidInput(issues));
};

const accountIssues = (
  accounts: BeneficiaryDetails['beneBankAccounts'],
  at: string,
): ReadonlyArray<Issue> => [
  ...(accounts.length < 1 || accounts.length > ACCOUNTS_MAX
    ? [invalid(at, `expected ${SOME_ACCOUNTS}`)]
    : []),
  ...(accounts.filter(({ isDefault }) => isDefault === true).length > 1
    ? [invalid(at, 'expected at most one account with isDefault')]
    : []),
  ...accounts.flatMap(({ accountNumber }, i) =>
    // A payout names an account by its number alone.
    accounts.findIndex((other) => other.accountNumber === accountNumber) < i
      ? [
          invalid(
            `${at}/${String(i)}/accountNumber`,
            'expected a different number for each account of the beneficiary',
          ),
        ]
      : [],
  ),
];

const packageIssues = (
  codes: ReadonlyArray<PackageCode>,
  usable: ReadonlySet<PackageCode>,
  at: string,
): ReadonlyArray<Issue> => [
  ...(codes.length === 0 ? [invalid(at, `expected ${SOME_CODES}`)] : []),
  ...codes.flatMap((code, i) => {
    const place = `${at}/${String(i)}`;
    if (!usable.has(code))
      return [invalid(place, 'expected a package that is active and available to this corporate')];
    return codes.indexOf(code) < i ? [invalid(place, 'expected each package code once')] : [];
  }),
];

const purposeIssues = (
  purpose: Purpose | null | undefined,
  purposes: ReadonlySet<Purpose>,
  at: string,
): ReadonlyArray<Issue> =>
  purpose === undefined || purpose === null || purposes.has(purpose)
    ? []
    : [invalid(at, `expected one of the bank's purposes: ${[...purposes].join(', ')}`)];

/** Values of a payee that a change may name; `null` takes away what may be absent. */
export const BeneficiaryChanges = record(
  'BeneficiaryChanges',
  {},
  {
    beneName: BeneficiaryDetails.required.beneName,
    beneBankAccounts: about(
      BeneficiaryDetails.required.beneBankAccounts,
      'All accounts from then on: one that is left out is gone.',
    ),
    benePhoneNumber: BeneficiaryDetails.required.benePhoneNumber,
    benePackageCodes: about(
      BeneficiaryDetails.required.benePackageCodes,
      'All packages from then on.',
    ),
    beneEmail: t.union([Email, t.null]),
    beneType: FilledLabel,
    beneCategory: t.union([FilledLabel, t.null]),
    benePurpose: t.union([PurposeOfPayments, t.null]),
    beneLei: t.union([PayeeLei, t.null]),
    tags: about(BeneficiaryDetails.optional.tags, 'All tags from then on.'),
  },
);
export type BeneficiaryChanges = t.TypeOf<typeof BeneficiaryChanges>;

/**
 * The rules that span fields, for the members that a change names. Packages that the payee has may stay, usable or not.
 */
export const checkChanges = (
  { beneBankAccounts, benePackageCodes, benePurpose }: BeneficiaryChanges,
  { packageCodes }: PayeeValues,
  usablePackages: Iterable<PackageCode>,
  purposes: ReadonlySet<Purpose>,
): ReadonlyArray<Issue> => [
  ...(beneBankAccounts === undefined ? [] : accountIssues(beneBankAccounts, '/beneBankAccounts')),
  ...(benePackageCodes === undefined
    ? []
    : packageIssues(
        benePackageCodes,
        new Set([...usablePackages, ...packageCodes]),
        '/benePackageCodes',
      )),
  ...purposeIssues(benePurpose, purposes, '/benePurpose'),
];

/** The accounts as they are kept; without a default flag the first one is the default (§2.1). */
const accountsOf = (
  accounts: BeneficiaryDetails['beneBankAccounts'],
  name: Name,
  idOf: (accountNumber: AccountNumber, i: number) => string,
): BeneficiaryAccount[] => {
  const flagged = accounts.findIndex(({ isDefault }) => isDefault === true);
  return accounts.map(({ accountNumber, ifscCode, accountName }, i) => ({
    accountId: idOf(accountNumber, i),
    accountNumber,
    ifsc: ifscCode,
    accountName: accountName ?? name,
    isDefault: i === Math.max(flagged, 0),
  }));
};

/**
 * The values of a payee after a change. An account keeps its id as long as it keeps its number, and an account without
 * a name of its own goes by that of the payee.
 */
export const changedValues = (payee: Beneficiary, changes: BeneficiaryChanges): PayeeValues => {
  const now = valuesOf(payee);
  const { email, category, purpose, lei, ...kept } = now;
  const name = changes.beneName ?? now.name;
  const known = new Map(now.accounts.map((one) => [one.accountNumber, one.accountId]));
  const newId = (i: number) =>
    `${payee.beneficiaryId}-${String(payee.revision + 1)}-${String(i + 1)}`;
  const nextEmail = changes.beneEmail === undefined ? email : changes.beneEmail;
  const nextCategory = changes.beneCategory === undefined ? category : changes.beneCategory;
  const nextPurpose = changes.benePurpose === undefined ? purpose : changes.benePurpose;
  const nextLei = changes.beneLei === undefined ? lei : changes.beneLei;
  return {
    ...kept,
    name,
    accounts:
      changes.beneBankAccounts === undefined
        ? now.accounts.map((one) =>
            one.accountName === now.name ? { ...one, accountName: name } : one,
          )
        : accountsOf(changes.beneBankAccounts, name, (number, i) => known.get(number) ?? newId(i)),
    phoneNumber: changes.benePhoneNumber ?? now.phoneNumber,
    packageCodes: changes.benePackageCodes ?? now.packageCodes,
    type: changes.beneType ?? now.type,
    tags: changes.tags ?? now.tags,
    ...(nextEmail !== undefined && nextEmail !== null && { email: nextEmail }),
    ...(nextCategory !== undefined && nextCategory !== null && { category: nextCategory }),
    ...(nextPurpose !== undefined && nextPurpose !== null && { purpose: nextPurpose }),
    ...(nextLei !== undefined && nextLei !== null && { lei: nextLei }),
  };
};

/** The new payee; without a default flag its first account is the default (§2.1). */
export const newBeneficiary = (
  tenant: Tenant,
  beneficiaryId: BeneficiaryId,
  details: BeneficiaryDetails,
  { by, at }: { readonly by: UserId; readonly at: EpochMs },
): PendingBeneficiary => ({
  ...tenant,
  beneficiaryId,
  beneId: details.beneId,
  name: details.beneName,
  accounts: accountsOf(
    details.beneBankAccounts,
    details.beneName,
    (_, i) => `${beneficiaryId}-${String(i + 1)}`,
  ),
  phoneNumber: details.benePhoneNumber,
  packageCodes: details.benePackageCodes,
  type: details.beneType ?? ('vendor' as Label),
  tags: details.tags ?? [],
  ...(details.beneEmail !== undefined && { email: details.beneEmail }),
  ...(details.beneCategory !== undefined && { category: details.beneCategory }),
  ...(details.benePurpose !== undefined && { purpose: details.benePurpose }),
  ...(details.beneLei !== undefined && { lei: details.beneLei }),
  createdBy: by,
  createdAt: at,
  revision: 1,
  state: 'pending_approval',
});
