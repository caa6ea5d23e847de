import * as t from 'io-ts';
import type { RejectionCode } from './rejection.js';
import type {
  BeneficiaryId,
  DebitAccountId,
  JobId,
  PackageCode,
  PaymentMethodCode,
  TransactionId,
} from '../../kernel/values/ids.js';
import type { Metadata } from '../../kernel/values/metadata.js';
import type { Lei } from '../../kernel/values/lei.js';
import type { Paise } from '../../kernel/values/money.js';
import type { Purpose } from '../../kernel/values/purpose.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import type { AccountNumber, Label, Reference, Remark } from '../../kernel/values/text.js';
import type { Day, EpochMs } from '../../kernel/values/time.js';
import type { BankDebtor } from '../../ports/bank-rail.js';
import type { ActorRef } from '../tenancy/user.js';
import type { PayoutApproval } from '../approval/matrix/payout-approval.js';
import type { PayoutStatusDetails } from '../../kernel/values/status-details.js';

export const PayoutStatus = t.keyof(
  {
    pending_approval: null,
    partially_approved: null,
    approved: null,
    scheduled: null,
    sent_to_bank: null,
    paid: null,
    failed: null,
    rejected: null,
    cancelled: null,
  },
  'PayoutStatus',
);
/** The status of a payout (§3.2, decisions §6). */
export type PayoutStatus = t.TypeOf<typeof PayoutStatus>;

/** The channel that a payout came in by. */
export const PayoutSource = t.keyof(
  { corporate_app: null, file_upload: null, partner_api: null, payout_checkout: null },
  'PayoutSource',
);
export type PayoutSource = t.TypeOf<typeof PayoutSource>;

export const InitiationMode = t.keyof({ bulk: null, single: null }, 'InitiationMode');
/** With how many others a payout came. */
export type InitiationMode = t.TypeOf<typeof InitiationMode>;

/** The order of the maker. Written once, at acceptance, and never changed (§2.5). */
export interface PayoutOrder {
  readonly transactionId: TransactionId;
  readonly tenant: Tenant;
  /** Absent for a payout of the hosted checkout. */
  readonly jobId?: JobId;
  readonly source: PayoutSource;
  readonly initiationMode: InitiationMode;
  readonly apiRefNumber: string;
  readonly reference: Reference;
  readonly beneficiaryId: BeneficiaryId;
  readonly packageCode: PackageCode;
  readonly amount: Paise;
  readonly debitAccountNumber?: AccountNumber;
  readonly paymentMethodCode?: PaymentMethodCode;
  readonly beneficiaryAccountNumber?: AccountNumber;
  /** What it is for; else what its payee is paid for. */
  readonly purpose?: Purpose;
  readonly remark?: Remark;
  readonly tag?: Label;
  readonly metadata?: Metadata;
  readonly payoutDate?: Day;
  readonly createdBy: ActorRef;
  readonly createdAt: EpochMs;
}

/** The part of an order that intake validates; the rest only travels with it. */
export type IntakeOrder = Pick<
  PayoutOrder,
  | 'transactionId'
  | 'tenant'
  | 'jobId'
  | 'reference'
  | 'beneficiaryId'
  | 'packageCode'
  | 'amount'
  | 'debitAccountNumber'
  | 'paymentMethodCode'
  | 'beneficiaryAccountNumber'
  | 'purpose'
  | 'remark'
  | 'payoutDate'
  | 'createdAt'
>;

/** What the bank is told of an order beside its amount and accounts. Orders from one account mostly share one. */
export interface OrderDetails {
  readonly debtor: BankDebtor;
  readonly purpose?: Purpose;
  /** Of the payee. */
  readonly creditorLei?: Lei;
}

/** The terms that intake fixed when it accepted the order: later changes of package or payee do not affect them. */
export interface PayoutTerms {
  readonly debitAccountId: DebitAccountId;
  readonly debitAccountNumber: AccountNumber;
  readonly paymentMethod: PaymentMethodCode;
  readonly beneficiaryCode: string;
  readonly beneficiaryName: string;
  readonly creditAccountNumber: AccountNumber;
  readonly creditIfsc: string;
  /** Paise. */
  readonly feeBase: number;
  readonly feeGst: number;
  readonly masked: boolean;
  /** The bank day whose limit this payout counts against, where its package has a daily limit. */
  readonly limitDay?: Day;
  /** The version of the approval policy that decided its levels; absent on payouts from before there were versions. */
  readonly policyVersion?: number;
  /** Absent on payouts that were accepted before it was fixed. */
  readonly orderDetails?: OrderDetails;
}

