import { checksOf, type KitCheck } from '../check/check.js';
import { contentRules } from './content-rules.js';
import { returnRules } from './return-rules.js';
import { signatureRules } from './signature-rules.js';
import type { VerifierUnderTest } from './verifier-under-test.js';

/**
 * The checks of code that verifies webhook deliveries and signed returns: it believes what the engine signed, to the
 * byte and within the tolerance, and nothing else. Whether it compares in constant time cannot be seen from outside.
 */
export const checkVerifier = (under: VerifierUnderTest): ReadonlyArray<KitCheck> =>
  checksOf([...contentRules, ...signatureRules, ...returnRules], under);
