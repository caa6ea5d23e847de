import { addDays, DAY, momentIn, type Day, type EpochMs } from '../../kernel/values/time.js';

/** How long a payout waits for approval at most (decisions §6). */
export const APPROVAL_LIFE = 90 * DAY;

/** When a payout without approval expires: after 90 days, or once its day is over in the zone of the bank. */
export const expiresAt = (
  { createdAt, payoutDate }: { readonly createdAt: EpochMs; readonly payoutDate?: Day },
  zone: string,
): EpochMs =>
  Math.min(
    createdAt + APPROVAL_LIFE,
    payoutDate === undefined ? Infinity : momentIn(zone, addDays(payoutDate, 1)),
  );
