import type { JournalEntry, NextEntry } from '../../journal/entry/entry.js';
import type { JsonObject } from '../../kernel/codecs/json.js';
import type { UserId } from '../../kernel/values/ids.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import { DAY, type EpochMs } from '../../kernel/values/time.js';
import type { GuardedSealer } from '../../ports/guarded-sealer.js';
import { openKept } from '../../ports/open-kept.js';
import type { SealedText } from '../../ports/sealer.js';
import type { NextOfKey } from './api-key-entry.js';
import { KEY_LIFE_DAYS } from './api-key-life.js';
import type { SecretKey } from './api-key.js';
import { KEY_ENTROPY_BYTES, parseKey, writeKey } from './key-text.js';

const contextOf = (keyId: string): string => `secret-key/${keyId}`;

/** The id of a secret key, and its text, sealed for it alone. */
export type SealedKey = Pick<SecretKey, 'keyId' | 'sealedSecret'>;

/** Seals the text of a new secret key. @throws when the text is no secret key. */
export const sealKey = async (text: string, { seal }: GuardedSealer): Promise<SealedKey> => {
  const parts = parseKey('sk', text);
  if (parts === undefined) throw new Error('a new key is no secret key');
  return { keyId: parts.keyId, sealedSecret: await seal(text, contextOf(parts.keyId)) };
};

/** The sealed text of a secret key, as its record keeps it. */
export const sealedIn = ({ keyId, sealedSecret }: SealedKey): SealedText => ({
  sealed: sealedSecret,
  context: contextOf(keyId),
});

/** The text of a secret key. @throws when it does not open. */
export const openSecretKey = (key: SealedKey, sealer: GuardedSealer): Promise<string> =>
  openKept(sealer, sealedIn(key));

/** A key that belongs to no corporate, as long as those that the engine creates. */
export const decoySecretKey = async ({ seal }: GuardedSealer): Promise<SealedKey> => {
  const keyId = 'decoy';
  const text = writeKey('sk', new Uint8Array(KEY_ENTROPY_BYTES));
  return { keyId, sealedSecret: await seal(text, contextOf(keyId)) };
};

/** The decided values of a secret key that is to be made. */
interface SecretKeyDetails {
  readonly tenant: Tenant;
  readonly name: string;
  readonly createdByUserId: UserId;
}

/** The record of a new secret key. */
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

/** The entry that follows what the journal has of a secret key. */
export const nextSecretKeyEntry = (
  { bankTenantId, corporateTenantId, keyId }: SecretKey,
  next: NextOfKey,
): NextEntry => ({
  tenant: { bankTenantId, corporateTenantId },
  subjectKind: 'secret_key',
  subjectId: secretKeySubject(keyId),
  ...next,
});

/** The journal entry of a new secret key. */
export const newSecretKeyEntry = (
  key: SecretKey,
  actor: string,
  more: JsonObject = {},
): JournalEntry => ({
  tenant: { bankTenantId: key.bankTenantId, corporateTenantId: key.corporateTenantId },
  subjectKind: 'secret_key',
  subjectId: secretKeySubject(key.keyId),
  sequence: 1,
  to: 'active',
  at: key.createdAt,
  actor,
  changes: { name: key.name, expiresAt: key.expiresAt, ...more },
});
