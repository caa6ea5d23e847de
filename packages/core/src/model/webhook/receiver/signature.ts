import { hmacSha256Base64 } from '../../../kernel/secrets/digest.js';
import { SECOND, type EpochMs } from '../../../kernel/values/time.js';
import type { SignedHeaders } from '../../../ports/webhook-sender.js';

/** The signature of one key over id, moment and body, byte for byte. */
export const signatureOf = (
  key: Uint8Array,
  webhookId: string,
  timestamp: string,
  body: Uint8Array,
): string => `v1,${hmacSha256Base64(key, `${webhookId}.${timestamp}.`, body)}`;

/** Signs a body for one attempt, under each of the keys. */
export const sign = (
  keys: ReadonlyArray<Uint8Array>,
  webhookId: string,
  at: EpochMs,
  body: Uint8Array,
): SignedHeaders => {
  const timestamp = String(Math.floor(at / SECOND));
  return {
    'webhook-id': webhookId,
    'webhook-timestamp': timestamp,
    'webhook-signature': keys.map((key) => signatureOf(key, webhookId, timestamp, body)).join(' '),
  };
};
