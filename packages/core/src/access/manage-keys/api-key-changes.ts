import * as t from 'io-ts';
import { E } from '../../kernel/fp.js';
import type { JsonObject } from '../../kernel/codecs/json.js';
import { approvalOf, type SettingsChangeKind } from '../../settings/change-kind.js';
import { TooManyLiveKeys } from '../access-errors.js';
import { newKeyEntry, nextKeyEntry } from '../key/api-key-entry.js';
import { mayAdd, retiresAt } from '../key/api-key-life.js';
import { ApiKey } from '../key/api-key.js';
import { restamped } from '../key/restamped.js';
import { rotatable, type NotRotatable } from '../key/rotatable.js';

const NewKey = t.strict({ key: ApiKey });
const KeyInPlaceOf = t.strict({ key: ApiKey, replaces: t.string });

const detailsOf = ({ keyId, name, scopes, actsAsUserId }: ApiKey): JsonObject => ({
  keyId,
  name,
  scopes,
  ...(actsAsUserId !== undefined && { actsAsUserId }),
});

/** A new partner key: unknown to every call until it is made. */
export const createApiKeyChange: SettingsChangeKind<t.TypeOf<typeof NewKey>, TooManyLiveKeys> = {
  name: 'create_api_key',
  permissions: ['settings.edit'],
  payload: NewKey,
  details: ({ key }) => detailsOf(key),
  check: async ({ access }, tenant, { key: { name } }, at) =>
    mayAdd(await access.apiKeysOf(tenant), name, at)
      ? E.right(null)
      : E.left(TooManyLiveKeys(name)),
  make: async ({ access, journal }, _tenant, payload, making) => {
    const key = restamped(payload.key, making.at);
    await access.putApiKeys([key]);
    await journal.append([newKeyEntry(key, making.by, approvalOf(making))]);
  },
};

/** A partner key in place of another, which goes on as it is until then. */
export const rotateApiKeyChange: SettingsChangeKind<t.TypeOf<typeof KeyInPlaceOf>, NotRotatable> = {
  name: 'rotate_api_key',
  permissions: ['settings.edit'],
  payload: KeyInPlaceOf,
  details: ({ key, replaces }) => ({ ...detailsOf(key), replaces }),
  check: async ({ access }, tenant, { replaces }, at) => {
    const old = rotatable(await access.apiKeysOf(tenant), replaces, at);
    return E.map(() => null)(old);
  },
  make: async ({ access, journal }, tenant, { key: prepared, replaces }, making) => {
    const { at, by: actor } = making;
    const [old] = (await access.apiKeysOf(tenant)).filter(({ keyId }) => keyId === replaces);
    if (old === undefined) throw new Error('a key that was just there is gone');
    const key = restamped(prepared, at);
    const retiring = { ...old, expiresAt: retiresAt(old, at) };
    await access.putApiKeys([retiring, key]);
    await journal.append([
      nextKeyEntry(old, await journal.last(tenant, old.keyId), {
        to: 'retiring',
        at,
        actor,
        changes: { expiresAt: retiring.expiresAt, rotatedTo: key.keyId, ...approvalOf(making) },
      }),
      newKeyEntry(key, actor, { rotatedFrom: old.keyId, ...approvalOf(making) }),
    ]);
  },
};
