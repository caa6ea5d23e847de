import { E } from '../kernel/fp.js';
import type { RoleCode, UserId } from '../kernel/values/ids.js';
import type { EpochMs } from '../kernel/values/time.js';
import type { ActorRef } from '../tenancy/user.js';
import { OwnPayout, AlreadyApproved, NotAtThisLevel } from './approval-errors.js';
import type { ApprovalLevel } from './matrix/matrix.js';
import { lastAsked, type PayoutApproval } from './matrix/payout-approval.js';

/** The person who decides, with the roles that let them approve this payout. */
export interface Checker {
  readonly ref: ActorRef;
  readonly userId: UserId;
  readonly roleCodes: ReadonlyArray<RoleCode>;
}

/** The level that one approval completes: the last one, an earlier one, or none yet. */
export type Passed = 'last_level' | 'level' | 'none';

/** A yes that was counted. */
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

/**
 * Whether this person may approve now: not the maker, not twice, in a role that the level in turn asks for
 * (decisions §7).
 */
export const mayApprove = (
  { levels, currentLevel, approvals }: PayoutApproval,
  maker: string,
  checker: Checker,
): E.Either<DecisionRefusal, ApprovalLevel> => {
  if (checker.userId === maker) return E.left(OwnPayout());
  if (approvals.some(({ userId }) => userId === checker.userId)) return E.left(AlreadyApproved());
  const level = levels[currentLevel];
  return level !== undefined && isFor(level, checker) ? E.right(level) : E.left(NotAtThisLevel());
};

/**
 * Counts a yes for the level in turn. `currentLevel` is how many levels are passed; it never decreases, and
 * no yes is dated before an earlier one, even if the clock went back.
 */
export const countApproval = (
  approval: PayoutApproval,
  level: ApprovalLevel,
  { userId }: Checker,
  at: EpochMs,
  comment?: string,
): Counted => {
  const { levels, currentLevel, approvals } = approval;
  const latest = Math.max(at, lastAsked(approval));
  const after = [...approvals, { userId, level: currentLevel + 1, at: latest }];
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
