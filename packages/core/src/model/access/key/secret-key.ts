import type { UserId } from '../../../kernel/values/ids.js';
import type { Tenant } from '../../../kernel/values/tenant.js';
import { DAY, type EpochMs } from '../../../kernel/values/time.js';
import { KEY_LIFE_DAYS } from './api-key-life.js';
import type { SecretKey } from './api-key.js';

/** The id of a secret key, and its text, sealed for it alone. */
export type SealedKey = Pick<SecretKey, 'keyId' | 'sealedSecret'>;

/** The decided values of a secret key that is to be made. */
interface SecretKeyDetails {
  readonly tenant: Tenant;
  readonly name: string;
  readonly createdByUserId: UserId;
}

export const newSecretKey = (
  { keyId, sealedSecret }: SealedKey,
  { tenant, name, createdByUserId }: SecretKeyDetails,
  now: EpochMs,
): SecretKey => ({
  ...tenant,
  keyId,
  name,
  sealedSecret,
  createdByUserId,
  createdAt: now,
  expiresAt: now + KEY_LIFE_DAYS * DAY,
});

/** With its prefix: a partner key may have the same id, and subjects and uses are distinguished by their id alone. */
export const secretKeySubject = (keyId: string): string => `sk_${keyId}`;
