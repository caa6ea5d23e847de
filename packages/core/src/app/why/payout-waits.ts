import { decidersAmong } from '../rights/deputized.js';
import { rolesOver, type CameByKeyOf } from '../approval/approver.js';
import { decidableBy } from '../approval/decider.js';
import { expiresAt } from '../approval/expiry.js';
import type { PayoutApproval } from '../../model/approval/matrix/payout-approval.js';
import type { TransactionId } from '../../kernel/values/ids.js';
import { dayIn, momentIn, type EpochMs } from '../../kernel/values/time.js';
import type { Name } from '../../kernel/values/text.js';
import {
  awaitsApproval,
  isOver,
  isUnsent,
  type AcceptedPayout,
  type Payout,
  type PayoutOrder,
} from '../../model/payout/payout.js';
import { mayRelease } from '../people/holds.js';
import { saysClosed, type Opening, type Timetable } from '../../model/settlement/order/window.js';
import { HELD_FOR_REVIEW, saysUserIsReviewed } from '../settlement/send/held-for-review.js';
import { APPROVAL_NOT_PROVEN } from '../settlement/send/send-authority.js';
import type { Work } from '../../storage/work-store.js';
import type { Hold } from '../../model/tenancy/corporate.js';
import type { Actor, Role } from '../../model/tenancy/user.js';
import { whoCan, type Wait } from './wait.js';

/** What the waits of a corporate's payouts follow from, beside the payouts. */
export interface CorporateFacts {
  readonly now: EpochMs;
  /** Of the bank. */
  readonly zone: string;
  /** Everybody, with the roles that they hold now. */
  readonly people: ReadonlyArray<Actor>;
  readonly roles: ReadonlyArray<Role>;
  readonly holds: ReadonlyArray<Hold>;
  readonly timetable: Timetable;
}

/** The same with what concerns some payouts. */
export interface PayoutFacts extends CorporateFacts {
  /** Those of the payouts that each of `holds` keeps from the bank, in its order. */
  readonly held: ReadonlyArray<ReadonlySet<TransactionId>>;
  /** Those that came by a key that one of these people made. */
  readonly cameByKeyOf: CameByKeyOf;
  /** By the id of the payout, or of the job that intake has not finished. */
  readonly work: ReadonlyMap<string, Work>;
}

/**
 * What each of these payouts waits for now, and who can move it on; nothing once it is over. One that awaits approval
 * waits for the level in turn; its day and the bank's hours come only after that, but a hold can be released before.
 */
export const payoutWaits = (facts: PayoutFacts): ((payout: Payout) => ReadonlyArray<Wait>) => {
  const { holds, held } = facts;
  const approvalOf = approvalWait(facts);
  const releases = holds.map(releaseWait(facts));

  return (payout) => {
    if (payout.intake === 'undecided') return [evaluationWait(payout.order, facts)];
    const { order, progress } = payout;
    if (payout.intake !== 'accepted' || isOver(progress.status)) return [];
    const { approval } = progress;
    const isResent = isSentAgain(payout, facts);
    if (!isUnsent(progress.status) && !isResent) return [answerWait(payout, facts)];
    const reviews = releases.flatMap((releaseOf, i) =>
      held[i]?.has(order.transactionId) === true ? [releaseOf(order)] : [],
    );
    if (approval !== undefined && awaitsApproval(progress.status))
      return [approvalOf(payout, approval), ...reviews];
    const waits = [...reviews, ...bankHours(payout, facts)];
    if (waits.length > 0) return waits;
    if (isNotProven(payout)) return [proofWait(payout)];
    return [bankReviewWait(payout) ?? sendingWait(payout, facts)];
  };
};

/** Whether the bank never got it: the same order is sent again, now or when the bank opens. */
const isSentAgain = ({ order, progress }: AcceptedPayout, { work }: PayoutFacts): boolean =>
  progress.status === 'sent_to_bank' &&
  (work.get(order.transactionId)?.duty === 'send-to-bank' || saysClosed(progress));

/** When its work is due, if that is yet to come. */
const dueAt = (subject: string | undefined, { now, work }: PayoutFacts): Pick<Wait, 'until'> => {
  const runAt = subject === undefined ? undefined : work.get(subject)?.runAt;
  return runAt !== undefined && runAt > now ? { until: runAt } : {};
};

const evaluationWait = ({ jobId, createdAt }: PayoutOrder, facts: PayoutFacts): Wait => {
  const failures = jobId === undefined ? 0 : (facts.work.get(jobId)?.failures ?? 0);
  const isRetry = failures > 0;
  return {
    kind: 'evaluation',
    since: createdAt,
    ...(isRetry && dueAt(jobId, facts)),
    detail: isRetry
      ? 'The service could not check the payment, and tries it again.'
      : 'The service has not checked the payment yet.',
  };
};

