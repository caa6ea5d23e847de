import { writeCertain } from '../../change/write/write-changes.js';
import { about, subjectsOfWork } from '../../duty/about.js';
import type { DutyParts } from '../../duty/duty-parts.js';
import { LEASE_MS } from '../../duty/duty.js';
import type { BankTenant, Corporate } from '../../../model/tenancy/corporate.js';
import type { DebitAccount } from '../../../model/tenancy/debit-account.js';
import { debtorOf } from '../../../model/tenancy/debtor.js';
import type { Work } from '../../../storage/work-store.js';
import type { DebitAccountId, TransactionId } from '../../../kernel/values/ids.js';
import { byTenant, type Tenant } from '../../../kernel/values/tenant.js';
import { dayIn, type Day, type EpochMs } from '../../../kernel/values/time.js';
import { byTransactionId, type AcceptedPayout } from '../../../model/payout/payout.js';
import type { RailTraits } from '../../../ports/bank-rail.js';
import { commit } from '../../../storage/commit.js';
import type { Stores, UnitOptions } from '../../../storage/storage.js';
import { tracesOf, type Traces } from '../answer/trace-of.js';
import { GATHER_WITHIN } from '../../../model/settlement/order/bank-group.js';
import type { PayerToday } from '../../../model/settlement/order/bank-order.js';
import { creditOf, timetableOf, windowClosed } from '../../../model/settlement/order/window.js';
import type { Sending } from './form-groups.js';
import { gather, ungrouped, type Gathered, type Grouping } from './gather-groups.js';
import type { ToScreen } from './guarding.js';
import { HELD_FOR_REVIEW, heldAmong, HOLD_LOOK } from './held-for-review.js';
import { planSends, type Leaving, type Moments, type Screening, type Wait } from './plan-sends.js';
import { departures, signaturesOf, type AuthorityAtHand, type ToCheck } from './send-authority.js';
import { letsGo, reviewsOf, type Review } from './send-review.js';

/** What a worker knows, beside the database, when it claims payouts. */
export interface AtHand extends AuthorityAtHand {
  /** Whether a guard is asked before payouts are sent. */
  readonly isGuarded: boolean;
}

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
  { storage, claims }: Pick<DutyParts, 'storage' | 'claims'>,
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
      const work = await claims.claim(
        stores.work,
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
          planCorporate(stores, tenant, group, { moments: { now, line }, atHand, grouping }),
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
  {
    moments,
    atHand,
    grouping,
  }: {
    readonly moments: Moments;
    readonly atHand: AtHand;
    readonly grouping: Grouping | undefined;
  },
): Promise<Planned> => {
  const ids = claimed.map(({ subject }) => subject as TransactionId);
  const found = byTransactionId(await stores.payouts.findMany(tenant, ids));
  const bank = await stores.tenancy.bank(tenant);
  if (bank === undefined) throw new Error('a payout of no bank');
  const heads = ungrouped(claimed, found);
  const gathered: Gathered =
    grouping === undefined
      ? heads
      : await gather(stores, tenant, heads, {
          zone: bank.timeZone,
          now: moments.now,
          ...grouping,
        });
  const corporate = await stores.tenancy.corporate(tenant);
  if (corporate === undefined) throw new Error('a payout of no corporate');
  const accepted = [...gathered.payouts.values()].filter((one) => one.intake === 'accepted');
  const accounts = new Map(
    (await stores.tenancy.debitAccounts(tenant)).map((one) => [one.debitAccountId, one]),
  );
  const { now } = moments;
  const { timeZone } = bank;
  const timetable = timetableOf(bank, accounts);
  const opening = ({ terms }: AcceptedPayout) => timetable.opening(terms, now);
  const held = await heldAmong(stores, tenant, corporate.holds ?? [], accepted);
  const waitOf = waits(held, now, timeZone, opening);
  const payer = payerToday(bank, corporate, accounts);
  const leaving = await departures(stores, tenant, { corporate, payouts: accepted }, atHand);
  const screening = await screenings(stores, tenant, accepted, atHand);

  const { changes, sending, unchecked, ...planned } = planSends(
    {
      ...gathered,
      tenant,
      wait: waitOf,
      opening,
      departure: leaving.of,
      screening,
      payer,
      groupMax: grouping?.max,
    },
    moments,
  );
  await writeCertain(stores, changes);
  const unscreened = planned.unscreened.map(({ payout, payer }): ToScreen => {
    const isGrouped = gathered.sentIn(payout) === 'new_group';
    return { payout, payer, isGrouped };
  });
  if (unchecked.length === 0) return { sending, unscreened };
  const signatureIds = signaturesOf(unchecked.map(({ payout }) => payout));
  const { unmarked } = leaving;
  const toCheck = { tenant, signatureIds, ...(unmarked !== undefined && { unmarked }) };
  return { sending, unscreened, toCheck };
};

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

/** What each payout still waits for: the release of a hold, or the window of its debit account. */
const waits =
  (
    held: ReadonlySet<TransactionId>,
    now: EpochMs,
    timeZone: string,
    opening: Leaving['opening'],
  ): ((payout: AcceptedPayout) => Wait | undefined) =>
  (payout) => {
    if (held.has(payout.order.transactionId))
      return { until: now + HOLD_LOOK, why: HELD_FOR_REVIEW };
    const opens = opening(payout);
    if (opens.at <= now) return undefined;
    const why = windowClosed(timeZone, opens);
    return { until: opens.at, why, expectedCreditAt: creditOf(opens) };
  };

const payerToday = (
  { timeZone }: BankTenant,
  corporate: Corporate,
  accounts: ReadonlyMap<DebitAccountId, DebitAccount>,
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
