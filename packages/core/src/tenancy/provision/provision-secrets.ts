import { newKeyEntry } from '../../access/key/api-key-entry.js';
import { isLive, type Mortal } from '../../access/key/api-key-life.js';
import { KEY_ENTROPY_BYTES, writeKey, type KeyPrefix } from '../../access/key/key-text.js';
import { digestedApiKey, newApiKey } from '../../access/key/new-api-key.js';
import { newSecretKey, newSecretKeyEntry } from '../../access/key/secret-key.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import type { EpochMs } from '../../kernel/values/time.js';
import type { Stores } from '../../storage/storage.js';
import { addEndpoints, newEndpoint, newSecret } from '../../webhook/manage/new-endpoint.js';
import { broughtKey, type BringsKey } from '../../access/key/brought-key.js';
import { PROVISION } from './provision-beneficiaries.js';
import type { CorporatePart } from './provision-document.js';
import type { Mint } from './provision.js';

/** Secrets in clear, by name or URL: those made now, or brought by the document. A key given as a digest has none. */
export interface Credentials {
  readonly apiKeys: Readonly<Record<string, string>>;
  readonly secretKeys: Readonly<Record<string, string>>;
  readonly webhookSecrets: Readonly<Record<string, string>>;
}

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

const keyText = (prefix: KeyPrefix, own: string | undefined, { entropy }: Mint): string =>
  own ?? writeKey(prefix, entropy.bytes(KEY_ENTROPY_BYTES));

/**
 * The parts that ask for a key: no live one has their name, and the one that they bring, if they bring one,
 * was not written before. It may have been revoked since.
 */
const unmet = <P extends BringsKey & { readonly name: string }>(
  prefix: KeyPrefix,
  parts: ReadonlyArray<P>,
  known: ReadonlyArray<Mortal & { readonly keyId: string }>,
  now: EpochMs,
): ReadonlyArray<P> => {
  const live = new Set(known.filter((key) => isLive(key, now)).map(({ name }) => name));
  const used = new Set(known.map(({ keyId }) => keyId));
  return parts.filter((part) => {
    const brought = broughtKey(prefix, part);
    return !live.has(part.name) && (brought === undefined || !used.has(brought.id));
  });
};

const makeApiKeys = async (
  { access, journal }: Stores,
  tenant: Tenant,
  parts: NonNullable<CorporatePart['apiKeys']>,
  mint: Mint,
): Promise<Record<string, string>> => {
  const now = mint.clock.now();
  const made = unmet('pak', parts, await access.apiKeysOf(tenant), now).map((part) => {
    const { keyId, keyDigest } = part;
    const terms = { ...part, tenant };
    if (keyId !== undefined && keyDigest !== undefined)
      return { record: digestedApiKey({ keyId, secretDigest: keyDigest }, terms, now) };
    const text = keyText('pak', part.key, mint);
    return { text, record: newApiKey(text, terms, now) };
  });
  await access.putApiKeys(made.map(({ record }) => record));
  await journal.append(made.map(({ record }) => newKeyEntry(record, PROVISION)));
  return Object.fromEntries(
    made.flatMap(({ text, record }) => (text === undefined ? [] : [[record.name, text]])),
  );
};

const makeSecretKeys = async (
  { access, journal }: Stores,
  tenant: Tenant,
  parts: NonNullable<CorporatePart['secretKeys']>,
  mint: Mint,
): Promise<Record<string, string>> => {
  const now = mint.clock.now();
  const made = unmet('sk', parts, await access.secretKeysOf(tenant), now).map((part) => {
    const text = keyText('sk', part.key, mint);
    return { text, record: newSecretKey(text, { ...part, tenant }, mint.sealer, now) };
  });
  await access.putSecretKeys(made.map(({ record }) => record));
  await journal.append(made.map(({ record }) => newSecretKeyEntry(record, PROVISION)));
  return Object.fromEntries(made.map(({ text, record }) => [record.name, text]));
};

const makeEndpoints = async (
  stores: Stores,
  tenant: Tenant,
  parts: NonNullable<CorporatePart['webhookEndpoints']>,
  mint: Mint,
): Promise<Record<string, string>> => {
  const now = mint.clock.now();
  const known = new Set((await stores.webhookEndpoints.of(tenant)).map(({ url }) => url));
  const made = parts
    .filter(({ url }) => !known.has(url))
    .map(({ url, eventTypes, secret }) => {
      const text = secret ?? newSecret(mint.entropy);
      return { text, record: newEndpoint(mint, tenant, { url, eventTypes }, text, now) };
    });
  const records = made.map(({ record }) => record);
  await addEndpoints(stores, tenant, records, PROVISION);
  return Object.fromEntries(made.map(({ text, record }) => [record.url, text]));
};
