import type { Clock } from '@hundi/core';
import type { PayoutApproval, PayoutOrder } from '@hundi/core/wire';
import type { RowDecision, PayoutChange } from '@hundi/core/storage';
import type { Notes } from '../engine/watched-stores.js';
import { actsFor } from '../people/deputies.js';
import { mayApprove, mayMake, settingsOf, type AllSettings } from '../people/settings.js';
import { DAILY_LIMIT, levelsUnder } from '../people/town.js';
import { enter, entryOf, isOver, type Ledger, type LedgerEntry } from '../world/ledger.js';
import { CREDIT_MS, isOpenAt, KEPT_METHOD } from '../world/hours.js';
import { violate, type World } from '../world/world.js';
import { cameIn, factsAt, judged } from './verdicts-at-commit.js';
import { judgeDeputies } from './deputies-at-commit.js';
import { judgeFactors } from './factors-at-commit.js';
import { judgePolicies } from './policies-at-commit.js';

export interface CommitParts {
  readonly world: World;
  readonly ledger: Ledger;
  readonly settings: AllSettings;
}

/** Judges one unit of work at the moment of its commit by the clock of its process, and enters it in the ledger. */
export const judgeCommit = (parts: CommitParts, notes: Notes, clock: Clock): void => {
  parts.ledger.commits.count += 1;
  const known = factsAt(parts, notes, clock);
  for (const { claim, work } of notes.claimed) {
    claimed(parts, work.subject, work.token, claim.duty === 'send-to-bank');
  }
  for (const order of notes.added) added(parts, order);
  for (const decision of notes.decided) {
    decided(parts, decision);
    judged(parts, decision, known);
  }
  judgeFactors(parts, notes);
  for (const change of notes.advanced) advanced(parts, change, clock);
  judgeDeputies(parts, notes.journaled, clock.now);
  judgePolicies(parts, notes.journaled, notes.corporates);
  if (notes.advanced.length + notes.corporates.length > 0) parts.ledger.facts.count += 1;
  if (notes.added.length > 0) cameIn(parts, notes.added, clock);
};

/** I14: the maker of a payout may make it at that moment. */
const added = ({ world, ledger, settings }: CommitParts, order: PayoutOrder): void => {
  const { userId } = order.createdBy;
  if (!mayMake(settingsOf(settings, order.tenant), userId)) {
    violate(world, 'I14', `${order.transactionId} is made by ${userId}, who may not`);
  }
  enter(ledger, order);
};

/** I4: every claim has a token of its own, higher than those before it. */
const claimed = (
  { world, ledger }: CommitParts,
  subject: string,
  token: number,
  toSend: boolean,
): void => {
  const before = ledger.tokens.get(subject) ?? -1;
  if (token <= before) {
    violate(world, 'I4', `${subject} was claimed under ${String(token)} after ${String(before)}`);
  }
  ledger.tokens.set(subject, token);
  const entry = ledger.entries.get(subject);
  if (!toSend || entry === undefined) return;
  entry.sendClaims += 1;
  entry.claimedAt = world.now;
};

const decided = (parts: CommitParts, decision: RowDecision): void => {
  const { world, ledger, settings } = parts;
  const entry = entryOf(ledger, decision.transactionId);
  if (entry.state !== 'queued') {
    violate(world, 'I34', `${decision.transactionId} was decided on twice`);
  }
  entry.state = decision.progress.status;
  entry.sequence = decision.progress.sequence;
  if (decision.rejection !== undefined) entry.rejection = decision.rejection;
  if ((decision.outcome === 'accepted') !== (decision.rejection === undefined)) {
    violate(
      world,
      'I13',
      `${decision.transactionId} is ${decision.outcome}, with a reason or none`,
    );
  }
  if (decision.outcome === 'accepted') {
    if (decision.terms !== undefined) entry.terms = decision.terms;
    if (decision.progress.approval !== undefined) entry.approval = decision.progress.approval;
    entry.policy = settingsOf(settings, entry.order.tenant).policy;
    accepted(parts, entry);
  } else turnedAway(parts, entry);
};

