import * as t from 'io-ts';
import { about } from '../../kernel/codecs/documented.js';
import { JobId, PackageCode, PaymentMethodCode, TransactionId } from '../../kernel/values/ids.js';
import { Lei } from '../../kernel/values/lei.js';
import { Metadata } from '../../kernel/values/metadata.js';
import { Money } from '../../kernel/values/money.js';
import { Purpose } from '../../kernel/values/purpose.js';
import { describedRecord, record } from '../../kernel/codecs/record.js';
import { Day, EpochMs } from '../../kernel/values/time.js';
import { Positive, Whole } from '../../kernel/values/whole.js';
import { ActorRef } from '../tenancy/user.js';
import { InitiationMode, PayoutSource, PayoutStatus } from './payout.js';
import { PayoutStatusDetails } from '../../kernel/values/status-details.js';

/** `queued` until intake has decided on it. */
export const TransactionStatus = t.keyof(
  { queued: null, ...PayoutStatus.keys },
  'TransactionStatus',
);
export type TransactionStatus = t.TypeOf<typeof TransactionStatus>;

/** An account number as answers show it. */
export const ShownAccountNumber = about(
  t.string,
  'Masked as XXXXXX and the last four digits if the package masks confidential details.',
);

const Payee = record(
  'Payee',
  {
    code: about(t.string, 'The beneId.'),
    name: t.string,
    accountNumber: ShownAccountNumber,
    ifsc: t.string,
  },
  {
    purpose: about(Purpose, 'What the payment is for.'),
    lei: about(Lei, 'The legal entity identifier (ISO 17442) of the payee.'),
  },
);

const ApprovalProgress = record(
  'ApprovalProgress',
  { levelsRequired: Whole, currentLevel: Whole },
  {
    comment: t.string,
    policyVersion: about(
      Positive,
      'The version of the approval policy that decided the levels when the payout was accepted. Absent on payouts accepted before policies had versions.',
    ),
  },
);

const Timestamps = describedRecord(
  'Timestamps',
  'When the payout reached each step. Epoch milliseconds.',
  { createdAt: EpochMs },
  {
    approvedAt: EpochMs,
    sentToBankAt: EpochMs,
    paidAt: EpochMs,
    returnedAt: EpochMs,
    payoutDate: about(Day, 'The day on which a scheduled payout is sent.'),
    expectedCreditAt: about(
      EpochMs,
      'When the payee is expected to have the money, by the calendar of the bank: present from approval until the payout is over, where the bank has one for the method and debit account.',
    ),
  },
);

/**
 * The transaction object (§2.8). A value that no stage has produced yet is absent, never null; only jobId may be
 * null.
 */
export const TransactionObject = describedRecord(
  'TransactionObject',
  'A payout (§2.8). A value that does not exist yet is absent, never null; only jobId can be null.',
  {
    object: t.literal('transaction'),
    transactionId: TransactionId,
    jobId: t.union([JobId, t.null]),
    apiRefNumber: t.string,
    reference: about(t.string, 'The transactionReference of its maker.'),
    status: TransactionStatus,
    source: PayoutSource,
    initiationMode: InitiationMode,
    packageCode: PackageCode,
    amount: Money,
    actors: record('Actors', { createdBy: ActorRef }, { approvedBy: ActorRef }),
    timestamps: Timestamps,
  },
  {
    tag: t.string,
    remark: t.string,
    metadata: Metadata,
    paymentMethod: PaymentMethodCode,
    fees: record('Fees', { base: Money, gst: Money, total: Money }),
    narration: t.string,
    debitAccount: t.strict({ accountNumber: ShownAccountNumber }),
    beneficiary: Payee,
    approval: ApprovalProgress,
    utr: t.string,
    bankReference: t.string,
    statusDetails: PayoutStatusDetails,
    sequence: about(Whole, 'Starts at 1 and increases by one with each change of status.'),
  },
);
export type TransactionObject = t.TypeOf<typeof TransactionObject>;
