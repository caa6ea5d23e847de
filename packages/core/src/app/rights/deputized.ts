import type { Tenant } from '../../kernel/values/tenant.js';
import type { EpochMs } from '../../kernel/values/time.js';
import type { Stores } from '../../storage/storage.js';
import { principalsAt } from '../../model/tenancy/deputy.js';
import type { Actor, Permission } from '../../model/tenancy/user.js';
import { may } from '../../model/access/actor.js';

/** A person who decides, and those on whose behalf they may do so now, all with the roles that they hold now. */
export interface Deputized extends Actor {
  readonly principals: ReadonlyArray<Actor>;
}

/** Software decides on no payout, whatever its roles and whoever lent it theirs: a person has to look at it. */
export const isPersonFor = ({ user }: Actor, permission: Permission): boolean =>
  permission !== 'transaction.approve' || user.kind === 'human';

const mayDecide = (actor: Actor, permission: Permission): boolean =>
  may(actor, permission) && isPersonFor(actor, permission);

/** Decides what the permission lets decide: a principal lends only what they may do themselves. */
const deputized = (
  actor: Actor,
  principals: ReadonlyArray<Actor>,
  permission: Permission,
): Deputized => ({
  ...actor,
  principals: isPersonFor(actor, permission)
    ? principals.filter((one) => mayDecide(one, permission))
    : [],
});

/** Whether a person may decide at all, in roles of their own or on behalf of another. */
export const decides = (one: Deputized, permission: Permission): boolean =>
  mayDecide(one, permission) || one.principals.length > 0;

/** A person with those on whose behalf they hold the permission at this moment. */
export const withPrincipals = async (
  { tenancy }: Pick<Stores, 'tenancy'>,
  tenant: Tenant,
  { actor, permission }: { readonly actor: Actor; readonly permission: Permission },
  now: EpochMs,
): Promise<Deputized> => {
  const principals = principalsAt(actor.user, now);
  const found = principals.length === 0 ? [] : await tenancy.actors(tenant, principals);
  return deputized(actor, found, permission);
};

/** Those of everybody who may decide at this moment. */
export const decidersAmong = (
  everybody: ReadonlyArray<Actor>,
  permission: Permission,
  now: EpochMs,
): ReadonlyArray<Deputized> => {
  const byId = new Map(everybody.map((actor) => [actor.user.userId, actor]));
  return everybody
    .map((actor) => {
      const principals = principalsAt(actor.user, now).flatMap((userId) => byId.get(userId) ?? []);
      return deputized(actor, principals, permission);
    })
    .filter((one) => decides(one, permission));
};