const accepted = (parts: CommitParts, entry: LedgerEntry): void => {
  const { world, ledger, settings } = parts;
  const { order, policy = 'usual' } = entry;
  // The row was accepted under the rules before the restore.
  const isForgotten = ledger.lost.sends.has(order.transactionId);
  const id = order.transactionId;
  const levels = levelsUnder(policy, order.packageCode, order.amount);
  const asked = entry.approval?.levels ?? [];
  const wanted = levels.map(({ roles, approvals }) => ({ roleCodes: roles, approvals }));
  if (JSON.stringify(asked) !== JSON.stringify(wanted)) {
    violate(world, 'I5', `${id} asks for other levels than the policy that holds`);
  }
  const { version } = settingsOf(settings, order.tenant);
  if (entry.terms?.policyVersion !== version) {
    violate(world, 'I41', `${id} is pinned to another version than ${String(version)}`);
  }
  if (isForgotten) return;
  if (entry.referenceTaken) violate(world, 'I25', `${id} has the reference of a live payout`);
  if (settingsOf(settings, order.tenant).active.get(order.packageCode as never) !== true) {
    violate(world, 'I13', `${id} passed under a suspended package`);
  }
  withinLimit(parts, entry);
};

/** I7: what is not dead never exceeds the limit of its package and bank day. */
const withinLimit = ({ world, ledger }: CommitParts, entry: LedgerEntry): void => {
  const day = entry.terms?.limitDay;
  if (entry.order.packageCode !== 'LIMITED') return;
  if (day === undefined) violate(world, 'I7', `${entry.order.transactionId} counts for no day`);
  const used = usedOf(ledger, entry, day);
  if (used > DAILY_LIMIT) violate(world, 'I7', `${String(used)} paise on ${String(day)}`);
};

const usedOf = ({ entries }: Ledger, like: LedgerEntry, day: string | undefined): number => {
  let used = 0;
  for (const entry of entries.values()) {
    if (
      !isOver(entry) &&
      entry.terms?.limitDay === day &&
      entry.order.packageCode === like.order.packageCode &&
      entry.order.tenant.corporateTenantId === like.order.tenant.corporateTenantId
    ) {
      used += entry.order.amount;
    }
  }
  return used;
};

/** Whether the row would pass the limit on the day it names, or on any where it names none: clocks differ. */
const couldExceed = (ledger: Ledger, entry: LedgerEntry): boolean => {
  const { payoutDate, amount } = entry.order;
  if (amount > DAILY_LIMIT) return true;
  const days =
    payoutDate === undefined
      ? new Set([...ledger.entries.values()].flatMap(({ terms }) => terms?.limitDay ?? []))
      : [payoutDate];
  return [...days].some((day) => usedOf(ledger, entry, day) + amount > DAILY_LIMIT);
};

/** A row is turned away for a reason that is true. */
const turnedAway = ({ world, ledger, settings }: CommitParts, entry: LedgerEntry): void => {
  const { order, rejection } = entry;
  const id = order.transactionId;
  const isDuplicate = rejection?.code === 'duplicate_transaction_reference';
  if (isDuplicate && !entry.referenceTaken) {
    violate(world, 'I25', `${id} was turned away for a reference that was free`);
  }
  if (rejection?.code === 'amount_above_daily_limit' && !couldExceed(ledger, entry)) {
    violate(world, 'I7', `${id} was turned away with room left in the limit`);
  }
  if (rejection?.code === 'package_subscription_inactive') {
    const { active } = settingsOf(settings, order.tenant);
    if (active.get(order.packageCode as never) === true) {
      violate(world, 'I13', `${id} was turned away under an active package`);
    }
  }
};

const NEXT: Readonly<Record<string, ReadonlyArray<string>>> = {
  pending_approval: ['pending_approval', 'partially_approved', 'approved', 'rejected', 'cancelled'],
  partially_approved: ['partially_approved', 'approved', 'rejected', 'cancelled'],
  approved: ['scheduled', 'sent_to_bank', 'cancelled', 'failed'],
  scheduled: ['sent_to_bank', 'cancelled', 'failed'],
  sent_to_bank: ['paid', 'failed'],
  paid: ['failed'],
};

/** Whether so many allowed steps lead from one state to the other. */
export const isReachable = (from: string, to: string, steps: number): boolean =>
  steps === 0 ? from === to : (NEXT[from] ?? []).some((next) => isReachable(next, to, steps - 1));

/** A payout that was sent before the restore may go to the bank from any earlier state. */
export const isRecovery = (from: string, to: string): boolean =>
  to === 'sent_to_bank' && (from === 'pending_approval' || from === 'partially_approved');

