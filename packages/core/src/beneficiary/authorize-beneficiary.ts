import * as t from 'io-ts';
import { may } from '../access/actor.js';
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
import { beneficiaryEntry } from './payee/beneficiary-entry.js';
import {
  type BeneficiaryMovedOn,
  BeneficiaryNotFound,
  type DuplicateBeneficiary,
  NotAChecker,
  NotAwaitingApproval,
  type OwnBeneficiary,
} from './payee/beneficiary-errors.js';
import { stepBeneficiary, type BeneficiaryDecision } from './payee/beneficiary-machine.js';
import { askedIn, reachesPayee, type AskedBy } from './may-authorize.js';
import { replaceBeneficiary } from './replace-beneficiary.js';
import { authorizedBeneficiary } from './beneficiary-view.js';
import { alias } from '../kernel/codecs/documented.js';
import { record } from '../kernel/codecs/record.js';
import { Positive } from '../kernel/values/whole.js';

/** The body of §4.3, the id of its path, and the key that brings it. */
export const AuthorizeBeneficiaryInput = record(
  'AuthorizeBeneficiaryInput',
  {
    beneficiaryId: BeneficiaryId,
    actorUserId: UserId,
    action: t.keyof({ approve: null, reject: null }),
  },
  {
    comment: Comment,
    revision: alias(Positive, {
      description:
        'The revision that the checker saw: the decision is 409 if the beneficiary has another one. Name it always; where a change was dropped before a checker decided, it is required.',
    }),
    via: Via,
  },
);
export type AuthorizeBeneficiaryInput = t.TypeOf<typeof AuthorizeBeneficiaryInput>;

export type AuthorizeBeneficiaryError =
  | ActorNotFound
  | NotAChecker
  | BeneficiaryNotFound
  | CameByOwnKey
  | CameBySameKey
  | OwnBeneficiary
  | NotAwaitingApproval
  | BeneficiaryMovedOn
  | DuplicateBeneficiary;

/**
 * Lets an approved checker approve or reject a waiting beneficiary (§4.3), or the change of one that waits, of any
 * package that their roles reach (decisions §1), unless it came by a key that they made, or they speak by a key of a
 * person who asked for it where the corporate separates duties, or saw another revision of it; checks in the order of decisions §4. Keeps by which key
 * they said so.
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
      // A payee that a person's roles do not reach is absent for them.
      if (waiting === undefined || !reachesPayee(actor, waiting))
        return E.left(BeneficiaryNotFound());
      const barred = await keyBars(stores, tenant, askedIn(waiting), via, actor);
      if (barred !== undefined) return E.left(barred);
      const command: BeneficiaryDecision = {
        type: input.action,
        by: actor.user.userId,
        at: clock.now(),
        ...(input.comment !== undefined && { comment: input.comment }),
        ...(input.revision !== undefined && { revision: input.revision }),
      };
      const reviewed = stepBeneficiary(waiting, command);
      if (E.isLeft(reviewed))
        return E.left(reviewed.left as NotAwaitingApproval | OwnBeneficiary | BeneficiaryMovedOn);
      const next = reviewed.right;
      const entry = beneficiaryEntry(waiting, command, next, via);
      const written = await replaceBeneficiary(stores, tenant, next, entry);
      if (written === 'stale') return E.left(NotAwaitingApproval(input.beneficiaryId));
      if (written !== undefined) return E.left(written);
      return E.right(authorizedBeneficiary(next, entry));
    }),
  );

/** Why a key by which came what waits, or the one by which a person speaks, keeps them from deciding on it. */
const keyBars = async (
  stores: Stores,
  tenant: Tenant,
  { people, vias }: AskedBy,
  by: Via | undefined,
  { user }: Actor,
): Promise<CameByOwnKey | CameBySameKey | undefined> => {
  for (const one of vias)
    if (await madeItsKey(stores, user.userId, one)) return CameByOwnKey(one.keyId);
  if (by === undefined) return undefined;
  const corporate = await stores.tenancy.corporate(tenant);
  if (corporate?.keysSeparateDuties !== true) return undefined;
  const deciders = await makersOfLine(stores, tenant, by);
  const makers = [...people];
  for (const one of vias) makers.push(...(await makersOfLine(stores, tenant, one)));
  return vias.some(({ keyId }) => keyId === by.keyId) ||
    makers.some((one) => deciders.includes(one))
    ? CameBySameKey(by.keyId)
    : undefined;
};
