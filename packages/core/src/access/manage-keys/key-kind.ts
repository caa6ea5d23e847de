import type * as t from 'io-ts';
import type { Save } from '../../change/changes.js';
import type { JournalEntry, NextEntry } from '../../journal/entry/entry.js';
import type { JsonObject } from '../../kernel/codecs/json.js';
import type { UserId } from '../../kernel/values/ids.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import type { EpochMs } from '../../kernel/values/time.js';
import type { Stores } from '../../storage/storage.js';
import { newKeyEntry, nextKeyEntry } from '../key/api-key-entry.js';
import { ApiKey, SecretKey } from '../key/api-key.js';
import { newSecretKeyEntry, nextSecretKeyEntry } from '../key/secret-key.js';

/** How keys of one kind are stored, shown and named in the journal. */
export interface KeyKind<K> {
  readonly codec: t.Type<K, unknown>;
  readonly of: (stores: Stores, tenant: Tenant) => Promise<ReadonlyArray<K>>;
  readonly put: (...keys: ReadonlyArray<K>) => Save;
  /** The part of a key that people see: no secret. */
  readonly details: (key: K) => JsonObject;
  readonly first: (key: K, actor: UserId, more: JsonObject) => JournalEntry;
  readonly next: (
    key: K,
    next: {
      readonly to: 'retiring' | 'revoked';
      readonly at: EpochMs;
      readonly actor: UserId;
      readonly changes: JsonObject;
    },
  ) => NextEntry;
}

export const API_KEYS: KeyKind<ApiKey> = {
  codec: ApiKey,
  of: ({ access }, tenant) => access.apiKeysOf(tenant),
  put:
    (...keys) =>
    ({ access }) =>
      access.putApiKeys(keys),
  details: ({ keyId, name, scopes, actsAsUserId }) => ({
    keyId,
    name,
    scopes,
    ...(actsAsUserId !== undefined && { actsAsUserId }),
  }),
  first: newKeyEntry,
  next: nextKeyEntry,
};

export const SECRET_KEYS: KeyKind<SecretKey> = {
  codec: SecretKey,
  of: ({ access }, tenant) => access.secretKeysOf(tenant),
  put:
    (...keys) =>
    ({ access }) =>
      access.putSecretKeys(keys),
  details: ({ keyId, name }) => ({ keyId, name }),
  first: newSecretKeyEntry,
  next: nextSecretKeyEntry,
};
