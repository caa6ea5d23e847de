import type { Departure } from '../../authority/departure.js';
import type { Changes } from '../../change/write/changes.js';
import type { Incident } from '../../../model/journal/entry/incident.js';
import { E } from '../../../kernel/fp.js';
import type { TransactionId } from '../../../kernel/values/ids.js';
import type { Tenant } from '../../../kernel/values/tenant.js';
import type { EpochMs } from '../../../kernel/values/time.js';
import type { Move } from '../../payout/move/move-payouts.js';
import { expecting, stepPayout } from '../../../model/payout/payout-machine.js';
import type { AcceptedPayout } from '../../../model/payout/payout.js';
import type { PayoutStatusDetails } from '../../../kernel/values/status-details.js';
import { isBeforeLine } from '../../restore/doubt/doubt.js';
import { restored } from '../../restore/restored.js';
import type { DeferredWork, DutyName, HeldWork, Work } from '../../../storage/work-store.js';
import type { PayerToday } from '../../../model/settlement/order/bank-order.js';
import { creditOf, type Opening } from '../../../model/settlement/order/window.js';
import { newGroups, sameGroups, type ForGroup, type OfGroup, type Sending } from './form-groups.js';
import type { Gathered } from './gather-groups.js';
import { SCREENED_WITHIN } from './guarding.js';
import { HOLD_LOOK } from './held-for-review.js';
import { APPROVAL_NOT_PROVEN } from './send-authority.js';
import { HELD_BY_BANK } from './send-review.js';

/** The present moment, and up to which moment of their making payouts are in doubt. */
export interface Moments {
  readonly now: EpochMs;
  readonly line: EpochMs | undefined;
}

/** Until when a payout is not sent, why, and when its credit is expected, where that is known. */
export interface Wait {
  readonly until: EpochMs;
  readonly why: PayoutStatusDetails;
  readonly expectedCreditAt?: EpochMs | undefined;
}

/** What the guard says of a payout: `unasked` where it has to be asked first. */
export type Screening = 'may_leave' | 'unasked' | 'held';

/** Claimed payouts of one corporate, and what may keep each of them from the bank for now. */
export interface Leaving extends Gathered {
  readonly tenant: Tenant;
  readonly wait: (payout: AcceptedPayout) => Wait | undefined;
  readonly opening: (payout: AcceptedPayout) => Opening;
  readonly departure: (payout: AcceptedPayout) => Departure;
  readonly screening: (payout: AcceptedPayout) => Screening;
  readonly payer: PayerToday;
  /** How many orders a group holds at most, where the rail takes groups. */
  readonly groupMax: number | undefined;
}

/** What is written before anything leaves, what leaves then, and what has to be looked at before it may leave. */
export interface PlannedSends {
  readonly changes: Changes;
  readonly sending: ReadonlyArray<Sending>;
  readonly unchecked: ReadonlyArray<Sending>;
  readonly unscreened: ReadonlyArray<Sending>;
}

/**
 * Plans which of the claimed payouts leave for the bank now, which are asked about, and which wait for how long: the
 * intent to send stands in the changes (decisions §8).
 */
export const planSends = (leaving: Leaving, moments: Moments): PlannedSends => {
  const plan: Plan = {
    sending: [],
    asking: [],
    apart: [],
    moved: [],
    later: [],
    over: [],
    unchecked: [],
    unscreened: [],
    forGroup: [],
    ofGroup: [],
    gathering: [...leaving.strays],
    unproven: [],
  };
  for (const item of leaving.work) {
    const payout = leaving.payouts.get(item.subject as TransactionId);
    if (payout?.intake !== 'accepted') plan.over.push(item);
    else planOne(plan, { work: item, payout }, leaving, moments);
  }
  const { groupMax, isCut, tenant } = leaving;
  if (groupMax !== undefined) planGroups(plan, groupMax, isCut, moments.now);
  const { sending, unchecked, unscreened } = plan;
  return { changes: changesOf(plan, tenant, moments), sending, unchecked, unscreened };
};

/** The outcome for claimed work: sent (some of it for the first time), queried, kept for later, or over. */
interface Plan {
  readonly sending: Sending[];
  readonly asking: Work[];
  /** Asked about, now or later. */
  readonly apart: DeferredWork[];
  readonly moved: Move[];
  readonly later: (Wait & { readonly work: Work; readonly follows: number })[];
  readonly over: HeldWork[];
  readonly unchecked: Sending[];
  readonly unscreened: Sending[];
  readonly forGroup: ForGroup[];
  readonly ofGroup: OfGroup[];
  readonly gathering: (DeferredWork & Pick<Work, 'attempts'>)[];
  readonly unproven: { readonly payout: AcceptedPayout; readonly departure: Departure }[];
}

/** One for each payout that is not proven; one for the corporate where its policies are not. */
const notProven = (
  { payout: { order }, departure }: Plan['unproven'][number],
  at: EpochMs,
): Incident =>
  departure === 'not_proven'
    ? {
        tenant: order.tenant,
        kind: 'approval_not_proven',
        subjectId: order.transactionId,
        at,
        detail: 'what would be sent is not what people signed, or not enough people did',
      }
    : {
        tenant: order.tenant,
        kind: 'policies_not_proven',
        subjectId: order.tenant.corporateTenantId,
        at,
        detail: 'the stored policies are not those that came into force last',
      };

