import type { ProvisionInput } from '@hundi/core';

type CorporateInput = ProvisionInput['bankTenants'][number]['corporates'][number];

/** How many payees the payments of a batch are spread over. */
export const PAYEES = 1_000;

export const DEBIT_ACCOUNT = '50200011112222';

export const MAKER_EMAIL = 'maker@bench.example';

const USER = { approvalState: 'approved', roleCodes: ['maker'] } as const;

const USERS: CorporateInput['users'] = [
  { ...USER, userId: 'u-erp', username: 'erp', kind: 'service' },
  {
    ...USER,
    userId: 'u-maker',
    username: 'maker',
    kind: 'human',
    email: MAKER_EMAIL,
  },
];

/** Who approves, where payments are approved. */
export const CHECKER = 'u-checker';
export const CHECKER_EMAIL = 'checker@bench.example';

/** What a batch waits for: nothing, one checker, or one who signs with a passkey. */
export type BenchApproval = 'none' | 'checker' | 'passkey';

const CHECKERS: NonNullable<CorporateInput['roles']>[number] = {
  roleCode: 'checker',
  permissions: ['transaction.approve', 'reports.view', 'beneficiary.approve'],
  packageCodes: ['VENDOR'],
  debitAccountIds: ['da-main'],
};

const CHECKER_USER: NonNullable<CorporateInput['users']>[number] = {
  userId: CHECKER,
  username: 'checker',
  kind: 'human',
  email: CHECKER_EMAIL,
  approvalState: 'approved',
  roleCodes: [CHECKERS.roleCode],
};

const levelsOf = (approval: BenchApproval) =>
  approval === 'none' ? [] : [{ roleCodes: [CHECKERS.roleCode], approvals: 1 }];

/** One corporate. By default every payment is approved by itself, so that a batch runs to the bank without people. */
export const benchDocument = (
  webhookEndpoints: NonNullable<CorporateInput['webhookEndpoints']> = [],
  approval: BenchApproval = 'none',
): ProvisionInput => ({
  bankTenants: [
    {
      bankTenantId: 'bench-bank',
      name: 'Bench Bank',
      corporates: [
        {
          corporateTenantId: 'bench',
          name: 'Bench',
          roles: [
            {
              roleCode: 'maker',
              permissions: ['transaction.make', 'reports.view'],
              packageCodes: ['VENDOR'],
              debitAccountIds: ['da-main'],
            },
            ...(approval === 'none' ? [] : [CHECKERS]),
          ],
          users: approval === 'none' ? USERS : [...USERS, CHECKER_USER],
          ...(approval === 'passkey' && {
            secondFactor: { login: 'none', approval: 'passkey' } as const,
          }),
          debitAccounts: [
            {
              debitAccountId: 'da-main',
              accountName: 'Main',
              accountNumber: DEBIT_ACCOUNT,
              ifscCode: 'DEMO0000001',
            },
          ],
          packages: [{ packageCode: 'VENDOR', name: 'Vendors', catalogConfiguration }],
          approvalMatrix: [
            { packageCodes: null, tiers: [{ upToAmount: null, levels: levelsOf(approval) }] },
          ],
          apiKeys: [
            {
              name: 'bench',
              scopes: ['payments'],
              createdByUserId: 'u-erp',
              actsAsUserId: 'u-erp',
            },
          ],
          secretKeys: [{ name: 'bench', createdByUserId: 'u-erp' }],
          webhookEndpoints,
          beneficiaries: Array.from({ length: PAYEES }, (_, i) => ({
            beneId: `PAYEE${String(i)}`,
            beneName: `Payee ${String(i)}`,
            benePhoneNumber: '+919800000001',
            benePackageCodes: ['VENDOR'],
            beneBankAccounts: [
              { accountNumber: String(123_400_000_000 + i), ifscCode: 'HDFC0000001' },
            ],
            approvalState: 'approved',
          })),
        },
      ],
    },
  ],
});

const catalogConfiguration: NonNullable<
  CorporateInput['packages']
>[number]['catalogConfiguration'] = {
  autoApprovalEnabled: true,
  bulkApprovalEnabled: true,
  maskConfidentialDetails: false,
  maxPaymentsPerBatch: 20_000,
  allowedDebitModes: ['multi'],
  defaultDebitMode: 'multi',
  allowedFileRejectionModes: ['reject_invalid_rows'],
  defaultFileRejectionMode: 'reject_invalid_rows',
  allowedPaymentMethods: [{ paymentMethodCode: 'NEFT', minimumAmount: 100, maximumAmount: null }],
  defaultPaymentMethodCode: 'NEFT',
  debitAccounts: [
    { debitAccountId: 'da-main', allowedPaymentMethodCodes: ['NEFT'], isDefault: true },
  ],
  defaultDebitAccountId: 'da-main',
};

/** The body of a batch of about 280 bytes a payment, as an integration would send it. */
export const benchBatch = (
  payees: ReadonlyArray<string>,
  count: number,
  prefix: string,
): Record<string, unknown> => ({
  initiatedByUserId: 'u-erp',
  apiRefNumber: `BENCH-${prefix}`,
  payments: Array.from({ length: count }, (_, i) => ({
    transactionReference: `${prefix}-${String(i)}`,
    beneficiaryId: payees[i % payees.length],
    packageCode: 'VENDOR',
    amount: 100_000 + i,
    debitAccountNumber: DEBIT_ACCOUNT,
    paymentMethodCode: 'NEFT',
    remark: `Invoice ${String(i)} of the month`,
    tag: `plant-${String(i % 10)}`,
    metadata: { invoice: `INV-${String(i)}`, costCentre: `cc-${String(i % 20)}` },
  })),
});
