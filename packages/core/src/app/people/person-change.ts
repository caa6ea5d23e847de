import type * as t from 'io-ts';
import type { ActorNotFound, SettingsDenied } from '../../model/access/access-errors.js';
import { settingsChanger } from '../rights/settings-person.js';
import { E } from '../../kernel/fp.js';
import { record } from '../../kernel/codecs/record.js';
import { UserId } from '../../kernel/values/ids.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import type { Stores } from '../../storage/storage.js';
import type { Actor } from '../../model/tenancy/user.js';
import { PersonNotFound } from './people-errors.js';

/** The acting user, and the user to change. */
export const PersonChangeInput = record('PersonChangeInput', {
  actorUserId: UserId,
  userId: UserId,
});
export type PersonChangeInput = t.TypeOf<typeof PersonChangeInput>;

/** Why an administrator may not change a user (decisions §14). */
export type PersonChangeError = ActorNotFound | SettingsDenied | PersonNotFound;

/**
 * The user whom a person who may edit settings asks about. Holds the corporate before it reads anybody: of two
 * who suspend each other at once, the second finds themselves suspended.
 */
export const personToChange = async (
  stores: Stores,
  tenant: Tenant,
  { actorUserId, userId }: PersonChangeInput,
): Promise<E.Either<PersonChangeError, Actor>> => {
  const actor = await settingsChanger(stores, tenant, actorUserId, ['settings.edit']);
  if (E.isLeft(actor)) return actor;
  const [person] = await stores.tenancy.actors(tenant, [userId]);
  return person === undefined ? E.left(PersonNotFound()) : E.right(person);
};
