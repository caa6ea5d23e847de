import { may } from '../access/actor.js';
import type { UserId } from '../kernel/values/ids.js';
import type { Tenant } from '../kernel/values/tenant.js';
import type { Stores } from '../storage/storage.js';
import type { Actor } from '../tenancy/user.js';

/** Everybody of a corporate, with the roles that they hold now, by their ids. */
export const everybody = async (
  { tenancy }: Stores,
  tenant: Tenant,
): Promise<ReadonlyArray<Actor>> => {
  const actors = await tenancy.everybody(tenant);
  return [...actors].sort((a, b) => (a.user.userId < b.user.userId ? -1 : 1));
};

/** Whether a user other than this one may edit the corporate's settings, and so reinstate them. */
export const leavesAnEditor = (people: ReadonlyArray<Actor>, without: UserId): boolean =>
  people.some(
    (actor) =>
      actor.user.userId !== without && actor.user.kind === 'human' && may(actor, 'settings.edit'),
  );
