import type { ApiKey, SecretKey } from '../access/api-key.js';
import { KEY_ENTROPY_BYTES, parseKey, writeKey, type KeyPrefix } from '../access/key-text.js';
import { sha256 } from '../kernel/digest.js';
import type { Tenant } from '../kernel/tenant.js';
import { DAY } from '../kernel/time.js';
import { UUID_ENTROPY_BYTES, uuidV7 } from '../kernel/uuid.js';
import type { Stores } from '../ports/storage.js';
import { SECRET_ENTROPY_BYTES, writeSecret } from '../webhook/secret.js';
import { PROVISION } from './provision-beneficiaries.js';
import type { CorporatePart } from './provision-document.js';
import type { Mint } from './provision.js';

/** Secrets in clear, by name or URL: those made now, or brought along by the document. */
export interface Credentials {
  readonly apiKeys: Readonly<Record<string, string>>;
  readonly secretKeys: Readonly<Record<string, string>>;
  readonly webhookSecrets: Readonly<Record<string, string>>;
}

/** How long a key lives (decisions §3). */
const KEY_LIFE = 365 * DAY;

/** Makes the keys and endpoint secrets that do not exist yet; live ones of the same name stay. */
export const provisionSecrets = async (
  stores: Stores,
  tenant: Tenant,
  part: CorporatePart,
  mint: Mint,
): Promise<Credentials> => ({
  apiKeys: await makeApiKeys(stores, tenant, part.apiKeys ?? [], mint),
  secretKeys: await makeSecretKeys(stores, tenant, part.secretKeys ?? [], mint),
  webhookSecrets: await makeEndpoints(stores, tenant, part.webhookEndpoints ?? [], mint),
});

const newKey = (prefix: KeyPrefix, own: string | undefined, { entropy }: Mint) => {
  const text = own ?? writeKey(prefix, entropy.bytes(KEY_ENTROPY_BYTES));
  const parts = parseKey(prefix, text);
  if (parts === undefined) throw new Error('a key of the document was not checked');
  return { text, ...parts };
};

const keyIdOf = (prefix: KeyPrefix, key: string): string => parseKey(prefix, key)?.keyId ?? '';

// A key that a document brings is written once: it may have been revoked since, or be somebody else's.
const isUsed = (used: ReadonlySet<string>, prefix: KeyPrefix, key: string | undefined): boolean =>
  key !== undefined && used.has(keyIdOf(prefix, key));

const isLive =
  (now: number) => (key: { readonly expiresAt: number; readonly revokedAt?: number }) =>
    key.revokedAt === undefined && now < key.expiresAt;

const makeApiKeys = async (
  { access, journal }: Stores,
  tenant: Tenant,
  parts: NonNullable<CorporatePart['apiKeys']>,
  mint: Mint,
): Promise<Record<string, string>> => {
  const now = mint.clock.now();
  const live = new Set(
    (await access.apiKeysOf(tenant)).filter(isLive(now)).map(({ name }) => name),
  );
  const own = parts.flatMap(({ key }) => (key === undefined ? [] : [keyIdOf('pak', key)]));
  const used = new Set((await access.apiKeys(own)).map(({ keyId }) => keyId));
  const made = parts
    .filter(({ name, key }) => !live.has(name) && !isUsed(used, 'pak', key))
    .map(({ name, scopes, createdByUserId, actsAsUserId, key }) => {
      const { text, keyId, secret } = newKey('pak', key, mint);
      const record: ApiKey = {
        ...tenant,
        keyId,
        name,
        secretDigest: sha256(secret),
        scopes,
        createdByUserId,
        createdAt: now,
        expiresAt: now + KEY_LIFE,
        ...(actsAsUserId !== undefined && { actsAsUserId }),
      };
      return { text, record };
    });
  await access.putApiKeys(made.map(({ record }) => record));
  await journal.append(
    made.map(({ record }) => ({
      tenant,
      subjectKind: 'api_key',
      subjectId: record.keyId,
      sequence: 1,
      to: 'active',
      at: now,
      actor: PROVISION,
      changes: { name: record.name, scopes: record.scopes },
    })),
  );
  return Object.fromEntries(made.map(({ text, record }) => [record.name, text]));
};

const makeSecretKeys = async (
  { access }: Stores,
  tenant: Tenant,
  parts: NonNullable<CorporatePart['secretKeys']>,
  mint: Mint,
): Promise<Record<string, string>> => {
  const now = mint.clock.now();
  const known = await access.secretKeysOf(tenant);
  const live = new Set(known.filter(isLive(now)).map(({ name }) => name));
  const used = new Set(known.map(({ keyId }) => keyId));
  const made = parts
    .filter(({ name, key }) => !live.has(name) && !isUsed(used, 'sk', key))
    .map(({ name, createdByUserId, key }) => {
      const { text, keyId } = newKey('sk', key, mint);
      const record: SecretKey = {
        ...tenant,
        keyId,
        name,
        sealedSecret: mint.sealer.seal(text, `secret-key/${keyId}`),
        createdByUserId,
        createdAt: now,
        expiresAt: now + KEY_LIFE,
      };
      return { text, record };
    });
  await access.putSecretKeys(made.map(({ record }) => record));
  return Object.fromEntries(made.map(({ text, record }) => [record.name, text]));
};

const makeEndpoints = async (
  { webhookEndpoints }: Stores,
  tenant: Tenant,
  parts: NonNullable<CorporatePart['webhookEndpoints']>,
  mint: Mint,
): Promise<Record<string, string>> => {
  const now = mint.clock.now();
  const known = new Set((await webhookEndpoints.of(tenant)).map(({ url }) => url));
  const made = parts
    .filter(({ url }) => !known.has(url))
    .map(({ url, eventTypes, secret }) => {
      const text = secret ?? writeSecret(mint.entropy.bytes(SECRET_ENTROPY_BYTES));
      const endpointId = `we_${uuidV7(now, mint.entropy.bytes(UUID_ENTROPY_BYTES))}`;
      const sealedSecret = mint.sealer.seal(text, `webhook/${endpointId}`);
      const record = { ...tenant, endpointId, url, eventTypes, sealedSecret, createdAt: now };
      return { text, record };
    });
  await webhookEndpoints.put(made.map(({ record }) => record));
  return Object.fromEntries(made.map(({ text, record }) => [record.url, text]));
};
