import { totpCode, totpStep } from '@hundi/core/wire';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

const fromBase32 = (text: string): Uint8Array => {
  const bits = Array.from(text, (char) => ALPHABET.indexOf(char).toString(2).padStart(5, '0')).join(
    '',
  );
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2));
};

/** The code that an authenticator app shows at a moment (epoch ms), from the address that it scanned. */
export const codeOfApp = (uri: string, now: number): string =>
  totpCode(fromBase32(new URL(uri).searchParams.get('secret') ?? ''), totpStep(now));
