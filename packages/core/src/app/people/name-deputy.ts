import type * as t from 'io-ts';
import { ActorNotFound } from '../../model/access/access-errors.js';
import { ActorInput } from '../../model/access/actor-input.js';
import { may } from '../../model/access/actor.js';
import { NotAnApprover } from '../approval/approval-errors.js';
import { AuthorityKey } from '../authority/authority-key.js';
import { PolicyMarks, sealingFor } from '../authority/policy-marks.js';
import { ruleOfPolicy } from '../authority/sealed-policies.js';
import { changeWith, type Decided } from '../change/change.js';
import { SecondFactorNeeded } from '../../model/factor/held/factor-errors.js';
import { invalid, InvalidInput, type Issue } from '../../kernel/codecs/decode.js';
import { record } from '../../kernel/codecs/record.js';
import { E } from '../../kernel/fp.js';
import { token } from '../../kernel/token.js';
import type { UseCase } from '../../kernel/use-case/use-case.js';
import { UserId } from '../../kernel/values/ids.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import { DAY, EpochMs } from '../../kernel/values/time.js';
import { GivenKind } from '../../model/portal/session/given-factor.js';
import { deputyOf, overlaps, withoutPrincipal, withPrincipal } from '../../model/tenancy/deputy.js';
import { fulfils, type FactorRule } from '../../model/tenancy/second-factor.js';
import { isActive, type Actor, type Deputizing, type User } from '../../model/tenancy/user.js';
import { deputyView, type DeputyView } from './deputy-view.js';
import { personEntry } from './person-entry.js';

/** The permissions that a deputy decides by. */
const LENT = ['transaction.approve', 'beneficiary.approve'] as const;

/** For how long ahead a person may name a deputy. */
const DEPUTY_MAX = 90 * DAY;

/**
 * Whom a person names, from when (epoch ms; from now on where it is left out) until when. `givenFactor`: which
 * second factor the person gave to the host within the last five minutes; none, unless it is said.
 */
export const NameDeputyInput = record(
  'NameDeputyInput',
  { ...ActorInput.required, deputyUserId: UserId, until: EpochMs },
  { from: EpochMs, givenFactor: GivenKind },
);
export type NameDeputyInput = t.TypeOf<typeof NameDeputyInput>;

type NameDeputyError = InvalidInput | ActorNotFound | NotAnApprover | SecondFactorNeeded;

/**
 * Names the deputy of a person who may approve payouts or payees: for at most 90 days ahead, the deputy approves and
 * rejects what that person's own roles reach, in the deputy's name. In these roles the deputy does not decide on what either of the two
 * made, and the two together have one vote (decisions §7). Replaces the deputy that the person had. A person who has a
 * deputy for that time cannot be named, and a deputy hands on only roles of their own. Where the corporate asks for a
 * second factor at approvals, of whatever amount, the person has to have given such a one, and a passkey where its stored
 * policies are not proven: else a mailbox alone would hand their approvals to another.
 */
export type NameDeputy = UseCase<NameDeputyInput, NameDeputyError, DeputyView>;
export const NameDeputy = token<NameDeputy>('NameDeputy');

export const makeNameDeputy = changeWith(
  NameDeputy,
  NameDeputyInput,
  { AuthorityKey, PolicyMarks },
  ({ authorityKey, policyMarks }) => ({
    prepare: (tenant) => sealingFor(authorityKey, policyMarks, tenant),
    read: async ({ tenancy }, tenant, { actorUserId }, _at, sealing) => {
      const corporate = await tenancy.holdCorporate(tenant);
      const [principal] = await tenancy.actors(tenant, [actorUserId]);
      if (corporate === undefined || principal === undefined)
        return E.left(ActorNotFound(actorUserId));
      const users = await tenancy.users(tenant);
      return E.right({ principal, rule: ruleOfPolicy(corporate, sealing), users });
    },
    decide: decideDeputy,
  }),
);

/** The person, the second factor that it takes, and all users. */
interface Naming {
  readonly principal: Actor;
  readonly rule: FactorRule;
  readonly users: ReadonlyArray<User>;
}

/** Decides whether a person names a deputy. */
export const decideDeputy = (
  { principal, rule, users }: Naming,
  asked: NameDeputyInput,
  at: EpochMs,
  tenant: Tenant,
): E.Either<NameDeputyError, Decided<never, DeputyView>> => {
  const { actorUserId, deputyUserId, until, from = at, givenFactor } = asked;
  if (principal.user.kind !== 'human' || !LENT.some((one) => may(principal, one)))
    return E.left(NotAnApprover());
  if (rule !== 'none' && !fulfils(rule, givenFactor)) return E.left(SecondFactorNeeded(rule));
  const named = { userId: actorUserId, from, until };
  const deputy = users.find(({ userId }) => userId === deputyUserId);
  const faults = [...timeFaults(named, at), ...deputyFaults(users, deputy, named, at)];
  if (faults.length > 0 || deputy === undefined) return E.left(InvalidInput(faults));
  const before = deputyOf(users, actorUserId, at)?.deputy;
  const changed = new Map<UserId, User>();
  if (before !== undefined) changed.set(before.userId, withoutPrincipal(before, actorUserId, at));
  changed.set(deputyUserId, withPrincipal(deputy, named, at));
  const now = users.map((user) => changed.get(user.userId) ?? user);
  const changes = { deputy: { userId: deputyUserId, from, until } };
  const next = { to: 'active', at, actor: actorUserId, changes } as const;
  return E.right({
    changes: {
      saves: [({ tenancy }) => tenancy.putUsers(tenant, [...changed.values()])],
      entries: [personEntry(tenant, actorUserId, next)],
    },
    answer: deputyView(now, principal.user, at),
  });
};

const timeFaults = ({ from, until }: Deputizing, now: EpochMs): ReadonlyArray<Issue> =>
  until > from && until > now && until <= now + DEPUTY_MAX
    ? []
    : [invalid('/until', 'expected a moment after `from`, and within the next 90 days')];

const deputyFaults = (
  users: ReadonlyArray<User>,
  deputy: User | undefined,
  named: Deputizing,
  now: EpochMs,
): ReadonlyArray<Issue> => {
  const fault = (detail: string): ReadonlyArray<Issue> => [invalid('/deputyUserId', detail)];
  if (
    deputy === undefined ||
    deputy.userId === named.userId ||
    deputy.kind !== 'human' ||
    !isActive(deputy)
  )
    return fault('expected another person of the corporate who is approved and not suspended');
  const away = deputyOf(users, deputy.userId, now);
  return away !== undefined && overlaps(away.span, named)
    ? fault('expected a person who has no deputy of their own for that time')
    : [];
};
