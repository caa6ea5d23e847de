import { E } from '../fp.js';
import type { UserId } from '../kernel/ids.js';
import type { Tenant } from '../kernel/tenant.js';
import type { Storage } from '../ports/storage.js';
import { token } from '../wiring/token.js';
import type { ActorNotFound, SettingsDenied } from './access-errors.js';
import type { ApiKey } from './api-key.js';
import { apiKeyView, type ApiKeyView } from './api-key-view.js';
import { settingsPerson } from './settings-person.js';

export type ListApiKeysError = ActorNotFound | SettingsDenied;

/** Every partner key that a corporate has or had, oldest first, to a person who may look at its settings. */
export type ListApiKeys = (
  tenant: Tenant,
  actorUserId: UserId,
) => Promise<E.Either<ListApiKeysError, ReadonlyArray<ApiKeyView>>>;
export const ListApiKeys = token<ListApiKeys>('ListApiKeys');

const oldestFirst = (a: ApiKey, b: ApiKey): number =>
  a.createdAt - b.createdAt || (a.keyId < b.keyId ? -1 : 1);

export const makeListApiKeys =
  (storage: Storage): ListApiKeys =>
  (tenant, actorUserId) =>
    storage.read<E.Either<ListApiKeysError, ReadonlyArray<ApiKeyView>>>(async (stores) => {
      const actor = await settingsPerson(stores, tenant, actorUserId, [
        'settings.view',
        'settings.edit',
        'settings.approve',
      ]);
      if (E.isLeft(actor)) return actor;
      const keys = await stores.access.apiKeysOf(tenant);
      const uses = await stores.access.uses(keys.map(({ keyId }) => keyId));
      const usedAt = new Map(uses.map((use) => [use.keyId, use.usedAt]));
      return E.right(
        [...keys].sort(oldestFirst).map((key) => apiKeyView(key, usedAt.get(key.keyId))),
      );
    });
