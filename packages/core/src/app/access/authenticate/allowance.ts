import type { RateAllowance } from '../../../ports/rate-limiter.js';
import { callsIn, secondsUntil, type Bucket, type Rate } from './token-bucket.js';

/** The answer to a call of `spent`, after which the bucket holds this. A refused call has taken nothing. */
export const allowanceOf = (
  rate: Rate,
  bucket: Pick<Bucket, 'thousandths'>,
  spent: number,
  allowed: boolean,
): RateAllowance => ({
  allowed,
  limit: rate.burst,
  windowSeconds: rate.burst / rate.perSecond,
  remaining: callsIn(bucket),
  resetSeconds: secondsUntil(rate, bucket, allowed ? rate.burst : spent),
});
