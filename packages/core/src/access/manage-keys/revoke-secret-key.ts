import { E } from '../../kernel/fp.js';
import { useCase, type UseCase } from '../../kernel/use-case/use-case.js';
import type { Clock } from '../../ports/clock.js';
import type { Storage } from '../../storage/storage.js';
import { token } from '../../kernel/token.js';
import { ApiKeyNotFound, type ActorNotFound, type SettingsDenied } from '../access-errors.js';
import { KeyInput } from './key-input.js';
import { nextSecretKeyEntry, secretKeySubject } from '../key/secret-key.js';
import { secretKeyView, type SecretKeyView } from '../key/secret-key-view.js';
import { settingsChanger } from '../rights/settings-person.js';

export type RevokeSecretKeyError = ActorNotFound | SettingsDenied | ApiKeyNotFound;

/**
 * Ends a secret key from the next request on: one that leaked, be it in its last 24 h. Revoking it again changes
 * nothing. Sessions that it created go on, and sign their returns with it.
 */
export type RevokeSecretKey = UseCase<KeyInput, RevokeSecretKeyError, SecretKeyView>;
export const RevokeSecretKey = token<RevokeSecretKey>('RevokeSecretKey');

export const makeRevokeSecretKey = (storage: Storage, clock: Clock): RevokeSecretKey =>
  useCase(KeyInput, (tenant, { actorUserId, keyId }) =>
    storage.atomically<RevokeSecretKeyError, SecretKeyView>(async (stores) => {
      const { access, journal } = stores;
      const actor = await settingsChanger(stores, tenant, actorUserId, ['settings.edit']);
      if (E.isLeft(actor)) return actor;
      const key = (await access.secretKeysOf(tenant)).find((one) => one.keyId === keyId);
      if (key === undefined) return E.left(ApiKeyNotFound());
      if (key.revokedAt !== undefined) return E.right(secretKeyView(key));

      const revokedAt = clock.now();
      const revoked = { ...key, revokedAt };
      await access.putSecretKeys([revoked]);
      const last = await journal.last(tenant, secretKeySubject(keyId));
      const entry = { to: 'revoked', at: revokedAt, actor: actorUserId, changes: {} } as const;
      await journal.append([nextSecretKeyEntry(key, last, entry)]);
      return E.right(secretKeyView(revoked));
    }),
  );
