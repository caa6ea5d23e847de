import { LEASE_MS, type Duty } from '../duty/duty.js';
import type { HeldWork, Work } from '../duty/work-store.js';
import { E } from '../fp.js';
import type { JournalEntry } from '../journal/entry.js';
import type { TransactionId } from '../kernel/ids.js';
import { byTenant, type Tenant } from '../kernel/tenant.js';
import type { EpochMs } from '../kernel/time.js';
import { payoutEntry } from '../payout/payout-entry.js';
import { step } from '../payout/payout-machine.js';
import type { AcceptedPayout, PayoutProgress } from '../payout/payout.js';
import type { BankRail, SubmitAnswer } from '../ports/bank-rail.js';
import { commit } from '../ports/commit.js';
import type { Clock } from '../ports/clock.js';
import type { Pacer } from '../ports/pacer.js';
import type { Storage, Stores } from '../ports/storage.js';
import { token } from '../wiring/token.js';
import { recordAnswers } from './answers.js';
import { bankOrderOf } from './bank-order.js';
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
  nextDue: () => storage.read(({ work }) => work.nextDue('send-to-bank')),
  run: async () => {
    const { claimed, sending } = await intend(storage, clock.now());
    if (sending.length > 0) {
      const answers = await submit(
        rail,
        sending.map(({ payout }) => payout),
      );
      const answered = sending.map((one, i) => ({ ...one, answer: answers[i] ?? UNKNOWN }));
      await commit(storage, (stores) => recordAnswers(stores, answered, rail.traits, clock.now()));
      pacer.wake();
    }
    return claimed;
  },
});

const UNKNOWN = { kind: 'unknown' } as const;

/** A call that fails says nothing about the orders in it: each of them may have been executed. */
const submit = async (
  rail: BankRail,
  payouts: ReadonlyArray<AcceptedPayout>,
): Promise<ReadonlyArray<SubmitAnswer>> => {
  try {
    return await rail.submit(payouts.map(bankOrderOf));
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
    return { claimed: work.length, sending };
  });

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
  const windowOf = await windows(stores, tenant, now);

  const plan = {
    sending: [] as Sending[],
    moved: [] as { readonly payout: AcceptedPayout; readonly next: PayoutProgress }[],
    closed: [] as (HeldWork & { readonly runAt: EpochMs })[],
    over: [] as HeldWork[],
  };
  for (const item of work) {
    const payout = payouts.get(item.subject as TransactionId);
    const next = payout?.intake === 'accepted' ? nextFor(payout, now) : undefined;
    if (payout?.intake !== 'accepted' || next === undefined) {
      plan.over.push(item);
      continue;
    }
    const runAt = windowOf(payout);
    if (runAt > now) {
      plan.closed.push({ ...item, runAt });
      continue;
    }
    if (next !== payout.progress) plan.moved.push({ payout, next });
    plan.sending.push({ payout: { ...payout, progress: next }, work: item });
  }
  await writePlan(stores, tenant, plan, now);
  return plan.sending;
};

/** The payout's state while it is at the bank; undefined when it must not be sent any more. */
const nextFor = ({ progress }: AcceptedPayout, at: EpochMs): PayoutProgress | undefined => {
  // The bank said that it never got the order: the same one goes out again.
  if (progress.status === 'sent_to_bank') return progress;
  const sent = step(progress, { type: 'send', at });
  return E.isRight(sent) ? sent.right : undefined;
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
  plan: {
    readonly moved: ReadonlyArray<{
      readonly payout: AcceptedPayout;
      readonly next: PayoutProgress;
    }>;
    readonly closed: ReadonlyArray<HeldWork & { readonly runAt: EpochMs }>;
    readonly over: ReadonlyArray<HeldWork>;
  },
  now: EpochMs,
): Promise<void> => {
  await stores.payouts.advance(
    tenant,
    plan.moved.map(({ payout, next }) => ({
      transactionId: payout.order.transactionId,
      follows: payout.progress.sequence,
      next,
    })),
  );
  await stores.journal.append(
    plan.moved.map(({ payout, next }): JournalEntry =>
      payoutEntry(payout.order, payout.progress, next, now, 'send-to-bank'),
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
