import { fromHex, hex } from '../../kernel/secrets/hex.js';
import { recipe, token } from '../../kernel/token.js';
import { Entropy } from '../../ports/entropy.js';
import type { Sealer, SealedText } from '../../ports/sealer.js';
import { makeGuardedSealer, GuardedSealer } from '../../ports/guarded-sealer.js';
import { openKept } from '../../ports/open-kept.js';
import { commit } from '../../storage/commit.js';
import { Storage } from '../../storage/storage.js';
import type { SealedAuthorityKey } from '../../model/authority/seal/sealed-authority-key.js';

/** The sealed authority key, as it is opened. */
export const sealedAuthorityKey = ({ id, sealedKey }: SealedAuthorityKey): SealedText => ({
  sealed: sealedKey,
  context: `${id} key`,
});

const KEY_BYTES = 32;

/**
 * The key that seals passkeys, policies, changes that wait and factors that people gave in a session. It is made once for a database, kept sealed there, and opened once in each
 * process. Rejects with `SealerAway` when the sealer cannot be reached.
 */
export type AuthorityKey = () => Promise<Uint8Array>;
export const AuthorityKey = token<AuthorityKey>('AuthorityKey');

export const makeAuthorityKey = recipe(
  AuthorityKey,
  { Storage, Entropy, Sealer: GuardedSealer },
  ({ storage, entropy, sealer }) => {
    let key: Uint8Array | undefined;
    const openedKey = async (): Promise<Uint8Array> => {
      const known = await storage.read(({ authority }) => authority.key());
      return opened(sealer, known ?? (await madeKey(storage, entropy, sealer)));
    };
    return async () => (key ??= await openedKey());
  },
);

const opened = async (sealer: GuardedSealer, kept: SealedAuthorityKey): Promise<Uint8Array> =>
  fromHex(await openKept(sealer, sealedAuthorityKey(kept)));

/**
 * The key that is there, for who only reads; undefined where none was made.
 *
 * @throws when the sealer does not open it, naming its context.
 */
export const readAuthorityKey = async (
  storage: Storage,
  sealer: Sealer,
): Promise<Uint8Array | undefined> => {
  const kept = await storage.read(({ authority }) => authority.key());
  return kept && opened(makeGuardedSealer(sealer), kept);
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
