import type { UserId } from '../kernel/ids.js';
import type { EpochMs } from '../kernel/time.js';
import type { ApiKey } from './api-key.js';
import type { Scope } from './scope.js';

/** A partner key as people see it: never its secret, nor the digest of it. Times in epoch ms. */
export interface ApiKeyView {
  readonly keyId: string;
  readonly name: string;
  readonly scopes: ReadonlyArray<Scope>;
  readonly createdBy: UserId;
  readonly createdAt: EpochMs;
  readonly expiresAt: EpochMs;
  readonly revokedAt?: EpochMs;
  /** To the minute. */
  readonly lastUsedAt?: EpochMs;
  readonly actsAsUserId?: UserId;
}

/** A new key: the only time that anybody sees its text. */
export interface NewApiKey {
  /** `pak_…`, as requests carry it. */
  readonly text: string;
  readonly key: ApiKeyView;
}

export const apiKeyView = (key: ApiKey, lastUsedAt?: EpochMs): ApiKeyView => ({
  keyId: key.keyId,
  name: key.name,
  scopes: key.scopes,
  createdBy: key.createdByUserId,
  createdAt: key.createdAt,
  expiresAt: key.expiresAt,
  ...(key.revokedAt !== undefined && { revokedAt: key.revokedAt }),
  ...(lastUsedAt !== undefined && { lastUsedAt }),
  ...(key.actsAsUserId !== undefined && { actsAsUserId: key.actsAsUserId }),
});
