import type * as t from 'io-ts';
import type { JournalEntry, NextEntry } from '../../../model/journal/entry/entry.js';
import type { JsonObject } from '../../../kernel/codecs/json.js';
import type { Tenant } from '../../../kernel/values/tenant.js';
import type { Stores } from '../../../storage/storage.js';
import {
  newKeyEntry,
  nextKeyEntry,
  type NextOfKey,
} from '../../../model/access/key/api-key-entry.js';
import { ApiKey, SecretKey } from '../../../model/access/key/api-key.js';
import { newSecretKeyEntry, nextSecretKeyEntry } from '../../../model/access/key/secret-key.js';

/** How keys of one kind are stored, shown and named in the journal. */
export interface KeyKind<K> {
  readonly codec: t.Type<K, unknown>;
  readonly of: (stores: Stores, tenant: Tenant) => Promise<ReadonlyArray<K>>;
  readonly put: (stores: Pick<Stores, 'access'>, keys: ReadonlyArray<K>) => Promise<void>;
  /** The part of a key that people see: no secret. */
  readonly details: (key: K) => JsonObject;
  readonly first: (key: K, actor: string, more: JsonObject) => JournalEntry;
  readonly next: (key: K, next: NextOfKey) => NextEntry;
}

export const API_KEYS: KeyKind<ApiKey> = {
  codec: ApiKey,
  of: ({ access }, tenant) => access.apiKeysOf(tenant),
  put: ({ access }, keys) => access.putApiKeys(keys),
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
  put: ({ access }, keys) => access.putSecretKeys(keys),
  details: ({ keyId, name }) => ({ keyId, name }),
  first: newSecretKeyEntry,
  next: nextSecretKeyEntry,
};
