import type { DebitAccountId, PackageCode, UserId } from '../../kernel/values/ids.js';
import type { Name } from '../../kernel/values/text.js';
import {
  isActive,
  type Actor,
  type ActorRef,
  type Permission,
  type Role,
} from '../tenancy/user.js';

const rolesFor = (actor: Actor, permission: Permission): ReadonlyArray<Role> =>
  isActive(actor.user)
    ? actor.roles.filter(({ permissions }) => permissions.includes(permission))
    : [];

/** Whether the person is active and any of their roles holds the permission. */
export const may = (actor: Actor, permission: Permission): boolean =>
  rolesFor(actor, permission).length > 0;

/** The packages and debit accounts that an actor may use for one kind of action. */
export interface Reach {
  readonly packageCodes: ReadonlySet<PackageCode>;
  readonly debitAccountIds: ReadonlySet<DebitAccountId>;
}

/** The union over those of their roles that hold the permission (decisions §1). */
export const reachOf = (actor: Actor, permission: Permission): Reach => {
  const roles = rolesFor(actor, permission);
  return {
    packageCodes: new Set(roles.flatMap(({ packageCodes }) => packageCodes)),
    debitAccountIds: new Set(roles.flatMap(({ debitAccountIds }) => debitAccountIds)),
  };
};

/** Whether one of these reaches holds a package and, where there is one, a debit account. */
export const placesWithin =
  (
    reaches: ReadonlyArray<Reach>,
  ): ((packageCode: PackageCode, debitAccountId: DebitAccountId | undefined) => boolean) =>
  (packageCode, debitAccountId) =>
    reaches.some(
      (reach) =>
        reach.packageCodes.has(packageCode) &&
        (debitAccountId === undefined || reach.debitAccountIds.has(debitAccountId)),
    );

/** Whom the journal names where an operator of the bank acts: no user's id holds a space. */
export const operatorActor = (operator: Name): UserId => `operator ${operator}` as UserId;

/** The actor as transaction objects name them, in the role that let them act (§2.8). */
export const actorRef = (actor: Actor, permission: Permission): ActorRef => ({
  userId: actor.user.userId,
  username: actor.user.username,
  role: rolesFor(actor, permission)[0]?.roleCode ?? '',
});
