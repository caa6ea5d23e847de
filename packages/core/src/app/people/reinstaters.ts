import { may } from '../../model/access/actor.js';
import type { UserId } from '../../kernel/values/ids.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import type { Stores } from '../../storage/storage.js';
import type { Actor, Permission } from '../../model/tenancy/user.js';

/** Everybody of a corporate, with the roles that they hold now, by their ids. */
export const everybody = async (
  { tenancy }: Stores,
  tenant: Tenant,
): Promise<ReadonlyArray<Actor>> => {
  const actors = await tenancy.everybody(tenant);
  return [...actors].sort((a, b) => (a.user.userId < b.user.userId ? -1 : 1));
};

/** Whether these people can reinstate a user: one edits settings, and one approves, another where two are needed. */
const canReinstate = (people: ReadonlyArray<Actor>, needsSecond: boolean): boolean => {
  const who = (permission: Permission) =>
    people.filter((actor) => actor.user.kind === 'human' && may(actor, permission));
  const approvers = who('settings.approve');
  return who('settings.edit').some((editor) =>
    approvers.some((approver) => !needsSecond || approver !== editor),
  );
};

/** Whether a suspension takes away the last people who can reinstate a user: none are left without this one. */
export const isLastToReinstate = (
  people: ReadonlyArray<Actor>,
  userId: UserId,
  needsSecond: boolean,
): boolean =>
  canReinstate(people, needsSecond) &&
  !canReinstate(
    people.filter(({ user }) => user.userId !== userId),
    needsSecond,
  );
