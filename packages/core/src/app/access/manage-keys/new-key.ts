import type { Entropy } from '../../../ports/entropy.js';
import type { GuardedSealer } from '../../../ports/guarded-sealer.js';
import { KEY_ENTROPY_BYTES, writeKey, type KeyPrefix } from '../../../model/access/key/key-text.js';
import { sealKey } from '../authenticate/sealed-key.js';

/** The text of a new key, from random bytes: only the answer to who asks for the key has it. */
export const newKeyText = ({ bytes }: Entropy, prefix: KeyPrefix): string =>
  writeKey(prefix, bytes(KEY_ENTROPY_BYTES));

/** The text of a new secret key, and the same sealed. */
export const newSealedKey = async (entropy: Entropy, sealer: GuardedSealer) => {
  const text = newKeyText(entropy, 'sk');
  return { text, sealed: await sealKey(text, sealer) };
};
