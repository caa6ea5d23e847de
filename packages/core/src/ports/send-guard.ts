import { token } from '../kernel/token.js';
import type { BeneficiaryId } from '../kernel/values/ids.js';
import type { EpochMs } from '../kernel/values/time.js';
import type { BankOrder, OfOrder } from './bank-rail.js';

/** One change of a payout's status (decisions §6) before it is sent; `at` in epoch ms. */
export interface GuardedChange {
  /** Absent for the first one. */
  readonly from?: string;
  readonly to: string;
  readonly at: EpochMs;
  /** A user's id, the name of what acted by itself, or `operator` and the name of one of the bank's staff. */
  readonly actor: string;
}

/** A payout that is about to be sent (decisions §14); `createdAt` in epoch ms. */
export interface GuardQuestion {
  /** The order as the bank would be sent it now. */
  readonly order: BankOrder;
  readonly beneficiaryId: BeneficiaryId;
  readonly createdBy: string;
  readonly createdAt: EpochMs;
  /** Every change of its status, the first one first. */
  readonly history: ReadonlyArray<GuardedChange>;
}

/**
 * What becomes of a payout (decisions §14): it is sent, waits for two operators of the bank, or ends without being sent.
 * `code` is 1 to 64 small letters, digits and underscores that begin with a letter; `reason` 1 to 200 characters that
 * the people of the corporate may read in their journal.
 */
export type GuardVerdict = {
  readonly kind: 'go' | 'hold' | 'refuse';
  readonly code: string;
  readonly reason: string;
} & OfOrder;

/**
 * The bank's screening of payouts (sanctions, velocity, fraud) before the intent to send is committed (decisions §14). A
 * payout is asked about once, with no unit of work open; an answer that is lost before it is stored is asked for again,
 * so the same order gets the same verdict. The engine waits 10 s. A rejection, no answer, a list of another length and
 * an answer that this port does not allow all count as no verdict: `whenGuardIsAway` of the package says whether the
 * payout waits or goes. A `hold` or `refuse` of which only the code or the reason is not allowed holds the payout.
 */
export interface SendGuard {
  /** Answers one for each question, in order; at most 100 a call. */
  readonly screen: (
    questions: ReadonlyArray<GuardQuestion>,
  ) => Promise<ReadonlyArray<GuardVerdict>>;
}
export const SendGuard = token<SendGuard>('SendGuard');
