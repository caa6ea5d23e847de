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

export interface PlannedSends {
  /**
   * What is written before anything leaves. The step of a payout to `sent_to_bank` is the intent to send it, and its claim is
   * held meanwhile: if the claim lapses, `query-unknowns` gets the work and asks the bank.
   */
  readonly changes: Changes;
  /** These leave once the changes are committed. */
  readonly sending: ReadonlyArray<Sending>;
  /** These are given back: their signatures have to be checked first. */
  readonly unchecked: ReadonlyArray<Sending>;
  /** These are given back: the guard has to be asked first. */
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
    else {
      const planned = payout.progress.status === 'sent_to_bank' ? planAgain : planFirst;
      planned(plan, { payout, payer: leaving.payer, work: item }, leaving, moments);
    }
  }
  const { groupMax, isCut, tenant } = leaving;
  if (groupMax !== undefined) planGroups(plan, groupMax, isCut, moments.now);
  const { sending, unchecked, unscreened } = plan;
  return { changes: changesOf(plan, tenant, moments), sending, unchecked, unscreened };
};

/** The outcome for claimed work. Each claim is in one of the lists; `moved` and `unproven` say more of some. */
interface Plan {
  /** Leaves now. */
  readonly sending: Sending[];
  /** May be with the bank from before a restore: the bank is asked now. */
  readonly asking: Work[];
  /** Was sent before: the bank is asked, at a moment of its own. */
  readonly apart: DeferredWork[];
  /** Waits, with the reason as people see it. */
  readonly later: (Wait & { readonly work: Work; readonly follows: number })[];
  /** Was cancelled or settled meanwhile, or is no payout that intake accepted. */
  readonly over: HeldWork[];
  /** Is given back until its signatures are checked. */
  readonly unchecked: Sending[];
  /** Is given back until the guard was asked. */
  readonly unscreened: Sending[];
  /** May leave in a new group. */
  readonly forGroup: ForGroup[];
  /** May leave again in the group that it was sent in. */
  readonly ofGroup: OfGroup[];
  /** Is given back until the others of its group are here. */
  readonly gathering: (DeferredWork & Pick<Work, 'attempts'>)[];
  /** The steps to `sent_to_bank`, of those that leave or are asked about. */
  readonly moved: Move[];
  /** Those in `later` of which an incident says that their approvals are not proven. */
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

/** Plans a payout that leaves for the first time: its step to `sent_to_bank` is the intent. */
const planFirst = (
  plan: Plan,
  one: Sending,
  { wait, departure, screening, opening, sentIn }: Leaving,
  { now, line }: Moments,
): void => {
  const { payout, work } = one;
  const sent = stepPayout(payout.progress, { type: 'send', at: now });
  // Cancelled or settled meanwhile.
  if (E.isLeft(sent)) return void plan.over.push(work);
  if (waits(plan, one, wait(payout))) return;
  if (holdsBack(plan, one, departure(payout), now)) return;
  if (isKeptByGuard(plan, one, screening(payout), now)) return;
  const step = expecting(sent.right, creditOf(opening(payout)));
  const doubtful = isDoubtful(work, payout, line);
  if (sentIn(payout) === 'new_group' && !doubtful) return void plan.forGroup.push({ step, ...one });
  plan.moved.push({ payout, steps: [step] });
  if (doubtful) plan.asking.push(work);
  else plan.sending.push({ ...one, payout: { ...payout, progress: step.next } });
};

/** Plans a payout that was sent and that the bank never got. It was judged by the guard before, and is not judged again. */
const planAgain = (
  plan: Plan,
  one: Sending,
  { wait, departure, opening, sentIn }: Leaving,
  { now, line }: Moments,
): void => {
  const { payout, work } = one;
  // A question has no window, and waiting for one would leave a mark.
  if (isDoubtful(work, payout, line)) return void plan.asking.push(work);
  // The bank has closed since it said so: it may get the order late. The mark of this claim puts off its next final absence.
  if (opening(payout).at > now)
    return void plan.apart.push({ ...work, duty: 'query-unknowns', runAt: now });
  if (waits(plan, one, wait(payout))) return;
  if (holdsBack(plan, one, departure(payout), now)) return;
  const group = sentIn(payout);
  if (typeof group === 'object') plan.ofGroup.push({ ...group, ...one });
  else plan.sending.push(one);
};

/** Plans what something keeps waiting, and says whether it does. */
const waits = (plan: Plan, { payout, work }: Sending, wait: Wait | undefined): boolean => {
  if (wait === undefined) return false;
  plan.later.push({ work, ...wait, follows: payout.progress.sequence });
  return true;
};

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
  if (departure === 'unchecked') plan.unchecked.push(sending);
  if (departure === 'not_proven' || departure === 'unproven_policies') {
    waits(plan, sending, { until: now + HOLD_LOOK, why: APPROVAL_NOT_PROVEN });
    plan.unproven.push({ payout: sending.payout, departure });
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
  if (screening === 'unasked') plan.unscreened.push(sending);
  if (screening === 'held') waits(plan, sending, { until: now + HOLD_LOOK, why: HELD_BY_BANK });
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
