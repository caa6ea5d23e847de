import * as t from 'io-ts';
import { CameByOwnKey } from '../access/access-errors.js';
import { actorRef, reachOf } from '../access/actor.js';
import type { NewWork } from '../storage/work-store.js';
import { E } from '../kernel/fp.js';
import type { PackageCode, TransactionId } from '../kernel/values/ids.js';
import { dayIn, type EpochMs } from '../kernel/values/time.js';
import type { Comment } from '../kernel/values/text.js';
import type { Via } from '../kernel/values/via.js';
import { PayoutNotFound, WrongPayoutStatus } from '../payout/payout-errors.js';
import type { Move } from '../payout/move/move-payouts.js';
import { stepPayout, type PayoutCommand } from '../payout/payout-machine.js';
import { awaitsApproval, type AcceptedPayout, type Payout } from '../payout/payout.js';
import { release } from '../payout/move/release.js';
import type { StatusDetails } from '../payout/status-details.js';
import type { StillInDoubt } from '../settlement/order/doubt-errors.js';
import type { Actor } from '../tenancy/user.js';
import { ApprovalExpired, BulkNotAllowed, OwnPayout } from './approval-errors.js';
import {
  countApproval,
  mayApprove,
  roleFor,
  type Checker,
  type Counted,
  type DecisionRefusal,
} from './decision.js';
import { expiresAt } from './expiry.js';
import type { PayoutApproval } from './matrix/payout-approval.js';

export const DecisionAction = t.keyof({ approve: null, reject: null }, 'DecisionAction');

/** The decision of a checker. */
export interface Decision {
  readonly action: t.TypeOf<typeof DecisionAction>;
  readonly comment?: Comment;
}

export type DecisionError =
  | PayoutNotFound
  | WrongPayoutStatus
  | BulkNotAllowed
  | ApprovalExpired
  | CameByOwnKey
  | StillInDoubt
  | DecisionRefusal;

/** The outcome of a decision on one payout. */
export interface Decided extends Move {
  readonly work?: NewWork;
}

/** The facts on which a decision depends, beside the payout. */
export interface DecisionFacts {
  readonly actor: Actor;
  readonly zone: string;
  readonly now: EpochMs;
  /** The packages of which no payout is decided on: several are, and they do not let them. */
  readonly closed: ReadonlySet<PackageCode>;
  /** The payouts that came by a key which this person made, each with the key. */
  readonly byOwnKey: ReadonlyMap<TransactionId, Via>;
}

const REJECTED: StatusDetails = {
  code: 'rejected_by_checker',
  source: 'business',
  message: 'A checker rejected the payout.',
  retryable: false,
  nextAction: 'none',
};

/** The outcome of the decision for each payout (decisions §7). */
export const decider = (
  decision: Decision,
  { actor, zone, now, closed, byOwnKey }: DecisionFacts,
): ((payout: Payout | undefined) => E.Either<DecisionError, Decided>) => {
  const today = dayIn(zone, now);
  const ref = actorRef(actor, 'transaction.approve');
  const reaches = approverReach(actor);

  return (payout) => {
    // A payout that a checker's roles do not reach is absent for them.
    if (payout?.intake !== 'accepted' || !reaches(payout)) return E.left(PayoutNotFound());
    const { order, progress } = payout;
    if (closed.has(order.packageCode)) return E.left(BulkNotAllowed());
    if (progress.approval === undefined || !awaitsApproval(progress.status)) {
      return E.left(WrongPayoutStatus(progress.status));
    }
    if (expiresAt(order, zone) <= now) return E.left(ApprovalExpired());
    const via = byOwnKey.get(order.transactionId);
    if (via !== undefined) return E.left(CameByOwnKey(via.keyId));
    const at = Math.max(now, order.createdAt);
    const checker = checkerOver(actor, payout, ref);
    if (decision.action === 'reject')
      return refuse(payout, progress.approval, checker, decision, at);
    const level = mayApprove(progress.approval, order.createdBy.userId, checker);
    if (E.isLeft(level)) return level;
    const counted = countApproval(progress.approval, level.right, checker, at, decision.comment);
    const by = { ...ref, role: roleFor(level.right, checker) ?? ref.role };
    const approved = stepPayout(progress, approvalCommand(counted, by, at));
    if (E.isLeft(approved)) return approved;
    if (counted.passed !== 'last_level') return E.right({ payout, steps: [approved.right] });
    const released = release(order, approved.right.next, { zone, today, at: now });
    return E.right({ payout, steps: [approved.right, ...released.steps], work: released.work });
  };
};

const approvalCommand = (
  { passed, approval }: Counted,
  by: Checker['ref'],
  at: EpochMs,
): PayoutCommand => {
  switch (passed) {
    case 'last_level':
      return { type: 'approve_last', approval, by, at };
    case 'level':
      return { type: 'approve_level', approval, at };
    case 'none':
      return { type: 'approve', approval, at };
  }
};

/** Whether the person's yes would count for a payout now, unless it came by a key that they made. */
export const decidableBy = (
  actor: Actor,
  zone: string,
  now: EpochMs,
): ((payout: AcceptedPayout) => boolean) => {
  const ref = actorRef(actor, 'transaction.approve');
  const reaches = approverReach(actor);
  return (payout) => {
    const { order, progress } = payout;
    return (
      reaches(payout) &&
      progress.approval !== undefined &&
      awaitsApproval(progress.status) &&
      expiresAt(order, zone) > now &&
      E.isRight(
        mayApprove(progress.approval, order.createdBy.userId, checkerOver(actor, payout, ref)),
      )
    );
  };
};

/** Whether the person's roles let them approve payouts of its package and, once it has one, debit account. */
export const approverReach = (actor: Actor): ((payout: Payout) => boolean) => {
  const { packageCodes, debitAccountIds } = reachOf(actor, 'transaction.approve');
  return (payout) =>
    packageCodes.has(payout.order.packageCode) &&
    (payout.intake !== 'accepted' || debitAccountIds.has(payout.terms.debitAccountId));
};

/** The person in those roles that let them approve this payout, each by itself: its package and its debit account. */
const checkerOver = (
  { user, roles }: Actor,
  { order, terms }: AcceptedPayout,
  ref: Checker['ref'],
): Checker => ({
  ref,
  userId: user.userId,
  roleCodes: roles
    .filter(
      ({ permissions, packageCodes, debitAccountIds }) =>
        permissions.includes('transaction.approve') &&
        packageCodes.includes(order.packageCode) &&
        debitAccountIds.includes(terms.debitAccountId),
    )
    .map(({ roleCode }) => roleCode),
});

/** Any checker's rejection ends a payout at every level; its maker can cancel it instead (decisions §7). */
const refuse = (
  payout: AcceptedPayout,
  { comment: _before, ...approval }: PayoutApproval,
  { userId }: Checker,
  { comment }: Decision,
  at: EpochMs,
): E.Either<DecisionError, Decided> => {
  if (userId === payout.order.createdBy.userId) return E.left(OwnPayout());
  const rejected = stepPayout(payout.progress, {
    type: 'reject',
    approval: { ...approval, ...(comment !== undefined && { comment }) },
    details: REJECTED,
    at,
  });
  return E.isLeft(rejected) ? rejected : E.right({ payout, steps: [rejected.right] });
};
