import * as t from 'io-ts';
import { E } from '../fp.js';
import { documented } from '../kernel/documented.js';
import { UserId } from '../kernel/ids.js';
import type { Tenant } from '../kernel/tenant.js';
import { Name } from '../kernel/text.js';
import type { Clock } from '../ports/clock.js';
import type { Entropy } from '../ports/entropy.js';
import type { Storage } from '../ports/storage.js';
import { token } from '../wiring/token.js';
import { ActorNotFound, TooManyLiveKeys, type SettingsDenied } from './access-errors.js';
import { newKeyEntry } from './api-key-entry.js';
import { hasRoom, KEY_LIFE_DAYS } from './api-key-life.js';
import { apiKeyView, type NewApiKey } from './api-key-view.js';
import { KEY_ENTROPY_BYTES, writeKey } from './key-text.js';
import { newApiKey } from './new-api-key.js';
import { Scope } from './scope.js';
import { settingsPerson } from './settings-person.js';

const Scopes = documented(
  t.refinement(t.array(Scope), (scopes) => scopes.length > 0, 'one scope or more'),
  { minItems: 1 },
);

const LifeDays = documented(
  t.refinement(
    t.number,
    (days) => Number.isInteger(days) && days >= 1 && days <= KEY_LIFE_DAYS,
    `a whole number from 1 to ${String(KEY_LIFE_DAYS)}`,
  ),
  { type: 'integer', minimum: 1, maximum: KEY_LIFE_DAYS, default: KEY_LIFE_DAYS },
);

/** What a new key is to be; `lifeDays` is a year unless told, and no more. */
export const CreateApiKeyInput = t.intersection([
  t.strict({ actorUserId: UserId, name: Name, scopes: Scopes }),
  t.exact(t.partial({ actsAsUserId: UserId, lifeDays: LifeDays })),
]);
export type CreateApiKeyInput = t.TypeOf<typeof CreateApiKeyInput>;

export type CreateApiKeyError = ActorNotFound | SettingsDenied | TooManyLiveKeys;

/** Makes a partner key for a person who may edit the corporate's settings; a third live one of a name is refused. */
export type CreateApiKey = (
  tenant: Tenant,
  input: CreateApiKeyInput,
) => Promise<E.Either<CreateApiKeyError, NewApiKey>>;
export const CreateApiKey = token<CreateApiKey>('CreateApiKey');

export const makeCreateApiKey =
  (storage: Storage, clock: Clock, entropy: Entropy): CreateApiKey =>
  (tenant, input) => {
    const text = writeKey('pak', entropy.bytes(KEY_ENTROPY_BYTES));
    return storage.atomically<CreateApiKeyError, NewApiKey>(async (stores) => {
      const { actorUserId, actsAsUserId } = input;
      const actor = await settingsPerson(stores, tenant, actorUserId, ['settings.edit']);
      if (E.isLeft(actor)) return actor;
      if (actsAsUserId !== undefined) {
        const [known] = await stores.tenancy.actors(tenant, [actsAsUserId]);
        if (known === undefined) return E.left(ActorNotFound(actsAsUserId));
      }
      // Whoever else changes keys of this corporate waits from here on.
      await stores.tenancy.holdCorporate(tenant);
      const now = clock.now();
      const keys = await stores.access.apiKeysOf(tenant);
      if (!hasRoom(keys, input.name, now)) return E.left(TooManyLiveKeys(input.name));

      const key = newApiKey(text, { ...input, tenant, createdByUserId: actorUserId }, now);
      await stores.access.putApiKeys([key]);
      await stores.journal.append([newKeyEntry(key, actorUserId)]);
      return E.right({ text, key: apiKeyView(key) });
    });
  };
