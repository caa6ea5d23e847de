import { underClaims } from '../../duty/abandoned.js';
import { about, subjectsOfWork } from '../../duty/about.js';
import type { Causes } from '../../duty/causes.js';
import { LEASE_MS, type Duty } from '../../duty/duty.js';
import type { Work } from '../../storage/work-store.js';
import type { TransactionId } from '../../kernel/values/ids.js';
import { byTenant } from '../../kernel/values/tenant.js';
import type { EpochMs } from '../../kernel/values/time.js';
import type { AcceptedPayout } from '../../payout/payout.js';
import type { BankRail, QueryAnswer } from '../../ports/bank-rail.js';
import { ordersACall } from '../../ports/orders-a-call.js';
import { commit } from '../../storage/commit.js';
import type { Clock } from '../../ports/clock.js';
import type { Pacer } from '../../ports/pacer.js';
import type { Storage, Stores } from '../../storage/storage.js';
import { token } from '../../kernel/token.js';
import { commitAnswers } from '../answer/answers.js';
import { queryBank } from '../answer/ask-bank.js';
import { bankQuestionOf } from '../order/bank-order.js';
import { traceOf, tracesOf } from '../answer/trace-of.js';
import type { Unrecorded } from '../../duty/unrecorded.js';
import { inboxAnswers } from '../answer/inbox-answers.js';

/**
 * The duty that asks the bank about orders whose outcome is not known: lost answers, time-outs, workers
 * that died. It never moves money; it only finds out (decisions §8).
 */
export type QueryUnknowns = Duty;
export const QueryUnknowns = token<QueryUnknowns>('QueryUnknowns');

interface Asking {
  readonly payout: AcceptedPayout;
  readonly work: Work;
}

export const makeQueryUnknowns = (
  storage: Storage,
  clock: Clock,
  rail: BankRail,
  pacer: Pacer,
  causes: Causes,
  unrecorded: Unrecorded,
): QueryUnknowns => ({
  name: 'query-unknowns',
  lanes: 1,
  chunk: ordersACall(rail),
  run: async () => {
    const recorded = await unrecorded.record();
    const { claimed, asking, traces } = await claimUnknowns(
      storage,
      clock.now(),
      ordersACall(rail),
    );
    if (asking.length === 0) return claimed + recorded;
    const held = asking.map(({ work }) => work);
    const subjects = subjectsOfWork(held);
    const ask = async (): Promise<void> => {
      // The bank's answer is valid for the moment of the query, however late it comes.
      const askedAt = clock.now();
      const answers = rail.traits.canQuery
        ? await queryBank(
            rail,
            asking.map(({ payout }) => bankQuestionOf(payout.order, traceOf(traces, payout))),
            { pacer, report: (error) => causes.report('query-unknowns', error, subjects) },
          )
        : await answersKept(storage, asking);
      const answered = asking.map((one, i) => ({ answer: answers[i] ?? UNKNOWN, ...one }));
      await commitAnswers(answered, { storage, clock, rail, askedAt, unrecorded });
    };
    await about(subjects, () => underClaims(held, 'query-unknowns', ask));
    return claimed + recorded;
  },
});

const UNKNOWN = { kind: 'unknown' } as const;

/** Where the bank cannot be asked: what it said before anybody here knew of the order. */
const answersKept = (
  storage: Storage,
  asking: ReadonlyArray<Asking>,
): Promise<ReadonlyArray<QueryAnswer>> =>
  storage.read(async (stores) => {
    const orders = asking.map(({ payout }) => payout.order);
    const known = await inboxAnswers(stores, orders);
    return orders.map(({ transactionId }) => known.get(transactionId) ?? UNKNOWN);
  });

const claimUnknowns = (storage: Storage, now: EpochMs, limit: number) =>
  commit(storage, async (stores) => {
    const work = await stores.work.claim({
      duty: 'query-unknowns',
      now,
      leaseMs: LEASE_MS,
      limit,
      lapsesTo: 'query-unknowns',
    });
    return about(subjectsOfWork(work), () => askable(stores, work));
  });

const askable = async (stores: Stores, work: ReadonlyArray<Work>) => {
  const asking: Asking[] = [];
  const over: Work[] = [];
  for (const [tenant, group] of byTenant(work)) {
    const ids = group.map(({ subject }) => subject as TransactionId);
    const payouts = new Map(
      (await stores.payouts.findMany(tenant, ids)).map((one) => [one.order.transactionId, one]),
    );
    for (const item of group) {
      const payout = payouts.get(item.subject as TransactionId);
      // The bank may have reported by itself in the meantime.
      if (payout?.intake === 'accepted' && payout.progress.status === 'sent_to_bank') {
        asking.push({ payout, work: item });
      } else over.push(item);
    }
  }
  await stores.work.finish(over);
  return { claimed: work.length, asking, traces: await tracesOf(stores, asking) };
};
