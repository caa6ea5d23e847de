import { BENEFICIARY_ID, beneficiaryPage } from './beneficiaries.js';
import { acceptedBatch, jobStatus, transaction } from './payments.js';
import { apiKey } from './portal-keys.js';

export const CHALLENGE_ID = 'lc_5f0c7c8e6c0b4b7e9a532f1d6f1c9a10';
const AT = 1_772_425_800_000;
export const CONFIRMED_UNTIL = AT + 300_000;

export const openedSession = {
  token: `pst_4c1f0a9e77d2b35c_${'0b8d5e2a'.repeat(8)}`,
  expiresAt: AT + 43_200_000,
  user: {
    userId: 'u-checker',
    username: 'checker',
    permissions: ['beneficiary.approve', 'transaction.approve', 'reports.view'],
  },
};

const { fees: _fees, utr: _utr, bankReference: _bank, ...unsent } = transaction;

const waiting = {
  ...unsent,
  status: 'pending_approval',
  approval: { levelsRequired: 1, currentLevel: 0, policyVersion: 1 },
  timestamps: { createdAt: AT },
  sequence: 1,
};

export const approvals = {
  items: [waiting],
  pagination: { limit: 50, hasMore: false, nextCursor: null },
};

const UNUSUAL = { count: 1, amount: 1_500_000 };
const NOTHING = { count: 0, amount: 0 };

export const approvalsSummed = {
  count: 2,
  amount: 1_700_000,
  isWhole: true,
  sums: [
    {
      jobId: acceptedBatch.jobId,
      apiRefNumber: acceptedBatch.apiRefNumber,
      packageCode: 'VENDOR',
      debitAccountNumber: '50200011112222',
      paymentMethod: 'NEFT',
      maker: { userId: 'u-maker', username: 'maker' },
      count: 2,
      amount: 1_700_000,
      since: AT,
    },
  ],
  unusual: {
    ...UNUSUAL,
    kinds: { new_payee: NOTHING, above_usual_amount: UNUSUAL, changed_account: NOTHING },
    items: [
      {
        transactionId: transaction.transactionId,
        reference: transaction.reference,
        beneficiaryCode: transaction.beneficiary.code,
        beneficiaryName: transaction.beneficiary.name,
        amount: UNUSUAL.amount,
        kinds: ['above_usual_amount'],
        usualAmount: 200_000,
      },
    ],
  },
};

export const transactions = {
  items: [transaction],
  pagination: { limit: 50, hasMore: false, nextCursor: null },
};

export const jobs = {
  items: [
    {
      jobId: acceptedBatch.jobId,
      status: 'completed_partial',
      apiRefNumber: acceptedBatch.apiRefNumber,
      requestedAt: acceptedBatch.requestedAt,
      completedAt: jobStatus.completedAt,
      initiatedByUserId: 'u-maker',
      total: 2,
      packageCodes: ['VENDOR'],
    },
  ],
  pagination: { limit: 50, hasMore: false, nextCursor: null },
};

export const shownJob = {
  ...jobStatus,
  amounts: {
    total: 1_500_000,
    created: 1_500_000,
    rejected: 0,
    'pending-approval': 0,
    approved: 0,
    paid: 1_500_000,
    failed: 0,
  },
};

export const waitingFor = {
  waitingFor: [
    {
      kind: 'approval',
      since: AT,
      until: AT + 7_776_000_000,
      level: 1,
      roles: ['checker'],
      peopleCount: 2,
      people: ['checker', 'both'],
      detail: 'It waits for 1 approval at level 1 of 1: 2 people can approve it.',
    },
  ],
};

export const decision = {
  action: 'approve',
  transactionIds: [transaction.transactionId],
  comment: 'Seen',
};

export const decisionResults = {
  results: [
    { transactionId: transaction.transactionId, status: 'approved', error: null },
    {
      transactionId: '019c2f5e-6a00-8c3a-9b1e-2f4d6a800003',
      status: 'pending_approval',
      error: {
        type: 'insufficient_permissions_error',
        detail: 'The user who created a payout cannot approve or reject it.',
      },
    },
  ],
};

export const cancelledTransaction = {
  ...waiting,
  status: 'cancelled',
  statusDetails: {
    code: 'cancelled_by_maker',
    source: 'business',
    message: 'The user who created the payout cancelled it.',
    retryable: false,
    nextAction: 'none',
  },
  sequence: 2,
};

export const browsedPage = {
  items: beneficiaryPage.items.map((one) => ({
    ...one,
    status: 'inactive',
    approvalState: 'pending_approval',
    beneId: 'SHARMA01',
    accounts: [
      {
        accountId: `${BENEFICIARY_ID}-1`,
        accountNumber: one.accountNumber,
        ifsc: one.ifsc,
        accountName: one.name,
        isDefault: true,
      },
    ],
    packageCodes: ['VENDOR'],
    tags: [],
    createdBy: 'u-maker',
    createdAt: AT,
    revision: 1,
  })),
  pagination: { ...beneficiaryPage.pagination, nextCursor: null },
};

export const journalPage = {
  items: [
    {
      subjectKind: 'payout',
      subjectId: transaction.transactionId,
      sequence: 2,
      from: 'pending_approval',
      to: 'approved',
      at: AT,
      actor: 'u-checker',
      actorName: 'checker',
      changes: { status: 'approved' },
    },
    {
      subjectKind: 'payout',
      subjectId: transaction.transactionId,
      sequence: 1,
      to: 'pending_approval',
      at: AT,
      actor: 'intake',
      changes: { status: 'pending_approval' },
      via: { keyId: apiKey.keyId },
    },
  ],
  pagination: { limit: 50, hasMore: false, nextCursor: null },
};

export const incidentPage = {
  items: [
    {
      kind: 'outcome_unknown',
      subjectId: transaction.transactionId,
      at: AT,
      detail: 'The bank has not confirmed the outcome for over an hour.',
    },
  ],
  pagination: { limit: 50, hasMore: false, nextCursor: null },
};
