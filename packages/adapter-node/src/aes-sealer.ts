import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Sealer } from '@hundi/core';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
// Names the way of sealing, so that another one can be distinguished from it later.
const PREFIX = 'v1.';

/** How long the key of {@link aesSealer} is. */
export const KEK_BYTES = 32;

/**
 * Seals with AES-256-GCM: a fresh nonce each time, the context authenticated beside the secret.
 *
 * @throws when the key is not 32 bytes long.
 */
export const aesSealer = (kek: Uint8Array): Sealer => {
  if (kek.length !== KEK_BYTES) throw new Error(`a key of ${KEK_BYTES} bytes is needed`);
  return {
    seal: (secret, context) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, kek, nonce, { authTagLength: TAG_BYTES });
      cipher.setAAD(Buffer.from(context, 'utf8'));
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return PREFIX + Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url');
    },
    open: (sealed, context) => {
      const body = sealed.slice(PREFIX.length);
      const bytes = Buffer.from(body, 'base64url');
      // The last letter of base64 has bits to spare: only one spelling is ours.
      const isOurs = sealed.startsWith(PREFIX) && bytes.toString('base64url') === body;
      if (!isOurs || bytes.length < NONCE_BYTES + TAG_BYTES)
        throw new Error('this is no sealed secret');
      const nonce = bytes.subarray(0, NONCE_BYTES);
      const decipher = createDecipheriv(CIPHER, kek, nonce, { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(context, 'utf8'));
      decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      const text = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
      return Buffer.concat([text, decipher.final()]).toString('utf8');
    },
  };
};
