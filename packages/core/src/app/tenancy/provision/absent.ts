import { isLive, type Mortal } from '../../../model/access/key/api-key-life.js';
import type { ApiKey, SecretKey } from '../../../model/access/key/api-key.js';
import { secretKeySubject } from '../../../model/access/key/secret-key.js';
import type { JournalEntry } from '../../../model/journal/entry/entry.js';
import type { Tenant } from '../../../kernel/values/tenant.js';
import type { EpochMs } from '../../../kernel/values/time.js';
import type { Stores } from '../../../storage/storage.js';
import type { WebhookEndpoint } from '../../../model/webhook/endpoint/endpoint.js';
import { PROVISION } from '../../../model/tenancy/provision-actor.js';
import type { CorporatePart } from './provision-document.js';
import type { User } from '../../../model/tenancy/user.js';

/** The records of a corporate that its document no longer names. */
export interface Absent {
  readonly users: ReadonlyArray<User>;
  readonly apiKeys: ReadonlyArray<ApiKey>;
  readonly secretKeys: ReadonlyArray<SecretKey>;
  readonly endpoints: ReadonlyArray<WebhookEndpoint>;
}

type Firsts = ReadonlyMap<string, JournalEntry>;

/**
 * Finds users who are not suspended, live keys and enabled endpoints that the document does not name: only for lists
 * that it gives. Keys and endpoints count only if provisioning made them, or they are keys that replaced such keys:
 * those that people made in the portal were never in a document.
 */
export const findAbsent = async (
  stores: Stores,
  tenant: Tenant,
  part: CorporatePart,
  now: EpochMs,
): Promise<Absent> => {
  const { tenancy, access, webhookEndpoints } = stores;
  const users = without(
    part.users?.map(({ userId }) => userId),
    await tenancy.users(tenant),
    ({ userId }) => userId,
  ).filter(({ suspended }) => suspended === undefined);
  const keys = await access.apiKeysOf(tenant);
  const secrets = await access.secretKeysOf(tenant);
  const nameOf = ({ name }: { readonly name: string }) => name;
  const isOn = (key: Mortal) => isLive(key, now);
  const apiKeys = without(part.apiKeys?.map(nameOf), keys.filter(isOn), nameOf);
  const secretKeys = without(part.secretKeys?.map(nameOf), secrets.filter(isOn), nameOf);
  const urls = part.webhookEndpoints?.map(({ url }) => url);
  const endpoints = without(urls, await webhookEndpoints.of(tenant), ({ url }) => url).filter(
    ({ disabled }) => disabled === undefined,
  );
  if (apiKeys.length + secretKeys.length + endpoints.length === 0)
    return { users, apiKeys, secretKeys, endpoints };

  const firsts = await firstEntries(stores, tenant, [
    ...keys.map(({ keyId }) => keyId),
    ...secrets.map(({ keyId }) => secretKeySubject(keyId)),
    ...endpoints.map(({ endpointId }) => endpointId),
  ]);
  const wasNamed = new Set<unknown>(urls);
  return {
    users,
    apiKeys: apiKeys.filter(({ keyId }) => isProvisioned(firsts, keyId, (id) => id)),
    secretKeys: secretKeys.filter(({ keyId }) => isProvisioned(firsts, keyId, secretKeySubject)),
    endpoints: endpoints.filter(({ endpointId }) => {
      const first = firsts.get(endpointId);
      // People may have given it another URL since.
      return first?.actor === PROVISION && !wasNamed.has(first.changes['url']);
    }),
  };
};

const without = <A>(
  named: ReadonlyArray<string> | undefined,
  stored: ReadonlyArray<A>,
  nameOf: (one: A) => string,
): ReadonlyArray<A> => {
  if (named === undefined) return [];
  const all = new Set(named);
  return stored.filter((one) => !all.has(nameOf(one)));
};

const firstEntries = async (
  { journal }: Stores,
  tenant: Tenant,
  subjects: ReadonlyArray<string>,
): Promise<Firsts> =>
  new Map(
    (await journal.ofMany(tenant, subjects)).flatMap(({ entry }) =>
      entry.sequence === 1 ? [[entry.subjectId, entry] as const] : [],
    ),
  );

/** Whether provisioning made a key, or the first of those in whose place it came. */
const isProvisioned = (
  firsts: Firsts,
  keyId: string,
  subjectOf: (keyId: string) => string,
): boolean => {
  const first = firsts.get(subjectOf(keyId));
  const from = first?.changes['rotatedFrom'];
  return typeof from === 'string'
    ? isProvisioned(firsts, from, subjectOf)
    : first?.actor === PROVISION;
};
