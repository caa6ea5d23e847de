import type { JobId, PackageCode, PaymentMethodCode, TransactionId } from '../kernel/ids.js';
import type { Metadata } from '../kernel/metadata.js';
import type { CURRENCY } from '../kernel/money.js';
import type { Day, EpochMs } from '../kernel/time.js';
import type { ActorRef } from '../tenancy/user.js';
import type { PayoutOrder, PayoutStatus } from './payout.js';
import type { StatusDetails } from './status-details.js';

/** An amount in paise, as the interface writes it (§2.8). */
interface Money {
  readonly value: number;
  readonly currency: typeof CURRENCY;
}

/** The transaction object (§2.8). What a stage has not produced yet is absent, never null; only jobId may be null. */
export interface TransactionObject {
  readonly object: 'transaction';
  readonly transactionId: TransactionId;
  readonly jobId: JobId | null;
  readonly apiRefNumber: string;
  readonly reference: string;
  readonly tag?: string;
  readonly remark?: string;
  readonly metadata?: Metadata;
  /** `queued` until intake has decided on it. */
  readonly status: PayoutStatus | 'queued';
  readonly source: PayoutOrder['source'];
  readonly initiationMode: PayoutOrder['initiationMode'];
  readonly packageCode: PackageCode;
  readonly amount: Money;
  readonly paymentMethod?: PaymentMethodCode;
  readonly fees?: { readonly base: Money; readonly gst: Money; readonly total: Money };
  readonly narration?: string;
  readonly debitAccount?: { readonly accountNumber: string };
  readonly beneficiary?: {
    readonly code: string;
    readonly name: string;
    readonly accountNumber: string;
    readonly ifsc: string;
  };
  readonly approval?: {
    readonly levelsRequired: number;
    readonly currentLevel: number;
    readonly comment?: string;
  };
  readonly actors: { readonly createdBy: ActorRef; readonly approvedBy?: ActorRef };
  /** Epoch ms, but for the date that a scheduled payout waits for. */
  readonly timestamps: {
    readonly createdAt: EpochMs;
    readonly approvedAt?: EpochMs;
    readonly sentToBankAt?: EpochMs;
    readonly paidAt?: EpochMs;
    readonly returnedAt?: EpochMs;
    readonly payoutDate?: Day;
  };
  readonly utr?: string;
  readonly bankReference?: string;
  readonly statusDetails?: StatusDetails;
  /** 1, 2, 3 …: one more with each change of status. */
  readonly sequence?: number;
}
