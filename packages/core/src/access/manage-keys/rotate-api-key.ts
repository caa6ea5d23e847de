import { E } from '../../kernel/fp.js';
import { useCase, type UseCase } from '../../kernel/use-case/use-case.js';
import type { Clock } from '../../ports/clock.js';
import type { Entropy } from '../../ports/entropy.js';
import type { Storage } from '../../storage/storage.js';
import type { MailAdministrators } from '../../settings/mail-administrators.js';
import { makeOrPropose, settingsChangeId } from '../../settings/make-or-propose.js';
import type { TooManySettingsChanges } from '../../settings/change/settings-change-errors.js';
import { atomicallyNoted } from '../../settings/settings-notice.js';
import { awaits } from '../../settings/change/settings-change-view.js';
import { token } from '../../kernel/token.js';
import type { ActorNotFound, SettingsDenied } from '../access-errors.js';
import { rotateApiKeyChange } from './api-key-changes.js';
import { apiKeyView, type NewApiKey } from '../key/api-key-view.js';
import { KEY_ENTROPY_BYTES, writeKey } from '../key/key-text.js';
import { newApiKey } from '../key/new-api-key.js';
import { rotatable, type NotRotatable } from '../key/rotatable.js';
import { KeyInput } from './key-input.js';
import { settingsChanger } from '../rights/settings-person.js';

export type RotateApiKeyError =
  ActorNotFound | SettingsDenied | NotRotatable | TooManySettingsChanges;

/**
 * Makes the key that takes the place of another: same name, scopes and acting user, a life of its own. The
 * old one stays good for 24 h, or until its own end if that is sooner; where the new one has to wait for a second
 * person, from their approval on.
 */
export type RotateApiKey = UseCase<KeyInput, RotateApiKeyError, NewApiKey>;
export const RotateApiKey = token<RotateApiKey>('RotateApiKey');

export const makeRotateApiKey = (
  storage: Storage,
  clock: Clock,
  entropy: Entropy,
  mailAdministrators: MailAdministrators,
): RotateApiKey =>
  useCase(KeyInput, (tenant, { actorUserId, keyId }) => {
    const text = writeKey('pak', entropy.bytes(KEY_ENTROPY_BYTES));
    const changeId = settingsChangeId(clock, entropy);
    return atomicallyNoted<RotateApiKeyError, NewApiKey>(
      storage,
      mailAdministrators,
      async (stores, note) => {
        const actor = await settingsChanger(stores, tenant, actorUserId, ['settings.edit']);
        if (E.isLeft(actor)) return actor;
        const now = clock.now();
        const keys = await stores.access.apiKeysOf(tenant);
        const old = rotatable(keys, keyId, now);
        if (E.isLeft(old)) return old;

        const { keyId: oldId, createdByUserId, forebears = [] } = old.right;
        const terms = {
          ...old.right,
          ...{ tenant, createdByUserId: actorUserId },
          forebears: [...forebears, { keyId: oldId, createdByUserId }],
        };
        const key = newApiKey(text, terms, now);
        const payload = { key, replaces: oldId };
        const proposal = { by: actorUserId, at: now, changeId, note };
        const made = await makeOrPropose(stores, tenant, rotateApiKeyChange, payload, proposal);
        if (E.isLeft(made)) return made;
        return E.right({ text, key: apiKeyView(key), ...awaits(made.right) });
      },
    );
  });
