import type { TransactionId } from '../kernel/ids.js';
import type { PayoutStatus } from './payout.js';

/** No such payout in this corporate; another corporate's is no different (decisions §2). */
export const PayoutNotFound = () => ({ _tag: 'PayoutNotFound' }) as const;
export type PayoutNotFound = ReturnType<typeof PayoutNotFound>;

/** The payout is in a state from which this does not lead on. */
export const WrongPayoutStatus = (status: PayoutStatus) =>
  ({ _tag: 'WrongPayoutStatus', status }) as const;
export type WrongPayoutStatus = ReturnType<typeof WrongPayoutStatus>;

/** Intake has not decided on the row yet. */
export const StillInIntake = (transactionId: TransactionId) =>
  ({ _tag: 'StillInIntake', transactionId }) as const;
export type StillInIntake = ReturnType<typeof StillInIntake>;
