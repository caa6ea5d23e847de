import type * as t from 'io-ts';
import { E } from '../../kernel/fp.js';
import { record } from '../../kernel/codecs/record.js';
import { useCase, type UseCase } from '../../kernel/use-case/use-case.js';
import { UserId } from '../../kernel/values/ids.js';
import { Name } from '../../kernel/values/text.js';
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
import type { ActorNotFound, SettingsDenied, TooManyLiveKeys } from '../access-errors.js';
import { KEY_ENTROPY_BYTES, writeKey } from '../key/key-text.js';
import { createSecretKeyChange } from './secret-key-changes.js';
import { newSecretKey } from '../key/secret-key.js';
import { secretKeyView, type NewSecretKey } from '../key/secret-key-view.js';
import { settingsChanger } from '../rights/settings-person.js';

/** The acting user, and the name of the new key. */
export const CreateSecretKeyInput = record(
  'CreateSecretKeyInput',
  { actorUserId: UserId, name: Name },
  {},
);
export type CreateSecretKeyInput = t.TypeOf<typeof CreateSecretKeyInput>;

export type CreateSecretKeyError =
  ActorNotFound | SettingsDenied | TooManyLiveKeys | TooManySettingsChanges;

/**
 * Makes a secret key for a person who may edit the corporate's settings; a third live one of a name is refused.
 * Where it has to wait for a second person its text is shown all the same, and opens nothing before the approval.
 */
export type CreateSecretKey = UseCase<CreateSecretKeyInput, CreateSecretKeyError, NewSecretKey>;
export const CreateSecretKey = token<CreateSecretKey>('CreateSecretKey');

export const makeCreateSecretKey = (
  storage: Storage,
  clock: Clock,
  entropy: Entropy,
  sealer: Sealer,
  mailAdministrators: MailAdministrators,
): CreateSecretKey =>
  useCase(CreateSecretKeyInput, (tenant, { actorUserId, name }) => {
    const text = writeKey('sk', entropy.bytes(KEY_ENTROPY_BYTES));
    const changeId = settingsChangeId(clock, entropy);
    return atomicallyNoted<CreateSecretKeyError, NewSecretKey>(
      storage,
      mailAdministrators,
      async (stores, note) => {
        const actor = await settingsChanger(stores, tenant, actorUserId, ['settings.edit']);
        if (E.isLeft(actor)) return actor;
        const at = clock.now();
        const key = newSecretKey(text, { tenant, name, createdByUserId: actorUserId }, sealer, at);
        const proposal = { by: actorUserId, at, changeId, note };
        const made = await makeOrPropose(stores, tenant, createSecretKeyChange, { key }, proposal);
        if (E.isLeft(made)) return made;
        return E.right({ text, ...secretKeyView(key), ...awaits(made.right) });
      },
    );
  });
