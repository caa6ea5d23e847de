import { nextKeyEntry } from '../../model/access/key/key-entry.js';
import { isLive, opens } from '../../model/access/key/api-key-life.js';
import type { ApiKey } from '../../model/access/key/api-key.js';
import type { RecordChanges } from '../writer/changes.js';
import type { JournalEntry } from '../../model/journal/entry/entry.js';
import type { UserId } from '../../kernel/values/ids.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import type { PortalSession } from '../../model/portal/session/portal-session.js';
import type { Stores } from '../../storage/storage.js';
import { approvalOf, type Making } from '../settings/change-kind.js';
import type { User } from '../../model/tenancy/user.js';
import { ending } from '../portal/end-session.js';
import { boundHold } from './holds.js';
import { personEntry } from './person-entry.js';

/** The actor of a suspension, and its moment. */
type By = Pick<Making, 'by' | 'at'>;

/** What opens for a user: their sessions, and the keys that act as them. */
interface Ways {
  readonly sessions: ReadonlyArray<PortalSession>;
  readonly keys: ReadonlyArray<ApiKey>;
}

export const waysOf = async (stores: Stores, tenant: Tenant, userId: UserId): Promise<Ways> => ({
  sessions: await stores.portal.sessionsOf(tenant, userId),
  keys: await keysActingAs(stores, tenant, userId),
});

export const suspended = (user: User, { by, at }: By): User => ({
  ...user,
  suspended: user.suspended ?? { at, by },
});

/**
 * Suspends a user: they may do nothing by any way, their sessions end, and keys that act as them open nothing
 * until they are reinstated. Changes nothing of one who is suspended. The unit holds the corporate.
 */
export const suspending = (
  tenant: Tenant,
  user: User,
  { sessions, keys }: Ways,
  { by, at }: By,
): RecordChanges => {
  if (user.suspended !== undefined) return {};
  const next = { to: 'suspended', at, actor: by, changes: {} } as const;
  const opening = keys.filter((key) => opens(key, at));
  return {
    saves: [
      ({ tenancy }) => tenancy.putUsers(tenant, [suspended(user, { by, at })]),
      ...sessions.map(ending('shown_out', at, by)),
      ({ access }) => access.putApiKeys(opening.map((key) => ({ ...key, suspendedAt: at }))),
    ],
    entries: [
      personEntry(tenant, user.userId, next),
      ...opening.map((key) => nextKeyEntry(key, next)),
    ],
  };
};

/** A key that is suspended with its user, and what the journal had of it last. */
export interface SuspendedKey {
  readonly key: ApiKey;
  readonly last: JournalEntry | undefined;
}

export const suspendedKeysOf = async (
  stores: Stores,
  tenant: Tenant,
  userId: UserId,
): Promise<ReadonlyArray<SuspendedKey>> => {
  const keys = (await keysActingAs(stores, tenant, userId)).filter(
    ({ suspendedAt }) => suspendedAt !== undefined,
  );
  const found: SuspendedKey[] = [];
  for (const key of keys) found.push({ key, last: await stores.journal.last(tenant, key.keyId) });
  return found;
};

/**
 * Takes a suspension back. Sessions stay ended; keys that act as the user open again what they opened. The unit holds
 * the corporate.
 */
export const reinstating = (
  tenant: Tenant,
  { suspended: since, ...user }: User,
  keys: ReadonlyArray<SuspendedKey>,
  making: Making,
): RecordChanges => {
  if (since === undefined) return {};
  const { by: actor, at } = making;
  const next = { at, actor, changes: approvalOf(making) };
  const live = keys.filter(({ key }) => isLive(key, at));
  return {
    saves: [
      ({ tenancy }) => tenancy.putUsers(tenant, [user]),
      // The process that suspended them may have a clock that is ahead.
      boundHold(tenant, user.userId, Math.max(at, since.at)),
      ({ access }) => access.putApiKeys(live.map(({ key: { suspendedAt: _, ...key } }) => key)),
    ],
    entries: [
      personEntry(tenant, user.userId, { to: 'active', ...next }),
      // A key that was being replaced when it was suspended is being replaced again.
      ...live.map(({ key, last }) =>
        nextKeyEntry(key, { to: last?.from === 'retiring' ? 'retiring' : 'active', ...next }),
      ),
    ],
  };
};

const keysActingAs = async (
  { access }: Stores,
  tenant: Tenant,
  userId: UserId,
): Promise<ReadonlyArray<ApiKey>> =>
  (await access.apiKeysOf(tenant)).filter(({ actsAsUserId }) => actsAsUserId === userId);
