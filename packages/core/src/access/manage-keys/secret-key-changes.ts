import * as t from 'io-ts';
import { E } from '../../kernel/fp.js';
import { approvalOf, type SettingsChangeKind } from '../../settings/change-kind.js';
import { TooManyLiveKeys } from '../access-errors.js';
import { mayAdd, retiresAt } from '../key/api-key-life.js';
import { SecretKey } from '../key/api-key.js';
import { restamped } from '../key/restamped.js';
import { rotatable, type NotRotatable } from '../key/rotatable.js';
import { newSecretKeyEntry, nextSecretKeyEntry, secretKeySubject } from '../key/secret-key.js';

const NewKey = t.strict({ key: SecretKey });
const KeyInPlaceOf = t.strict({ key: SecretKey, replaces: t.string });

/** A new secret key: unknown to every call until it is made. */
export const createSecretKeyChange: SettingsChangeKind<t.TypeOf<typeof NewKey>, TooManyLiveKeys> = {
  name: 'create_secret_key',
  permissions: ['settings.edit'],
  payload: NewKey,
  details: ({ key: { keyId, name } }) => ({ keyId, name }),
  check: async ({ access }, tenant, { key: { name } }, at) =>
    mayAdd(await access.secretKeysOf(tenant), name, at)
      ? E.right(null)
      : E.left(TooManyLiveKeys(name)),
  make: async ({ access, journal }, _tenant, payload, making) => {
    const key = restamped(payload.key, making.at);
    await access.putSecretKeys([key]);
    await journal.append([newSecretKeyEntry(key, making.by, approvalOf(making))]);
  },
};

/** A secret key in place of another, which goes on as it is until then. */
export const rotateSecretKeyChange: SettingsChangeKind<
  t.TypeOf<typeof KeyInPlaceOf>,
  NotRotatable
> = {
  name: 'rotate_secret_key',
  permissions: ['settings.edit'],
  payload: KeyInPlaceOf,
  details: ({ key: { keyId, name }, replaces }) => ({ keyId, name, replaces }),
  check: async ({ access }, tenant, { replaces }, at) => {
    const old = rotatable(await access.secretKeysOf(tenant), replaces, at);
    return E.map(() => null)(old);
  },
  make: async ({ access, journal }, tenant, { key: prepared, replaces }, making) => {
    const { at, by: actor } = making;
    const [old] = (await access.secretKeysOf(tenant)).filter(({ keyId }) => keyId === replaces);
    if (old === undefined) throw new Error('a key that was just there is gone');
    const key = restamped(prepared, at);
    const retiring = { ...old, expiresAt: retiresAt(old, at) };
    await access.putSecretKeys([retiring, key]);
    const last = await journal.last(tenant, secretKeySubject(old.keyId));
    await journal.append([
      nextSecretKeyEntry(old, last, {
        to: 'retiring',
        at,
        actor,
        changes: { expiresAt: retiring.expiresAt, rotatedTo: key.keyId, ...approvalOf(making) },
      }),
      newSecretKeyEntry(key, actor, { rotatedFrom: old.keyId, ...approvalOf(making) }),
    ]);
  },
};
