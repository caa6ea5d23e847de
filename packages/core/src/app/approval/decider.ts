import * as t from 'io-ts';
import { CameByOwnKey } from '../../model/access/access-errors.js';
import type { NewWork } from '../../storage/work-store.js';
import { E } from '../../kernel/fp.js';
import type { PackageCode } from '../../kernel/values/ids.js';
import { dayIn, type EpochMs } from '../../kernel/values/time.js';
import type { Comment } from '../../kernel/values/text.js';
import { PayoutNotFound, WrongPayoutStatus } from '../../model/payout/payout-errors.js';
import type { Move } from '../../model/payout/move.js';
import { stepPayout, type PayoutCommand } from '../../model/payout/payout-machine.js';
import { awaitsApproval, type AcceptedPayout, type Payout } from '../../model/payout/payout.js';
import { release } from '../writer/payout/release.js';
import type { StatusDetails } from '../../kernel/values/status-details.js';
import type { StillInDoubt } from '../../model/settlement/order/doubt-errors.js';
import { openingFor, type Timetable } from '../../model/settlement/order/window.js';
import { ApprovalExpired, BulkNotAllowed, OwnPayout } from './approval-errors.js';
import { approverReach, capacitiesOf, type Approver, type CameByKeyOf } from './approver.js';
import {
  countApproval,
  firstToApprove,
  isOwn,
  roleFor,
  type Checker,
  type Counted,
  type DecisionRefusal,
} from './decision.js';
import { expiresAt } from './expiry.js';
import type { PayoutApproval } from '../../model/approval/matrix/payout-approval.js';

export const DecisionAction = t.keyof({ approve: null, reject: null }, 'DecisionAction');

/** The decision of a checker. */
export interface Decision {
  readonly action: t.TypeOf<typeof DecisionAction>;
  readonly comment?: Comment;
  /** The signature that it was given with, where a passkey gave it. */
  readonly signatureId?: string;
}

/** Why a decision holds for none or not for one payout. */
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
  readonly actor: Approver;
  readonly zone: string;
  readonly now: EpochMs;
  /** The packages of which no payout is decided on: several are, and they do not let them. */
  readonly closed: ReadonlySet<PackageCode>;
  readonly cameByKeyOf: CameByKeyOf;
  /** Undefined where the bank has no calendars. */
  readonly timetable: Timetable | undefined;
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
  { actor, zone, now, closed, cameByKeyOf, timetable }: DecisionFacts,
): ((payout: Payout | undefined) => E.Either<DecisionError, Decided>) => {
  const today = dayIn(zone, now);
  const reaches = approverReach(actor);
  const capacities = capacitiesOf(actor, cameByKeyOf);
  const byOwnKey = cameByKeyOf([actor.user.userId]);
  const byOthersKey = cameByKeyOf(actor.principals.map(({ user }) => user.userId));

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
    const checkers = capacities(payout);
    if (checkers.length === 0) {
      // Only the roles of people reach it on whose behalf they do not decide on it.
      const theirs = byOthersKey.get(order.transactionId);
      return E.left(theirs === undefined ? PayoutNotFound() : CameByOwnKey(theirs.keyId));
    }
    if (decision.action === 'reject')
      return refuse(payout, progress.approval, { checkers, decision }, at);
    const first = firstToApprove(progress.approval, order.createdBy.userId, checkers);
    if (E.isLeft(first)) return first;
    const { level, checker } = first.right;
    const counted = countApproval({ approval: progress.approval, level }, checker, at, decision);
    const by = { ...checker.ref, role: roleFor(level, checker) ?? checker.ref.role };
    const approved = stepPayout(progress, approvalCommand(counted, by, at));
    if (E.isLeft(approved)) return approved;
    if (counted.passed !== 'last_level') return E.right({ payout, steps: [approved.right] });
    const bank = { zone, today, at: now };
    const opening = timetable && openingFor(payout.terms, timetable);
    return E.right({ payout, ...release(order, approved.right, bank, opening) });
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

/** Whether the person's yes would count for a payout now. */
export const decidableBy = (
  actor: Approver,
  zone: string,
  now: EpochMs,
  cameByKeyOf: CameByKeyOf,
): ((payout: AcceptedPayout) => boolean) => {
  const capacities = capacitiesOf(actor, cameByKeyOf);
  const byOwnKey = cameByKeyOf([actor.user.userId]);
  return (payout) => {
    const { order, progress } = payout;
    return (
      progress.approval !== undefined &&
      awaitsApproval(progress.status) &&
      expiresAt(order, zone) > now &&
      !byOwnKey.has(order.transactionId) &&
      E.isRight(firstToApprove(progress.approval, order.createdBy.userId, capacities(payout)))
    );
  };
};

/** Any checker's rejection ends a payout at every level; its maker can cancel it instead (decisions §7). */
const refuse = (
  payout: AcceptedPayout,
  { comment: _before, ...approval }: PayoutApproval,
  {
    checkers,
    decision: { comment },
  }: { readonly checkers: ReadonlyArray<Checker>; readonly decision: Decision },
  at: EpochMs,
): E.Either<DecisionError, Decided> => {
  if (checkers.every((checker) => isOwn(checker, payout.order.createdBy.userId)))
    return E.left(OwnPayout());
  const rejected = stepPayout(payout.progress, {
    type: 'reject',
    approval: { ...approval, ...(comment !== undefined && { comment }) },
    details: REJECTED,
    at,
  });
  return E.isLeft(rejected) ? rejected : E.right({ payout, steps: [rejected.right] });
};
