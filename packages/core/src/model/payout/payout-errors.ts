import type { UserId } from '../../kernel/values/ids.js';
import type { PayoutStatus } from './payout.js';

/** The person may look neither at payouts nor at operations. */
export const NotAPayoutViewer = (userId: UserId) => ({ _tag: 'NotAPayoutViewer', userId }) as const;
export type NotAPayoutViewer = ReturnType<typeof NotAPayoutViewer>;

/** No such payout in this corporate; another corporate's is no different (decisions §2). */
export const PayoutNotFound = () => ({ _tag: 'PayoutNotFound' }) as const;
export type PayoutNotFound = ReturnType<typeof PayoutNotFound>;

/** The payout is in a state from which this does not lead on; `queued` until intake has decided on it. */
export const WrongPayoutStatus = (status: PayoutStatus | 'queued') =>
  ({ _tag: 'WrongPayoutStatus', status }) as const;
export type WrongPayoutStatus = ReturnType<typeof WrongPayoutStatus>;

/** The payout ended long ago and is in the archive, in a file of this name. 410. */
export const PayoutArchived = (file: string) => ({ _tag: 'PayoutArchived', file }) as const;
export type PayoutArchived = ReturnType<typeof PayoutArchived>;
