import * as t from 'io-ts';
import { E } from '../../kernel/fp.js';
import { InvalidInput } from '../../kernel/codecs/decode.js';
import { documented } from '../../kernel/codecs/documented.js';
import { UserId } from '../../kernel/values/ids.js';
import { list } from '../../kernel/codecs/list.js';
import { useCase, type UseCase } from '../../kernel/use-case/use-case.js';
import { Name } from '../../kernel/values/text.js';
import type { Clock } from '../../ports/clock.js';
import type { Entropy } from '../../ports/entropy.js';
import type { Storage } from '../../storage/storage.js';
import type { MailAdministrators } from '../../settings/mail-administrators.js';
import { makeOrPropose, settingsChangeId } from '../../settings/make-or-propose.js';
import type { TooManySettingsChanges } from '../../settings/change/settings-change-errors.js';
import { atomicallyNoted } from '../../settings/settings-notice.js';
import { awaits } from '../../settings/change/settings-change-view.js';
import { ACTS_AS_SERVICE } from '../../tenancy/provision/check-acting-users.js';
import { token } from '../../kernel/token.js';
import { ActorNotFound, type SettingsDenied, type TooManyLiveKeys } from '../access-errors.js';
import { createApiKeyChange } from './api-key-changes.js';
import { KEY_LIFE_DAYS } from '../key/api-key-life.js';
import { apiKeyView, type NewApiKey } from '../key/api-key-view.js';
import { KEY_ENTROPY_BYTES, writeKey } from '../key/key-text.js';
import { newApiKey } from '../key/new-api-key.js';
import { Scope } from '../scope.js';
import { settingsChanger } from '../rights/settings-person.js';
import { record } from '../../kernel/codecs/record.js';

const SCOPES_MAX = 100;

const Scopes = list(Scope, { min: 1, max: SCOPES_MAX }, `1 to ${String(SCOPES_MAX)} scopes`);

const LifeDays = documented(
  t.refinement(
    t.number,
    (days) => Number.isInteger(days) && days >= 1 && days <= KEY_LIFE_DAYS,
    `a whole number from 1 to ${String(KEY_LIFE_DAYS)}`,
  ),
  { type: 'integer', minimum: 1, maximum: KEY_LIFE_DAYS, default: KEY_LIFE_DAYS },
);

/** The values of a new key; `lifeDays` defaults to a year, which is the maximum. */
export const CreateApiKeyInput = record(
  'CreateApiKeyInput',
  { actorUserId: UserId, name: Name, scopes: Scopes },
  { actsAsUserId: UserId, lifeDays: LifeDays },
);
export type CreateApiKeyInput = t.TypeOf<typeof CreateApiKeyInput>;

export type CreateApiKeyError =
  InvalidInput | ActorNotFound | SettingsDenied | TooManyLiveKeys | TooManySettingsChanges;

const SUSPENDED = InvalidInput([
  { pointer: '/actsAsUserId', code: 'invalid', detail: 'expected a user who is not suspended' },
]);

const NOT_A_SERVICE = InvalidInput([
  { pointer: '/actsAsUserId', code: 'invalid', detail: ACTS_AS_SERVICE },
]);

/**
 * Makes a partner key for a person who may edit the corporate's settings; a third live one of a name is refused.
 * Where it has to wait for a second person its text is shown all the same, and opens nothing before the approval.
 */
export type CreateApiKey = UseCase<CreateApiKeyInput, CreateApiKeyError, NewApiKey>;
export const CreateApiKey = token<CreateApiKey>('CreateApiKey');

export const makeCreateApiKey = (
  storage: Storage,
  clock: Clock,
  entropy: Entropy,
  mailAdministrators: MailAdministrators,
): CreateApiKey =>
  useCase(CreateApiKeyInput, (tenant, input) => {
    const text = writeKey('pak', entropy.bytes(KEY_ENTROPY_BYTES));
    const changeId = settingsChangeId(clock, entropy);
    return atomicallyNoted<CreateApiKeyError, NewApiKey>(
      storage,
      mailAdministrators,
      async (stores, note) => {
        const { actorUserId, actsAsUserId } = input;
        const actor = await settingsChanger(stores, tenant, actorUserId, ['settings.edit']);
        if (E.isLeft(actor)) return actor;
        if (actsAsUserId !== undefined) {
          const [known] = await stores.tenancy.actors(tenant, [actsAsUserId]);
          if (known === undefined) return E.left(ActorNotFound(actsAsUserId));
          if (known.user.kind !== 'service') return E.left(NOT_A_SERVICE);
          if (known.user.suspended !== undefined) return E.left(SUSPENDED);
        }
        const at = clock.now();
        const key = newApiKey(text, { ...input, tenant, createdByUserId: actorUserId }, at);
        const proposal = { by: actorUserId, at, changeId, note };
        const made = await makeOrPropose(stores, tenant, createApiKeyChange, { key }, proposal);
        if (E.isLeft(made)) return made;
        return E.right({ text, key: apiKeyView(key), ...awaits(made.right) });
      },
    );
  });
