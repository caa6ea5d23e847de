import { E } from '../../../kernel/fp.js';
import { listUseCase, type ListUseCase } from '../../../kernel/use-case/use-case.js';
import { Storage } from '../../../storage/storage.js';
import { recipe, token } from '../../../kernel/token.js';
import type { ActorNotFound, SettingsDenied } from '../../../model/access/access-errors.js';
import { ActorInput } from '../../../model/access/actor-input.js';
import { oldestFirst } from '../../../model/access/key/oldest-first.js';
import { secretKeySubject } from '../../../model/access/key/secret-key.js';
import { secretKeyView, type SecretKeyView } from '../../../model/access/key/secret-key-view.js';
import { settingsViewer } from '../rights/settings-person.js';

export type ListSecretKeysError = ActorNotFound | SettingsDenied;

/** Every secret key that a corporate has or had, oldest first, to a person who may look at its settings. */
export type ListSecretKeys = ListUseCase<
  ActorInput,
  ListSecretKeysError,
  ReadonlyArray<SecretKeyView>
>;
export const ListSecretKeys = token<ListSecretKeys>('ListSecretKeys');

export const makeListSecretKeys = recipe(ListSecretKeys, { Storage }, ({ storage }) =>
  listUseCase(ActorInput, (tenant, { actorUserId }) =>
    storage.read(async (stores) => {
      const actor = await settingsViewer(stores, tenant, actorUserId);
      if (E.isLeft(actor)) return actor;
      const keys = await stores.access.secretKeysOf(tenant);
      const uses = await stores.access.uses(keys.map(({ keyId }) => secretKeySubject(keyId)));
      const usedAt = new Map(uses.map((use) => [use.keyId, use.usedAt]));
      return E.right(
        oldestFirst(keys).map((key) => secretKeyView(key, usedAt.get(secretKeySubject(key.keyId)))),
      );
    }),
  ),
);
