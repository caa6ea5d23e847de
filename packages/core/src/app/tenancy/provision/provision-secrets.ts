import {
  newKeyEntry,
  newSecretKeyEntry,
  nextKeyEntry,
} from '../../../model/access/key/key-entry.js';
import { digestedApiKey, newApiKey } from '../../../model/access/key/new-api-key.js';
import { newSecretKey } from '../../../model/access/key/secret-key.js';
import { writeRecords } from '../../writer/write-changes.js';
import type { UserId } from '../../../kernel/values/ids.js';
import type { Tenant } from '../../../kernel/values/tenant.js';
import type { EpochMs } from '../../../kernel/values/time.js';
import type { Stores } from '../../../storage/storage.js';
import { addingEndpoints } from '../../webhook/manage/new-endpoint.js';
import { PROVISION } from '../../../model/tenancy/provision-actor.js';
import type { CorporatePart } from './provision-document.js';
import type { Mint } from './provision.js';
import {
  keyText,
  sealedFor,
  unmetEndpoints,
  unmetKeys,
  unmetSecretKeys,
  type SealedSecrets,
} from './seal-secrets.js';

/**
 * Secrets in clear, by name or URL: those made now, or brought by the document (decisions §3). A key given as a digest
 * has none.
 */
export interface Credentials {
  readonly apiKeys: Readonly<Record<string, string>>;
  readonly secretKeys: Readonly<Record<string, string>>;
  readonly webhookSecrets: Readonly<Record<string, string>>;
}

/**
 * Makes the keys and endpoint secrets that do not exist yet; live ones of the same name stay.
 *
 * @throws NotSealed when one is to be made that was there when the others were sealed.
 */
export const provisionSecrets = async (
  stores: Stores,
  tenant: Tenant,
  part: CorporatePart,
  { sealed, mint }: { readonly sealed: SealedSecrets; readonly mint: Mint },
): Promise<Credentials> => ({
  apiKeys: await makeApiKeys(stores, tenant, part.apiKeys ?? [], mint),
  secretKeys: await makeSecretKeys(stores, tenant, part, { sealed, mint }),
  webhookSecrets: await makeEndpoints(stores, tenant, part, sealed),
});

const makeApiKeys = async (
  stores: Stores,
  tenant: Tenant,
  parts: NonNullable<CorporatePart['apiKeys']>,
  mint: Mint,
): Promise<Record<string, string>> => {
  const now = mint.clock.now();
  const unmet = unmetKeys('pak', parts, await stores.access.apiKeysOf(tenant), now);
  const suspendedSince = await suspensionsOf(
    stores,
    tenant,
    unmet.flatMap(({ actsAsUserId: id }) => (id === undefined ? [] : [id])),
  );
  const made = unmet.map((part) => {
    const { keyId, keyDigest, actsAsUserId } = part;
    const suspendedAt = actsAsUserId && suspendedSince.get(actsAsUserId);
    const terms = { ...part, tenant, suspendedAt };
    if (keyId !== undefined && keyDigest !== undefined)
      return { record: digestedApiKey({ keyId, secretDigest: keyDigest }, terms, now) };
    const text = keyText('pak', part.key, mint);
    return { text, record: newApiKey(text, terms, now) };
  });
  await writeRecords(stores, {
    saves: [({ access }) => access.putApiKeys(made.map(({ record }) => record))],
    entries: made.flatMap(({ record }) => [
      newKeyEntry(record, PROVISION),
      ...(record.suspendedAt === undefined ? [] : [nextKeyEntry(record, heldBackAt(now))]),
    ]),
  });
  return Object.fromEntries(
    made.flatMap(({ text, record }) => (text === undefined ? [] : [[record.name, text]])),
  );
};

/** A document is applied although people suspended the user of a key: it opens nothing until they are reinstated. */
const heldBackAt = (at: EpochMs) =>
  ({ to: 'suspended', at, actor: PROVISION, changes: {} }) as const;

const suspensionsOf = async (
  { tenancy }: Stores,
  tenant: Tenant,
  userIds: ReadonlyArray<UserId>,
): Promise<ReadonlyMap<UserId, EpochMs>> =>
  new Map(
    (userIds.length === 0 ? [] : await tenancy.actors(tenant, userIds)).flatMap(({ user }) =>
      user.suspended === undefined ? [] : [[user.userId, user.suspended.at] as const],
    ),
  );

const makeSecretKeys = async (
  stores: Stores,
  tenant: Tenant,
  part: CorporatePart,
  { sealed: { keys }, mint }: { readonly sealed: SealedSecrets; readonly mint: Mint },
): Promise<Record<string, string>> => {
  const now = mint.clock.now();
  const made = (await unmetSecretKeys(stores, tenant, part, now)).map((one) => {
    const { text, sealed } = sealedFor(keys, one);
    return { text, record: newSecretKey(sealed, { ...one, tenant }, now) };
  });
  await writeRecords(stores, {
    saves: [({ access }) => access.putSecretKeys(made.map(({ record }) => record))],
    entries: made.map(({ record }) => newSecretKeyEntry(record, PROVISION)),
  });
  return Object.fromEntries(made.map(({ text, record }) => [record.name, text]));
};

const makeEndpoints = async (
  stores: Stores,
  tenant: Tenant,
  part: CorporatePart,
  { endpoints }: SealedSecrets,
): Promise<Record<string, string>> => {
  const made = (await unmetEndpoints(stores, tenant, part)).map((one) => sealedFor(endpoints, one));
  const records = made.map(({ record }) => record);
  await writeRecords(stores, addingEndpoints(tenant, records, PROVISION));
  return Object.fromEntries(made.map(({ text, record }) => [record.url, text]));
};
