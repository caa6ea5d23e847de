import { about, subjectsOfWork } from '../../duty/about.js';
import { LEASE_MS } from '../../duty/duty.js';
import type { HeldWork, Work } from '../../storage/work-store.js';
import { E } from '../../kernel/fp.js';
import type { TransactionId } from '../../kernel/values/ids.js';
import { byTenant, type Tenant } from '../../kernel/values/tenant.js';
import type { EpochMs } from '../../kernel/values/time.js';
import { movePayouts, type Move } from '../../payout/move/move-payouts.js';
import { stepPayout } from '../../payout/payout-machine.js';
import type { AcceptedPayout } from '../../payout/payout.js';
import type { RailTraits } from '../../ports/bank-rail.js';
import { commit } from '../../storage/commit.js';
import type { Storage, Stores, UnitOptions } from '../../storage/storage.js';
import { isBeforeLine } from '../../restore/doubt.js';
import { restored } from '../../restore/restored.js';
import { tracesOf, type Traces } from '../answer/trace-of.js';
import { opensAt, WINDOW_CLOSED } from '../order/window.js';

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

/** The outcome for claimed work: sent (some of it for the first time), queried, kept for its window, or over. */
interface Plan {
  readonly sending: Sending[];
  readonly asking: HeldWork[];
  readonly moved: Move[];
  readonly closed: (HeldWork & { readonly runAt: EpochMs; readonly follows: number })[];
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
  const opens = await windows(stores, tenant, moments.now);

  const plan: Plan = { sending: [], asking: [], moved: [], closed: [], over: [] };
  for (const item of work) {
    const payout = payouts.get(item.subject as TransactionId);
    if (payout?.intake !== 'accepted') plan.over.push(item);
    else planOne(plan, item, payout, opens(payout), moments);
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
  opensAt: EpochMs,
  { now, line }: Moments,
): void => {
  const again = payout.progress.status === 'sent_to_bank';
  const sent = stepPayout(payout.progress, { type: 'send', at: now });
  const doubtful = isDoubtful(work, payout, line);
  // Cancelled or settled meanwhile. One that is at the bank is here because the bank never got it.
  if (!again && E.isLeft(sent)) plan.over.push(work);
  // A question has no window, and waiting for one would leave a mark.
  else if (again && doubtful) plan.asking.push(work);
  else if (opensAt > now)
    plan.closed.push({ ...work, runAt: opensAt, follows: payout.progress.sequence });
  else if (again || E.isLeft(sent)) plan.sending.push({ payout, work });
  else {
    plan.moved.push({ payout, steps: [sent.right] });
    if (doubtful) plan.asking.push(work);
    else plan.sending.push({ payout: { ...payout, progress: sent.right.next }, work });
  }
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
    plan.closed.map(({ subject, follows }) => ({
      transactionId: subject as TransactionId,
      follows,
      statusDetails: WINDOW_CLOSED,
    })),
  );
  await stores.work.defer(plan.closed.map((item) => ({ ...item, duty: 'send-to-bank' })));
  await stores.work.defer(
    plan.asking.map((item) => ({ ...item, duty: 'query-unknowns', runAt: now })),
  );
  await stores.work.finish(plan.over);
  if (plan.asking.length > 0 && line !== undefined) {
    await stores.journal.raise([restored(tenant, line, now)]);
  }
};
