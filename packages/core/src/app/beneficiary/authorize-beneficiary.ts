import * as t from 'io-ts';
import { ActorNotFound, CameByOwnKey, CameBySameKey } from '../../model/access/access-errors.js';
import { decides, withPrincipals, type Deputized } from '../rights/deputized.js';
import { isMaker, makersOfLine } from '../rights/key-makers.js';
import { change } from '../change/change.js';
import type { ApiKey } from '../../model/access/key/api-key.js';
import { E } from '../../kernel/fp.js';
import { picked } from '../../kernel/picked.js';
import type { UseCase } from '../../kernel/use-case/use-case.js';
import { BeneficiaryId, UserId } from '../../kernel/values/ids.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import { Comment } from '../../kernel/values/text.js';
import type { EpochMs } from '../../kernel/values/time.js';
import { Via } from '../../kernel/values/via.js';
import type { Stores } from '../../storage/storage.js';
import { token } from '../../kernel/token.js';
import type { AuthorizedBeneficiary } from './beneficiary-answers.js';
import { beneficiaryEntry } from '../../model/beneficiary/payee/beneficiary-entry.js';
import {
  BeneficiaryNotFound,
  NotAChecker,
  type NotAwaitingApproval,
  type BeneficiaryMovedOn,
  type DuplicateBeneficiary,
  type OwnBeneficiary,
} from '../../model/beneficiary/payee/beneficiary-errors.js';
import {
  decidersIn,
  stepBeneficiary,
  type BeneficiaryDecision,
} from '../../model/beneficiary/payee/beneficiary-machine.js';
import {
  askedIn,
  type AskedBy,
  type Beneficiary,
} from '../../model/beneficiary/payee/beneficiary.js';
import { capacitiesOver } from './may-authorize.js';
import { replacing } from './replacing.js';
import { authorizedBeneficiary } from './beneficiary-view.js';
import { about } from '../../kernel/codecs/documented.js';
import { record } from '../../kernel/codecs/record.js';
import { Positive } from '../../kernel/values/whole.js';

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
    revision: about(
      Positive,
      'The revision that the checker saw: the decision is 409 if the beneficiary has another one. Name it always; where a change was dropped before a checker decided, it is required.',
    ),
    via: Via,
  },
);
export type AuthorizeBeneficiaryInput = t.TypeOf<typeof AuthorizeBeneficiaryInput>;

type AuthorizeBeneficiaryError =
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
 * they said so. A deputy does so in the roles of who named them, neither of whom may have asked for it (decisions §7).
 */
export type AuthorizeBeneficiary = UseCase<
  AuthorizeBeneficiaryInput,
  AuthorizeBeneficiaryError,
  AuthorizedBeneficiary
>;
export const AuthorizeBeneficiary = token<AuthorizeBeneficiary>('AuthorizeBeneficiary');

export const makeAuthorizeBeneficiary = change(AuthorizeBeneficiary, AuthorizeBeneficiaryInput, {
  read: async (stores, tenant, { actorUserId, beneficiaryId, via }, now) => {
    const actor = await checkerOf(stores, tenant, actorUserId, now);
    if (E.isLeft(actor)) return actor;
    const waiting = await stores.beneficiaries.find(tenant, beneficiaryId);
    const capacities = waiting === undefined ? [] : capacitiesOver(actor.right, waiting);
    // A payee that a person's roles do not reach, nor those of who named them their deputy, is absent for them.
    if (waiting === undefined || capacities.length === 0) return E.left(BeneficiaryNotFound());
    return E.right({ waiting, capacities, ...(await keysOf(stores, tenant, waiting, via)) });
  },
  decide: ({ waiting, capacities, keys, shared }, { via, ...input }, at, tenant) => {
    const decisions = capacities.map((onBehalfOf): BeneficiaryDecision => ({
      type: input.action,
      by: input.actorUserId,
      at,
      ...(onBehalfOf !== undefined && { onBehalfOf }),
      ...picked(input, ['comment', 'revision']),
    }));
    const decided = firstThatStands(waiting, decisions, (people) => keyBars(people, keys, shared));
    if (E.isLeft(decided)) return decided;
    const { decision, next } = decided.right;
    const entry = beneficiaryEntry(waiting, decision, next, via);
    return E.right({
      attempt: replacing(tenant, next),
      changes: { entries: [entry] },
      answer: authorizedBeneficiary(next, entry),
    });
  },
});

