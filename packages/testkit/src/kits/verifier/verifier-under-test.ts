import type { EpochMs } from '@hundi/core';
import type { ReceiverDelivery } from '../../kit/webhook/conformance-deliveries.js';

/**
 * Somebody's own code that verifies what the engine signs, in any language behind a function. A function that is left
 * out leaves its rules unchecked. One that throws breaks the rule: catch what a library throws, and return `false`.
 */
export interface VerifierUnderTest {
  /** Whether it believes a webhook delivery. It knows one secret; or two, as while a secret is rotated. */
  readonly believesWebhook?: (
    delivery: ReceiverDelivery,
    around: { readonly secrets: ReadonlyArray<string>; readonly now: EpochMs },
  ) => boolean | Promise<boolean>;
  /**
   * Whether it believes the query with which a customer returns from a hosted page, whatever its status. The query is
   * the text behind the `?`.
   */
  readonly believesReturn?: (
    query: string,
    around: { readonly secretKey: string; readonly now: EpochMs },
  ) => boolean | Promise<boolean>;
  /** How far it lets a timestamp be from `now`. Default: 300. */
  readonly toleranceSeconds?: number;
}
