import { ActorNotFound } from '../../model/access/access-errors.js';
import { actorRef, reachOf, type Reach } from '../../model/access/actor.js';
import { decides, withPrincipals, type Deputized } from '../rights/deputized.js';
import { canonicalJson } from '../../kernel/codecs/json.js';
import { E } from '../../kernel/fp.js';
import { sha256 } from '../../kernel/secrets/digest.js';
import type { RoleCode, TransactionId, UserId } from '../../kernel/values/ids.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import type { EpochMs } from '../../kernel/values/time.js';
import type { Via } from '../../kernel/values/via.js';
import type { ApprovedPayout } from '../../model/payout/approved-payout.js';
import type { AcceptedPayout, Payout } from '../../model/payout/payout.js';
import { reachesSeenBy, seesAllPayouts } from '../../model/payout/seen-by.js';
import type { Stores } from '../../storage/storage.js';
import type { Actor, Role } from '../../model/tenancy/user.js';
import { NotAnApprover } from './approval-errors.js';
import type { Checker } from './decision.js';

/** A person who decides on payouts, and those on whose behalf they may do so now. */
export type Approver = Deputized;

/** The person, if they may approve payouts at this moment, in roles of their own or on behalf of another. */
export const approverOf = async (
  stores: Pick<Stores, 'tenancy'>,
  tenant: Tenant,
  userId: UserId,
  now: EpochMs,
): Promise<E.Either<ActorNotFound | NotAnApprover, Approver>> => {
  const [actor] = await stores.tenancy.actors(tenant, [userId]);
  if (actor === undefined) return E.left(ActorNotFound(userId));
  const found = await withPrincipals(
    stores,
    tenant,
    { actor, permission: 'transaction.approve' },
    now,
  );
  return decides(found, 'transaction.approve') ? E.right(found) : E.left(NotAnApprover());
};

/**
 * Names what the person may decide on now: another text once their own roles, the people for whom they stand in, or the
 * roles of these are others.
 */
export const rightsOf = ({ principals, ...actor }: Approver): string =>
  sha256(
    canonicalJson(
      Object.fromEntries(
        [actor, ...principals].map(({ user, roles }) => [
          user.userId,
          Object.fromEntries(
            roles.map(({ roleCode, permissions, packageCodes, debitAccountIds }) => [
              roleCode,
              [permissions.toSorted(), packageCodes.toSorted(), debitAccountIds.toSorted()],
            ]),
          ),
        ]),
      ),
    ),
  );

/** Whether the person may approve payouts of its package and, once it has one, debit account. */
export const approverReach = ({
  principals,
  ...actor
}: Approver): ((payout: Payout | ApprovedPayout) => boolean) => {
  const reaches = [actor, ...principals].map(reachOfOne);
  return (payout) => reaches.some((reach) => reach(payout));
};

const reachOfOne = (actor: Actor): ((payout: Payout | ApprovedPayout) => boolean) => {
  const { packageCodes, debitAccountIds } = reachOf(actor, 'transaction.approve');
  return (payout) =>
    packageCodes.has(payout.order.packageCode) &&
    (payout.intake !== 'accepted' || debitAccountIds.has(payout.terms.debitAccountId));
};

/**
 * Within which reaches payouts are shown to the person: those of their own roles, and those in which they decide on behalf
 * of others. Undefined where they see all of the corporate.
 */
export const reachesShownTo = ({
  principals,
  ...actor
}: Approver): ReadonlyArray<Reach> | undefined =>
  seesAllPayouts(actor)
    ? undefined
    : [...reachesSeenBy(actor), ...principals.map((one) => reachOf(one, 'transaction.approve'))];

/** The payouts that came by a key which one of these people made, each with the key. */
export type CameByKeyOf = (userIds: ReadonlyArray<UserId>) => ReadonlyMap<TransactionId, Via>;

/**
 * The capacities in which a person may decide on a payout: in their own roles, then on behalf of each person whose roles
 * reach it and who made no key that it came by.
 */
export const capacitiesOf = (
  { principals, ...actor }: Approver,
  cameByKeyOf: CameByKeyOf,
): ((payout: AcceptedPayout) => ReadonlyArray<Checker>) => {
  const { userId } = actor.user;
  const ref = actorRef(actor, 'transaction.approve');
  const reachesItself = reachOfOne(actor);
  const others = principals.map((principal) => ({
    principal,
    reaches: reachOfOne(principal),
    byOwnKey: cameByKeyOf([principal.user.userId]),
  }));
  return (payout) => {
    const own = reachesItself(payout)
      ? [{ ref, userId, roleCodes: rolesOver(actor.roles, payout) }]
      : [];
    const lent = others
      .filter(
        ({ reaches, byOwnKey }) => reaches(payout) && !byOwnKey.has(payout.order.transactionId),
      )
      .map(({ principal }) => ({
        ref,
        userId,
        onBehalfOf: principal.user.userId,
        roleCodes: rolesOver(principal.roles, payout),
      }));
    return [...own, ...lent];
  };
};

/** Those roles that let a person approve this payout, each by itself: its package and its debit account. */
export const rolesOver = (
  roles: ReadonlyArray<Role>,
  { order, terms }: AcceptedPayout,
): ReadonlyArray<RoleCode> =>
  roles
    .filter(
      ({ permissions, packageCodes, debitAccountIds }) =>
        permissions.includes('transaction.approve') &&
        packageCodes.includes(order.packageCode) &&
        debitAccountIds.includes(terms.debitAccountId),
    )
    .map(({ roleCode }) => roleCode);
