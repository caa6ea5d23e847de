import { nextKeyEntry } from '../../access/key/api-key-entry.js';
import { nextSecretKeyEntry, secretKeySubject } from '../../access/key/secret-key.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import type { EpochMs } from '../../kernel/values/time.js';
import { suspend } from '../../people/suspension.js';
import type { Stores } from '../../storage/storage.js';
import { changedEndpoint, writeEndpoint } from '../../webhook/manage/changed-endpoint.js';
import type { Absent } from './absent.js';
import { PROVISION } from '../provision-actor.js';
import type { CorporatePart } from './provision-document.js';

/**
 * Ends what a document names no longer: keys are revoked, endpoints disabled, users suspended with their sessions.
 * The unit holds the corporate.
 */
export const endAbsent = async (
  stores: Stores,
  tenant: Tenant,
  { users, apiKeys, secretKeys, endpoints }: Absent,
  at: EpochMs,
): Promise<void> => {
  const { access, journal } = stores;
  const entry = { to: 'revoked', at, actor: PROVISION, changes: {} } as const;
  await access.putApiKeys(apiKeys.map((key) => ({ ...key, revokedAt: at })));
  for (const key of apiKeys)
    await journal.append([nextKeyEntry(key, await journal.last(tenant, key.keyId), entry)]);
  await access.putSecretKeys(secretKeys.map((key) => ({ ...key, revokedAt: at })));
  for (const key of secretKeys) {
    const last = await journal.last(tenant, secretKeySubject(key.keyId));
    await journal.append([nextSecretKeyEntry(key, last, entry)]);
  }
  for (const before of endpoints) {
    const next = changedEndpoint(before, { status: 'disabled' }, at);
    await writeEndpoint(stores, tenant, { before, next }, { by: PROVISION, at });
  }
  for (const user of users) await suspend(stores, tenant, user, { by: PROVISION, at });
};

/** Enables endpoints that a document names again and that provisioning had disabled; no others. */
export const enableNamed = async (
  stores: Stores,
  tenant: Tenant,
  { webhookEndpoints = [] }: CorporatePart,
  at: EpochMs,
): Promise<void> => {
  const named = new Set(webhookEndpoints.map(({ url }) => url));
  if (named.size === 0) return;
  for (const before of await stores.webhookEndpoints.of(tenant)) {
    if (before.disabled === undefined || !named.has(before.url)) continue;
    const last = await stores.journal.last(tenant, before.endpointId);
    if (last?.to !== 'disabled' || last.actor !== PROVISION) continue;
    const next = changedEndpoint(before, { status: 'enabled' }, at);
    await writeEndpoint(stores, tenant, { before, next }, { by: PROVISION, at });
  }
};
