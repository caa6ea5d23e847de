import { hmacSha1, sameDigest } from '../../../kernel/secrets/digest.js';
import { base32 } from '../../../kernel/secrets/base32.js';
import { codesOf, CODE_DIGITS, writeCode } from '../../../kernel/values/one-time-code.js';
import { SECOND, type EpochMs } from '../../../kernel/values/time.js';

/** Random bytes of a secret: as many as the hash has (RFC 4226, section 4). */
export const TOTP_SECRET_BYTES = 20;

const STEP = 30 * SECOND;

/** The number of the half minute that a moment lies in. */
export const totpStep = (now: EpochMs): number => Math.floor(now / STEP);

/** The code of a secret in one half minute (RFC 6238 with SHA-1, the one that every authenticator app knows). */
export const totpCode = (secret: Uint8Array, step: number): string => {
  const counter = new DataView(new ArrayBuffer(8));
  counter.setBigUint64(0, BigInt(step));
  const sum = hmacSha1(secret, new Uint8Array(counter.buffer));
  const offset = (sum.at(-1) ?? 0) & 0xf;
  const number = new DataView(sum.buffer, sum.byteOffset).getUint32(offset) & 0x7fffffff;
  return writeCode(BigInt(number) % codesOf(CODE_DIGITS), CODE_DIGITS);
};

/**
 * The half minute that a code is of: this one or the one before, so that a person has time to type, never the next. One
 * that is not later than the last used is over, so each code opens once. Undefined where the code is of none.
 */
export const stepOfCode = (
  secret: Uint8Array,
  code: string,
  now: EpochMs,
  lastStep = -1,
): number | undefined => {
  const current = totpStep(now);
  const fitting = [current, current - 1].filter((step) => sameDigest(totpCode(secret, step), code));
  return fitting.find((step) => step > lastStep);
};

/**
 * Whether a code is the one that was used last, while it could still be typed again: its person gave it twice. Of other
 * codes that are over it says nothing.
 */
export const isUsedCode = (
  secret: Uint8Array,
  code: string,
  now: EpochMs,
  lastStep: number | undefined,
): boolean =>
  lastStep !== undefined &&
  lastStep >= totpStep(now) - 1 &&
  sameDigest(totpCode(secret, lastStep), code);

/** What an authenticator app reads, as text or as a QR code. Holds the secret. */
export const totpUri = (secret: Uint8Array, issuer: string, account: string): string => {
  const [by, name] = [issuer, account].map(encodeURIComponent);
  return `otpauth://totp/${String(by)}:${String(name)}?secret=${base32(secret)}&issuer=${String(by)}&algorithm=SHA1&digits=${String(CODE_DIGITS)}&period=${String(STEP / SECOND)}`;
};
