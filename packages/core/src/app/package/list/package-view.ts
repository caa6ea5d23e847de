import * as t from 'io-ts';
import { about } from '../../../kernel/codecs/documented.js';
import { describedRecord, record } from '../../../kernel/codecs/record.js';
import { EpochMs } from '../../../kernel/values/time.js';
import { Whole } from '../../../kernel/values/whole.js';
import { DebitAccount } from '../../../model/tenancy/debit-account.js';
import {
  EffectiveConfiguration,
  effectiveConfiguration,
} from '../../../model/package/effective-configuration.js';
import {
  CatalogConfiguration,
  isUsable,
  orNull,
  PackageDebitAccount,
  PaymentPackage,
} from '../../../model/package/payment-package.js';

const { accountName, accountNumber, ifscCode, status } = DebitAccount.required;

/** A debit account as a package offers it, and as it is (§2.4). */
export const DebitAccountRecord = record('DebitAccountRecord', {
  ...PackageDebitAccount.type.props,
  accountName,
  accountNumber,
  ifscCode,
  status,
});
export type DebitAccountRecord = t.TypeOf<typeof DebitAccountRecord>;

/** The package as the bank sells it, with its debit accounts (§2.4). */
const CatalogConfigurationRecord = record('CatalogConfigurationRecord', {
  ...CatalogConfiguration.type.props,
  debitAccounts: t.readonlyArray(DebitAccountRecord),
});

const { packageId, packageCode, name, description, catalogStatus, subscriptionStatus, originSide } =
  PaymentPackage.type.props;

/** A package of the list (§2.4). */
export const PackageRecord = describedRecord(
  'PackageRecord',
  'A payment package of the corporate (§2.4).',
  {
    packageId,
    packageCode,
    name,
    catalogStatus,
    subscriptionStatus,
    isUsable: about(t.boolean, 'Whether catalog and subscription are both active.'),
    catalogConfiguration: CatalogConfigurationRecord,
    effectiveConfiguration: about(
      orNull(EffectiveConfiguration),
      'The configuration that applies to payouts; null when not_subscribed.',
    ),
    createdAt: orNull(EpochMs),
    updatedAt: orNull(EpochMs),
  },
  {
    description,
    originSide,
    attachedBeneficiariesCount: about(
      Whole,
      'The number of its beneficiaries that are not rejected.',
    ),
    attachedRolesCount: about(Whole, 'The number of roles that can use the package.'),
  },
);
export type PackageRecord = t.TypeOf<typeof PackageRecord>;

export interface Attached {
  readonly beneficiaries: number;
  readonly roles: number;
}

const withAccounts = (
  { debitAccounts }: CatalogConfiguration,
  accounts: ReadonlyArray<DebitAccount>,
): ReadonlyArray<DebitAccountRecord> =>
  debitAccounts.map((offered) => {
    const account = accounts.find(
      ({ debitAccountId }) => debitAccountId === offered.debitAccountId,
    );
    if (account === undefined)
      throw new Error('a package offers a debit account that is not there');
    return {
      debitAccountId: offered.debitAccountId,
      accountName: account.accountName,
      accountNumber: account.accountNumber,
      ifscCode: account.ifscCode,
      status: account.status,
      allowedPaymentMethodCodes: offered.allowedPaymentMethodCodes,
      isDefault: offered.isDefault,
    };
  });

/**
 * Shows a package to its corporate.
 *
 * @throws when it offers an account that is not among `accounts`: provisioning lets no such package in.
 */
export const packageRecord = (
  one: PaymentPackage,
  accounts: ReadonlyArray<DebitAccount>,
  attached: Attached,
): PackageRecord => ({
  packageId: one.packageId,
  packageCode: one.packageCode,
  name: one.name,
  description: one.description,
  catalogStatus: one.catalogStatus,
  subscriptionStatus: one.subscriptionStatus,
  isUsable: isUsable(one),
  originSide: one.originSide,
  catalogConfiguration: {
    ...one.catalogConfiguration,
    debitAccounts: withAccounts(one.catalogConfiguration, accounts),
  },
  effectiveConfiguration:
    one.subscriptionStatus === 'not_subscribed' ? null : effectiveConfiguration(one),
  attachedBeneficiariesCount: attached.beneficiaries,
  attachedRolesCount: attached.roles,
  createdAt: one.createdAt,
  updatedAt: one.updatedAt,
});
