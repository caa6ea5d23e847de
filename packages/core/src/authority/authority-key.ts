import { fromHex, hex } from '../kernel/secrets/hex.js';
import { token } from '../kernel/token.js';
import type { Entropy } from '../ports/entropy.js';
import type { SealedText } from '../ports/sealer.js';
import type { GuardedSealer } from '../secrets/guarded-sealer.js';
import { openKept } from '../secrets/open-kept.js';
import { commit } from '../storage/commit.js';
import type { Storage } from '../storage/storage.js';
import type { SealedAuthorityKey } from './seal/sealed-authority-key.js';

/** The sealed authority key, as it is opened. */
export const sealedAuthorityKey = ({ id, sealedKey }: SealedAuthorityKey): SealedText => ({
  sealed: sealedKey,
  context: `${id} key`,
});

const KEY_BYTES = 32;

/**
 * The key that seals passkeys and policies. It is made once for a database, kept sealed there, and opened once in each
 * process. Rejects with `SealerAway` when the sealer cannot be reached.
 */
export type AuthorityKey = () => Promise<Uint8Array>;
export const AuthorityKey = token<AuthorityKey>('AuthorityKey');

export const makeAuthorityKey = (
  storage: Storage,
  entropy: Entropy,
  sealer: GuardedSealer,
): AuthorityKey => {
  let opened: Uint8Array | undefined;
  return async () => (opened ??= await openedKey(storage, entropy, sealer));
};

const openedKey = async (
  storage: Storage,
  entropy: Entropy,
  sealer: GuardedSealer,
): Promise<Uint8Array> => {
  const known = await storage.read(({ authority }) => authority.key());
  const kept = known ?? (await madeKey(storage, entropy, sealer));
  return fromHex(await openKept(sealer, sealedAuthorityKey(kept)));
};

/** Of processes that make the key at once, one keeps its own, and the others take that. */
const madeKey = async (
  storage: Storage,
  entropy: Entropy,
  sealer: GuardedSealer,
): Promise<SealedAuthorityKey> => {
  const named = { id: 'authority' } as const;
  const { context } = sealedAuthorityKey({ ...named, sealedKey: '' });
  const sealedKey = await sealer.seal(hex(entropy.bytes(KEY_BYTES)), context);
  const made = { ...named, sealedKey };
  return commit(storage, async ({ authority }) => {
    await authority.addKey(made);
    return (await authority.key()) ?? made;
  });
};
