import type {
  ApprovedBeneficiary,
  PendingBeneficiary,
} from './model/beneficiary/payee/beneficiary.js';
import type { Job, JobStatus } from './model/intake/job/job.js';
import type { CatalogConfiguration, PaymentPackage } from './model/package/payment-package.js';
import type {
  AcceptedPayout,
  PayoutOrder,
  PayoutTerms,
  UndecidedPayout,
} from './model/payout/payout.js';
import type { Tenant } from './kernel/values/tenant.js';
import { jobId, rowId } from './kernel/values/uuid.js';
import type { BankTenant, Corporate } from './model/tenancy/corporate.js';
import type { DebitAccount } from './model/tenancy/debit-account.js';
import type { Actor, Role, User } from './model/tenancy/user.js';

/** A sample's fields in plain values; brands are for code that meets the outside. */
type Plain<A> = { readonly [K in keyof A]?: unknown };

/** The moment at which samples begin, 2026-03-02T10:00 in India. */
export const NOW = Date.UTC(2026, 2, 2, 4, 30);

export const TENANT = { bankTenantId: 'bank', corporateTenantId: 'acme' } as unknown as Tenant;

export const JOB_ID = jobId(NOW, new Uint8Array(10).fill(7));

export const anActor = (
  roles: ReadonlyArray<Plain<Role>> = [{}],
  user: Plain<User> = {},
): Actor => ({
  user: {
    userId: 'u-maker',
    username: 'maker',
    kind: 'human',
    approvalState: 'approved',
    roleCodes: roles.map((_, i) => `role-${String(i)}`),
    ...user,
  } as User,
  roles: roles.map(
    (role, i) =>
      ({
        roleCode: `role-${String(i)}`,
        permissions: ['transaction.make'],
        packageCodes: ['VENDOR'],
        debitAccountIds: ['da-main'],
        ...role,
      }) as Role,
  ),
});

export const aBeneficiary = (overrides: Plain<PendingBeneficiary> = {}): PendingBeneficiary =>
  ({
    ...TENANT,
    beneficiaryId: 'b-1',
    beneId: 'SHARMA01',
    name: 'Sharma Steel',
    accounts: [
      {
        accountId: 'b-1-1',
        accountNumber: '123456780001',
        ifsc: 'HDFC0000001',
        accountName: 'Sharma Steel',
        isDefault: true,
      },
    ],
    phoneNumber: '+919800000001',
    packageCodes: ['VENDOR'],
    type: 'vendor',
    tags: [],
    createdBy: 'u-maker',
    createdAt: NOW,
    revision: 1,
    state: 'pending_approval',
    ...overrides,
  }) as PendingBeneficiary;

export const anApprovedBeneficiary = (
  overrides: Plain<ApprovedBeneficiary> = {},
): ApprovedBeneficiary =>
  ({
    ...aBeneficiary(),
    state: 'approved',
    revision: 2,
    authorizedBy: 'u-checker',
    authorizedAt: NOW,
    ...overrides,
  }) as ApprovedBeneficiary;

export const aBank = (overrides: Plain<BankTenant> = {}): BankTenant =>
  ({
    bankTenantId: 'bank',
    name: 'First Bank',
    timeZone: 'Asia/Kolkata',
    ...overrides,
  }) as BankTenant;

export const aCorporate = (overrides: Plain<Corporate> = {}): Corporate =>
  ({
    ...TENANT,
    name: 'Acme Industries',
    checkout: { destinationHosts: [], statementDescriptor: '' },
    approvalMatrix: [],
    ...overrides,
  }) as Corporate;

export const aDebitAccount = (overrides: Plain<DebitAccount> = {}): DebitAccount =>
  ({
    debitAccountId: 'da-main',
    accountName: 'Acme current',
    accountNumber: '50200011112222',
    ifscCode: 'DEMO0000001',
    status: 'active',
    cutOffs: [],
    ...overrides,
  }) as DebitAccount;

export const aCatalog = (overrides: Plain<CatalogConfiguration> = {}): CatalogConfiguration =>
  ({
    autoApprovalEnabled: false,
    bulkApprovalEnabled: true,
    maskConfidentialDetails: false,
    maxPaymentsPerBatch: 20_000,
    allowedDebitModes: ['single', 'multi'],
    defaultDebitMode: 'multi',
    allowedFileRejectionModes: ['fail_full_file', 'reject_invalid_rows'],
    defaultFileRejectionMode: 'reject_invalid_rows',
    allowedPaymentMethods: [
      { paymentMethodCode: 'NEFT', minimumAmount: 100, maximumAmount: 1_000_000 },
    ],
    defaultPaymentMethodCode: 'NEFT',
    debitAccounts: [
      { debitAccountId: 'da-main', allowedPaymentMethodCodes: ['NEFT'], isDefault: true },
    ],
    defaultDebitAccountId: 'da-main',
    ...overrides,
  }) as CatalogConfiguration;

export const aPackage = (overrides: Plain<PaymentPackage> = {}): PaymentPackage =>
  ({
    packageId: 'p-1',
    packageCode: 'VENDOR',
    name: 'Vendor payouts',
    description: null,
    catalogStatus: 'active',
    subscriptionStatus: 'active',
    originSide: 'corporate_native',
    catalogConfiguration: aCatalog(),
    overrides: {},
    dailyAmountLimit: null,
    fees: [{ paymentMethodCode: 'NEFT', base: 500 }],
    gstBasisPoints: 1_800,
    createdAt: NOW,
    updatedAt: NOW,
    ...overrides,
  }) as PaymentPackage;

/** The sample job. */
export const aJob = (status: JobStatus, total = 3): Job => ({
  jobId: JOB_ID,
  tenant: TENANT,
  apiRefNumber: 'March vendors',
  initiatedByUserId: 'u-maker' as Job['initiatedByUserId'],
  requestedAt: NOW,
  total,
  status,
  sequence: 1,
});

/** Row `index` of the sample job. */
export const anOrder = (index = 0, overrides: Plain<PayoutOrder> = {}): PayoutOrder =>
  ({
    transactionId: rowId(JOB_ID, index),
    tenant: TENANT,
    jobId: JOB_ID,
    source: 'partner_api',
    initiationMode: 'bulk',
    apiRefNumber: 'March vendors',
    reference: `INV-${String(index)}`,
    beneficiaryId: 'b-1',
    packageCode: 'VENDOR',
    amount: 50_000,
    createdBy: { userId: 'u-maker', username: 'maker', role: 'role-0' },
    createdAt: NOW,
    ...overrides,
  }) as PayoutOrder;

export const aRow = (index = 0, overrides: Plain<PayoutOrder> = {}): UndecidedPayout => ({
  intake: 'undecided',
  order: anOrder(index, overrides),
  holdsReference: true,
});

export const someTerms = (overrides: Plain<PayoutTerms> = {}): PayoutTerms =>
  ({
    debitAccountId: 'da-main',
    debitAccountNumber: '50200011112222',
    paymentMethod: 'NEFT',
    beneficiaryCode: 'SHARMA01',
    beneficiaryName: 'Sharma Steel',
    creditAccountNumber: '123456780001',
    creditIfsc: 'HDFC0000001',
    feeBase: 500,
    feeGst: 90,
    masked: false,
    orderDetails: { debtor: { name: 'Acme Industries', ifsc: 'DEMO0000001' } },
    ...overrides,
  }) as PayoutTerms;

export const accepted = (
  progress: AcceptedPayout['progress'],
  order: PayoutOrder = anOrder(),
  terms: PayoutTerms = someTerms(),
): AcceptedPayout => ({ intake: 'accepted', order, terms, progress });
