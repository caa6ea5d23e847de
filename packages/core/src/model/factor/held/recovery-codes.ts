import { base32 } from '../../../kernel/secrets/base32.js';
import { sha256 } from '../../../kernel/secrets/digest.js';

/** How many codes a person gets with their first factor. */
const RECOVERY_CODES = 10;
const BYTES = 10;

/** Random bytes that a person's recovery codes take. */
export const RECOVERY_ENTROPY_BYTES = RECOVERY_CODES * BYTES;

const GROUPS = /.{4}/g;

/** Ten codes of 80 bits: nobody guesses one, so a plain digest is all that has to be kept. */
export const recoveryCodes = (random: Uint8Array): ReadonlyArray<string> =>
  Array.from({ length: RECOVERY_CODES }, (_, i) => {
    const text = base32(random.subarray(i * BYTES, (i + 1) * BYTES)).toLowerCase();
    return (text.match(GROUPS) ?? []).join('-');
  });

/** What is kept of a code, however its person writes it: with or without hyphens, in either case. */
export const recoveryDigest = (code: string): string =>
  sha256(code.replaceAll('-', '').toLowerCase());
