import { E } from '../../kernel/fp.js';
import { useCase, type UseCase } from '../../kernel/use-case/use-case.js';
import type { Clock } from '../../ports/clock.js';
import type { Entropy } from '../../ports/entropy.js';
import type { Sealer } from '../../ports/sealer.js';
import type { Storage } from '../../storage/storage.js';
import type { MailAdministrators } from '../../settings/mail-administrators.js';
import { makeOrPropose, settingsChangeId } from '../../settings/make-or-propose.js';
import type { TooManySettingsChanges } from '../../settings/change/settings-change-errors.js';
import { atomicallyNoted } from '../../settings/settings-notice.js';
import { awaits } from '../../settings/change/settings-change-view.js';
import { token } from '../../kernel/token.js';
import type { ActorNotFound, SettingsDenied } from '../access-errors.js';
import { KEY_ENTROPY_BYTES, writeKey } from '../key/key-text.js';
import { rotatable, type NotRotatable } from '../key/rotatable.js';
import { KeyInput } from './key-input.js';
import { rotateSecretKeyChange } from './secret-key-changes.js';
import { newSecretKey } from '../key/secret-key.js';
import { secretKeyView, type NewSecretKey } from '../key/secret-key-view.js';
import { settingsChanger } from '../rights/settings-person.js';

export type RotateSecretKeyError =
  ActorNotFound | SettingsDenied | NotRotatable | TooManySettingsChanges;

/**
 * Makes the secret key that takes the place of another, which stays good for 24 h or until its own end if that
 * is sooner; where the new one has to wait for a second person, from their approval on. Sessions go on signing their
 * returns with the key that created them, however long they last.
 */
export type RotateSecretKey = UseCase<KeyInput, RotateSecretKeyError, NewSecretKey>;
export const RotateSecretKey = token<RotateSecretKey>('RotateSecretKey');

export const makeRotateSecretKey = (
  storage: Storage,
  clock: Clock,
  entropy: Entropy,
  sealer: Sealer,
  mailAdministrators: MailAdministrators,
): RotateSecretKey =>
  useCase(KeyInput, (tenant, { actorUserId, keyId }) => {
    const text = writeKey('sk', entropy.bytes(KEY_ENTROPY_BYTES));
    const changeId = settingsChangeId(clock, entropy);
    return atomicallyNoted<RotateSecretKeyError, NewSecretKey>(
      storage,
      mailAdministrators,
      async (stores, note) => {
        const actor = await settingsChanger(stores, tenant, actorUserId, ['settings.edit']);
        if (E.isLeft(actor)) return actor;
        const now = clock.now();
        const keys = await stores.access.secretKeysOf(tenant);
        const old = rotatable(keys, keyId, now);
        if (E.isLeft(old)) return old;

        const terms = { tenant, name: old.right.name, createdByUserId: actorUserId };
        const key = newSecretKey(text, terms, sealer, now);
        const payload = { key, replaces: keyId };
        const proposal = { by: actorUserId, at: now, changeId, note };
        const made = await makeOrPropose(stores, tenant, rotateSecretKeyChange, payload, proposal);
        if (E.isLeft(made)) return made;
        return E.right({ text, ...secretKeyView(key), ...awaits(made.right) });
      },
    );
  });
