import { about, subjectsOfWork } from '../../duty/about.js';
import { LEASE_MS } from '../../duty/duty.js';
import type { Departure } from '../../authority/departure.js';
import type { Incident } from '../../journal/entry/incident.js';
import type { BankTenant, Corporate } from '../../tenancy/corporate.js';
import type { DebitAccount } from '../../tenancy/debit-account.js';
import { debtorOf } from '../../tenancy/debtor.js';
import type { DeferredWork, HeldWork, Work } from '../../storage/work-store.js';
import { E } from '../../kernel/fp.js';
import type { DebitAccountId, TransactionId } from '../../kernel/values/ids.js';
import { byTenant, type Tenant } from '../../kernel/values/tenant.js';
import { dayIn, type Day, type EpochMs } from '../../kernel/values/time.js';
import { movePayouts, type Move } from '../../payout/move/move-payouts.js';
import { expecting, stepPayout } from '../../payout/payout-machine.js';
import type { AcceptedPayout } from '../../payout/payout.js';
import type { RailTraits } from '../../ports/bank-rail.js';
import { commit } from '../../storage/commit.js';
import type { Storage, Stores, UnitOptions } from '../../storage/storage.js';
import { isBeforeLine } from '../../restore/doubt.js';
import { restored } from '../../restore/restored.js';
import { GATHER_WITHIN } from '../answer/answers.js';
import { tracesOf, type Traces } from '../answer/trace-of.js';
import type { PayoutStatusDetails } from '../../payout/status-details.js';
import type { PayerToday } from '../order/bank-order.js';
import { creditOf, timetableOf, windowClosed, type Opening } from '../order/window.js';
import { newGroups, sameGroups, type ForGroup, type OfGroup, type Sending } from './form-groups.js';
import { gather, ungrouped, type Gathered, type Grouping, type SentIn } from './gather-groups.js';
import { SCREENED_WITHIN, type ToScreen } from './guarding.js';
import { HELD_FOR_REVIEW, heldAmong, HOLD_LOOK } from './held-for-review.js';
import {
  APPROVAL_NOT_PROVEN,
  departures,
  signaturesOf,
  type AuthorityAtHand,
  type ToCheck,
} from './send-authority.js';
import { HELD_BY_BANK, letsGo, reviewsOf, type Review } from './send-review.js';

/** What a worker knows, beside the database, when it claims payouts. */
export interface AtHand extends AuthorityAtHand {
  /** Whether a guard is asked before payouts are sent. */
  readonly isGuarded: boolean;
}

/** Orders whose intents are committed. */
export interface Intended {
  /** How many works were claimed, those that lead to no order among them. */
  readonly claimed: number;
  readonly sending: ReadonlyArray<Sending>;
  readonly traces: Traces;
  /** What has to be looked at before others that were claimed may leave: they are due again at once. */
  readonly toCheck: ReadonlyArray<ToCheck>;
  /** What the guard has to be asked about. */
  readonly toScreen: ReadonlyArray<ToScreen>;
}

/** What one commit of intents is about. */
export interface Intent {
  readonly now: EpochMs;
  readonly traits: RailTraits;
  /** How many orders a group holds at most, where the rail takes groups. */
  readonly groupMax: number | undefined;
  readonly limit: number;
  readonly atHand: AtHand;
}

/**
 * Claims up to `limit` due payouts and commits the intent to send them. A payout that the bank may have from before a
 * restore is left to `query-unknowns`, as if its call had been lost.
 */
export const intend = (
  storage: Storage,
  { now, traits, groupMax, limit, atHand }: Intent,
  options: UnitOptions,
): Promise<Intended> =>
  commit(
    storage,
    async (stores) => {
      const line = mayPayTwice(traits) ? await stores.doubts.line() : undefined;
      const claim = {
        duty: 'send-to-bank',
        now,
        leaseMs: LEASE_MS,
        limit,
        lapsesTo: 'query-unknowns',
        // The bank is asked about every payout claimed now before it comes back, even if the line lies ahead of the
        // clock.
        mark: Math.max(now, line ?? now),
      } as const;
      // Two that claim at once would each get a part of a job.
      const work = await stores.work.claim(
        groupMax === undefined ? claim : { inTurn: true, ...claim },
      );
      let rest = 0;
      const grouping: Grouping | undefined =
        groupMax === undefined
          ? undefined
          : {
              max: groupMax,
              isFull: () => rest >= groupMax,
              claimRest: async (tenant, ranges) => {
                const dueBy = now + GATHER_WITHIN;
                const more = { dueBy, ...claim, limit: groupMax };
                const found = await stores.work.claimOf(tenant, ranges, more);
                rest += found.length;
                return found;
              },
            };
      const sending: Sending[] = [];
      const toCheck: ToCheck[] = [];
      const toScreen: ToScreen[] = [];
      for (const [tenant, group] of byTenant(work)) {
        const plan = await about(subjectsOfWork(group), () =>
          planCorporate(stores, tenant, group, { now, line }, atHand, grouping),
        );
        sending.push(...plan.sending);
        toScreen.push(...plan.unscreened);
        if (plan.toCheck !== undefined) toCheck.push(plan.toCheck);
      }
      const traces = await tracesOf(stores, sending);
      return { claimed: work.length + rest, sending, traces, toCheck, toScreen };
    },
    options,
  );

