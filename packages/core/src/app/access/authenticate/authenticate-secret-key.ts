import { Causes } from '../../duty/causes.js';
import { E } from '../../../kernel/fp.js';
import { sameDigest, sha256 } from '../../../kernel/secrets/digest.js';
import { tenantOf, type Tenant } from '../../../kernel/values/tenant.js';
import { Clock } from '../../../ports/clock.js';
import { GuardedSealer } from '../../../ports/guarded-sealer.js';
import { Storage } from '../../../storage/storage.js';
import { recipe, token } from '../../../kernel/token.js';
import { InvalidSecretKey } from '../../../model/access/access-errors.js';
import { isLive } from '../../../model/access/key/api-key-life.js';
import { parseKey } from '../../../model/access/key/key-text.js';
import { noteKeyUses } from './note-key-uses.js';
import { secretKeySubject, type SealedKey } from '../../../model/access/key/secret-key.js';
import { decoySecretKey, openSecretKey } from './sealed-key.js';

/** A merchant's backend, identified by its secret key (§5). */
export interface Merchant {
  readonly tenant: Tenant;
  readonly keyId: string;
}

/**
 * Finds the owner of a secret key (§5). The store is asked at every request, so a key that was rotated away or revoked
 * opens nothing from its end on. Notes the use of a good key, and waits for no note.
 */
export type AuthenticateSecretKey = (
  key: string | undefined,
) => Promise<E.Either<InvalidSecretKey, Merchant>>;
export const AuthenticateSecretKey = token<AuthenticateSecretKey>('AuthenticateSecretKey');

export const makeAuthenticateSecretKey = recipe(
  AuthenticateSecretKey,
  { Storage, Clock, Sealer: GuardedSealer, Causes },
  ({ storage, clock, sealer, causes }) => {
    const note = noteKeyUses(storage, causes);
    // Opened and compared when there is no such key, so that an unknown id is as much work as a wrong secret. Sealed when
    // first asked for: nothing is asked of a port while the engine is put together.
    let decoy: SealedKey | undefined;

    return async (text = '') => {
      const parts = parseKey('sk', text);
      if (parts === undefined) return E.left(InvalidSecretKey());
      const [key] = await storage.read(({ access }) => access.secretKeys([parts.keyId]));
      decoy ??= await decoySecretKey(sealer);
      const fits = sameDigest(sha256(await openSecretKey(key ?? decoy, sealer)), sha256(text));
      const now = clock.now();
      if (key === undefined || !fits || !isLive(key, now)) return E.left(InvalidSecretKey());
      note({ keyId: secretKeySubject(key.keyId), usedAt: now });
      return E.right({ tenant: tenantOf(key), keyId: key.keyId });
    };
  },
);
