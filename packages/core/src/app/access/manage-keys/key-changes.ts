import * as t from 'io-ts';
import type { InvalidInput } from '../../../kernel/codecs/decode.js';
import { E } from '../../../kernel/fp.js';
import { approvalOf, type SettingsChangeKind } from '../../settings/change-kind.js';
import type { SettingsChangeName } from '../../../model/settings/change/settings-change.js';
import { mayActAsUser } from '../../rights/acting-user.js';
import { TooManyLiveKeys, type ActorNotFound } from '../../../model/access/access-errors.js';
import { mayAdd, restamped, retiresAt } from '../../../model/access/key/api-key-life.js';
import type { AnyKey, ApiKey } from '../../../model/access/key/api-key.js';
import { rotatable, type NotRotatable } from '../../../model/access/key/rotatable.js';
import { API_KEYS, SECRET_KEYS, type KeyKind } from './key-kind.js';

/** A new key: unknown to every call until it is made. */
const creating = <K extends AnyKey>(
  name: SettingsChangeName,
  keys: KeyKind<K, unknown>,
): SettingsChangeKind<{ readonly key: K }, TooManyLiveKeys> => ({
  name,
  permissions: ['settings.edit'],
  payload: t.strict({ key: keys.codec }),
  details: ({ key }) => keys.details(key),
  check: async (stores, tenant, { key }, { at }) =>
    mayAdd(await keys.of(stores, tenant), key.name, at)
      ? E.right(null)
      : E.left(TooManyLiveKeys(key.name)),
  make: (_tenant, payload, making) => {
    const key = restamped(payload.key, making.at);
    return {
      saves: [(stores) => keys.put(stores, [key])],
      entries: [keys.first(key, making.by, approvalOf(making))],
    };
  },
});

/** A key in place of another, which goes on as it is until then. */
const rotating = <K extends AnyKey>(
  name: SettingsChangeName,
  keys: KeyKind<K, unknown>,
): SettingsChangeKind<{ readonly key: K; readonly replaces: string }, NotRotatable, K> => ({
  name,
  permissions: ['settings.edit'],
  payload: t.strict({ key: keys.codec, replaces: t.string }),
  details: ({ key, replaces }) => ({ ...keys.details(key), replaces }),
  check: async (stores, tenant, { replaces }, { at }) =>
    rotatable(await keys.of(stores, tenant), replaces, at),
  make: (_tenant, { key: prepared }, making, old) => {
    const { at, by: actor } = making;
    const key = restamped(prepared, at);
    const expiresAt = retiresAt(old, at);
    const changes = { expiresAt, rotatedTo: key.keyId, ...approvalOf(making) };
    return {
      saves: [(stores) => keys.put(stores, [{ ...old, expiresAt }, key])],
      entries: [
        keys.next(old, { to: 'retiring', at, actor, changes }),
        keys.first(key, actor, { rotatedFrom: old.keyId, ...approvalOf(making) }),
      ],
    };
  },
});

const creatingApiKey = creating('create_api_key', API_KEYS);

/** A new partner key. By the approval its user may have been suspended, or be a person: then nothing opens in their name. */
export const createApiKeyChange: SettingsChangeKind<
  { readonly key: ApiKey },
  ActorNotFound | InvalidInput | TooManyLiveKeys
> = {
  ...creatingApiKey,
  check: async (stores, tenant, payload, asked) => {
    const mayAct = await mayActAsUser(stores, tenant, payload.key.actsAsUserId);
    return E.isLeft(mayAct) ? mayAct : creatingApiKey.check(stores, tenant, payload, asked);
  },
};

export const rotateApiKeyChange = rotating('rotate_api_key', API_KEYS);
export const createSecretKeyChange = creating('create_secret_key', SECRET_KEYS);
export const rotateSecretKeyChange = rotating('rotate_secret_key', SECRET_KEYS);
