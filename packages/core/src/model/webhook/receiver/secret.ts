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
  const letters = key.replaceAll('=', '').length;
  const isWhole = key.length === letters ? letters % 4 !== 1 : key.length % 4 === 0;
  if (!isWhole) return false;
  const bytes = Math.floor((letters * 3) / 4);
  return bytes >= 24 && bytes <= 64;
};

/** The key that signs: what the secret holds in base64. */
export const signingKey = (secret: string): Uint8Array =>
  Uint8Array.from(atob(secret.slice(PREFIX.length)), (letter) => letter.charCodeAt(0));
