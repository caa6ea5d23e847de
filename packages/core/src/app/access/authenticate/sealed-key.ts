import type { GuardedSealer } from '../../../ports/guarded-sealer.js';
import { openKept } from '../../../ports/open-kept.js';
import type { SealedText } from '../../../ports/sealer.js';
import { KEY_ENTROPY_BYTES, parseKey, writeKey } from '../../../model/access/key/key-text.js';
import type { SealedKey } from '../../../model/access/key/secret-key.js';

const contextOf = (keyId: string): string => `secret-key/${keyId}`;

/** Seals the text of a new secret key. @throws when the text is no secret key. */
export const sealKey = async (text: string, { seal }: GuardedSealer): Promise<SealedKey> => {
  const parts = parseKey('sk', text);
  if (parts === undefined) throw new Error('a new key is no secret key');
  return { keyId: parts.keyId, sealedSecret: await seal(text, contextOf(parts.keyId)) };
};

/** The sealed text of a secret key, as its record keeps it. */
export const sealedIn = ({ keyId, sealedSecret }: SealedKey): SealedText => ({
  sealed: sealedSecret,
  context: contextOf(keyId),
});

/** The text of a secret key. @throws when it does not open. */
export const openSecretKey = (key: SealedKey, sealer: GuardedSealer): Promise<string> =>
  openKept(sealer, sealedIn(key));

/** A key that belongs to no corporate, as long as those that the engine creates. */
export const decoySecretKey = async ({ seal }: GuardedSealer): Promise<SealedKey> => {
  const keyId = 'decoy';
  const text = writeKey('sk', new Uint8Array(KEY_ENTROPY_BYTES));
  return { keyId, sealedSecret: await seal(text, contextOf(keyId)) };
};