const approvalWait = ({ now, zone, people, roles, cameByKeyOf }: PayoutFacts) => {
  const checkers = decidersAmong(people, 'transaction.approve', now).map((approver) => ({
    user: approver.user,
    decides: decidableBy(approver, zone, now, cameByKeyOf),
  }));
  // Payments of one job mostly ask the same of the same people.
  const keyOf = cameByKeyOf(people.map(({ user }) => user.userId));
  const known = new Map<string, ReadonlyArray<Name>>();
  const whoDecides = (
    payout: AcceptedPayout,
    { levels, currentLevel, approvals }: PayoutApproval,
  ): ReadonlyArray<Name> => {
    const { order, terms } = payout;
    const alike = JSON.stringify([
      order.packageCode,
      terms.debitAccountId,
      order.createdBy.userId,
      keyOf.get(order.transactionId)?.keyId ?? null,
      levels,
      currentLevel,
      approvals,
    ]);
    const names =
      known.get(alike) ??
      checkers.filter(({ decides }) => decides(payout)).map(({ user }) => user.username);
    known.set(alike, names);
    return names;
  };

  return (payout: AcceptedPayout, state: PayoutApproval): Wait => {
    const { order } = payout;
    const { levels, currentLevel, approvals, askedAt } = state;
    const until = expiresAt(order, zone);
    if (until <= now) {
      const detail = 'The time to approve it is over, and the service rejects it next.';
      return { kind: 'approval', since: until, until, detail };
    }
    const level = levels[currentLevel];
    const given = (number: number) => approvals.filter((one) => one.level === number);
    const missing = (level?.approvals ?? 1) - given(currentLevel + 1).length;
    const can = whoDecides(payout, state);
    const asked = level?.roleCodes ?? [];
    return {
      kind: 'approval',
      since: Math.max(order.createdAt, given(currentLevel).at(-1)?.at ?? askedAt ?? 0),
      until,
      level: currentLevel + 1,
      roles: asked.length > 0 ? asked : rolesOver(roles, payout),
      people: can,
      detail: `It waits for ${missing === 1 ? '1 approval' : `${String(missing)} approvals`} at level ${String(currentLevel + 1)} of ${String(levels.length)}: ${whoCan('approve it', can, missing)}.`,
    };
  };
};

const releaseWait =
  ({ people, roles }: PayoutFacts) =>
  (hold: Hold): ((order: PayoutOrder) => Wait) => {
    const can = people.filter((actor) => mayRelease(actor, hold)).map(({ user }) => user.username);
    const wait = {
      roles: roles
        .filter(({ permissions }) => permissions.includes('settings.approve'))
        .map(({ roleCode }) => roleCode),
      people: can,
      detail: `A user under review made or approved it, or made the key that it came by: ${whoCan('end the review', can)}.`,
    };
    return ({ createdAt }) => ({
      kind: 'held_for_review',
      since: Math.max(hold.at, createdAt),
      ...wait,
    });
  };

/** Since when an approved payout waits to be sent, or to be sent again. */
const readySince = ({ order, progress }: AcceptedPayout): EpochMs =>
  progress.sentToBankAt ?? progress.approvedAt ?? order.createdAt;

/** The day of the payout, and the hours of the bank at which it can be sent from then on. */
const bankHours = (payout: AcceptedPayout, facts: PayoutFacts): ReadonlyArray<Wait> => {
  const { order, terms } = payout;
  const { now, zone: timeZone } = facts;
  const { payoutDate } = order;
  const dayStarts = payoutDate === undefined ? 0 : momentIn(timeZone, payoutDate);
  const since = readySince(payout);
  const waits: Wait[] = [];
  if (payoutDate !== undefined && dayStarts > now)
    waits.push({
      kind: 'payout_date',
      since,
      until: dayStarts,
      window: { timeZone, payoutDate },
      detail: `It goes to the bank on ${payoutDate}, the day that its maker asked for.`,
    });
  const sendable = Math.max(now, dayStarts);
  const opening = facts.timetable.opening(terms, sendable);
  const { at: opens, window } = opening;
  if (window !== undefined && opens > sendable) {
    const { paymentMethodCode: paymentMethod, from, to } = window.cutOff;
    waits.push({
      kind: 'bank_window',
      since: dayStarts > now ? since : Math.max(since, dayStarts),
      until: opens,
      window: {
        timeZone,
        paymentMethod,
        from,
        to,
        ...(window.calendar !== undefined && { calendarCode: window.calendar.calendarCode }),
      },
      detail: `The bank takes ${paymentMethod} payments from this account ${hoursInWords(opening, timeZone)}.`,
    });
  }
  return waits;
};

const hoursInWords = ({ at, window }: Opening, zone: string): string => {
  const { from, to } = window?.cutOff ?? {};
  const hours = from === to ? 'all day' : `from ${String(from)} to ${String(to)} only`;
  return window?.calendar === undefined
    ? hours
    : `${hours}, and on no holiday of its calendar: next on ${dayIn(zone, at)}`;
};

const isNotProven = ({ progress }: AcceptedPayout): boolean =>
  progress.statusDetails?.code === APPROVAL_NOT_PROVEN.code;

const proofWait = (payout: AcceptedPayout): Wait => ({
  kind: 'approval_not_proven',
  since: readySince(payout),
  detail: APPROVAL_NOT_PROVEN.message,
});

/** The wait for the guard of the bank, or for those who decide on what it holds. */
const bankReviewWait = (payout: AcceptedPayout): Wait | undefined => {
  const { statusDetails } = payout.progress;
  if (statusDetails?.code !== HELD_FOR_REVIEW.code || saysUserIsReviewed(payout)) return undefined;
  return { kind: 'held_for_review', since: readySince(payout), detail: statusDetails.message };
};

const sendingWait = (payout: AcceptedPayout, facts: PayoutFacts): Wait => ({
  kind: 'sending',
  since: readySince(payout),
  ...dueAt(payout.order.transactionId, facts),
  detail:
    payout.progress.status === 'sent_to_bank'
      ? 'The bank says that it never got it, and the service sends it again.'
      : 'It is ready, and the service sends it to the bank next.',
});

const answerWait = (payout: AcceptedPayout, facts: PayoutFacts): Wait => ({
  kind: 'bank_answer',
  since: readySince(payout),
  ...dueAt(payout.order.transactionId, facts),
  detail: 'The service sent it to the bank, which has not said yet whether it paid it.',
});
