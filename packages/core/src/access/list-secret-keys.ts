import { E } from '../fp.js';
import type { UserId } from '../kernel/ids.js';
import type { Tenant } from '../kernel/tenant.js';
import type { Storage } from '../ports/storage.js';
import { token } from '../wiring/token.js';
import type { ActorNotFound, SettingsDenied } from './access-errors.js';
import { oldestFirst } from './oldest-first.js';
import { secretKeySubject } from './secret-key.js';
import { secretKeyView, type SecretKeyView } from './secret-key-view.js';
import { settingsViewer } from './settings-person.js';

export type ListSecretKeysError = ActorNotFound | SettingsDenied;

/** Every secret key that a corporate has or had, oldest first, to a person who may look at its settings. */
export type ListSecretKeys = (
  tenant: Tenant,
  actorUserId: UserId,
) => Promise<E.Either<ListSecretKeysError, ReadonlyArray<SecretKeyView>>>;
export const ListSecretKeys = token<ListSecretKeys>('ListSecretKeys');

export const makeListSecretKeys =
  (storage: Storage): ListSecretKeys =>
  (tenant, actorUserId) =>
    storage.read<E.Either<ListSecretKeysError, ReadonlyArray<SecretKeyView>>>(async (stores) => {
      const actor = await settingsViewer(stores, tenant, actorUserId);
      if (E.isLeft(actor)) return actor;
      const keys = await stores.access.secretKeysOf(tenant);
      const uses = await stores.access.uses(keys.map(({ keyId }) => secretKeySubject(keyId)));
      const usedAt = new Map(uses.map((use) => [use.keyId, use.usedAt]));
      return E.right(
        oldestFirst(keys).map((key) => secretKeyView(key, usedAt.get(secretKeySubject(key.keyId)))),
      );
    });
