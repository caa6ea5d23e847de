import type * as t from 'io-ts';
import { ActorNotFound } from '../../model/access/access-errors.js';
import { may, reachOf } from '../../model/access/actor.js';
import { withPrincipals } from '../rights/deputized.js';
import { E } from '../../kernel/fp.js';
import { record } from '../../kernel/codecs/record.js';
import { recipe, token } from '../../kernel/token.js';
import { useCase, type UseCase } from '../../kernel/use-case/use-case.js';
import { BeneficiaryId, UserId } from '../../kernel/values/ids.js';
import { BankDirectory } from '../../ports/bank-directory.js';
import { Clock } from '../../ports/clock.js';
import { Storage, type Stores } from '../../storage/storage.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import { browsedBeneficiary, type BrowsedBeneficiary } from './browsed-beneficiary.js';
import { lookAlikesOf } from './look-alikes.js';
import { packagesLookedAt } from './looking-reach.js';
import { mayAuthorize } from './may-authorize.js';
import { BeneficiaryNotFound } from '../../model/beneficiary/payee/beneficiary-errors.js';
import {
  askedIn,
  pendingChangeOf,
  type Beneficiary,
  type PayeeValues,
} from '../../model/beneficiary/payee/beneficiary.js';
import { differing } from '../../model/beneficiary/payee/what-changes.js';

const ReviewBeneficiaryInput = record('ReviewBeneficiaryInput', {
  beneficiaryId: BeneficiaryId,
  actorUserId: UserId,
});
type ReviewBeneficiaryInput = t.TypeOf<typeof ReviewBeneficiaryInput>;

/** A payee, and what one person may do with it now. */
export interface BeneficiaryReview {
  readonly beneficiary: BrowsedBeneficiary;
  /** The values in which the change that waits differs from those in force. */
  readonly differing: ReadonlyArray<keyof PayeeValues>;
  /** The user names of the people whom the record names, by their ids. */
  readonly usernames: ReadonlyMap<string, string>;
  /** Whether the person's yes or no would count for what waits. */
  readonly mayAuthorize: boolean;
  /** Whether the person may change, deactivate or send it again, once nothing waits. */
  readonly mayChange: boolean;
}

type ReviewBeneficiaryError = ActorNotFound | BeneficiaryNotFound;

/**
 * Answers a payee as {@link GetBeneficiary} does, and what the person may do with it: by the rules that decide when they
 * do. A payee that no role of theirs reaches is absent for them.
 */
export type ReviewBeneficiary = UseCase<
  ReviewBeneficiaryInput,
  ReviewBeneficiaryError,
  BeneficiaryReview
>;
export const ReviewBeneficiary = token<ReviewBeneficiary>('ReviewBeneficiary');

export const makeReviewBeneficiary = recipe(
  ReviewBeneficiary,
  { Storage, Clock, Banks: BankDirectory },
  ({ storage, clock, banks }) =>
    useCase(ReviewBeneficiaryInput, (tenant, { beneficiaryId, actorUserId }) =>
      storage.read(async (stores) => {
        const now = clock.now();
        const [actor] = await stores.tenancy.actors(tenant, [actorUserId]);
        if (actor === undefined) return E.left(ActorNotFound(actorUserId));
        const packages = await packagesLookedAt(stores, tenant, actor, now);
        const payee = await stores.beneficiaries.find(tenant, beneficiaryId);
        if (!payee?.packageCodes.some((code) => packages.has(code)))
          return E.left(BeneficiaryNotFound());
        const deputized = await withPrincipals(
          stores,
          tenant,
          { actor, permission: 'beneficiary.approve' },
          now,
        );
        const keyIds = askedIn(payee).vias.map(({ keyId }) => keyId);
        const keys = keyIds.length === 0 ? [] : await stores.access.apiKeys(keyIds);
        const made = reachOf(actor, 'beneficiary.make').packageCodes;
        const lookAlikes = await lookAlikesOf(stores.beneficiaries, tenant, [payee]);
        const change = pendingChangeOf(payee);
        const waits = change !== undefined || payee.state === 'pending_approval';
        return E.right({
          beneficiary: browsedBeneficiary(payee, banks, lookAlikes(payee)),
          differing: change === undefined ? [] : differing(payee, change.values),
          usernames: await usernamesIn(stores, tenant, payee),
          mayAuthorize: waits && mayAuthorize(deputized, payee, keys, now),
          mayChange:
            may(actor, 'beneficiary.make') && payee.packageCodes.some((code) => made.has(code)),
        });
      }),
    ),
);

/** The names of those who did something to a payee. */
const usernamesIn = async (
  { tenancy }: Pick<Stores, 'tenancy'>,
  tenant: Tenant,
  payee: Beneficiary,
): Promise<ReadonlyMap<string, string>> => {
  const people = new Set([
    payee.createdBy,
    ...askedIn(payee).people,
    ...(payee.state === 'pending_approval' ? [] : [payee.authorizedBy]),
    ...(payee.state === 'deactivated' ? [payee.deactivatedBy] : []),
  ]);
  const actors = await tenancy.actors(tenant, [...people]);
  return new Map(actors.map(({ user }) => [user.userId, user.username]));
};
