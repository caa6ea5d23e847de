import { ACTS_AS_SERVICE } from '../../rights/acting-user.js';
import { invalid, type Issue } from '../../../kernel/codecs/decode.js';
import type { Tenant } from '../../../kernel/values/tenant.js';
import type { Stores } from '../../../storage/storage.js';
import type { CorporatePart, ProvisionDocument } from './provision-document.js';
import { partsIn } from './provision-places.js';

/** The issues of a document whose keys would act as anything but a service user. */
export const checkActingUsers = async (
  stores: Stores,
  document: ProvisionDocument,
): Promise<ReadonlyArray<Issue>> => {
  const issues: Issue[] = [];
  for (const { tenant, part, at } of partsIn(document))
    issues.push(...(await checkKeys(stores, tenant, part, `${at}/apiKeys`)));
  return issues;
};

const checkKeys = async (
  { tenancy }: Stores,
  tenant: Tenant,
  { apiKeys = [], users, absent }: CorporatePart,
  at: string,
): Promise<ReadonlyArray<Issue>> => {
  const kinds = new Map(users?.map(({ userId, kind }) => [userId, kind]));
  // Users whom the document leaves out are about to be suspended.
  const isWhole = users !== undefined && absent === 'suspend';
  const elsewhere = apiKeys.flatMap(({ actsAsUserId: id }) =>
    id === undefined || kinds.has(id) || isWhole ? [] : [id],
  );
  if (elsewhere.length > 0)
    for (const { user } of await tenancy.actors(tenant, elsewhere))
      kinds.set(user.userId, user.kind);
  return apiKeys.flatMap(({ actsAsUserId: id }, i) =>
    id === undefined || kinds.get(id) === 'service'
      ? []
      : [invalid(`${at}/${String(i)}/actsAsUserId`, isWhole ? ACTS_AS_NAMED : ACTS_AS_SERVICE)],
  );
};

const ACTS_AS_NAMED =
  'expected a user of this document with kind service: users that the document omits are suspended';
