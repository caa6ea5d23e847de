import * as t from 'io-ts';
import { E } from '../fp.js';
import { UserId } from '../kernel/ids.js';
import type { Tenant } from '../kernel/tenant.js';
import { Name } from '../kernel/text.js';
import type { Clock } from '../ports/clock.js';
import type { Entropy } from '../ports/entropy.js';
import type { Sealer } from '../ports/sealer.js';
import type { Storage } from '../ports/storage.js';
import { token } from '../wiring/token.js';
import { TooManyLiveKeys, type ActorNotFound, type SettingsDenied } from './access-errors.js';
import { hasRoom } from './api-key-life.js';
import { KEY_ENTROPY_BYTES, writeKey } from './key-text.js';
import { newSecretKey, newSecretKeyEntry } from './secret-key.js';
import { secretKeyView, type NewSecretKey } from './secret-key-view.js';
import { settingsPerson } from './settings-person.js';

export const CreateSecretKeyInput = t.strict({ actorUserId: UserId, name: Name });
export type CreateSecretKeyInput = t.TypeOf<typeof CreateSecretKeyInput>;

export type CreateSecretKeyError = ActorNotFound | SettingsDenied | TooManyLiveKeys;

/** Makes a secret key for a person who may edit the corporate's settings; a third live one of a name is refused. */
export type CreateSecretKey = (
  tenant: Tenant,
  input: CreateSecretKeyInput,
) => Promise<E.Either<CreateSecretKeyError, NewSecretKey>>;
export const CreateSecretKey = token<CreateSecretKey>('CreateSecretKey');

export const makeCreateSecretKey =
  (storage: Storage, clock: Clock, entropy: Entropy, sealer: Sealer): CreateSecretKey =>
  (tenant, { actorUserId, name }) => {
    const text = writeKey('sk', entropy.bytes(KEY_ENTROPY_BYTES));
    return storage.atomically<CreateSecretKeyError, NewSecretKey>(async (stores) => {
      const { access, journal, tenancy } = stores;
      const actor = await settingsPerson(stores, tenant, actorUserId, ['settings.edit']);
      if (E.isLeft(actor)) return actor;
      // Whoever else changes keys of this corporate waits from here on.
      await tenancy.holdCorporate(tenant);
      const now = clock.now();
      if (!hasRoom(await access.secretKeysOf(tenant), name, now))
        return E.left(TooManyLiveKeys(name));

      const key = newSecretKey(text, { tenant, name, createdByUserId: actorUserId }, sealer, now);
      await access.putSecretKeys([key]);
      await journal.append([newSecretKeyEntry(key, actorUserId)]);
      return E.right({ text, ...secretKeyView(key) });
    });
  };