/** Whether a life of the database that it has forgotten may have sent this payout. */
const isDoubtful = (
  { markedBefore = -Infinity }: Work,
  { order, progress }: AcceptedPayout,
  line: EpochMs | undefined,
): boolean => {
  if (line === undefined || !isBeforeLine(order, line)) return false;
  // One that is at the bank by our own books was asked about since the line was drawn, or not.
  return progress.status !== 'sent_to_bank' || markedBefore < line;
};

const planOne = (
  plan: Plan,
  { work, payout }: { readonly work: Work; readonly payout: AcceptedPayout },
  { opening, payer, ...leaving }: Leaving,
  { now, line }: Moments,
): void => {
  const again = payout.progress.status === 'sent_to_bank';
  const wait = leaving.wait(payout);
  const sentIn = leaving.sentIn(payout);
  const sent = stepPayout(payout.progress, { type: 'send', at: now });
  const doubtful = isDoubtful(work, payout, line);
  // Cancelled or settled meanwhile. One that is at the bank is here because the bank never got it.
  if (!again && E.isLeft(sent)) plan.over.push(work);
  // A question has no window, and waiting for one would leave a mark.
  else if (again && doubtful) plan.asking.push(work);
  // The bank has closed since it said so: it may get the order late. The mark of this claim puts off its next final absence.
  else if (again && opening(payout).at > now)
    plan.apart.push({ ...work, duty: 'query-unknowns', runAt: now });
  else if (wait !== undefined)
    plan.later.push({ work, ...wait, follows: payout.progress.sequence });
  else if (holdsBack(plan, { payout, payer, work }, leaving.departure(payout), now)) return;
  // What was sent before was judged before, and is not judged again.
  else if (!again && isKeptByGuard(plan, { payout, payer, work }, leaving.screening(payout), now))
    return;
  else if (again || E.isLeft(sent)) {
    if (typeof sentIn === 'object') plan.ofGroup.push({ ...sentIn, payout, payer, work });
    else plan.sending.push({ payout, payer, work });
  } else {
    const step = expecting(sent.right, creditOf(opening(payout)));
    if (sentIn === 'new_group' && !doubtful) {
      plan.forGroup.push({ step, payout, payer, work });
      return;
    }
    plan.moved.push({ payout, steps: [step] });
    if (doubtful) plan.asking.push(work);
    else plan.sending.push({ payout: { ...payout, progress: step.next }, payer, work });
  }
};

/** Plans what is sent in groups. */
const planGroups = (plan: Plan, max: number, isCut: boolean, now: EpochMs): void => {
  const fresh = newGroups(plan.forGroup, { max, now, isCut, unchecked: plan.unchecked });
  const again = sameGroups(plan.ofGroup, now);
  plan.sending.push(...fresh.sending, ...again.sending);
  plan.moved.push(...fresh.moved);
  plan.gathering.push(...fresh.gathering);
  plan.apart.push(...again.asking);
};

/** Plans what its approvals keep from the bank, and says whether they do. */
const holdsBack = (plan: Plan, sending: Sending, departure: Departure, now: EpochMs): boolean => {
  const { payout, work } = sending;
  if (departure === 'unchecked') plan.unchecked.push(sending);
  if (departure === 'not_proven' || departure === 'unproven_policies') {
    const wait = { until: now + HOLD_LOOK, why: APPROVAL_NOT_PROVEN };
    plan.later.push({ work, ...wait, follows: payout.progress.sequence });
    plan.unproven.push({ payout, departure });
  }
  return departure !== 'may_leave';
};

/** Plans what the guard keeps from the bank, and says whether it does. */
const isKeptByGuard = (
  plan: Plan,
  sending: Sending,
  screening: Screening,
  now: EpochMs,
): boolean => {
  const { payout, work } = sending;
  if (screening === 'unasked') plan.unscreened.push(sending);
  if (screening === 'held') {
    const wait = { until: now + HOLD_LOOK, why: HELD_BY_BANK };
    plan.later.push({ work, ...wait, follows: payout.progress.sequence });
  }
  return screening !== 'may_leave';
};

const changesOf = (plan: Plan, tenant: Tenant, { now, line }: Moments): Changes => {
  const dueAgain = (duty: DutyName, runAt: EpochMs) => (work: Work) => ({ ...work, duty, runAt });
  const isRestored = plan.asking.length > 0 && line !== undefined;
  return {
    by: { actor: 'send-to-bank' },
    at: now,
    moves: plan.moved,
    explained: plan.later.map(({ work, follows, why, expectedCreditAt }) => ({
      tenant,
      transactionId: work.subject as TransactionId,
      follows,
      statusDetails: why,
      ...(expectedCreditAt !== undefined && { expectedCreditAt }),
    })),
    handled: {
      over: plan.over,
      later: [
        ...plan.later.map(({ work, until }) => dueAgain('send-to-bank', until)(work)),
        ...plan.asking.map(dueAgain('query-unknowns', now)),
        ...plan.apart,
      ],
      givenBack: [
        ...plan.gathering,
        ...plan.unchecked.map(({ work }) => dueAgain('send-to-bank', now)(work)),
        ...plan.unscreened.map(({ work }) => dueAgain('send-to-bank', now + SCREENED_WITHIN)(work)),
      ],
    },
    incidents: [
      ...plan.unproven.map((one) => notProven(one, now)),
      ...(isRestored ? [restored(tenant, line, now)] : []),
    ],
  };
};
