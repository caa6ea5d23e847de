import { E } from '../fp.js';
import type { Tenant } from '../kernel/tenant.js';
import type { EpochMs } from '../kernel/time.js';
import type { Clock } from '../ports/clock.js';
import type { Storage } from '../ports/storage.js';
import { token } from '../wiring/token.js';
import { ApiKeyNotFound, type ActorNotFound, type SettingsDenied } from './access-errors.js';
import type { RevokeApiKeyInput } from './revoke-api-key.js';
import { nextSecretKeyEntry, secretKeySubject } from './secret-key.js';
import { settingsPerson } from './settings-person.js';

export type RevokeSecretKeyError = ActorNotFound | SettingsDenied | ApiKeyNotFound;

/** A secret key that opens nothing any more. */
export interface RevokedSecretKey {
  readonly keyId: string;
  readonly name: string;
  /** Epoch ms. */
  readonly revokedAt: EpochMs;
}

/**
 * Ends a secret key from the next request on: one that leaked, be it in its last 24 h. Revoking it again changes
 * nothing. Sessions that it created go on, and sign their returns with it.
 */
export type RevokeSecretKey = (
  tenant: Tenant,
  input: RevokeApiKeyInput,
) => Promise<E.Either<RevokeSecretKeyError, RevokedSecretKey>>;
export const RevokeSecretKey = token<RevokeSecretKey>('RevokeSecretKey');

export const makeRevokeSecretKey =
  (storage: Storage, clock: Clock): RevokeSecretKey =>
  (tenant, { actorUserId, keyId }) =>
    storage.atomically<RevokeSecretKeyError, RevokedSecretKey>(async (stores) => {
      const { access, journal } = stores;
      const actor = await settingsPerson(stores, tenant, actorUserId, ['settings.edit']);
      if (E.isLeft(actor)) return actor;
      // Whoever else changes keys of this corporate waits from here on.
      await stores.tenancy.holdCorporate(tenant);
      const key = (await access.secretKeysOf(tenant)).find((one) => one.keyId === keyId);
      if (key === undefined) return E.left(ApiKeyNotFound());
      const { name } = key;
      if (key.revokedAt !== undefined) return E.right({ keyId, name, revokedAt: key.revokedAt });

      const revokedAt = clock.now();
      await access.putSecretKeys([{ ...key, revokedAt }]);
      const known = await journal.of(tenant, secretKeySubject(keyId));
      const entry = { to: 'revoked', at: revokedAt, actor: actorUserId, changes: {} } as const;
      await journal.append([nextSecretKeyEntry(key, known, entry)]);
      return E.right({ keyId, name, revokedAt });
    });