/** Intake said no (§2.7). */
export interface Rejection {
  readonly code: RejectionCode;
  readonly message: string;
  readonly field?: string;
  /** The row that took this one down under `fail_full_file`. */
  readonly causedBy?: TransactionId;
  /** The account that the row named, if the corporate has it: whoever sees that account's payouts sees the row. */
  readonly debitAccountId?: DebitAccountId;
}

/** The changing part of a payout. `sequence` counts the changes of status: 1, 2, 3 … */
export interface PayoutProgress {
  readonly status: PayoutStatus;
  readonly sequence: number;
  readonly approvedAt?: EpochMs;
  readonly sentToBankAt?: EpochMs;
  readonly paidAt?: EpochMs;
  readonly returnedAt?: EpochMs;
  readonly utr?: string;
  readonly bankReference?: string;
  readonly approval?: PayoutApproval;
  readonly approvedBy?: ActorRef;
  readonly statusDetails?: PayoutStatusDetails;
  /** When the payee is expected to have the money, while it waits for the bank or is there. Epoch ms. */
  readonly expectedCreditAt?: EpochMs;
}

/** A row as intake reads it. */
export interface IntakeRow {
  readonly order: IntakeOrder;
  /** False when another live payout, or an earlier row of the batch, holds the reference. */
  readonly holdsReference: boolean;
}

/** A row that intake has not decided on. It has no status yet; whether its reference was free is known. */
export interface UndecidedPayout extends IntakeRow {
  readonly intake: 'undecided';
  readonly order: PayoutOrder;
}

/** A payout that intake accepted: what was ordered, its terms, and how far it has come (§3.2). */
export interface AcceptedPayout {
  readonly intake: 'accepted';
  readonly order: PayoutOrder;
  readonly terms: PayoutTerms;
  readonly progress: PayoutProgress;
}

/** Refused by a row rule, or cancelled with its job before intake reached it. */
export interface TurnedAwayPayout {
  readonly intake: 'rejected' | 'cancelled';
  readonly order: PayoutOrder;
  readonly rejection: Rejection;
  readonly progress: PayoutProgress;
}

/** A payout; the interface calls it a transaction (§2.8). */
export type Payout = UndecidedPayout | AcceptedPayout | TurnedAwayPayout;

/** The status of a payout: `queued` until intake has decided on it. */
export const statusOf = (payout: Payout): 'queued' | PayoutStatus =>
  payout.intake === 'undecided' ? 'queued' : payout.progress.status;

/** The debit account of a payout: none until intake has decided, nor where a row that it turned away named none. */
export const debitAccountOf = (payout: Payout): DebitAccountId | undefined => {
  if (payout.intake === 'undecided') return undefined;
  return payout.intake === 'accepted'
    ? payout.terms.debitAccountId
    : payout.rejection.debitAccountId;
};

export const byTransactionId = <A extends Payout>(
  payouts: ReadonlyArray<A>,
): ReadonlyMap<TransactionId, A> =>
  new Map(payouts.map((payout) => [payout.order.transactionId, payout]));

/** A payout that has a status. */
export type DecidedPayout = AcceptedPayout | TurnedAwayPayout;

const DEAD: ReadonlySet<PayoutStatus> = new Set(['failed', 'rejected', 'cancelled']);

/** Only then may its reference be used again, and its amount no longer counts against limits (§2.5). */
export const isDead = (status: PayoutStatus): boolean => DEAD.has(status);

/** Whether it has come to its end: nothing but money that comes back moves it any more. */
export const isOver = (status: PayoutStatus): boolean => status === 'paid' || isDead(status);

/** Whether the payout waits for the decision of a checker. */
export const awaitsApproval = (status: PayoutStatus): boolean =>
  status === 'pending_approval' || status === 'partially_approved';

/** Whether it is still to be sent to the bank. */
export const isUnsent = (status: PayoutStatus): boolean =>
  awaitsApproval(status) || status === 'approved' || status === 'scheduled';

/**
 * Whether a payout can be in this state right after it awaited approval: every other state comes after one of these
 * (decisions §6).
 */
export const followsApproval = (status: PayoutStatus): boolean =>
  status === 'approved' ||
  status === 'scheduled' ||
  status === 'rejected' ||
  status === 'cancelled';
