import { checksOf, type KitCheck } from '../check/check.js';
import type { AcquirerUnderTest } from './acquirer-under-test.js';
import { chargeRules, queryRules, reverseRules } from './charge-rules.js';
import { wireRules } from './wire-rules.js';

/**
 * The checks of a bank's acquirer, against its test system or in process. They charge test cards there; run them one
 * after the other. What the host gives no hook for is not checked, and says so.
 *
 * @throws what `acquirer` throws when it is asked for the traits.
 */
export const checkAcquirer = (under: AcquirerUnderTest): ReadonlyArray<KitCheck> =>
  checksOf([...chargeRules, ...queryRules, ...reverseRules, ...wireRules], under);
