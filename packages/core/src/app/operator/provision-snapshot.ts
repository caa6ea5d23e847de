import type { ApiKey, SecretKey } from '../../model/access/key/api-key.js';
import { pendingChangeOf, type Beneficiary } from '../../model/beneficiary/payee/beneficiary.js';
import { membersOf } from '../../model/beneficiary/payee/what-changes.js';
import type { BeneId } from '../../kernel/values/text.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import type { Stores } from '../../storage/storage.js';
import { tenancyRecords, type Records } from '../tenancy/provision/changed-records.js';
import { knownBeneficiaries } from '../tenancy/provision/provision-beneficiaries.js';
import type { ProvisionDocument } from '../tenancy/provision/provision-document.js';
import { partsIn } from '../tenancy/provision/provision-places.js';

type Entry = readonly [string, Readonly<Record<string, unknown>>];

/** Keys by name: their ids are made, and a rotated one has several. */
const keyEntries = (
  keys: ReadonlyArray<ApiKey | SecretKey>,
  shown: (key: ApiKey | SecretKey) => Readonly<Record<string, unknown>>,
): ReadonlyArray<Entry> => {
  const byName = new Map<string, (ApiKey | SecretKey)[]>();
  for (const key of keys) byName.set(key.name, [...(byName.get(key.name) ?? []), key]);
  return [...byName].map(([name, all]) => {
    const revoked = all.filter(({ revokedAt }) => revokedAt !== undefined).length;
    const last = all.reduce((a, b) => (b.createdAt >= a.createdAt ? b : a));
    return [name, { ...shown(last), keys: all.length, revoked }];
  });
};

/** A payee as a document can change it: what stands, and what waits for a checker. */
const payeeRecord = (payee: Beneficiary): Readonly<Record<string, unknown>> => {
  const pendingChange = pendingChangeOf(payee);
  return {
    ...membersOf(payee),
    state: payee.state,
    ...(pendingChange !== undefined && { pendingChange: membersOf(pendingChange.values) }),
  };
};

const corporateEntries = async (
  stores: Stores,
  tenant: Tenant,
  beneIds: ReadonlyArray<BeneId>,
): Promise<ReadonlyArray<Entry>> => {
  const { access, webhookEndpoints } = stores;
  const under = (folder: string, entries: ReadonlyArray<Entry>): ReadonlyArray<Entry> =>
    entries.map(([name, record]) => [`${tenant.corporateTenantId}/${folder}/${name}`, record]);
  const { corporate, ...rest } = Object.fromEntries(await tenancyRecords(stores, tenant));
  const payees = await knownBeneficiaries(stores, tenant, beneIds);
  return [
    ...(corporate === undefined ? [] : [[tenant.corporateTenantId, corporate] as const]),
    ...Object.entries(rest).map(
      ([place, record]) => [`${tenant.corporateTenantId}/${place}`, record] as const,
    ),
    ...under(
      'apiKeys',
      keyEntries(await access.apiKeysOf(tenant), (key) =>
        'scopes' in key ? { scopes: key.scopes, actsAsUserId: key.actsAsUserId } : {},
      ),
    ),
    ...under(
      'secretKeys',
      keyEntries(await access.secretKeysOf(tenant), () => ({})),
    ),
    ...under(
      'webhookEndpoints',
      (await webhookEndpoints.of(tenant)).map(({ url, eventTypes, disabled }) => [
        url,
        { eventTypes, ...(disabled !== undefined && { disabledBy: disabled.by }) },
      ]),
    ),
    ...under(
      'beneficiaries',
      [...payees].map(([beneId, payee]) => [beneId, payeeRecord(payee)]),
    ),
  ];
};

/** Reads everything of the banks and corporates of a document that applying it can change. */
export const provisionSnapshot = async (
  stores: Stores,
  document: ProvisionDocument,
): Promise<Records> => {
  const entries: Entry[] = [];
  for (const { tenant, part } of partsIn(document)) {
    const bank = await stores.tenancy.bank(tenant);
    if (bank !== undefined) entries.push([tenant.bankTenantId, bank]);
    const beneIds = (part.beneficiaries ?? []).map(({ beneId }) => beneId);
    entries.push(...(await corporateEntries(stores, tenant, beneIds)));
  }
  return new Map(entries);
};
