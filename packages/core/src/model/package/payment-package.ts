import * as t from 'io-ts';
import type { Brand } from '../../kernel/codecs/brand.js';
import { documented } from '../../kernel/codecs/documented.js';
import { DebitAccountId, PackageCode, PaymentMethodCode } from '../../kernel/values/ids.js';
import { Paise } from '../../kernel/values/money.js';
import { Name } from '../../kernel/values/text.js';

export const DebitMode = t.keyof({ single: null, multi: null }, 'DebitMode');
export type DebitMode = t.TypeOf<typeof DebitMode>;

export const FileRejectionMode = t.keyof(
  { fail_full_file: null, reject_invalid_rows: null },
  'FileRejectionMode',
);
export type FileRejectionMode = t.TypeOf<typeof FileRejectionMode>;

export const orNull = <C extends t.Mixed>(codec: C) => t.union([codec, t.null]);

/** How many payments of a package one batch may hold: at least 1 (§8). */
export const BatchLimit = documented(
  t.brand(
    t.number,
    (n): n is t.Branded<number, Brand<'BatchLimit'>> => Number.isSafeInteger(n) && n >= 1,
    'BatchLimit',
  ),
  { type: 'integer', minimum: 1 },
);

/** The amounts, in paise, that a method takes; null: no bound (§2.4). */
export const MethodLimit = t.strict(
  {
    paymentMethodCode: PaymentMethodCode,
    minimumAmount: orNull(Paise),
    maximumAmount: orNull(Paise),
  },
  'MethodLimit',
);
export type MethodLimit = t.TypeOf<typeof MethodLimit>;

/** A debit account as a package offers it. */
export const PackageDebitAccount = t.strict({
  debitAccountId: DebitAccountId,
  allowedPaymentMethodCodes: t.array(PaymentMethodCode),
  isDefault: t.boolean,
});

/** The package as the bank sells it (§2.4 catalogConfiguration). */
export const CatalogConfiguration = t.strict({
  autoApprovalEnabled: t.boolean,
  bulkApprovalEnabled: t.boolean,
  maskConfidentialDetails: t.boolean,
  maxPaymentsPerBatch: BatchLimit,
  allowedDebitModes: t.array(DebitMode),
  defaultDebitMode: DebitMode,
  allowedFileRejectionModes: t.array(FileRejectionMode),
  defaultFileRejectionMode: FileRejectionMode,
  allowedPaymentMethods: t.array(MethodLimit),
  defaultPaymentMethodCode: orNull(PaymentMethodCode),
  debitAccounts: t.array(PackageDebitAccount),
  defaultDebitAccountId: orNull(DebitAccountId),
});
export type CatalogConfiguration = t.TypeOf<typeof CatalogConfiguration>;

/** What becomes of payouts while the guard before sending does not answer; `wait` where it is absent. */
const WhenGuardIsAway = documented(t.keyof({ wait: null, go: null }, 'WhenGuardIsAway'), {
  description:
    'Whether payouts wait or go while the guard before sending does not answer. Default: wait.',
});

/**
 * The values that this corporate's subscription changes; for absent or null ones the catalog's hold (decisions §5).
 */
export const ConfigurationOverrides = t.exact(
  t.partial({
    effectiveDebitMode: orNull(DebitMode),
    effectiveFileRejectionMode: orNull(FileRejectionMode),
    autoApprovalEnabled: orNull(t.boolean),
    bulkApprovalEnabled: orNull(t.boolean),
    maskConfidentialDetails: orNull(t.boolean),
    maxPaymentsPerBatch: orNull(BatchLimit),
    allowedPaymentMethods: orNull(t.array(MethodLimit)),
    defaultPaymentMethodCode: orNull(PaymentMethodCode),
    defaultDebitAccountId: orNull(DebitAccountId),
    whenGuardIsAway: WhenGuardIsAway,
  }),
);
export type ConfigurationOverrides = t.TypeOf<typeof ConfigurationOverrides>;

/** A flat fee of a method, in paise; zero is allowed. */
export const Fee = t.strict({
  paymentMethodCode: PaymentMethodCode,
  base: documented(
    t.refinement(t.number, (n) => Number.isSafeInteger(n) && n >= 0, 'FeeAmount'),
    { type: 'integer', minimum: 0, description: 'Paise.' },
  ),
});
export type Fee = t.TypeOf<typeof Fee>;

const BasisPoints = documented(
  t.refinement(t.number, (n) => Number.isInteger(n) && n >= 0 && n <= 10_000, 'BasisPoints'),
  { type: 'integer', minimum: 0, maximum: 10_000, description: 'Hundredths of a percent.' },
);

/** Product rules for payouts: limits, rails, debit accounts, file rejection. */
export const PaymentPackage = t.strict({
  packageId: t.string,
  packageCode: PackageCode,
  name: Name,
  description: orNull(t.string),
  catalogStatus: t.keyof({ active: null, inactive: null }),
  subscriptionStatus: t.keyof({
    active: null,
    draft: null,
    suspended: null,
    terminated: null,
    not_subscribed: null,
  }),
  originSide: t.keyof({ corporate_native: null, bank_assisted: null }),
  catalogConfiguration: CatalogConfiguration,
  overrides: ConfigurationOverrides,
  dailyAmountLimit: orNull(Paise),
  fees: t.array(Fee),
  gstBasisPoints: BasisPoints,
  createdAt: t.number,
  updatedAt: t.number,
});
export type PaymentPackage = t.TypeOf<typeof PaymentPackage>;

/** Both the bank's catalog and the corporate's subscription let payouts through. */
export const isUsable = ({ catalogStatus, subscriptionStatus }: PaymentPackage): boolean =>
  catalogStatus === 'active' && subscriptionStatus === 'active';
