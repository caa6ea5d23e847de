import { BENEFICIARY_ID } from './beneficiaries.js';

const JOB_ID = '019cadb6-a740-7b21-8c4d-5e6f708192a3';
const FIRST_ID = '019cadb6-a740-8b21-8c4d-5e6f70800000';
const SECOND_ID = '019cadb6-a740-8b21-8c4d-5e6f70800001';

export const batch = {
  initiatedByUserId: 'u-erp',
  apiRefNumber: 'March vendors',
  payments: [
    {
      transactionReference: 'INV-1001',
      beneficiaryId: BENEFICIARY_ID,
      packageCode: 'VENDOR',
      amount: 250_000,
      remark: 'Steel, March',
      metadata: { costCentre: 'PUNE-2' },
    },
    {
      transactionReference: 'INV-1002',
      beneficiaryId: BENEFICIARY_ID,
      packageCode: 'VENDOR',
      amount: 99_900,
      paymentMethodCode: 'NEFT',
    },
  ],
  controlTotals: { count: 2, amount: 349_900 },
};

const { initiatedByUserId: _erp, ...brought } = batch;

export const personBatch = { ...brought, source: 'file_upload' };

export const payments = {
  idempotencyKey: 'march-vendors-1',
  apiRefNumber: 'March vendors',
  payments: batch.payments.map(({ amount, ...payment }) => ({
    ...payment,
    amount: { value: amount, currency: 'INR' },
  })),
};

export const acceptedBatch = {
  jobId: JOB_ID,
  status: 'queued',
  apiRefNumber: 'March vendors',
  requestedAt: '2026-03-02T04:30:00.000Z',
  message: 'Accepted. Query the job for the outcome of each payment.',
  transactions: [
    { transactionId: FIRST_ID, transactionReference: 'INV-1001' },
    { transactionId: SECOND_ID, transactionReference: 'INV-1002' },
  ],
};

export const jobStatus = {
  jobId: JOB_ID,
  status: 'completed_partial',
  apiRefNumber: 'March vendors',
  requestedAt: '2026-03-02T04:30:00.000Z',
  completedAt: '2026-03-02T04:30:01.000Z',
  counts: {
    total: 2,
    created: 1,
    rejected: 1,
    'pending-approval': 0,
    approved: 0,
    paid: 1,
    failed: 0,
  },
  pagination: { page: 1, limit: 100, total: 2 },
  records: [
    {
      transactionId: FIRST_ID,
      transactionReference: 'INV-1001',
      index: 0,
      outcome: 'accepted',
      rejectionCode: null,
      rejectionMessage: null,
      routingState: 'paid',
    },
    {
      transactionId: SECOND_ID,
      transactionReference: 'INV-1002',
      index: 1,
      outcome: 'rejected',
      rejectionCode: 'package_access_denied',
      rejectionMessage: 'The initiating user may not use this package.',
      routingState: 'rejected',
      field: 'packageCode',
    },
  ],
};

const rupees = (value: number) => ({ value, currency: 'INR' });

export const batchPreview = {
  previewToken: 'v1.8f3kQ2mZ0yB7xN4c.cHJldmlldw',
  expiresAt: '2026-03-02T04:40:00.000Z',
  totals: { count: 2, amount: 349_900, accepted: 1, rejected: 1 },
  records: [
    {
      index: 0,
      transactionReference: 'INV-1001',
      outcome: 'accepted',
      rejectionCode: null,
      rejectionMessage: null,
      fees: { base: rupees(500), gst: rupees(90), total: rupees(590) },
      levelsRequired: 1,
      releaseDate: '2026-03-02',
    },
    {
      index: 1,
      transactionReference: 'INV-1002',
      outcome: 'rejected',
      rejectionCode: 'package_access_denied',
      rejectionMessage: 'The initiating user has no access to this package.',
      fees: null,
      levelsRequired: null,
      releaseDate: null,
    },
  ],
};

export const transaction = {
  object: 'transaction',
  transactionId: FIRST_ID,
  jobId: JOB_ID,
  apiRefNumber: 'March vendors',
  reference: 'INV-1001',
  remark: 'Steel, March',
  metadata: { costCentre: 'PUNE-2' },
  status: 'paid',
  source: 'partner_api',
  initiationMode: 'bulk',
  packageCode: 'VENDOR',
  amount: rupees(250_000),
  paymentMethod: 'NEFT',
  fees: { base: rupees(500), gst: rupees(90), total: rupees(590) },
  narration: 'Steel, March',
  debitAccount: { accountNumber: '50200011112222' },
  beneficiary: {
    code: 'SHARMA01',
    name: 'Sharma Steel',
    accountNumber: '123456780001',
    ifsc: 'HDFC0000001',
  },
  actors: { createdBy: { userId: 'u-erp', username: 'erp', role: 'service-maker' } },
  timestamps: {
    createdAt: 1_772_425_800_000,
    approvedAt: 1_772_425_801_000,
    sentToBankAt: 1_772_425_802_000,
    paidAt: 1_772_425_803_000,
  },
  utr: 'SBXN260302000001',
  bankReference: 'CBS-1',
  sequence: 3,
};
