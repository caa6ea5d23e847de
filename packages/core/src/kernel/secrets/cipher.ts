import { createCipheriv, createDecipheriv } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The random bytes of one key, and of one nonce. */
export const CIPHER_BYTES = { key: KEY_BYTES, nonce: NONCE_BYTES } as const;

/** Encrypts a text with AES-256-GCM. No two texts of one key may have the same nonce. */
export const encrypt = (key: Uint8Array, nonce: Uint8Array, text: string): string => {
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  const parts = [nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()];
  return Buffer.concat(parts).toString('base64url');
};

/** The text that {@link encrypt} encrypted. @throws when it was changed, or encrypted under another key. */
export const decrypt = (key: Uint8Array, encrypted: string): string => {
  const bytes = Buffer.from(encrypted, 'base64url');
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
  return Buffer.concat([text, decipher.final()]).toString('utf8');
};