/** A bank that knows an order again may be sent it again; one that cannot be asked either, only so. */
const mayPayTwice = ({ deduplicates, canQuery }: RailTraits): boolean => canQuery || !deduplicates;

/** The present moment, and up to which moment of their making payouts are in doubt. */
interface Moments {
  readonly now: EpochMs;
  readonly line: EpochMs | undefined;
}

/** Until when a payout is not sent, why, and when its credit is expected, where that is known. */
interface Wait {
  readonly until: EpochMs;
  readonly why: PayoutStatusDetails;
  readonly expectedCreditAt?: EpochMs | undefined;
}

/** What may keep a payout from the bank for now. */
interface Leaving {
  readonly wait: Wait | undefined;
  readonly opening: (payout: AcceptedPayout) => Opening;
  readonly departure: (payout: AcceptedPayout) => Departure;
  readonly screening: (payout: AcceptedPayout) => Screening;
  readonly payer: PayerToday;
  readonly sentIn: SentIn;
}

/** The outcome for claimed work: sent (some of it for the first time), queried, kept for later, or over. */
interface Plan {
  readonly sending: Sending[];
  readonly asking: HeldWork[];
  /** Asked about, now or later. */
  readonly apart: DeferredWork[];
  readonly moved: Move[];
  readonly later: (HeldWork & Wait & { readonly follows: number })[];
  readonly over: HeldWork[];
  readonly unchecked: Sending[];
  readonly unscreened: Sending[];
  readonly forGroup: ForGroup[];
  readonly ofGroup: OfGroup[];
  readonly gathering: (DeferredWork & Pick<Work, 'attempts'>)[];
  readonly unproven: { readonly payout: AcceptedPayout; readonly departure: Departure }[];
}

/** What a plan leads to outside the unit of work. */
interface Planned {
  readonly sending: ReadonlyArray<Sending>;
  readonly unscreened: ReadonlyArray<ToScreen>;
  readonly toCheck?: ToCheck;
}

const planCorporate = async (
  stores: Stores,
  tenant: Tenant,
  claimed: ReadonlyArray<Work>,
  moments: Moments,
  atHand: AtHand,
  grouping: Grouping | undefined,
): Promise<Planned> => {
  const ids = claimed.map(({ subject }) => subject as TransactionId);
  const found = new Map(
    (await stores.payouts.findMany(tenant, ids)).map((one) => [one.order.transactionId, one]),
  );
  const bank = await stores.tenancy.bank(tenant);
  if (bank === undefined) throw new Error('a payout of no bank');
  const heads = ungrouped(claimed, found);
  const gathered: Gathered =
    grouping === undefined
      ? heads
      : await gather(stores, tenant, heads, grouping, { zone: bank.timeZone, now: moments.now });
  const { work, payouts } = gathered;
  const corporate = await stores.tenancy.corporate(tenant);
  if (corporate === undefined) throw new Error('a payout of no corporate');
  const accepted = [...payouts.values()].filter((one) => one.intake === 'accepted');
  const accounts = new Map(
    (await stores.tenancy.debitAccounts(tenant)).map((one) => [one.debitAccountId, one]),
  );
  const { now } = moments;
  const { timeZone } = bank;
  const timetable = timetableOf(bank, accounts);
  const opening = ({ terms }: AcceptedPayout) => timetable.opening(terms, now);
  const waitOf = await waits(stores, tenant, corporate, accepted, { now, timeZone, opening });
  const payer = payerToday(bank, corporate, accounts);
  const leaving = await departures(stores, tenant, corporate, accepted, atHand);
  const screening = await screenings(stores, tenant, accepted, atHand);

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
    gathering: [],
    unproven: [],
  };
  for (const item of work) {
    const payout = payouts.get(item.subject as TransactionId);
    if (payout?.intake !== 'accepted') plan.over.push(item);
    else {
      const wait = waitOf(payout);
      const sentIn = gathered.sentIn(payout);
      const kept = { wait, opening, departure: leaving.of, screening, payer, sentIn };
      planOne(plan, item, payout, kept, moments);
    }
  }
  if (grouping !== undefined) planGroups(plan, grouping.max, gathered.isCut, moments.now);
  await writePlan(stores, tenant, plan, moments);
  const { sending, unchecked } = plan;
  const unscreened = plan.unscreened.map(({ payout, payer }): ToScreen => {
    const isGrouped = gathered.sentIn(payout) === 'new_group';
    return { payout, payer, isGrouped };
  });
  if (unchecked.length === 0) return { sending, unscreened };
  const signatureIds = signaturesOf(unchecked.map(({ payout }) => payout));
  const { unmarked } = leaving;
  const toCheck = { tenant, signatureIds, ...(unmarked !== undefined && { unmarked }) };
  return { sending, unscreened, toCheck };
};

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
  work: Work,
  payout: AcceptedPayout,
  { wait, opening, departure, screening, payer, sentIn }: Leaving,
  { now, line }: Moments,
): void => {
  const again = payout.progress.status === 'sent_to_bank';
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
    plan.later.push({ ...work, ...wait, follows: payout.progress.sequence });
  else if (holdsBack(plan, { payout, payer, work }, departure(payout), now)) return;
  // What was sent before was judged before, and is not judged again.
  else if (!again && isKeptByGuard(plan, { payout, payer, work }, screening(payout), now)) return;
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
    plan.later.push({ ...work, ...wait, follows: payout.progress.sequence });
    plan.unproven.push({ payout, departure });
  }
  return departure !== 'may_leave';
};

