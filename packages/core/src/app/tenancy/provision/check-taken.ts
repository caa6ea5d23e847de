import { invalid, type Issue } from '../../../kernel/codecs/decode.js';
import { nameOfTenant, type Tenant } from '../../../kernel/values/tenant.js';
import type { Stores } from '../../../storage/storage.js';
import type { ProvisionDocument } from './provision-document.js';
import { corporatesIn, keysIn, type Place } from './provision-places.js';

/** The issues of a document that claims ids, keys or references of an existing tenant. */
export const checkTaken = async (
  { tenancy, access }: Stores,
  document: ProvisionDocument,
): Promise<ReadonlyArray<Issue>> => {
  const corporates = corporatesIn(document);
  const apiKeys = keysIn(document, 'pak', 'apiKeys');
  const secretKeys = keysIn(document, 'sk', 'secretKeys');
  const moved = await tenancy.tenantsOf(corporates.map(({ tenant }) => tenant.corporateTenantId));
  return [
    ...takenFrom(
      moved.map((tenant) => ({ ...tenant, id: tenant.corporateTenantId })),
      corporates,
      'expected an id that no corporate of another bank has',
    ),
    ...takenFrom(byKeyId(await access.apiKeys(idsOf(apiKeys))), apiKeys, KEY_TAKEN),
    ...takenFrom(byKeyId(await access.secretKeys(idsOf(secretKeys))), secretKeys, KEY_TAKEN),
  ];
};

const KEY_TAKEN = 'expected a key with an id that no other corporate has';

const idsOf = (places: ReadonlyArray<Place>) => places.map(({ id }) => id);

type Owned = Tenant & { readonly id: string };

const byKeyId = (keys: ReadonlyArray<Tenant & { readonly keyId: string }>): ReadonlyArray<Owned> =>
  keys.map((key) => ({ ...key, id: key.keyId }));

const takenFrom = (
  owned: ReadonlyArray<Owned>,
  places: ReadonlyArray<Place>,
  detail: string,
): ReadonlyArray<Issue> => {
  const owners = new Map(owned.map((one) => [one.id, one]));
  return places.flatMap(({ id, tenant, pointer }) => {
    const owner = owners.get(id);
    return owner === undefined || nameOfTenant(owner) === nameOfTenant(tenant)
      ? []
      : [invalid(pointer, detail)];
  });
};
