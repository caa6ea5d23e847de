import {
  rateLimiterContract,
  type MakeRateLimiter,
} from '../../contract/rate-limits/rate-limiter-contract.js';
import { checksOf, type KitCheck } from '../check/check.js';

const PORT =
  'RateLimiter.take: Counts one call, or `amount` bytes, unless it answers that they are not allowed.';

/**
 * The checks of a rate limiter: the cases of `rateLimiterContract`, each on a limiter that has counted nothing yet.
 *
 * @param make makes such a limiter; called several times in some checks
 */
export const checkRateLimiter = (make: MakeRateLimiter): ReadonlyArray<KitCheck> =>
  checksOf(
    rateLimiterContract.map(({ title, run }) => ({ sentence: title, port: PORT, run })),
    make,
  );
