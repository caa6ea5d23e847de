const PREFIX = 'whsec_';
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
const BYTES = 32;

/** Random bytes that a new endpoint secret takes. */
export const SECRET_ENTROPY_BYTES = BYTES;

/** A signing secret as Standard Webhooks writes it: `whsec_` and the key in base64. */
export const writeSecret = (random: Uint8Array): string =>
  PREFIX + btoa(String.fromCharCode(...random.subarray(0, BYTES)));

/** Standard Webhooks asks for 24 to 64 bytes. */
export const isStrongSecret = (secret: string): boolean => {
  const key = secret.slice(PREFIX.length);
  if (!secret.startsWith(PREFIX) || key.length > 100 || !BASE64.test(key)) return false;
  const bytes = Math.floor((key.replaceAll('=', '').length * 3) / 4);
  return bytes >= 24 && bytes <= 64;
};
