import { rowId, type PayoutStatus, type Tenant } from '@hundi/core';
import type { Job, PayoutOrder, PayoutProgress, PayoutTerms, Rejection } from '@hundi/core/wire';
import type { RowDecision, PayoutChange } from '@hundi/core/storage';
import { aBeneficiaryId, aJobId, aTransactionId, EPOCH } from './ids.js';
import type { Overrides } from './plain.js';

/** Job `n`, queued, of three rows. */
export const aJob = (tenant: Tenant, n: number, overrides: Overrides<Job> = {}): Job =>
  ({
    jobId: aJobId(n),
    tenant,
    apiRefNumber: `BATCH-${String(n)}`,
    initiatedByUserId: 'user-1',
    requestedAt: EPOCH,
    total: 3,
    status: 'queued',
    sequence: 1,
    ...overrides,
  }) as Job;

/** Order `n`, of no job, for 1,000.00 rupees to payee 1; its reference is `REF-n`. */
export const anOrder = (
  tenant: Tenant,
  n: number,
  overrides: Overrides<PayoutOrder> = {},
): PayoutOrder =>
  ({
    transactionId: aTransactionId(n),
    tenant,
    source: 'partner_api',
    initiationMode: 'single',
    apiRefNumber: `BATCH-${String(n)}`,
    reference: `REF-${String(n)}`,
    beneficiaryId: aBeneficiaryId(1),
    packageCode: 'VENDOR',
    amount: 100_000,
    createdBy: { userId: 'user-1', username: 'User 1', role: 'maker' },
    createdAt: EPOCH,
    ...overrides,
  }) as PayoutOrder;

/** Every row of a job, in order; their references name the batch and the row. */
export const ordersOf = (
  { jobId, tenant, total, apiRefNumber }: Job,
  overrides: Overrides<PayoutOrder> = {},
): ReadonlyArray<PayoutOrder> =>
  Array.from({ length: total }, (_, row) =>
    anOrder(tenant, row, {
      transactionId: rowId(jobId, row),
      jobId,
      apiRefNumber,
      initiationMode: 'bulk',
      reference: `${apiRefNumber}-${String(row)}`,
      ...overrides,
    }),
  );

/** The terms that intake freezes for an order by NEFT from debit account 1. */
export const terms = (overrides: Overrides<PayoutTerms> = {}): PayoutTerms =>
  ({
    debitAccountId: 'debit-1',
    debitAccountNumber: '900000000001',
    paymentMethod: 'NEFT',
    beneficiaryCode: 'BENE1',
    beneficiaryName: 'Payee 1',
    creditAccountNumber: '000000000001',
    creditIfsc: 'SCND0000001',
    feeBase: 500,
    feeGst: 90,
    masked: false,
    ...overrides,
  }) as PayoutTerms;

/** A payout at `status`, after `sequence` changes of status. */
export const progress = (
  status: PayoutStatus,
  sequence = 1,
  overrides: Partial<PayoutProgress> = {},
): PayoutProgress => ({ status, sequence, ...overrides });

type Row = Pick<PayoutOrder, 'transactionId'>;

/** A payout goes from the state before to `status`, its change number `sequence`. */
export const changeTo = (
  { transactionId }: Row,
  status: PayoutStatus,
  sequence = 2,
  overrides: Partial<PayoutProgress> = {},
): PayoutChange => ({
  transactionId,
  follows: sequence - 1,
  next: progress(status, sequence, overrides),
});

/** Intake takes the row; it awaits approval. */
export const accepts = ({ transactionId }: Row): RowDecision => ({
  transactionId,
  outcome: 'accepted',
  terms: terms(),
  progress: progress('pending_approval'),
});

/** Intake turns the row away: its payee is unknown. */
export const turnsAway = (
  { transactionId }: Row,
  overrides: Overrides<Rejection> = {},
): RowDecision => ({
  transactionId,
  outcome: 'rejected',
  rejection: {
    code: 'beneficiary_not_found',
    message: 'The beneficiary does not exist.',
    ...(overrides as Partial<Rejection>),
  },
  progress: progress('rejected'),
});

/** The row's job is cancelled before intake reaches it. */
export const cancels = ({ transactionId }: Row): RowDecision => ({
  transactionId,
  outcome: 'cancelled',
  rejection: { code: 'job_cancelled', message: 'The job was cancelled.' },
  progress: progress('cancelled'),
});
