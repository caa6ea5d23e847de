import type { CorporateInput } from './demo-document.js';

type PackageInput = NonNullable<CorporateInput['packages']>[number];
type CatalogInput = PackageInput['catalogConfiguration'];

const METHODS = ['NEFT', 'RTGS', 'IMPS'];

/** A package that lets everything through: three methods, three debit accounts, no limit. */
export const catalogOf = (members: Partial<CatalogInput> = {}): CatalogInput => ({
  autoApprovalEnabled: true,
  bulkApprovalEnabled: true,
  maskConfidentialDetails: false,
  maxPaymentsPerBatch: 20_000,
  allowedDebitModes: ['single', 'multi'],
  defaultDebitMode: 'multi',
  allowedFileRejectionModes: ['fail_full_file', 'reject_invalid_rows'],
  defaultFileRejectionMode: 'reject_invalid_rows',
  allowedPaymentMethods: [
    { paymentMethodCode: 'NEFT', minimumAmount: 100, maximumAmount: null },
    { paymentMethodCode: 'RTGS', minimumAmount: 20_000_000, maximumAmount: null },
    { paymentMethodCode: 'IMPS', minimumAmount: 100, maximumAmount: 50_000_000 },
  ],
  defaultPaymentMethodCode: 'NEFT',
  debitAccounts: [
    { debitAccountId: 'da-main', allowedPaymentMethodCodes: METHODS, isDefault: true },
    { debitAccountId: 'da-second', allowedPaymentMethodCodes: METHODS, isDefault: false },
    { debitAccountId: 'da-poor', allowedPaymentMethodCodes: METHODS, isDefault: false },
  ],
  defaultDebitAccountId: 'da-main',
  ...members,
});

export const demoPackages = (): PackageInput[] => [
  {
    packageCode: 'VENDOR',
    name: 'Vendor payouts',
    catalogConfiguration: catalogOf(),
    fees: [
      { paymentMethodCode: 'NEFT', base: 500 },
      { paymentMethodCode: 'RTGS', base: 2_500 },
    ],
  },
  {
    packageCode: 'SALARY',
    name: 'Salaries',
    catalogConfiguration: catalogOf({ defaultFileRejectionMode: 'fail_full_file' }),
  },
  {
    packageCode: 'CAPEX',
    name: 'Capital expenditure',
    catalogConfiguration: catalogOf({ bulkApprovalEnabled: false }),
  },
];

/** Capital expenditure passes a checker and then the head, with any amount. */
export const twoLevelRule: NonNullable<CorporateInput['approvalMatrix']>[number] = {
  packageCodes: ['CAPEX'],
  tiers: [
    {
      upToAmount: null,
      levels: [
        { roleCodes: ['checker'], approvals: 1 },
        { roleCodes: ['head'], approvals: 1 },
      ],
    },
  ],
};
