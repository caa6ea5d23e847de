import { may, placesWithin, reachOf, type Reach } from '../access/actor.js';
import type { DebitAccountId, PackageCode } from '../../kernel/values/ids.js';
import type { Actor, Permission } from '../tenancy/user.js';
import { debitAccountOf, type Payout } from './payout.js';

/** The permissions that let a user view payouts. */
const LOOKING: ReadonlyArray<Permission> = [
  'transaction.make',
  'transaction.approve',
  'reports.view',
];

/** The reaches within which the person's roles let them look at payouts. */
export const reachesSeenBy = (actor: Actor): ReadonlyArray<Reach> =>
  LOOKING.map((permission) => reachOf(actor, permission));

/** Whether the person sees every payout of the corporate, whatever their roles reach. */
export const seesAllPayouts = (actor: Actor): boolean => may(actor, 'operations.view');

/** Whether the person may look at payouts at all. */
export const maySeePayouts = (actor: Actor): boolean =>
  seesAllPayouts(actor) || LOOKING.some((permission) => may(actor, permission));

/** The packages, and the debit accounts, among which are those of each payout that the person's roles reach. */
export const reachSeenBy = (actor: Actor): Reach => {
  const reaches = reachesSeenBy(actor);
  return {
    packageCodes: new Set(reaches.flatMap(({ packageCodes }) => [...packageCodes])),
    debitAccountIds: new Set(reaches.flatMap(({ debitAccountIds }) => [...debitAccountIds])),
  };
};

/** The packages of which the person sees payouts, from some account at least. */
export const packagesSeenBy = (actor: Actor): ReadonlySet<PackageCode> =>
  reachSeenBy(actor).packageCodes;

/** Whether a payout is shown to the person: any to one who sees all, others as {@link seenBy} says. */
export const shownTo = (actor: Actor): ((payout: Payout) => boolean) =>
  seesAllPayouts(actor) ? () => true : seenBy(actor);

/** Whether the person's roles reach a payout; one that has no debit account is reached by its package. */
export const seenBy = (actor: Actor): ((payout: Payout) => boolean) => {
  const sees = placesSeenBy(actor);
  return (payout) => sees(payout.order.packageCode, debitAccountOf(payout));
};

/** Whether the person's roles reach the payouts of a package and, where they have one, of a debit account. */
export const placesSeenBy = (
  actor: Actor,
): ((packageCode: PackageCode, debitAccountId: DebitAccountId | undefined) => boolean) =>
  placesWithin(reachesSeenBy(actor));
