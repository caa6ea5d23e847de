import { CURRENCY } from '../../kernel/values/money.js';
import { maskAccount } from './masking.js';
import {
  statusOf,
  type AcceptedPayout,
  type DecidedPayout,
  type Payout,
  type PayoutOrder,
  type Rejection,
} from './payout.js';
import type { StatusDetails } from '../../kernel/values/status-details.js';
import type { TransactionObject } from './transaction-object.js';

const money = (value: number) => ({ value, currency: CURRENCY }) as const;

/** Shows a payout as it is now (§2.8). */
export const transactionObject = (payout: Payout): TransactionObject => ({
  object: 'transaction',
  ...head(payout.order, statusOf(payout)),
  ...(payout.intake === 'accepted' ? accepted(payout) : unaccepted(payout.order)),
  ...(payout.intake !== 'undecided' && tail(payout)),
});

const head = (order: PayoutOrder, status: TransactionObject['status']) => ({
  transactionId: order.transactionId,
  jobId: order.jobId ?? null,
  apiRefNumber: order.apiRefNumber,
  reference: order.reference,
  ...(order.tag !== undefined && { tag: order.tag }),
  ...(order.remark !== undefined && { remark: order.remark }),
  ...(order.metadata !== undefined && { metadata: order.metadata }),
  status,
  source: order.source,
  initiationMode: order.initiationMode,
  packageCode: order.packageCode,
  amount: money(order.amount),
});

const unaccepted = (order: PayoutOrder) => ({
  actors: { createdBy: order.createdBy },
  timestamps: { createdAt: order.createdAt },
});

const WAITING: StatusDetails = {
  code: 'bank_confirmation_pending',
  source: 'rail',
  message: 'The payment order is on its way to the bank, which has not confirmed the outcome.',
  retryable: false,
  nextAction: 'wait',
};

const accepted = ({ order, terms, progress }: AcceptedPayout) => {
  const shown = terms.masked ? maskAccount : (accountNumber: string) => accountNumber;
  const details = terms.orderDetails;
  const { approval, approvedBy, approvedAt, sentToBankAt, paidAt, returnedAt } = progress;
  const { expectedCreditAt } = progress;
  return {
    paymentMethod: terms.paymentMethod,
    ...(sentToBankAt !== undefined && {
      fees: {
        base: money(terms.feeBase),
        gst: money(terms.feeGst),
        total: money(terms.feeBase + terms.feeGst),
      },
      narration: narrationOf(order),
    }),
    debitAccount: { accountNumber: shown(terms.debitAccountNumber) },
    beneficiary: {
      code: terms.beneficiaryCode,
      name: terms.beneficiaryName,
      accountNumber: shown(terms.creditAccountNumber),
      ifsc: terms.creditIfsc,
      ...(details?.purpose !== undefined && { purpose: details.purpose }),
      ...(details?.creditorLei !== undefined && { lei: details.creditorLei }),
    },
    ...(approval !== undefined && {
      approval: {
        levelsRequired: approval.levels.length,
        currentLevel: approval.currentLevel,
        ...(approval.comment !== undefined && { comment: approval.comment }),
        ...(terms.policyVersion !== undefined && { policyVersion: terms.policyVersion }),
      },
    }),
    actors: { createdBy: order.createdBy, ...(approvedBy !== undefined && { approvedBy }) },
    timestamps: {
      createdAt: order.createdAt,
      ...(approvedAt !== undefined && { approvedAt }),
      ...(sentToBankAt !== undefined && { sentToBankAt }),
      ...(paidAt !== undefined && { paidAt }),
      ...(returnedAt !== undefined && { returnedAt }),
      ...(progress.status === 'scheduled' &&
        order.payoutDate !== undefined && { payoutDate: order.payoutDate }),
      ...(expectedCreditAt !== undefined && { expectedCreditAt }),
    },
    ...(progress.utr !== undefined && { utr: progress.utr }),
    ...(progress.bankReference !== undefined && { bankReference: progress.bankReference }),
  };
};

const tail = (payout: DecidedPayout) => {
  const statusDetails =
    payout.intake === 'accepted'
      ? payout.progress.status === 'sent_to_bank'
        ? WAITING
        : payout.progress.statusDetails
      : turnedAway(payout.rejection);
  const { sequence } = payout.progress;
  return statusDetails === undefined ? { sequence } : { statusDetails, sequence };
};

const turnedAway = (rejection: Rejection): StatusDetails => ({
  code: rejection.code,
  source: rejection.code === 'internal_error' ? 'internal' : 'business',
  message: rejection.message,
  ...remedyFor(rejection),
});

/** Whether a row that was turned away may be sent again as it is, and what to do about it. */
export const remedyFor = ({
  code,
  field,
}: Rejection): Pick<StatusDetails, 'retryable' | 'nextAction'> => ({
  retryable: code === 'internal_error' || code === 'job_cancelled',
  nextAction: (code === 'not_taken_by_bank' ? field : code)?.startsWith('beneficiary')
    ? 'fix_beneficiary'
    : 'none',
});

/** The text that the bank prints: the remark, else the reference (§2.5). */
export const narrationOf = ({
  remark,
  reference,
}: Pick<PayoutOrder, 'remark' | 'reference'>): string => (remark ?? '') || reference;
