import { isLive, type Mortal } from '../../../model/access/key/api-key-life.js';
import { broughtKey, type BringsKey } from '../../../model/access/key/brought-key.js';
import { KEY_ENTROPY_BYTES, writeKey, type KeyPrefix } from '../../../model/access/key/key-text.js';
import { type SealedKey } from '../../../model/access/key/secret-key.js';
import { sealKey } from '../../access/authenticate/sealed-key.js';
import type { Tenant } from '../../../kernel/values/tenant.js';
import type { EpochMs } from '../../../kernel/values/time.js';
import type { Storage, Stores } from '../../../storage/storage.js';
import type { WebhookEndpoint } from '../../../model/webhook/endpoint/endpoint.js';
import { newEndpoint, newSecret } from '../../webhook/manage/new-endpoint.js';
import type { CorporatePart } from './provision-document.js';
import type { Mint } from './provision.js';

type KeyPart = NonNullable<CorporatePart['secretKeys']>[number];
type EndpointPart = NonNullable<CorporatePart['webhookEndpoints']>[number];

/** What was sealed for the parts of a document that lack their record, each with its text in clear. */
export interface SealedSecrets {
  readonly keys: ReadonlyMap<KeyPart, { readonly text: string; readonly sealed: SealedKey }>;
  readonly endpoints: ReadonlyMap<
    EndpointPart,
    { readonly text: string; readonly record: WebhookEndpoint }
  >;
}

/** A record went between sealing and the unit of work: what takes its place was not sealed. Sealing it again helps. */
export class NotSealed extends Error {}

/** What was sealed for a part. @throws NotSealed */
export const sealedFor = <P, S>(sealed: ReadonlyMap<P, S>, part: P): S => {
  const found = sealed.get(part);
  if (found === undefined) throw new NotSealed('nothing was sealed for a part of the document');
  return found;
};

/** The text of a key: the one that its part brings, or a new one. */
export const keyText = (prefix: KeyPrefix, own: string | undefined, { entropy }: Mint): string =>
  own ?? writeKey(prefix, entropy.bytes(KEY_ENTROPY_BYTES));

/**
 * The parts that ask for a key: no live one has their name, and the one that they bring, if they bring one,
 * was not written before. It may have been revoked since.
 */
export const unmetKeys = <P extends BringsKey & { readonly name: string }>(
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

export const unmetSecretKeys = async (
  { access }: Pick<Stores, 'access'>,
  tenant: Tenant,
  { secretKeys: parts = [] }: CorporatePart,
  now: EpochMs,
): Promise<ReadonlyArray<KeyPart>> =>
  parts.length === 0 ? [] : unmetKeys('sk', parts, await access.secretKeysOf(tenant), now);

/** The parts that ask for an endpoint: none has their URL. */
export const unmetEndpoints = async (
  { webhookEndpoints }: Pick<Stores, 'webhookEndpoints'>,
  tenant: Tenant,
  { webhookEndpoints: parts = [] }: CorporatePart,
): Promise<ReadonlyArray<EndpointPart>> => {
  if (parts.length === 0) return [];
  const known = new Set((await webhookEndpoints.of(tenant)).map(({ url }) => url));
  return parts.filter(({ url }) => !known.has(url));
};

/** Seals the secrets that a part of a document asks for and the database does not have yet. */
export const sealSecrets = async (
  storage: Pick<Storage, 'read'>,
  tenant: Tenant,
  part: CorporatePart,
  mint: Mint,
): Promise<SealedSecrets> => {
  const { secretKeys = [], webhookEndpoints = [] } = part;
  if (secretKeys.length + webhookEndpoints.length === 0)
    return { keys: new Map(), endpoints: new Map() };
  const now = mint.clock.now();
  const [keyParts, endpointParts] = await storage.read(async (stores) => [
    await unmetSecretKeys(stores, tenant, part, now),
    await unmetEndpoints(stores, tenant, part),
  ]);
  const keys: Array<readonly [KeyPart, { text: string; sealed: SealedKey }]> = [];
  for (const one of keyParts) {
    const text = keyText('sk', one.key, mint);
    keys.push([one, { text, sealed: await sealKey(text, mint.sealer) }]);
  }
  const endpoints: Array<readonly [EndpointPart, { text: string; record: WebhookEndpoint }]> = [];
  for (const one of endpointParts) {
    const { url, eventTypes, secret } = one;
    const text = secret ?? newSecret(mint.entropy);
    const record = await newEndpoint(
      mint,
      tenant,
      { terms: { url, eventTypes }, secret: text },
      now,
    );
    endpoints.push([one, { text, record }]);
  }
  return { keys: new Map(keys), endpoints: new Map(endpoints) };
};
