import { sha256 } from '../../../kernel/secrets/digest.js';
import type { UserId } from '../../../kernel/values/ids.js';
import type { Tenant } from '../../../kernel/values/tenant.js';
import { DAY, type EpochMs } from '../../../kernel/values/time.js';
import { KEY_LIFE_DAYS } from './api-key-life.js';
import type { ApiKey } from './api-key.js';
import { parseKey } from './key-text.js';
import type { Scope } from '../scope.js';

/** The decided values of a key that is to be made. */
interface KeyDetails {
  readonly tenant: Tenant;
  readonly name: string;
  readonly scopes: ReadonlyArray<Scope>;
  readonly createdByUserId: UserId;
  readonly actsAsUserId?: UserId | undefined;
  readonly lifeDays?: number | undefined;
  /** Since when the user it acts as is suspended. */
  readonly suspendedAt?: EpochMs | undefined;
  /** The keys that a rotated key replaces. */
  readonly forebears?: ApiKey['forebears'] | undefined;
}

/**
 * The record of a new key, which keeps of its text no more than a digest.
 *
 * @throws when the text is no partner key.
 */
export const newApiKey = (text: string, terms: KeyDetails, now: EpochMs): ApiKey => {
  const parts = parseKey('pak', text);
  if (parts === undefined) throw new Error('a new key is no partner key');
  return digestedApiKey({ keyId: parts.keyId, secretDigest: sha256(parts.secret) }, terms, now);
};

/** The record of a new key of which the engine knows only the digest. */
export const digestedApiKey = (
  { keyId, secretDigest }: Pick<ApiKey, 'keyId' | 'secretDigest'>,
  { lifeDays = KEY_LIFE_DAYS, ...terms }: KeyDetails,
  now: EpochMs,
): ApiKey => {
  const { tenant, name, scopes, createdByUserId, actsAsUserId, suspendedAt, forebears } = terms;
  return {
    ...tenant,
    keyId,
    name,
    secretDigest,
    scopes: [...new Set(scopes)],
    createdByUserId,
    createdAt: now,
    expiresAt: now + lifeDays * DAY,
    ...(actsAsUserId !== undefined && { actsAsUserId }),
    ...(suspendedAt !== undefined && { suspendedAt }),
    ...(forebears !== undefined && { forebears }),
  };
};
