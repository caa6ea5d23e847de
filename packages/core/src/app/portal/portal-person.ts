import { may } from '../../model/access/actor.js';
import { groupBy } from '../../kernel/flow/group.js';
import { isActive, Permission, type Actor, type User } from '../../model/tenancy/user.js';
import type { Addressee } from '../../storage/tenancy-store.js';

/** Whether a user may log in to the portal: an approved person who is not suspended. */
export const isPortalPerson = (user: User): boolean => user.kind === 'human' && isActive(user);

/** The permissions of a person's current roles, each once, in a fixed order. */
export const permissionsOf = (actor: Actor): ReadonlyArray<Permission> =>
  (Object.keys(Permission.keys) as Permission[]).filter((permission) => may(actor, permission));

/**
 * The people of an address to whom a code may be sent. Two of one corporate with one address get none: a
 * mailbox that both read would make one person of a maker and a checker.
 */
export const reachable = (addressees: ReadonlyArray<Addressee>): ReadonlyArray<Addressee> => {
  const people = addressees.filter(({ user }) => isPortalPerson(user));
  return [...groupBy(people, ({ corporate }) => corporate.corporateTenantId).values()].flatMap(
    (group) => (group.length === 1 ? group : []),
  );
};