/** What the guard says of a payout: `unasked` where it has to be asked first. */
type Screening = 'may_leave' | 'unasked' | 'held';

/** Reads nothing where there is no guard, unless a guard held a payout before. */
const screenings = async (
  stores: Stores,
  tenant: Tenant,
  accepted: ReadonlyArray<AcceptedPayout>,
  { isGuarded }: AtHand,
): Promise<(payout: AcceptedPayout) => Screening> => {
  const asked = isGuarded
    ? accepted
    : accepted.filter(({ progress }) => progress.statusDetails?.code === HELD_FOR_REVIEW.code);
  const reviews: ReadonlyMap<TransactionId, Review> =
    asked.length === 0
      ? new Map()
      : await reviewsOf(
          stores,
          tenant,
          asked.map(({ order }) => order.transactionId),
        );
  return ({ order }) => {
    const review = reviews.get(order.transactionId);
    if (review === undefined) return isGuarded ? 'unasked' : 'may_leave';
    return letsGo(review) ? 'may_leave' : 'held';
  };
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
    plan.later.push({ ...work, ...wait, follows: payout.progress.sequence });
  }
  return screening !== 'may_leave';
};

/** What each payout still waits for: the release of a hold, or the window of its debit account. */
const waits = async (
  stores: Stores,
  tenant: Tenant,
  { holds = [] }: Corporate,
  accepted: ReadonlyArray<AcceptedPayout>,
  {
    now,
    timeZone,
    opening,
  }: { readonly now: EpochMs; readonly timeZone: string } & Pick<Leaving, 'opening'>,
): Promise<(payout: AcceptedPayout) => Wait | undefined> => {
  const held = await heldAmong(stores, tenant, holds, accepted);
  return (payout) => {
    if (held.has(payout.order.transactionId))
      return { until: now + HOLD_LOOK, why: HELD_FOR_REVIEW };
    const opens = opening(payout);
    if (opens.at <= now) return undefined;
    const why = windowClosed(timeZone, opens);
    return { until: opens.at, why, expectedCreditAt: creditOf(opens) };
  };
};

type Accounts = ReadonlyMap<DebitAccountId, DebitAccount>;

const payerToday = (
  { timeZone }: BankTenant,
  corporate: Corporate,
  accounts: Accounts,
): PayerToday => {
  // The orders of one intent are sent in one moment.
  const days = new Map<EpochMs, Day>();
  return {
    dayOf: (at) => {
      const day = days.get(at) ?? dayIn(timeZone, at);
      days.set(at, day);
      return day;
    },
    debtorOf: (id) => {
      const account = accounts.get(id);
      if (account === undefined) throw new Error('a payout from no debit account');
      return debtorOf(corporate, account);
    },
  };
};

const writePlan = async (
  stores: Stores,
  tenant: Tenant,
  plan: Plan,
  { now, line }: Moments,
): Promise<void> => {
  await movePayouts(stores, plan.moved, { actor: 'send-to-bank' });
  await stores.payouts.explain(
    tenant,
    plan.later.map(({ subject, follows, why, expectedCreditAt }) => ({
      transactionId: subject as TransactionId,
      follows,
      statusDetails: why,
      ...(expectedCreditAt !== undefined && { expectedCreditAt }),
    })),
  );
  await stores.work.defer(
    plan.later.map(({ until, ...item }) => ({ ...item, duty: 'send-to-bank', runAt: until })),
  );
  await stores.work.defer(
    plan.asking.map((item) => ({ ...item, duty: 'query-unknowns', runAt: now })),
  );
  await stores.work.defer(plan.apart);
  await stores.work.giveBack(plan.gathering);
  await stores.work.giveBack(
    plan.unchecked.map(({ work }) => ({ ...work, duty: 'send-to-bank', runAt: now })),
  );
  await stores.work.giveBack(
    plan.unscreened.map(({ work }) => ({
      ...work,
      duty: 'send-to-bank',
      runAt: now + SCREENED_WITHIN,
    })),
  );
  await stores.work.finish(plan.over);
  await stores.journal.raise(plan.unproven.map((one) => notProven(one, now)));
  if (plan.asking.length > 0 && line !== undefined) {
    await stores.journal.raise([restored(tenant, line, now)]);
  }
};
