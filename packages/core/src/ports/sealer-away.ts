import { recogniseInAnyCopy } from '../kernel/any-copy.js';

/**
 * The sealer is temporarily unavailable: its KMS or HSM does not answer, or not within 10 s (decisions §8). Nothing is
 * known of the text that it was asked about. A caller that repeats a request with the same idempotency key has it done
 * once; the cause is the sealer's own error.
 */
export class SealerAway extends Error {
  static {
    recogniseInAnyCopy(this, 'SealerAway');
  }

  override readonly name: string = 'SealerAway';

  constructor(cause: unknown) {
    super('the sealer cannot be reached', { cause });
  }
}
