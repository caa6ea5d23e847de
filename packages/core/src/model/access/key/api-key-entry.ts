import type { JsonObject } from '../../../kernel/codecs/json.js';
import type { EpochMs } from '../../../kernel/values/time.js';
import type { JournalEntry, NextEntry } from '../../journal/entry/entry.js';
import type { ApiKey } from './api-key.js';

/**
 * A partner key is `active`, `retiring` once it was rotated, `suspended` while the user it acts as is, and
 * `revoked`; it expires without a word.
 */
export type ApiKeyState = 'active' | 'retiring' | 'suspended' | 'revoked';

/** The journal entry of a new key. */
export const newKeyEntry = (key: ApiKey, actor: string, more: JsonObject = {}): JournalEntry => ({
  ...subjectOf(key),
  sequence: 1,
  to: 'active',
  at: key.createdAt,
  actor,
  changes: {
    name: key.name,
    scopes: key.scopes,
    expiresAt: key.expiresAt,
    ...(key.actsAsUserId !== undefined && { actsAsUserId: key.actsAsUserId }),
    ...more,
  },
});

/** What happens to a key that is there. */
export interface NextOfKey {
  readonly to: ApiKeyState;
  readonly at: EpochMs;
  readonly actor: string;
  readonly changes: JsonObject;
}

/** The entry that follows what the journal has of a key. */
export const nextKeyEntry = (key: ApiKey, next: NextOfKey): NextEntry => ({
  ...subjectOf(key),
  ...next,
});

const subjectOf = ({ bankTenantId, corporateTenantId, keyId }: ApiKey) =>
  ({
    tenant: { bankTenantId, corporateTenantId },
    subjectKind: 'api_key',
    subjectId: keyId,
  }) as const;