const advanced = (
  parts: CommitParts,
  { transactionId, next }: PayoutChange,
  clock: Clock,
): void => {
  const { world, ledger } = parts;
  const entry = entryOf(ledger, transactionId);
  const steps = next.sequence - entry.sequence;
  const isRecovered =
    ledger.lost.sends.has(transactionId) &&
    isRecovery(entry.state, 'sent_to_bank') &&
    isReachable('sent_to_bank', next.status, steps - 1);
  if (steps < 1 || !(isRecovered || isReachable(entry.state, next.status, steps))) {
    violate(
      world,
      'I34',
      `${transactionId} went from ${entry.state} to ${next.status} in ${String(steps)} steps`,
    );
  }
  if (next.approval !== undefined) approvals(parts, entry, next, clock);
  if (next.status === 'sent_to_bank') inHours(parts, entry, next);
  entry.state = next.status;
  entry.sequence = next.sequence;
  if (next.sentToBankAt !== undefined) entry.sentAt = next.sentToBankAt;
};

/** I47: a payout leaves while the bank is open, and its credit is expected by the calendar. */
const inHours = (
  { world, ledger }: CommitParts,
  { order: { transactionId: id }, terms }: LedgerEntry,
  { sentToBankAt = 0, approvedAt = 0, expectedCreditAt }: PayoutChange['next'],
): void => {
  const isKept = world.climate.keepsHours && terms?.paymentMethod === KEPT_METHOD;
  // One that a restored database had forgotten is at the bank. A send is never dated before an approval: then it bears
  // the moment of another clock.
  if (!isKept || ledger.lost.sends.has(id) || sentToBankAt <= approvedAt) return;
  if (!isOpenAt(sentToBankAt)) violate(world, 'I47', `${id} is sent while the bank is closed`);
  if (expectedCreditAt !== sentToBankAt + CREDIT_MS)
    violate(world, 'I47', `${id} is sent, and its credit is expected at another moment`);
};

/** Whether it waits as if no level were passed, though one is. */
const isBetween = (status: string, { currentLevel }: PayoutApproval): boolean =>
  status === 'pending_approval' && currentLevel > 0;

/** Everybody whose vote an approval is: a deputy has that of the person who named them, too. */
export const votersOf = ({
  approvals: all,
}: Pick<PayoutApproval, 'approvals'>): ReadonlyArray<string> =>
  all.flatMap(({ userId, onBehalfOf }) =>
    onBehalfOf === undefined ? [userId] : [userId, onBehalfOf],
  );

/** I14, I15, I40: each approver was allowed to approve, is not the maker, and counts once. */
const approvals = (
  { world, settings }: CommitParts,
  entry: LedgerEntry,
  { approval, status }: PayoutChange['next'],
  clock: Clock,
): void => {
  if (approval === undefined) return;
  const id = entry.order.transactionId;
  const before = entry.approval;
  if (JSON.stringify(approval.levels) !== JSON.stringify(before?.levels)) {
    violate(world, 'I5', `the levels of ${id} changed after its acceptance`);
  }
  const given = approval.approvals.slice(before?.approvals.length ?? 0);
  for (const { userId, onBehalfOf, level } of given) {
    const standing = settingsOf(settings, entry.order.tenant);
    const right = onBehalfOf ?? userId;
    if ([userId, right].includes(entry.order.createdBy.userId as never)) {
      violate(world, 'I14', `${id} by its own maker, or for them`);
    }
    if (!mayApprove(standing, right)) violate(world, 'I14', `${id} by ${right}, who may not`);
    if (onBehalfOf !== undefined && !actsFor(standing, userId, onBehalfOf, clock.now())) {
      violate(world, 'I40', `${id} by ${userId}, who is no deputy of ${onBehalfOf}`);
    }
    const roles = approval.levels[level - 1]?.roleCodes ?? [];
    const held = standing.people.get(right)?.roles ?? [];
    if (roles.length > 0 && !roles.some((role) => held.includes(role))) {
      violate(world, 'I14', `${id} at level ${String(level)} by ${userId} in another role`);
    }
  }
  const people = votersOf({ approvals: [...(before?.approvals ?? []), ...given] });
  if (new Set(people).size !== people.length) violate(world, 'I15', `${id} twice by one person`);
  if (approval.currentLevel < (before?.currentLevel ?? 0)) {
    violate(world, 'I15', `the level of ${id} went down`);
  }
  if (status === 'partially_approved' ? approval.currentLevel === 0 : isBetween(status, approval)) {
    violate(world, 'I15', `${id} is ${status} with ${String(approval.currentLevel)} levels passed`);
  }
  entry.approval = approval;
};
