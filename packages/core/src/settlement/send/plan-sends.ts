import { about, subjectsOfWork } from '../../duty/about.js';
import { LEASE_MS } from '../../duty/duty.js';
import type { HeldWork, Work } from '../../storage/work-store.js';
import { E } from '../../kernel/fp.js';
import type { TransactionId } from '../../kernel/values/ids.js';
import { byTenant, type Tenant } from '../../kernel/values/tenant.js';
import type { EpochMs } from '../../kernel/values/time.js';
import { movePayouts, type Move } from '../../payout/move/move-payouts.js';
import { stepPayout } from '../../payout/payout-machine.js';
import type { AcceptedPayout, Payout } from '../../payout/payout.js';
import type { RailTraits } from '../../ports/bank-rail.js';
import { commit } from '../../storage/commit.js';
import type { Storage, Stores, UnitOptions } from '../../storage/storage.js';
import { isBeforeLine } from '../../restore/doubt.js';
import { restored } from '../../restore/restored.js';
import { tracesOf, type Traces } from '../answer/trace-of.js';
import type { StatusDetails } from '../../payout/status-details.js';
import { opensAt, WINDOW_CLOSED } from '../order/window.js';
import { HELD_FOR_REVIEW, heldAmong, HOLD_LOOK } from './held-for-review.js';

/** A payout whose intent to send is committed, with its claim. */
export interface Sending {
  readonly payout: AcceptedPayout;
  readonly work: Work;
}

/** Orders whose intents are committed. */
export interface Intended {
  /** How many works were claimed, those that lead to no order among them. */
  readonly claimed: number;
  readonly sending: ReadonlyArray<Sending>;
  readonly traces: Traces;
}

/**
 * Claims up to `limit` due payouts and commits the intent to send them. A payout that the bank may have from before a
 * restore is left to `query-unknowns`, as if its call had been lost.
 */
export const intend = (
  storage: Storage,
  now: EpochMs,
  traits: RailTraits,
  limit: number,
  options: UnitOptions,
): Promise<Intended> =>
  commit(
    storage,
    async (stores) => {
      const line = mayPayTwice(traits) ? await stores.doubts.line() : undefined;
      const work = await stores.work.claim({
        duty: 'send-to-bank',
        now,
        leaseMs: LEASE_MS,
        limit,
        lapsesTo: 'query-unknowns',
        // The bank is asked about every payout claimed now before it comes back, even if the line lies ahead of the
        // clock.
        mark: Math.max(now, line ?? now),
      });
      const sending: Sending[] = [];
      for (const [tenant, group] of byTenant(work)) {
        const plan = await about(subjectsOfWork(group), () =>
          planCorporate(stores, tenant, group, { now, line }),
        );
        sending.push(...plan.sending);
      }
      return { claimed: work.length, sending, traces: await tracesOf(stores, sending) };
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

/** Until when a payout is not sent, and why. */
interface Wait {
  readonly until: EpochMs;
  readonly why: StatusDetails;
}

/** The outcome for claimed work: sent (some of it for the first time), queried, kept for later, or over. */
interface Plan {
  readonly sending: Sending[];
  readonly asking: HeldWork[];
  readonly moved: Move[];
  readonly later: (HeldWork & Wait & { readonly follows: number })[];
  readonly over: HeldWork[];
}

const planCorporate = async (
  stores: Stores,
  tenant: Tenant,
  work: ReadonlyArray<Work>,
  moments: Moments,
): Promise<Plan> => {
  const ids = work.map(({ subject }) => subject as TransactionId);
  const payouts = new Map(
    (await stores.payouts.findMany(tenant, ids)).map((one) => [one.order.transactionId, one]),
  );
  const waitOf = await waits(stores, tenant, [...payouts.values()], moments.now);

  const plan: Plan = { sending: [], asking: [], moved: [], later: [], over: [] };
  for (const item of work) {
    const payout = payouts.get(item.subject as TransactionId);
    if (payout?.intake !== 'accepted') plan.over.push(item);
    else planOne(plan, item, payout, waitOf(payout), moments);
  }
  await writePlan(stores, tenant, plan, moments);
  return plan;
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
  wait: Wait | undefined,
  { now, line }: Moments,
): void => {
  const again = payout.progress.status === 'sent_to_bank';
  const sent = stepPayout(payout.progress, { type: 'send', at: now });
  const doubtful = isDoubtful(work, payout, line);
  // Cancelled or settled meanwhile. One that is at the bank is here because the bank never got it.
  if (!again && E.isLeft(sent)) plan.over.push(work);
  // A question has no window, and waiting for one would leave a mark.
  else if (again && doubtful) plan.asking.push(work);
  else if (wait !== undefined)
    plan.later.push({ ...work, ...wait, follows: payout.progress.sequence });
  else if (again || E.isLeft(sent)) plan.sending.push({ payout, work });
  else {
    plan.moved.push({ payout, steps: [sent.right] });
    if (doubtful) plan.asking.push(work);
    else plan.sending.push({ payout: { ...payout, progress: sent.right.next }, work });
  }
};

/** What each payout still waits for: the release of a hold, or the window of its debit account. */
const waits = async (
  stores: Stores,
  tenant: Tenant,
  payouts: ReadonlyArray<Payout>,
  now: EpochMs,
): Promise<(payout: AcceptedPayout) => Wait | undefined> => {
  const { holds = [] } = (await stores.tenancy.corporate(tenant)) ?? {};
  const accepted = payouts.filter((payout) => payout.intake === 'accepted');
  const held = await heldAmong(stores, tenant, holds, accepted);
  const opens = await windows(stores, tenant, now);
  return (payout) => {
    if (held.has(payout.order.transactionId))
      return { until: now + HOLD_LOOK, why: HELD_FOR_REVIEW };
    const until = opens(payout);
    return until > now ? { until, why: WINDOW_CLOSED } : undefined;
  };
};

const windows = async ({ tenancy }: Stores, tenant: Tenant, now: EpochMs) => {
  const bank = await tenancy.bank(tenant);
  const accounts = await tenancy.debitAccounts(tenant);
  if (bank === undefined) throw new Error('a payout of no bank');
  const cutOffs = new Map(accounts.map((one) => [one.debitAccountId, one.cutOffs]));
  return ({ terms }: AcceptedPayout): EpochMs =>
    opensAt(cutOffs.get(terms.debitAccountId) ?? [], terms.paymentMethod, bank.timeZone, now);
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
    plan.later.map(({ subject, follows, why }) => ({
      transactionId: subject as TransactionId,
      follows,
      statusDetails: why,
    })),
  );
  await stores.work.defer(
    plan.later.map(({ until, ...item }) => ({ ...item, duty: 'send-to-bank', runAt: until })),
  );
  await stores.work.defer(
    plan.asking.map((item) => ({ ...item, duty: 'query-unknowns', runAt: now })),
  );
  await stores.work.finish(plan.over);
  if (plan.asking.length > 0 && line !== undefined) {
    await stores.journal.raise([restored(tenant, line, now)]);
  }
};
