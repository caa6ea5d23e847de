import { E } from '../../kernel/fp.js';
import type { UserId } from '../../kernel/values/ids.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import type { Stores } from '../../storage/storage.js';
import type { Actor, Permission } from '../../model/tenancy/user.js';
import { ActorNotFound, SettingsDenied } from '../../model/access/access-errors.js';
import { may } from '../../model/access/actor.js';

const hasAny = (actor: Actor, permissions: ReadonlyArray<Permission>): boolean =>
  actor.user.kind === 'human' && permissions.some((permission) => may(actor, permission));

/**
 * A person of the corporate with a permission over its settings, never a service user: so no key creates another key.
 */
export const settingsPerson = async (
  { tenancy }: Stores,
  tenant: Tenant,
  userId: UserId,
  permissions: ReadonlyArray<Permission>,
): Promise<E.Either<ActorNotFound | SettingsDenied, Actor>> => {
  const [actor] = await tenancy.actors(tenant, [userId]);
  if (actor === undefined) return E.left(ActorNotFound(userId));
  return hasAny(actor, permissions) ? E.right(actor) : E.left(SettingsDenied(userId));
};

/**
 * The same, for a change. Holds the corporate before it reads who asks: other changes to its settings wait from
 * here on, and one who is suspended meanwhile finds themselves so.
 */
export const settingsChanger = async (
  stores: Stores,
  tenant: Tenant,
  userId: UserId,
  permissions: ReadonlyArray<Permission>,
): Promise<E.Either<ActorNotFound | SettingsDenied, Actor>> => {
  await stores.tenancy.holdCorporate(tenant);
  return settingsPerson(stores, tenant, userId, permissions);
};

/** Each of them lets a person see settings. */
export const VIEWING: ReadonlyArray<Permission> = [
  'settings.view',
  'settings.edit',
  'settings.approve',
];

/** Whether somebody is a person who may view, edit or approve settings, and so see everybody of the corporate. */
export const maySeePeople = (actor: Actor): boolean => hasAny(actor, VIEWING);

/** A person who may view, edit or approve settings. */
export const settingsViewer = (
  stores: Stores,
  tenant: Tenant,
  userId: UserId,
): Promise<E.Either<ActorNotFound | SettingsDenied, Actor>> =>
  settingsPerson(stores, tenant, userId, VIEWING);
