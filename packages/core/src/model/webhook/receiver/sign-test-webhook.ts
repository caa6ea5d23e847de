import type { EpochMs } from '../../../kernel/values/time.js';
import { isStrongSecret, signingKey } from './secret.js';
import type { SignedHeaders } from '../../../ports/webhook-sender.js';
import { sign } from './signature.js';

/** A delivery that an integrator's test signs and sends to its own receiver. */
export interface TestWebhook {
  /** `whsec_…`; several as while a secret is rotated. */
  readonly secrets: ReadonlyArray<string>;
  readonly webhookId: string;
  readonly body: string | Uint8Array;
  /** When the attempt is made, in epoch ms. */
  readonly at: EpochMs;
}

/**
 * The headers of a delivery as the engine signs it, for tests of a receiver.
 *
 * @throws when a secret is none.
 */
export const signTestWebhook = ({ secrets, webhookId, body, at }: TestWebhook): SignedHeaders => {
  if (secrets.length === 0 || !secrets.every(isStrongSecret))
    throw new RangeError('a secret is whsec_ and 24 to 64 bytes in base64');
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  return sign(secrets.map(signingKey), webhookId, at, bytes);
};
