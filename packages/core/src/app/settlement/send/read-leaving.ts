import type { DebitAccountId, TransactionId } from '../../../kernel/values/ids.js';
import type { Tenant } from '../../../kernel/values/tenant.js';
import { dayIn, type Day, type EpochMs } from '../../../kernel/values/time.js';
import { byTransactionId, type AcceptedPayout } from '../../../model/payout/payout.js';
import type { PayerToday } from '../../../model/settlement/order/bank-order.js';
import { saidToHave } from '../../bank-answer/inbox-answers.js';
import { creditOf, timetableOf, windowClosed } from '../../../model/settlement/order/window.js';
import type { BankTenant, Corporate } from '../../../model/tenancy/corporate.js';
import type { DebitAccount } from '../../../model/tenancy/debit-account.js';
import { debtorOf } from '../../../model/tenancy/debtor.js';
import type { Stores } from '../../../storage/storage.js';
import type { Work } from '../../../storage/work-store.js';
import type { Circumstances, Moments, Screening } from './fate.js';
import { gather, ungrouped, type Grouping } from './gather-groups.js';
import { HELD_FOR_REVIEW, heldAmong, HOLD_LOOK } from './held-for-review.js';
import type { Leaving } from './plan-sends.js';
import { departures, type AuthorityAtHand, type ToCheck } from './send-authority.js';
import { letsGo, reviewsOf, saysBankReviews, type Review } from './send-review.js';

/** What a worker knows, beside the database, when it claims payouts. */
export interface AtHand extends AuthorityAtHand {
  /** Whether a guard is asked before payouts are sent. */
  readonly isGuarded: boolean;
  /** Whether the bank's "absent" is never final. */
  readonly isNeverAbsent: boolean;
}

/** What holds for all payouts that are claimed together. */
export interface AtClaim {
  readonly moments: Moments;
  readonly atHand: AtHand;
  readonly grouping: Grouping | undefined;
}

/** Reads what decides which of a corporate's claimed payouts leave, with the rest of the groups that they belong to. */
export const readLeaving = async (
  stores: Stores,
  tenant: Tenant,
  claimed: ReadonlyArray<Work>,
  { moments, atHand, grouping }: AtClaim,
): Promise<{ readonly leaving: Leaving; readonly unmarked: ToCheck['unmarked'] }> => {
  const { now } = moments;
  const ids = claimed.map(({ subject }) => subject as TransactionId);
  const found = byTransactionId(await stores.payouts.findMany(tenant, ids));
  const bank = await stores.tenancy.bank(tenant);
  const corporate = await stores.tenancy.corporate(tenant);
  if (bank === undefined || corporate === undefined)
    throw new Error('a payout of no bank, or of no corporate');
  const heads = ungrouped(claimed, found);
  const gathered =
    grouping === undefined
      ? heads
      : await gather(stores, tenant, heads, { zone: bank.timeZone, moments, ...grouping });
  const accepted = [...gathered.payouts.values()].filter((one) => one.intake === 'accepted');
  const accounts = new Map(
    (await stores.tenancy.debitAccounts(tenant)).map((one) => [one.debitAccountId, one]),
  );
  const timetable = timetableOf(bank, accounts);
  const opening = ({ terms }: AcceptedPayout) => timetable.opening(terms, now);
  const held = await heldAmong(stores, tenant, corporate.holds ?? [], accepted);
  const { of: departure, unmarked } = await departures(
    stores,
    tenant,
    { corporate, payouts: accepted },
    atHand,
  );
  const leaving = {
    ...gathered,
    tenant,
    wait: waits(held, now, bank.timeZone, opening),
    isNeverAbsent: atHand.isNeverAbsent,
    opening,
    departure,
    isReported: await reportedAmong(stores, accepted),
    screening: await screenings(stores, tenant, gathered.work, atHand),
    payer: payerToday(bank, corporate, accounts),
    groupMax: grouping?.max ?? 1,
  };
  return { leaving, unmarked };
};

/** Reads the inbox only of payouts that say that the bank reviews them. */
const reportedAmong = async (
  stores: Stores,
  payouts: ReadonlyArray<AcceptedPayout>,
): Promise<Circumstances['isReported']> => {
  const orders = payouts.filter(saysBankReviews).map(({ order }) => order);
  const known = await saidToHave(stores, orders);
  return ({ order }) => known.has(order.transactionId);
};

/**
 * Reads nothing where there is no guard and the work is claimed for the first time. What was claimed before, the guard of
 * another process may hold.
 */
const screenings = async (
  stores: Stores,
  tenant: Tenant,
  work: ReadonlyArray<Work>,
  { isGuarded }: AtHand,
): Promise<Circumstances['screening']> => {
  const asked = work.filter(({ markedBefore }) => isGuarded || markedBefore !== undefined);
  const ids = asked.map(({ subject }) => subject as TransactionId);
  const reviews: ReadonlyMap<TransactionId, Review> =
    ids.length === 0 ? new Map() : await reviewsOf(stores, tenant, ids);
  return ({ order }): Screening => {
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
    opening: Circumstances['opening'],
  ): Circumstances['wait'] =>
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
