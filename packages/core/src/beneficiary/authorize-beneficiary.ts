import * as t from 'io-ts';
import { may, reachOf } from '../access/actor.js';
import { ActorNotFound, CameByOwnKey, CameBySameKey } from '../access/access-errors.js';
import { madeItsKey, makersOfLine } from '../access/rights/key-makers.js';
import { E } from '../kernel/fp.js';
import { useCase, type UseCase } from '../kernel/use-case/use-case.js';
import { BeneficiaryId, UserId } from '../kernel/values/ids.js';
import type { Tenant } from '../kernel/values/tenant.js';
import { Comment } from '../kernel/values/text.js';
import { Via } from '../kernel/values/via.js';
import type { Clock } from '../ports/clock.js';
import type { Storage, Stores } from '../storage/storage.js';
import type { Actor } from '../tenancy/user.js';
import { token } from '../kernel/token.js';
import type { AuthorizedBeneficiary } from './beneficiary-answers.js';
import type { Beneficiary } from './payee/beneficiary.js';
import { beneficiaryEntry } from './payee/beneficiary-entry.js';
import {
  BeneficiaryNotFound,
  NotAChecker,
  NotAwaitingApproval,
  type OwnBeneficiary,
} from './payee/beneficiary-errors.js';
import { stepBeneficiary } from './payee/beneficiary-machine.js';
import { authorizedBeneficiary } from './beneficiary-view.js';
import { record } from '../kernel/codecs/record.js';

/** The body of §4.3, the id of its path, and the key that brings it. */
export const AuthorizeBeneficiaryInput = record(
  'AuthorizeBeneficiaryInput',
  {
    beneficiaryId: BeneficiaryId,
    actorUserId: UserId,
    action: t.keyof({ approve: null, reject: null }),
  },
  { comment: Comment, via: Via },
);
export type AuthorizeBeneficiaryInput = t.TypeOf<typeof AuthorizeBeneficiaryInput>;

export type AuthorizeBeneficiaryError =
  | ActorNotFound
  | NotAChecker
  | BeneficiaryNotFound
  | CameByOwnKey
  | CameBySameKey
  | OwnBeneficiary
  | NotAwaitingApproval;

/**
 * Lets an approved checker approve or reject a waiting beneficiary (§4.3) of any package that their roles reach
 * (decisions §1), unless it came by a key that they made, or speaks a key of a person who made it where the corporate asks for that; checks in the order of decisions §4. Keeps by which key they
 * said so.
 */
export type AuthorizeBeneficiary = UseCase<
  AuthorizeBeneficiaryInput,
  AuthorizeBeneficiaryError,
  AuthorizedBeneficiary
>;
export const AuthorizeBeneficiary = token<AuthorizeBeneficiary>('AuthorizeBeneficiary');

export const makeAuthorizeBeneficiary = (storage: Storage, clock: Clock): AuthorizeBeneficiary =>
  useCase(AuthorizeBeneficiaryInput, (tenant, { via, ...input }) =>
    storage.atomically<AuthorizeBeneficiaryError, AuthorizedBeneficiary>(async (stores) => {
      const [actor] = await stores.tenancy.actors(tenant, [input.actorUserId]);
      if (actor === undefined) return E.left(ActorNotFound(input.actorUserId));
      if (!may(actor, 'beneficiary.approve')) return E.left(NotAChecker(actor.user.userId));

      const waiting = await stores.beneficiaries.find(tenant, input.beneficiaryId);
      const { packageCodes } = reachOf(actor, 'beneficiary.approve');
      // A payee that a person's roles do not reach is absent for them.
      if (!waiting?.packageCodes.some((code) => packageCodes.has(code)))
        return E.left(BeneficiaryNotFound());
      const barred = await keyBars(stores, tenant, waiting, via, actor);
      if (barred !== undefined) return E.left(barred);
      const reviewed = stepBeneficiary(waiting, {
        type: input.action,
        by: actor.user.userId,
        at: clock.now(),
        ...(input.comment !== undefined && { comment: input.comment }),
      });
      if (E.isLeft(reviewed)) return reviewed;

      const written = await stores.beneficiaries.replace(tenant, reviewed.right);
      if (written === 'stale') return E.left(NotAwaitingApproval(input.beneficiaryId));
      await stores.journal.append([beneficiaryEntry(reviewed.right, actor.user.userId, via)]);
      return E.right(authorizedBeneficiary(reviewed.right));
    }),
  );

/** Why the key by which a payee came, or the one by which a person speaks, keeps them from deciding on it. */
const keyBars = async (
  stores: Stores,
  tenant: Tenant,
  { via: made, createdBy }: Pick<Beneficiary, 'via' | 'createdBy'>,
  by: Via | undefined,
  { user }: Actor,
): Promise<CameByOwnKey | CameBySameKey | undefined> => {
  if (made !== undefined && (await madeItsKey(stores, user.userId, made)))
    return CameByOwnKey(made.keyId);
  if (by === undefined) return undefined;
  const corporate = await stores.tenancy.corporate(tenant);
  if (corporate?.keysSeparateDuties !== true) return undefined;
  const makers = made === undefined ? [] : await makersOfLine(stores, tenant, made);
  const deciders = await makersOfLine(stores, tenant, by);
  return made?.keyId === by.keyId || [...makers, createdBy].some((one) => deciders.includes(one))
    ? CameBySameKey(by.keyId)
    : undefined;
};
