import type { JsonObject } from '../../../kernel/codecs/json.js';
import { tenantOf } from '../../../kernel/values/tenant.js';
import type { EpochMs } from '../../../kernel/values/time.js';
import type { JournalEntry, NextEntry } from '../../journal/entry/entry.js';
import type { AnyKey, ApiKey, SecretKey } from './api-key.js';
import { secretKeySubject } from './secret-key.js';

/** What happens to a key that is there. */
export interface NextOfKey {
  /** `retiring` once it was rotated, `suspended` while the user it acts as is. It expires without a word. */
  readonly to: 'active' | 'retiring' | 'suspended' | 'revoked';
  readonly at: EpochMs;
  readonly actor: string;
  readonly changes: JsonObject;
}

/** Makes the journal entries of one kind of keys: of a new one, and what follows what the journal has of it. */
const entriesOf = <K extends AnyKey>(
  subjectKind: 'api_key' | 'secret_key',
  subjectOf: (keyId: string) => string,
  shownOf: (key: K) => JsonObject,
) => {
  const subject = (key: K) => ({
    tenant: tenantOf(key),
    subjectKind,
    subjectId: subjectOf(key.keyId),
  });
  return {
    first: (key: K, actor: string, more: JsonObject = {}): JournalEntry => ({
      ...subject(key),
      sequence: 1,
      to: 'active',
      at: key.createdAt,
      actor,
      changes: { ...shownOf(key), ...more },
    }),
    next: (key: K, next: NextOfKey): NextEntry => ({ ...subject(key), ...next }),
  };
};

export const { first: newKeyEntry, next: nextKeyEntry } = entriesOf<ApiKey>(
  'api_key',
  (keyId) => keyId,
  ({ name, scopes, expiresAt, actsAsUserId }) => ({
    name,
    scopes,
    expiresAt,
    ...(actsAsUserId !== undefined && { actsAsUserId }),
  }),
);

export const { first: newSecretKeyEntry, next: nextSecretKeyEntry } = entriesOf<SecretKey>(
  'secret_key',
  secretKeySubject,
  ({ name, expiresAt }) => ({ name, expiresAt }),
);
