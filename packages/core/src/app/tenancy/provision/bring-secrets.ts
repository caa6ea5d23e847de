import { isLive, type Mortal } from '../../../model/access/key/api-key-life.js';
import {
  KEY_ENTROPY_BYTES,
  parseKey,
  writeKey,
  type KeyPrefix,
} from '../../../model/access/key/key-text.js';
import type { Tenant } from '../../../kernel/values/tenant.js';
import type { EpochMs } from '../../../kernel/values/time.js';
import type { Entropy } from '../../../ports/entropy.js';
import type { Storage, Stores } from '../../../storage/storage.js';
import { newSecret } from '../../webhook/manage/new-endpoint.js';
import { credentialsOf, mergeCredentials } from './credentials.js';
import type { ProvisionDocument } from './provision-document.js';
import type { Provisioned } from './provision.js';
import type { Credentials } from './provision-secrets.js';

type Bank = ProvisionDocument['bankTenants'][number];
type Corporate = Bank['corporates'][number];

/** A document that brings every secret it needs, and those secrets. */
export interface BroughtSecrets {
  readonly document: ProvisionDocument;
  /** Those that were made for it now, and those that were kept and are in no database yet. */
  readonly brought: Provisioned;
  /** What the host keeps from now on: the kept ones and these. */
  readonly credentials: Provisioned;
}

/** What new secrets come from. */
export interface SecretSources {
  /** What the host wrote down before; `{ corporates: {} }` the first time. */
  readonly kept: Provisioned;
  readonly entropy: Entropy;
  readonly now: EpochMs;
}

interface KnownKey extends Mortal {
  readonly keyId: string;
  readonly name: string;
}

/**
 * Gives a document the keys and endpoint secrets that it leaves to the engine, so that the host can write them down
 * before `engine.provision` makes them good for anything: a process that dies in between loses none. One that is live in
 * the database stays as it is; one that was kept and never arrived there is brought again.
 */
export const bringSecrets = async (
  storage: Pick<Storage, 'read'>,
  document: ProvisionDocument,
  sources: SecretSources,
): Promise<BroughtSecrets> => {
  const corporatesBrought: Record<string, Credentials> = {};
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
      corporatesBrought[corporateTenantId] = secrets;
    }
    banks.push({ ...bank, corporates });
  }
  const brought = { corporates: corporatesBrought };
  const credentials = mergeCredentials(sources.kept, brought);
  return { document: { bankTenants: banks }, brought, credentials };
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

type CorporateSources = Omit<SecretSources, 'kept'> & { readonly kept: Credentials };

const bringTo = (corporate: Corporate, known: Known, sources: CorporateSources) => {
  const { apiKeys = [], secretKeys = [], webhookEndpoints = [] } = corporate;
  const { kept } = sources;
  const secrets: Credentials = {
    apiKeys: keysFor('pak', apiKeys, { known: known.apiKeys, kept: kept.apiKeys }, sources),
    secretKeys: keysFor(
      'sk',
      secretKeys,
      { known: known.secretKeys, kept: kept.secretKeys },
      sources,
    ),
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
  {
    known,
    kept,
  }: { readonly known: ReadonlyArray<KnownKey>; readonly kept: Readonly<Record<string, string>> },
  { entropy, now }: CorporateSources,
): Record<string, string> => {
  const live = new Set(known.filter((key) => isLive(key, now)).map(({ name }) => name));
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
      .map(({ url }) => [url, kept[url] ?? newSecret(entropy)]),
  );
