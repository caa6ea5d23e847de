import { E } from '../fp.js';
import type { UserId } from '../kernel/ids.js';
import type { Tenant } from '../kernel/tenant.js';
import type { Clock } from '../ports/clock.js';
import type { Entropy } from '../ports/entropy.js';
import type { Sealer } from '../ports/sealer.js';
import type { Storage, Stores } from '../ports/storage.js';
import { token } from '../wiring/token.js';
import type { ActorNotFound, SettingsDenied } from './access-errors.js';
import { retiresAt } from './api-key-life.js';
import type { SecretKey } from './api-key.js';
import { KEY_ENTROPY_BYTES, writeKey } from './key-text.js';
import { rotatable, type NotRotatable } from './rotatable.js';
import type { RotateApiKeyInput } from './rotate-api-key.js';
import {
  newSecretKey,
  newSecretKeyEntry,
  nextSecretKeyEntry,
  secretKeySubject,
} from './secret-key.js';
import { secretKeyView, type NewSecretKey } from './secret-key-view.js';
import { settingsPerson } from './settings-person.js';

export type RotateSecretKeyError = ActorNotFound | SettingsDenied | NotRotatable;

/**
 * Makes the secret key that takes the place of another, which stays good for 24 h or until its own end if that
 * is sooner. Sessions go on signing their returns with the key that created them, however long they last.
 */
export type RotateSecretKey = (
  tenant: Tenant,
  input: RotateApiKeyInput,
) => Promise<E.Either<RotateSecretKeyError, NewSecretKey>>;
export const RotateSecretKey = token<RotateSecretKey>('RotateSecretKey');

export const makeRotateSecretKey =
  (storage: Storage, clock: Clock, entropy: Entropy, sealer: Sealer): RotateSecretKey =>
  (tenant, { actorUserId, keyId }) => {
    const text = writeKey('sk', entropy.bytes(KEY_ENTROPY_BYTES));
    return storage.atomically<RotateSecretKeyError, NewSecretKey>(async (stores) => {
      const actor = await settingsPerson(stores, tenant, actorUserId, ['settings.edit']);
      if (E.isLeft(actor)) return actor;
      // Whoever else changes keys of this corporate waits from here on.
      await stores.tenancy.holdCorporate(tenant);
      const now = clock.now();
      const keys = await stores.access.secretKeysOf(tenant);
      const old = rotatable(keys, keyId, now);
      if (E.isLeft(old)) return old;

      const terms = { tenant, name: old.right.name, createdByUserId: actorUserId };
      const key = newSecretKey(text, terms, sealer, now);
      await replace(stores, tenant, old.right, key, actorUserId);
      return E.right({ text, ...secretKeyView(key) });
    });
  };

const replace = async (
  { access, journal }: Stores,
  tenant: Tenant,
  old: SecretKey,
  key: SecretKey,
  actor: UserId,
): Promise<void> => {
  const retiring = { ...old, expiresAt: retiresAt(old, key.createdAt) };
  await access.putSecretKeys([retiring, key]);
  const known = await journal.of(tenant, secretKeySubject(old.keyId));
  await journal.append([
    nextSecretKeyEntry(old, known, {
      to: 'retiring',
      at: key.createdAt,
      actor,
      changes: { expiresAt: retiring.expiresAt, rotatedTo: key.keyId },
    }),
    newSecretKeyEntry(key, actor, { rotatedFrom: old.keyId }),
  ]);
};
