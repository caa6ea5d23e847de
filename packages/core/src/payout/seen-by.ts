import { may, reachOf } from '../access/actor.js';
import type { PackageCode } from '../kernel/values/ids.js';
import type { Actor, Permission } from '../tenancy/user.js';
import type { Payout } from './payout.js';

/** The permissions that let a user view payouts. */
const LOOKING: ReadonlyArray<Permission> = [
  'transaction.make',
  'transaction.approve',
  'reports.view',
];

/** Whether the person may look at payouts at all. */
export const maySeePayouts = (actor: Actor): boolean =>
  LOOKING.some((permission) => may(actor, permission));

/** The packages of which the person sees payouts, from some account at least. */
export const packagesSeenBy = (actor: Actor): ReadonlySet<PackageCode> =>
  new Set(LOOKING.flatMap((permission) => [...reachOf(actor, permission).packageCodes]));

/** Whether the person's roles reach a payout; one that has no debit account yet is reached by its package. */
export const seenBy = (actor: Actor): ((payout: Payout) => boolean) => {
  const reaches = LOOKING.map((permission) => reachOf(actor, permission));
  return (payout) =>
    reaches.some(
      ({ packageCodes, debitAccountIds }) =>
        packageCodes.has(payout.order.packageCode) &&
        (payout.intake !== 'accepted' || debitAccountIds.has(payout.terms.debitAccountId)),
    );
};
