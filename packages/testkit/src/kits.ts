/**
 * Kits for what every bank must write: its rail, its acquirer, the other ports, and what verifies signatures. A kit is a
 * list of checks, each a sentence and a function, for any test runner; `runKit` runs one without a runner and returns a
 * report.
 *
 * @packageDocumentation
 */

// What a kit is, and running one without a test runner
export { KitFailure, NotChecked, type KitCheck } from './kits/check/check.js';
export {
  kitReport,
  runKit,
  type KitFault,
  type KitGap,
  type KitReport,
} from './kits/check/run-kit.js';

// The bank's rail
export { checkRail } from './kits/rail/check-rail.js';
export type { RailUnderTest, SampleOrder } from './kits/rail/rail-under-test.js';

// What stands on the other side of a wire, and how it misbehaves
export {
  WIRE_FAULTS,
  type BreakWire,
  type Wired,
  type WireFault,
  type WireHooks,
} from './kits/check/wire.js';

// The bank's card acquirer
export { checkAcquirer } from './kits/acquirer/check-acquirer.js';
export type { AcquirerUnderTest, SampleCharge } from './kits/acquirer/acquirer-under-test.js';

// The other ports
export { checkPacer, type PacerUnderTest } from './kits/ports/check-pacer.js';
export { checkPolicyMark, type PolicyMarkUnderTest } from './kits/ports/check-policy-mark.js';
export { checkRateLimiter } from './kits/ports/check-rate-limiter.js';
export { checkSendMark, type SendMarkUnderTest } from './kits/ports/check-send-mark.js';
export { checkSealer, type SealerUnderTest } from './kits/ports/check-sealer.js';

// Somebody's own code that verifies signatures
export { checkVerifier } from './kits/verifier/check-verifier.js';
export type { VerifierUnderTest } from './kits/verifier/verifier-under-test.js';
export type { ReceiverDelivery } from './kit/webhook/conformance-deliveries.js';
