import type { PaymentPackage } from '@hundi/core/wire';
import { EPOCH } from './ids.js';
import type { Overrides } from './plain.js';

const catalogConfiguration = {
  autoApprovalEnabled: false,
  bulkApprovalEnabled: true,
  maskConfidentialDetails: false,
  maxPaymentsPerBatch: 20_000,
  allowedDebitModes: ['single', 'multi'],
  defaultDebitMode: 'multi',
  allowedFileRejectionModes: ['fail_full_file', 'reject_invalid_rows'],
  defaultFileRejectionMode: 'reject_invalid_rows',
  allowedPaymentMethods: [
    { paymentMethodCode: 'NEFT', minimumAmount: null, maximumAmount: null },
    { paymentMethodCode: 'IMPS', minimumAmount: 100, maximumAmount: 50_000_000 },
  ],
  defaultPaymentMethodCode: 'NEFT',
  debitAccounts: [
    {
      debitAccountId: 'debit-1',
      allowedPaymentMethodCodes: ['NEFT', 'IMPS'],
      isDefault: true,
    },
  ],
  defaultDebitAccountId: 'debit-1',
};

/** Package `code`, active and subscribed, without a daily limit: NEFT and IMPS from debit account 1. */
export const aPackage = (code: string, overrides: Overrides<PaymentPackage> = {}): PaymentPackage =>
  ({
    packageId: `package-${code}`,
    packageCode: code,
    name: `Package ${code}`,
    description: null,
    catalogStatus: 'active',
    subscriptionStatus: 'active',
    originSide: 'corporate_native',
    catalogConfiguration,
    overrides: {},
    dailyAmountLimit: null,
    fees: [],
    gstBasisPoints: 1_800,
    createdAt: EPOCH,
    updatedAt: EPOCH,
    ...overrides,
  }) as PaymentPackage;
