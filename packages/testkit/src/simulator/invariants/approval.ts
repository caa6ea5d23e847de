import type { CancelledBy } from '@hundi/core/wire';
import { indianDay } from '../people/batches.js';
import { ADMINISTRATOR } from '../people/town.js';
import { mayStayInDoubt } from './in-doubt.js';
import { votersOf } from '../judges/at-commit.js';
import type { Invariant } from './invariant.js';

const approvalRecord: Invariant = {
  name: 'I15',
  promise: 'approvers are distinct, levels only rise, and approved means that all are passed',
  *broken({ payouts }) {
    for (const [id, payout] of payouts) {
      if (payout.intake !== 'accepted') continue;
      const { approval, status, approvedAt } = payout.progress;
      if (approval === undefined) continue;
      const people = votersOf(approval);
      const passed = approval.currentLevel === approval.levels.length;
      if (new Set(people).size !== people.length) yield `${id} counts one person twice`;
      if ((approvedAt !== undefined) !== passed)
        yield `${id} is ${status}, passed: ${String(passed)}`;
      if (people.includes(payout.order.createdBy.userId)) yield `${id} by its own maker`;
    }
  },
};

const approvedBeforeSent: Invariant = {
  name: 'I16',
  promise: 'no approval is later than the send or the end of its payout',
  *broken({ payouts }) {
    for (const [id, payout] of payouts) {
      if (payout.intake !== 'accepted') continue;
      const { approval, sentToBankAt = Infinity } = payout.progress;
      if (approval?.approvals.some(({ at }) => at > sentToBankAt) === true) {
        yield `${id} was approved after it was sent`;
      }
    }
  },
};

const countedDecision: Invariant = {
  name: 'I39',
  promise: 'a decision that was acknowledged to a person is never lost',
  *broken({ payouts, simulation, journals }) {
    for (const { actor, action, transactionId } of simulation.checkers.decided) {
      const payout = payouts.get(transactionId);
      if (payout?.intake !== 'accepted') continue;
      const isThere =
        action === 'approve'
          ? payout.progress.approval?.approvals.some(({ userId }) => userId === actor)
          : (journals.get(transactionId) ?? []).some(({ to }) => to === 'rejected');
      if (isThere !== true) yield `${actor} was told to have decided on ${transactionId}`;
    }
  },
};

const MAYBE_LATER: ReadonlySet<string> = new Set(['pending_approval', 'partially_approved']);

const isAllowed = (by: CancelledBy, maker: string): boolean =>
  by.kind === 'operator' ||
  by.userId === maker ||
  (by.kind === 'user' && by.userId === ADMINISTRATOR);

const cancelledForGood: Invariant = {
  name: 'I39',
  promise:
    'a payout is cancelled for good, before it is sent, by its maker, an administrator or an operator alone',
  *broken({ payouts, simulation }) {
    for (const { transactionId, by } of simulation.cancellers.cancelled) {
      const payout = payouts.get(transactionId);
      if (payout?.intake !== 'accepted') continue;
      const { status, sentToBankAt } = payout.progress;
      if (status !== 'cancelled') yield `${transactionId} was cancelled, and is ${status}`;
      if (sentToBankAt !== undefined) yield `${transactionId} was cancelled after it was sent`;
      if (!isAllowed(by, payout.order.createdBy.userId)) {
        yield `${transactionId} was cancelled by ${JSON.stringify(by)}`;
      }
    }
  },
};

/** A payout waits for approval 90 days at most, and no longer than its day. */
const expires: Invariant = {
  name: 'I36',
  promise: 'nothing waits for approval once its day is over',
  *broken(evidence) {
    const { payouts, simulation } = evidence;
    const { world } = simulation;
    if (!world.calm) return;
    for (const [id, payout] of payouts) {
      if (payout.intake !== 'accepted' || !MAYBE_LATER.has(payout.progress.status)) continue;
      if (mayStayInDoubt(evidence, payout.order)) continue;
      const { payoutDate } = payout.order;
      if (payoutDate !== undefined && payoutDate < indianDay(world.now)) {
        yield `${id} still waits, its day was ${payoutDate}`;
      }
    }
  },
};

export const approvalInvariants: ReadonlyArray<Invariant> = [
  approvalRecord,
  approvedBeforeSent,
  countedDecision,
  cancelledForGood,
  expires,
];
