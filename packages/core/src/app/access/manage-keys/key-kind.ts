import type * as t from 'io-ts';
import type { JournalEntry, NextEntry } from '../../../model/journal/entry/entry.js';
import type { JsonObject } from '../../../kernel/codecs/json.js';
import type { Tenant } from '../../../kernel/values/tenant.js';
import type { EpochMs } from '../../../kernel/values/time.js';
import type { Stores } from '../../../storage/storage.js';
import { apiKeyView, type ApiKeyView } from '../../../model/access/key/api-key-view.js';
import { ApiKey, SecretKey } from '../../../model/access/key/api-key.js';
import {
  newKeyEntry,
  newSecretKeyEntry,
  nextKeyEntry,
  nextSecretKeyEntry,
  type NextOfKey,
} from '../../../model/access/key/key-entry.js';
import { secretKeyView, type SecretKeyView } from '../../../model/access/key/secret-key-view.js';
import { secretKeySubject } from '../../../model/access/key/secret-key.js';

/** How keys of one kind are stored, shown as `V` and named in the journal. */
export interface KeyKind<K, V> {
  readonly codec: t.Type<K, unknown>;
  readonly of: (stores: Stores, tenant: Tenant) => Promise<ReadonlyArray<K>>;
  readonly put: (stores: Pick<Stores, 'access'>, keys: ReadonlyArray<K>) => Promise<void>;
  readonly view: (key: K, lastUsedAt?: EpochMs) => V;
  /** The part of a key that people see before it is there: no secret. */
  readonly details: (key: K) => JsonObject;
  /** Under which name its uses are noted. */
  readonly subject: (keyId: string) => string;
  readonly first: (key: K, actor: string, more: JsonObject) => JournalEntry;
  readonly next: (key: K, next: NextOfKey) => NextEntry;
}

export const API_KEYS: KeyKind<ApiKey, ApiKeyView> = {
  codec: ApiKey,
  of: ({ access }, tenant) => access.apiKeysOf(tenant),
  put: ({ access }, keys) => access.putApiKeys(keys),
  view: apiKeyView,
  details: ({ keyId, name, scopes, actsAsUserId }) => ({
    keyId,
    name,
    scopes,
    ...(actsAsUserId !== undefined && { actsAsUserId }),
  }),
  subject: (keyId) => keyId,
  first: newKeyEntry,
  next: nextKeyEntry,
};

export const SECRET_KEYS: KeyKind<SecretKey, SecretKeyView> = {
  codec: SecretKey,
  of: ({ access }, tenant) => access.secretKeysOf(tenant),
  put: ({ access }, keys) => access.putSecretKeys(keys),
  view: secretKeyView,
  details: ({ keyId, name }) => ({ keyId, name }),
  subject: secretKeySubject,
  first: newSecretKeyEntry,
  next: nextSecretKeyEntry,
};
