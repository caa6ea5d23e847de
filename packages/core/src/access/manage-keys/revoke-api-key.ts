import { E } from '../../kernel/fp.js';
import { useCase, type UseCase } from '../../kernel/use-case/use-case.js';
import type { Clock } from '../../ports/clock.js';
import type { Storage } from '../../storage/storage.js';
import { token } from '../../kernel/token.js';
import { ApiKeyNotFound, type ActorNotFound, type SettingsDenied } from '../access-errors.js';
import { nextKeyEntry } from '../key/api-key-entry.js';
import { apiKeyView, type ApiKeyView } from '../key/api-key-view.js';
import { KeyInput } from './key-input.js';
import { settingsChanger } from '../rights/settings-person.js';

export type RevokeApiKeyError = ActorNotFound | SettingsDenied | ApiKeyNotFound;

/** Ends a key from the next request on; revoking it again changes nothing and answers the same. */
export type RevokeApiKey = UseCase<KeyInput, RevokeApiKeyError, ApiKeyView>;
export const RevokeApiKey = token<RevokeApiKey>('RevokeApiKey');

export const makeRevokeApiKey = (storage: Storage, clock: Clock): RevokeApiKey =>
  useCase(KeyInput, (tenant, { actorUserId, keyId }) =>
    storage.atomically<RevokeApiKeyError, ApiKeyView>(async (stores) => {
      const { access, journal } = stores;
      const actor = await settingsChanger(stores, tenant, actorUserId, ['settings.edit']);
      if (E.isLeft(actor)) return actor;
      const key = (await access.apiKeysOf(tenant)).find((one) => one.keyId === keyId);
      if (key === undefined) return E.left(ApiKeyNotFound());
      if (key.revokedAt !== undefined) return E.right(apiKeyView(key));

      const revokedAt = clock.now();
      const revoked = { ...key, revokedAt };
      await access.putApiKeys([revoked]);
      const entry = { to: 'revoked', at: revokedAt, actor: actorUserId, changes: {} } as const;
      await journal.append([nextKeyEntry(key, await journal.last(tenant, keyId), entry)]);
      return E.right(apiKeyView(revoked));
    }),
  );