/** The person, if they may decide on payees at this moment, in roles of their own or on behalf of another. */
const checkerOf = async (
  stores: Stores,
  tenant: Tenant,
  userId: UserId,
  now: EpochMs,
): Promise<E.Either<ActorNotFound | NotAChecker, Deputized>> => {
  const [actor] = await stores.tenancy.actors(tenant, [userId]);
  if (actor === undefined) return E.left(ActorNotFound(userId));
  const found = await withPrincipals(
    stores,
    tenant,
    { actor, permission: 'beneficiary.approve' },
    now,
  );
  return decides(found, 'beneficiary.approve') ? E.right(found) : E.left(NotAChecker(userId));
};

type DecisionRefusal =
  | CameByOwnKey
  | CameBySameKey
  | NotAwaitingApproval
  | OwnBeneficiary
  | BeneficiaryMovedOn;

/** The first of these decisions that stands, one in each capacity of the person; else why the first does not. */
const firstThatStands = (
  waiting: Beneficiary,
  decisions: ReadonlyArray<BeneficiaryDecision>,
  barring: (people: ReadonlyArray<UserId>) => DecisionRefusal | undefined,
): E.Either<
  DecisionRefusal,
  { readonly decision: BeneficiaryDecision; readonly next: Beneficiary }
> => {
  const refusals: DecisionRefusal[] = [];
  for (const decision of decisions) {
    const barred = barring(decidersIn(decision));
    const next = barred === undefined ? stepBeneficiary(waiting, decision) : E.left(barred);
    if (E.isRight(next)) return E.right({ decision, next: next.right });
    refusals.push(next.left as DecisionRefusal);
  }
  const [first] = refusals;
  if (first === undefined) throw new Error('a decision in no capacity');
  return E.left(first);
};

/** Why a key by which came what waits, or the one by which a person speaks, keeps them from deciding on it. */
const keyBars = (
  deciding: ReadonlyArray<UserId>,
  keys: ReadonlyArray<ApiKey>,
  shared: Via | undefined,
): CameByOwnKey | CameBySameKey | undefined => {
  const own = keys.find((key) => deciding.some((who) => isMaker(who, key)));
  if (own !== undefined) return CameByOwnKey(own.keyId);
  return shared && CameBySameKey(shared.keyId);
};

/** The keys by which came what waits, and the one by which a person speaks if people who asked for it share it. */
const keysOf = async (
  stores: Stores,
  tenant: Tenant,
  waiting: Beneficiary,
  by: Via | undefined,
): Promise<{ readonly keys: ReadonlyArray<ApiKey>; readonly shared: Via | undefined }> => {
  const asked = askedIn(waiting);
  const keyIds = asked.vias.map(({ keyId }) => keyId);
  const keys = keyIds.length === 0 ? [] : await stores.access.apiKeys(keyIds);
  const isShared = by !== undefined && (await sharesKey(stores, tenant, asked, by));
  return { keys, shared: isShared ? by : undefined };
};

/** Whether people who asked for it made the key of its checker, where the corporate separates duties of keys. */
const sharesKey = async (
  stores: Stores,
  tenant: Tenant,
  { people, vias }: AskedBy,
  by: Via,
): Promise<boolean> => {
  const corporate = await stores.tenancy.corporate(tenant);
  if (corporate?.keysSeparateDuties !== true) return false;
  const deciders = await makersOfLine(stores, tenant, by);
  const makers = [...people];
  for (const one of vias) makers.push(...(await makersOfLine(stores, tenant, one)));
  return (
    vias.some(({ keyId }) => keyId === by.keyId) || makers.some((one) => deciders.includes(one))
  );
};
