import { writeRecords } from '../../writer/write-changes.js';
import { E } from '../../../kernel/fp.js';
import { recipe, type Token } from '../../../kernel/token.js';
import { useCase, type UseCase } from '../../../kernel/use-case/use-case.js';
import { Clock } from '../../../ports/clock.js';
import { Storage } from '../../../storage/storage.js';
import {
  ApiKeyNotFound,
  type ActorNotFound,
  type SettingsDenied,
} from '../../../model/access/access-errors.js';
import type { AnyKey } from '../../../model/access/key/api-key.js';
import { settingsChanger } from '../../rights/settings-person.js';
import { KeyInput } from './key-input.js';
import type { KeyKind } from './key-kind.js';

/** Why a key is not revoked (decisions §3). */
export type RevokeKeyError = ActorNotFound | SettingsDenied | ApiKeyNotFound;

/** Makes the use case that ends a key of one kind from the next request on. */
export const revokingKey = <K extends AnyKey, V>(
  service: Token<NoInfer<UseCase<KeyInput, RevokeKeyError, V>>>,
  keys: KeyKind<K, V>,
) =>
  recipe(service, { Storage, Clock }, ({ storage, clock }) =>
    useCase(KeyInput, (tenant, { actorUserId, keyId }) =>
      storage.atomically<RevokeKeyError, V>(async (stores) => {
        const person = await settingsChanger(stores, tenant, actorUserId, ['settings.edit']);
        if (E.isLeft(person)) return person;
        const key = (await keys.of(stores, tenant)).find((one) => one.keyId === keyId);
        if (key === undefined) return E.left(ApiKeyNotFound());
        if (key.revokedAt !== undefined) return E.right(keys.view(key));
        const at = clock.now();
        const revoked = { ...key, revokedAt: at };
        const next = { to: 'revoked', at, actor: actorUserId, changes: {} } as const;
        await writeRecords(stores, {
          saves: [(within) => keys.put(within, [revoked])],
          entries: [keys.next(key, next)],
        });
        return E.right(keys.view(revoked));
      }),
    ),
  );
