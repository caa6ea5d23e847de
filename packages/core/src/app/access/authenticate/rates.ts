import type { CallKind } from '../../../ports/rate-limiter.js';
import type { Rate } from './token-bucket.js';

/**
 * Calls a second of one key (decisions §2); `burst` seconds' worth of them may come at once (default 2). Whole numbers
 * above zero.
 */
export interface RateLimits {
  readonly reads: number;
  readonly writes: number;
  /** Logins a second from one peer address, in bursts of a minute's worth. Default 2. */
  readonly logins?: number;
  /** For one address from one network, of one login or one browser's page: 100 seconds' worth at once. Default 1. */
  readonly codes?: number;
  /** Bytes of bodies, four seconds' worth at once. Default 16 MiB. */
  readonly bytes?: number;
  readonly burst?: number;
}

/** The default rate limits (decisions §2). */
export const DEFAULT_RATE_LIMITS: RateLimits = { reads: 500, writes: 200 };

const DEFAULT_LOGINS = 2;
const DEFAULT_CODES = 1;
const DEFAULT_BURST = 2;
const DEFAULT_BYTES = 16 * 1_024 * 1_024;

// A whole office logs in at nine, but does not go on at that rate.
const LOGIN_BURST = 60;

// Presses of one button in many tabs are one person's, too.
const CODE_BURST = 100;

// A few large batches come together at the end of a month.
const BYTES_BURST = 4;

/**
 * The rate of each kind of call (decisions §2), for a limiter that keeps its counts where it likes.
 *
 * @throws when one of the limits is not a whole number above zero.
 */
export const ratesOf = ({
  reads,
  writes,
  logins = DEFAULT_LOGINS,
  codes = DEFAULT_CODES,
  bytes = DEFAULT_BYTES,
  burst = DEFAULT_BURST,
}: RateLimits): Readonly<Record<CallKind, Rate>> => {
  const limits = [reads, writes, logins, codes, bytes, burst];
  if (!limits.every((limit) => Number.isSafeInteger(limit) && limit > 0))
    throw new RangeError('rate limits are whole numbers above zero');
  return {
    reads: { perSecond: reads, burst: reads * burst },
    writes: { perSecond: writes, burst: writes * burst },
    logins: { perSecond: logins, burst: logins * LOGIN_BURST },
    codes: { perSecond: codes, burst: codes * CODE_BURST },
    bytes: { perSecond: bytes, burst: bytes * BYTES_BURST },
  };
};
