import { CIPHER_BYTES, decrypt, encrypt } from '../../kernel/secrets/cipher.js';
import { fromHex, hex } from '../../kernel/secrets/hex.js';
import type { Entropy } from '../../ports/entropy.js';
import type { GuardedSealer } from '../../ports/guarded-sealer.js';
import { openKept } from '../../ports/open-kept.js';
import * as t from 'io-ts';
import { stored } from '../../kernel/codecs/decode.js';

/** A text under a key of its own, and this key, sealed. */
export const Envelope = t.strict({ sealedKey: t.string, text: t.string });
export type Envelope = t.TypeOf<typeof Envelope>;

/** Closes a text that is known only inside a unit of work, where no sealer is called: its key was sealed before. */
export type CloseEnvelope = (text: string) => string;

/** Draws a key for one text and seals it. */
export const newEnvelope = async (
  { seal }: GuardedSealer,
  { bytes }: Entropy,
  context: string,
): Promise<CloseEnvelope> => {
  const key = bytes(CIPHER_BYTES.key);
  const sealedKey = await seal(hex(key), context);
  // A unit may run again and close another text: each has its own nonce.
  return (text) =>
    JSON.stringify({
      sealedKey,
      text: encrypt(key, bytes(CIPHER_BYTES.nonce), text),
    } satisfies Envelope);
};

/** The text of an envelope. @throws when it does not open. */
export const openEnvelope = async (
  sealer: GuardedSealer,
  context: string,
  closed: string,
): Promise<string> => {
  const { sealedKey, text } = stored(Envelope, closed);
  const key = await openKept(sealer, { sealed: sealedKey, context });
  return decrypt(fromHex(key), text);
};
