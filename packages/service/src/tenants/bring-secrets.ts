import {
  KEY_ENTROPY_BYTES,
  parseKey,
  SECRET_ENTROPY_BYTES,
  writeKey,
  writeSecret,
  type Credentials,
  type Entropy,
  type EpochMs,
  type KeyPrefix,
  type ProvisionDocument,
  type Provisioned,
  type Storage,
  type Stores,
  type Tenant,
} from '@hundi/core';
import { credentialsOf } from './credentials-file.js';

type Bank = ProvisionDocument['bankTenants'][number];
type Corporate = Bank['corporates'][number];

/** A document that brings every secret it will need, and those secrets. */
export interface WithSecrets {
  readonly document: ProvisionDocument;
  readonly brought: Provisioned;
}

interface Sources {
  readonly kept: Provisioned;
  readonly entropy: Entropy;
  readonly now: EpochMs;
}

interface KnownKey {
  readonly keyId: string;
  readonly name: string;
  readonly expiresAt: EpochMs;
  readonly revokedAt?: EpochMs;
}

/**
 * Gives the document the keys and endpoint secrets that it leaves to us, so that they can be written down
 * before they are good for anything: a process that dies in between loses none. One that is live in the
 * database stays as it is; one that was written down and never arrived there is brought again.
 */
export const bringSecrets = async (
  storage: Storage,
  document: ProvisionDocument,
  sources: Sources,
): Promise<WithSecrets> => {
  const brought: Record<string, Credentials> = {};
  const banks: Bank[] = [];
  for (const bank of document.bankTenants) {
    const corporates: Corporate[] = [];
    for (const corporate of bank.corporates) {
      const { bankTenantId } = bank;
      const { corporateTenantId } = corporate;
      const tenant = { bankTenantId, corporateTenantId };
      const known = await storage.read((stores) => knownSecrets(stores, tenant));
      const kept = credentialsOf(sources.kept, corporateTenantId);
      const { part, secrets } = bringTo(corporate, known, { ...sources, kept });
      corporates.push(part);
      brought[corporateTenantId] = secrets;
    }
    banks.push({ ...bank, corporates });
  }
  return { document: { bankTenants: banks }, brought: { corporates: brought } };
};

interface Known {
  readonly apiKeys: ReadonlyArray<KnownKey>;
  readonly secretKeys: ReadonlyArray<KnownKey>;
  readonly urls: ReadonlySet<string>;
}

const knownSecrets = async (
  { access, webhookEndpoints }: Stores,
  tenant: Tenant,
): Promise<Known> => ({
  apiKeys: await access.apiKeysOf(tenant),
  secretKeys: await access.secretKeysOf(tenant),
  urls: new Set((await webhookEndpoints.of(tenant)).map(({ url }) => url)),
});

type CorporateSources = Omit<Sources, 'kept'> & { readonly kept: Credentials };

const bringTo = (corporate: Corporate, known: Known, sources: CorporateSources) => {
  const { apiKeys = [], secretKeys = [], webhookEndpoints = [] } = corporate;
  const { kept } = sources;
  const secrets: Credentials = {
    apiKeys: keysFor('pak', apiKeys, known.apiKeys, kept.apiKeys, sources),
    secretKeys: keysFor('sk', secretKeys, known.secretKeys, kept.secretKeys, sources),
    webhookSecrets: secretsFor(webhookEndpoints, known.urls, kept.webhookSecrets, sources),
  };
  // A list that the document leaves out stays out: an empty one would say that nothing of it is to be there.
  const part: Corporate = {
    ...corporate,
    ...(corporate.apiKeys !== undefined && {
      apiKeys: apiKeys.map((one) => withKey(one, secrets.apiKeys[one.name])),
    }),
    ...(corporate.secretKeys !== undefined && {
      secretKeys: secretKeys.map((one) => withKey(one, secrets.secretKeys[one.name])),
    }),
    ...(corporate.webhookEndpoints !== undefined && {
      webhookEndpoints: webhookEndpoints.map((one) => {
        const secret = secrets.webhookSecrets[one.url];
        return secret === undefined ? one : { ...one, secret };
      }),
    }),
  };
  return { part, secrets };
};

const withKey = <P extends object>(part: P, key: string | undefined): P & { key?: string } =>
  key === undefined ? part : { ...part, key };

interface KeyPart {
  readonly name: string;
  readonly key?: string;
  readonly keyDigest?: string;
}

/** Keys for the parts that bring none, as text or digest, and have no live one in the database, by name. */
const keysFor = (
  prefix: KeyPrefix,
  parts: ReadonlyArray<KeyPart>,
  known: ReadonlyArray<KnownKey>,
  kept: Readonly<Record<string, string>>,
  { entropy, now }: CorporateSources,
): Record<string, string> => {
  const live = new Set(
    known
      .filter((key) => key.revokedAt === undefined && now < key.expiresAt)
      .map(({ name }) => name),
  );
  const keyOf = (name: string): string => {
    const text = kept[name] ?? '';
    const keyId = parseKey(prefix, text)?.keyId;
    // A key that was there and is over must not come back to life.
    const isNew = keyId !== undefined && !known.some((key) => key.keyId === keyId);
    return isNew ? text : writeKey(prefix, entropy.bytes(KEY_ENTROPY_BYTES));
  };
  return Object.fromEntries(
    parts
      .filter(
        ({ name, key, keyDigest }) =>
          key === undefined && keyDigest === undefined && !live.has(name),
      )
      .map(({ name }) => [name, keyOf(name)]),
  );
};

const secretsFor = (
  parts: ReadonlyArray<{ readonly url: string; readonly secret?: string }>,
  known: ReadonlySet<string>,
  kept: Readonly<Record<string, string>>,
  { entropy }: CorporateSources,
): Record<string, string> =>
  Object.fromEntries(
    parts
      .filter(({ url, secret }) => secret === undefined && !known.has(url))
      .map(({ url }) => [url, kept[url] ?? writeSecret(entropy.bytes(SECRET_ENTROPY_BYTES))]),
  );
