import { nextKeyEntry } from '../access/key/api-key-entry.js';
import { isLive, opens } from '../access/key/api-key-life.js';
import type { ApiKey } from '../access/key/api-key.js';
import type { UserId } from '../kernel/values/ids.js';
import type { Tenant } from '../kernel/values/tenant.js';
import { endSession } from '../portal/end-session.js';
import type { Stores } from '../storage/storage.js';
import { approvalOf, type Making } from '../settings/change-kind.js';
import type { User } from '../tenancy/user.js';
import { boundHold } from './holds.js';
import { nextPersonEntry } from './person-entry.js';

/** The actor of a suspension, and its moment. */
type By = Pick<Making, 'by' | 'at'>;

/**
 * Suspends a user: they may do nothing by any way, their sessions end, and keys that act as them open nothing
 * until they are reinstated. Changes nothing of one who is suspended. The unit holds the corporate.
 */
export const suspend = async (
  stores: Stores,
  tenant: Tenant,
  user: User,
  { by, at }: By,
): Promise<User> => {
  if (user.suspended !== undefined) return user;
  const suspended = { ...user, suspended: { at, by } };
  await stores.tenancy.putUsers(tenant, [suspended]);
  const entry = { to: 'suspended', at, actor: by, changes: {} } as const;
  await stores.journal.append([await nextPersonEntry(stores, tenant, user.userId, entry)]);
  await endSessionsOf(stores, tenant, user.userId, { by, at });
  for (const key of await keysActingAs(stores, tenant, user.userId))
    if (opens(key, at)) await turnKey(stores, { ...key, suspendedAt: at }, 'suspended', { by, at });
  return suspended;
};

/**
 * Takes a suspension back. Sessions stay ended; keys that act as the user open again what they opened. The unit holds
 * the corporate.
 */
export const reinstate = async (
  stores: Stores,
  tenant: Tenant,
  { suspended, ...user }: User,
  making: Making,
): Promise<User> => {
  if (suspended === undefined) return user;
  await stores.tenancy.putUsers(tenant, [user]);
  const { by: actor, at } = making;
  // The process that suspended them may have a clock that is ahead.
  await boundHold(stores, tenant, user.userId, Math.max(at, suspended.at));
  const entry = { to: 'active', at, actor, changes: approvalOf(making) } as const;
  await stores.journal.append([await nextPersonEntry(stores, tenant, user.userId, entry)]);
  for (const { suspendedAt, ...key } of await keysActingAs(stores, tenant, user.userId))
    if (suspendedAt !== undefined && isLive(key, at))
      await turnKey(stores, key, 'reinstated', making);
  return user;
};

/** Ends every session of a user; answers how many there were. */
export const endSessionsOf = async (
  stores: Stores,
  tenant: Tenant,
  userId: UserId,
  { by, at }: By,
): Promise<number> => {
  const sessions = await stores.portal.sessionsOf(tenant, userId);
  for (const session of sessions) await endSession(stores, session, at, 'shown_out', by);
  return sessions.length;
};

const keysActingAs = async (
  { access }: Stores,
  tenant: Tenant,
  userId: UserId,
): Promise<ReadonlyArray<ApiKey>> =>
  (await access.apiKeysOf(tenant)).filter(({ actsAsUserId }) => actsAsUserId === userId);

const turnKey = async (
  { access, journal }: Stores,
  key: ApiKey,
  turn: 'suspended' | 'reinstated',
  making: Making,
): Promise<void> => {
  const { by: actor, at } = making;
  await access.putApiKeys([key]);
  const { bankTenantId, corporateTenantId, keyId } = key;
  const last = await journal.last({ bankTenantId, corporateTenantId }, keyId);
  // A key that was being replaced when it was suspended is being replaced again.
  const before = last?.from === 'retiring' ? 'retiring' : 'active';
  const to = turn === 'suspended' ? turn : before;
  await journal.append([nextKeyEntry(key, last, { to, at, actor, changes: approvalOf(making) })]);
};
