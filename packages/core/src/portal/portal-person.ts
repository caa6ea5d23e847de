import { may } from '../access/actor.js';
import { groupBy } from '../kernel/flow/group.js';
import { isActive, Permission, type Actor, type User } from '../tenancy/user.js';
import type { Addressee } from '../storage/tenancy-store.js';

/** Whether somebody may come into the portal at all: people do who are approved and not suspended. */
export const isPortalPerson = (user: User): boolean => user.kind === 'human' && isActive(user);

/** What a person's roles let them do now, each once, in a fixed order. */
export const permissionsOf = (actor: Actor): ReadonlyArray<Permission> =>
  (Object.keys(Permission.keys) as Permission[]).filter((permission) => may(actor, permission));

/**
 * Those of an address's people whom a code may be sent to. Two of one corporate with one address are nobody: a
 * mailbox that both read would make one person of a maker and a checker.
 */
export const reachable = (addressees: ReadonlyArray<Addressee>): ReadonlyArray<Addressee> => {
  const people = addressees.filter(({ user }) => isPortalPerson(user));
  return [...groupBy(people, ({ corporate }) => corporate.corporateTenantId).values()].flatMap(
    (group) => (group.length === 1 ? group : []),
  );
};
