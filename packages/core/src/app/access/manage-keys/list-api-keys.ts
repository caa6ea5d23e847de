import { E } from '../../../kernel/fp.js';
import { listUseCase, type ListUseCase } from '../../../kernel/use-case/use-case.js';
import { Storage } from '../../../storage/storage.js';
import { recipe, token } from '../../../kernel/token.js';
import type { ActorNotFound, SettingsDenied } from '../../../model/access/access-errors.js';
import { ActorInput } from '../../../model/access/actor-input.js';
import { apiKeyView, type ApiKeyView } from '../../../model/access/key/api-key-view.js';
import { oldestFirst } from '../../../model/access/key/oldest-first.js';
import { settingsViewer } from '../rights/settings-person.js';

export type ListApiKeysError = ActorNotFound | SettingsDenied;

/** Every partner key that a corporate has or had, oldest first, to a person who may look at its settings. */
export type ListApiKeys = ListUseCase<ActorInput, ListApiKeysError, ReadonlyArray<ApiKeyView>>;
export const ListApiKeys = token<ListApiKeys>('ListApiKeys');

export const makeListApiKeys = recipe(ListApiKeys, { Storage }, ({ storage }) =>
  listUseCase(ActorInput, (tenant, { actorUserId }) =>
    storage.read(async (stores) => {
      const actor = await settingsViewer(stores, tenant, actorUserId);
      if (E.isLeft(actor)) return actor;
      const keys = await stores.access.apiKeysOf(tenant);
      const uses = await stores.access.uses(keys.map(({ keyId }) => keyId));
      const usedAt = new Map(uses.map((use) => [use.keyId, use.usedAt]));
      return E.right(oldestFirst(keys).map((key) => apiKeyView(key, usedAt.get(key.keyId))));
    }),
  ),
);
