import { E } from '../../kernel/fp.js';
import type { RoleCode, UserId } from '../../kernel/values/ids.js';
import type { EpochMs } from '../../kernel/values/time.js';
import type { ActorRef } from '../../model/tenancy/user.js';
import { OwnPayout, AlreadyApproved, NotAtThisLevel } from './approval-errors.js';
import type { ApprovalLevel } from '../../model/approval/matrix/matrix.js';
import {
  hasVoted,
  lastAsked,
  type PayoutApproval,
} from '../../model/approval/matrix/payout-approval.js';

/**
 * The person who decides, with the roles that let them approve this payout: their own, or those of the person on whose
 * behalf they decide.
 */
export interface Checker {
  readonly ref: ActorRef;
  readonly userId: UserId;
  readonly onBehalfOf?: UserId;
  readonly roleCodes: ReadonlyArray<RoleCode>;
}

/** The level that one approval completes: the last one, an earlier one, or none yet. */
export type Passed = 'last_level' | 'level' | 'none';

/** What a yes carries: a text for others, and the signature that it was given with. */
export interface Said {
  readonly comment?: string;
  readonly signatureId?: string;
}

export interface Counted {
  readonly approval: PayoutApproval;
  readonly passed: Passed;
}

export type DecisionRefusal = OwnPayout | AlreadyApproved | NotAtThisLevel;

/** The role in which this person passes the level; a level that asks for none is open to any who reach the payout. */
export const roleFor = ({ roleCodes }: ApprovalLevel, checker: Checker): RoleCode | undefined =>
  checker.roleCodes.find((code) => roleCodes.length === 0 || roleCodes.includes(code));

const isFor = (level: ApprovalLevel, checker: Checker): boolean =>
  level.roleCodes.length === 0 || roleFor(level, checker) !== undefined;

/** Whether they made the payout, or the person did on whose behalf they decide. */
export const isOwn = ({ userId, onBehalfOf }: Checker, maker: string): boolean =>
  userId === maker || onBehalfOf === maker;

/**
 * Whether this person may approve now: not the maker, not twice, in a role that the level in turn asks for
 * (decisions §7). On behalf of another only if neither of the two made it or has a vote on it.
 */
export const mayApprove = (
  approval: PayoutApproval,
  maker: string,
  checker: Checker,
): E.Either<DecisionRefusal, ApprovalLevel> => {
  const { levels, currentLevel } = approval;
  const { userId, onBehalfOf = userId } = checker;
  if (isOwn(checker, maker)) return E.left(OwnPayout());
  if (hasVoted(approval, userId) || hasVoted(approval, onBehalfOf))
    return E.left(AlreadyApproved());
  const level = levels[currentLevel];
  return level !== undefined && isFor(level, checker) ? E.right(level) : E.left(NotAtThisLevel());
};

/** The first of these capacities of a person in which they may approve; else the refusal of the first. */
export const firstToApprove = (
  approval: PayoutApproval,
  maker: string,
  capacities: ReadonlyArray<Checker>,
): E.Either<DecisionRefusal, { readonly level: ApprovalLevel; readonly checker: Checker }> => {
  let refusal: DecisionRefusal | undefined;
  for (const checker of capacities) {
    const level = mayApprove(approval, maker, checker);
    if (E.isRight(level)) return E.right({ level: level.right, checker });
    refusal ??= level.left;
  }
  return E.left(refusal ?? NotAtThisLevel());
};

/**
 * Counts a yes for the level in turn. `currentLevel` is how many levels are passed; it never decreases, and
 * no yes is dated before an earlier one, even if the clock went back.
 */
export const countApproval = (
  { approval, level }: { readonly approval: PayoutApproval; readonly level: ApprovalLevel },
  { userId, onBehalfOf }: Checker,
  at: EpochMs,
  { comment, signatureId }: Said = {},
): Counted => {
  const { levels, currentLevel, approvals } = approval;
  const latest = Math.max(at, lastAsked(approval));
  const given = {
    userId,
    level: currentLevel + 1,
    at: latest,
    ...(onBehalfOf !== undefined && { onBehalfOf }),
    ...(signatureId !== undefined && { signatureId }),
  };
  const after = [...approvals, given];
  const nowPassed =
    after.filter((one) => one.level === currentLevel + 1).length >= level.approvals
      ? currentLevel + 1
      : currentLevel;
  return {
    approval: {
      ...approval,
      currentLevel: nowPassed,
      approvals: after,
      ...(comment !== undefined && { comment }),
    },
    passed:
      nowPassed === levels.length ? 'last_level' : nowPassed > currentLevel ? 'level' : 'none',
  };
};
