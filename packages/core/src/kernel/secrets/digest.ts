import { createHash, createHmac, hash, timingSafeEqual } from 'node:crypto';

/** SHA-256 in lowercase hex. In one call: for short texts, making an object to feed takes longer than hashing. */
export const sha256 = (text: string | Uint8Array): string => hash('sha256', text);

/** SHA-256 in base64url, as browsers write the challenge of a passkey. */
export const sha256Base64Url = (text: string): string => hash('sha256', text, 'base64url');

/** HMAC-SHA-1: what authenticator apps compute codes with (RFC 6238). */
export const hmacSha1 = (key: Uint8Array, bytes: Uint8Array): Uint8Array =>
  new Uint8Array(createHmac('sha1', key).update(bytes).digest());

/** HMAC-SHA-256 in lowercase hex. */
export const hmacSha256 = (key: Uint8Array, text: string): string =>
  createHmac('sha256', key).update(text).digest('hex');

/** HMAC-SHA-256 in base64 over a text and the bytes that follow it. */
export const hmacSha256Base64 = (key: Uint8Array, text: string, bytes: Uint8Array): string =>
  createHmac('sha256', key).update(text).update(bytes).digest('base64');

/** A SHA-256 that is fed piece by piece. */
export interface Digest {
  readonly update: (text: string) => void;
  readonly hex: () => string;
}

export const digest = (): Digest => {
  const sum = createHash('sha256');
  return { update: (text) => void sum.update(text), hex: () => sum.digest('hex') };
};

/** Compares two digests of the same length in constant time; different lengths differ. */
export const sameDigest = (a: string, b: string): boolean => {
  const [left, right] = [new TextEncoder().encode(a), new TextEncoder().encode(b)];
  return left.length === right.length && timingSafeEqual(left, right);
};
