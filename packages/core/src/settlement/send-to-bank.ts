import { LEASE_MS, type Duty } from '../duty/duty.js';
import type { HeldWork, Work } from '../duty/work-store.js';
import { E } from '../fp.js';
import type { TransactionId } from '../kernel/ids.js';
import { byTenant, type Tenant } from '../kernel/tenant.js';
import type { EpochMs } from '../kernel/time.js';
import { payoutEntries } from '../payout/payout-entry.js';
import { step, type PayoutStep } from '../payout/payout-machine.js';
import type { AcceptedPayout } from '../payout/payout.js';
import type { BankOrder, BankRail, SubmitAnswer } from '../ports/bank-rail.js';
import { commit } from '../ports/commit.js';
import type { Clock } from '../ports/clock.js';
import type { Pacer } from '../ports/pacer.js';
import type { Storage, Stores } from '../ports/storage.js';
import { token } from '../wiring/token.js';
import { commitAnswers, SEND_STARTS_WITHIN } from './answers.js';
import { bankOrderOf } from './bank-order.js';
import { traceOf, tracesOf } from './trace-of.js';
import { opensAt, WINDOW_CLOSED } from './window.js';

/**
 * The duty that sends approved and scheduled payouts to the bank. The intent is committed first; then the
 * rail is called with no database in reach; then the answer is committed, if the claim still holds. A
 * claim that lapses falls to `query-unknowns`: nothing is sent twice without asking (decisions §8).
 */
export type SendToBank = Duty;
export const SendToBank = token<SendToBank>('SendToBank');

const ORDERS_A_CALL = 1_000;

/** A payout whose intent to send is committed, with its claim. */
interface Sending {
  readonly payout: AcceptedPayout;
  readonly work: Work;
}

export const makeSendToBank = (
  storage: Storage,
  clock: Clock,
  rail: BankRail,
  pacer: Pacer,
): SendToBank => ({
  name: 'send-to-bank',
  lanes: 2,
  chunk: ORDERS_A_CALL,
  nextDue: () => storage.read(({ work }) => work.nextDue('send-to-bank')),
  run: async () => {
    const intendedAt = clock.now();
    const { claimed, sending, traces } = await intend(storage, intendedAt);
    // A worker that slept over its claim does not call: whoever holds it now asks the bank first.
    const askedAt = clock.now();
    if (sending.length > 0 && askedAt - intendedAt <= SEND_STARTS_WITHIN) {
      const answers = await submit(
        rail,
        sending.map(({ payout }) => bankOrderOf(payout, traceOf(traces, payout))),
      );
      const answered = sending.map((one, i) => ({ ...one, answer: answers[i] ?? UNKNOWN }));
      await commitAnswers(storage, answered, rail.traits, { askedAt, at: clock.now() });
      pacer.wake();
    }
    return claimed;
  },
});

const UNKNOWN = { kind: 'unknown' } as const;

/** A call that fails says nothing about the orders in it: each of them may have been executed. */
const submit = async (
  rail: BankRail,
  orders: ReadonlyArray<BankOrder>,
): Promise<ReadonlyArray<SubmitAnswer>> => {
  try {
    return await rail.submit(orders);
  } catch {
    return [];
  }
};

const intend = (storage: Storage, now: EpochMs) =>
  commit(storage, async (stores) => {
    const work = await stores.work.claim({
      duty: 'send-to-bank',
      now,
      leaseMs: LEASE_MS,
      limit: ORDERS_A_CALL,
      lapsesTo: 'query-unknowns',
      mark: now,
    });
    const sending: Sending[] = [];
    for (const [tenant, group] of byTenant(work)) {
      sending.push(...(await intendCorporate(stores, tenant, group, now)));
    }
    return { claimed: work.length, sending, traces: await tracesOf(stores, sending) };
  });

/** What becomes of claimed work: sent (some of it for the first time), kept for its window, or over. */
interface Plan {
  readonly sending: Sending[];
  readonly moved: { readonly payout: AcceptedPayout; readonly step: PayoutStep }[];
  readonly closed: (HeldWork & { readonly runAt: EpochMs })[];
  readonly over: HeldWork[];
}

const intendCorporate = async (
  stores: Stores,
  tenant: Tenant,
  work: ReadonlyArray<Work>,
  now: EpochMs,
): Promise<ReadonlyArray<Sending>> => {
  const ids = work.map(({ subject }) => subject as TransactionId);
  const payouts = new Map(
    (await stores.payouts.findMany(tenant, ids)).map((one) => [one.order.transactionId, one]),
  );
  const opens = await windows(stores, tenant, now);

  const plan: Plan = { sending: [], moved: [], closed: [], over: [] };
  for (const item of work) {
    const payout = payouts.get(item.subject as TransactionId);
    if (payout?.intake !== 'accepted') plan.over.push(item);
    else planOne(plan, item, payout, opens(payout), now);
  }
  await writePlan(stores, tenant, plan);
  return plan.sending;
};

const planOne = (
  plan: Plan,
  work: Work,
  payout: AcceptedPayout,
  opensAt: EpochMs,
  now: EpochMs,
): void => {
  const again = payout.progress.status === 'sent_to_bank';
  const sent = step(payout.progress, { type: 'send', at: now });
  // Cancelled or settled meanwhile. One that is at the bank is here because the bank never got it.
  if (!again && E.isLeft(sent)) plan.over.push(work);
  else if (opensAt > now) plan.closed.push({ ...work, runAt: opensAt });
  else if (again || E.isLeft(sent)) plan.sending.push({ payout, work });
  else {
    plan.moved.push({ payout, step: sent.right });
    plan.sending.push({ payout: { ...payout, progress: sent.right.next }, work });
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

const writePlan = async (stores: Stores, tenant: Tenant, plan: Plan): Promise<void> => {
  await stores.payouts.advance(
    tenant,
    plan.moved.map(({ payout, step: { next } }) => ({
      transactionId: payout.order.transactionId,
      follows: payout.progress.sequence,
      next,
    })),
  );
  await stores.journal.append(
    plan.moved.flatMap((one) =>
      payoutEntries(one.payout.order, one.payout.progress, [one.step], 'send-to-bank'),
    ),
  );
  await stores.payouts.explain(
    tenant,
    plan.closed.map(({ subject }) => ({
      transactionId: subject as TransactionId,
      statusDetails: WINDOW_CLOSED,
    })),
  );
  await stores.work.defer(plan.closed.map((item) => ({ ...item, duty: 'send-to-bank' })));
  await stores.work.finish(plan.over);
};
