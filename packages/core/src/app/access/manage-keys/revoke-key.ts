import { change } from '../../change/change.js';
import { E } from '../../../kernel/fp.js';
import type { Token } from '../../../kernel/token.js';
import type { UseCase } from '../../../kernel/use-case/use-case.js';
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
  change(service, KeyInput, {
    read: async (stores, tenant, { actorUserId, keyId }) => {
      const person = await settingsChanger(stores, tenant, actorUserId, ['settings.edit']);
      if (E.isLeft(person)) return person;
      const key = (await keys.of(stores, tenant)).find((one) => one.keyId === keyId);
      return key === undefined ? E.left(ApiKeyNotFound()) : E.right(key);
    },
    decide: (key, { actorUserId }, at) => {
      if (key.revokedAt !== undefined) return E.right({ answer: keys.view(key) });
      const revoked = { ...key, revokedAt: at };
      const next = { to: 'revoked', at, actor: actorUserId, changes: {} } as const;
      return E.right({
        changes: {
          saves: [(stores) => keys.put(stores, [revoked])],
          entries: [keys.next(key, next)],
        },
        answer: keys.view(revoked),
      });
    },
  });
