import type { AcceptedBatch } from '@hundi/core/wire';
import type { BookedOrder } from '@hundi/testkit';
import { opinionOf } from './checker.js';
import { OPENING, type Kept, type KeptPayout } from './kept.js';
import { WAITS_FOR_APPROVAL } from './load.js';
import type { Asked, AskedPayment, Requests } from './requests.js';

/** The number of comparisons, and the differences. */
export interface Comparison {
  readonly requests: number;
  readonly replies: number;
  readonly payouts: number;
  readonly executed: number;
  readonly losses: ReadonlyArray<string>;
}

type Lose = (loss: string) => void;

/** Where each payment of an answered request should be, by its id. */
type Promised = ReadonlyMap<string, AskedPayment>;

const compareRequest = (
  { jobs, payouts }: Kept,
  { key, payments }: Asked,
  text: string,
  promised: Map<string, AskedPayment>,
  lose: Lose,
): void => {
  const { jobId, transactions } = JSON.parse(text) as AcceptedBatch;
  const job = jobs.get(jobId);
  if (job?.total !== payments.length) lose(`${key}: its job ${jobId} is not there as accepted`);
  if (job !== undefined && !job.status.startsWith('completed')) {
    lose(`${key}: its job is ${job.status}`);
  }
  for (const [i, { transactionId, transactionReference }] of transactions.entries()) {
    const payment = payments[i];
    const payout = payouts.get(transactionId);
    if (payment === undefined || payment.transactionReference !== transactionReference) {
      lose(`${key}: row ${String(i)} was answered as another one`);
    } else if (
      payout?.jobId !== jobId ||
      payout.reference !== payment.transactionReference ||
      payout.amount !== payment.amount
    ) {
      lose(`${key}: ${transactionId} is not there as it was acknowledged`);
    } else promised.set(transactionId, payment);
  }
  if (transactions.length !== payments.length) lose(`${key}: rows were left out of the answer`);
};

const compareRequests = (requests: Requests, kept: Kept, lose: Lose): Promised => {
  const promised = new Map<string, AskedPayment>();
  let answered = 0;
  for (const asked of requests.all()) {
    const text = requests.answerTo(asked);
    if (text === undefined) lose(`${asked.key} never got an answer`);
    else {
      answered += 1;
      compareRequest(kept, asked, text, promised, lose);
    }
  }
  if (kept.jobs.size !== answered) {
    lose(`${String(kept.jobs.size)} jobs for ${String(answered)} keys`);
  }
  for (const id of kept.payouts.keys()) {
    if (!promised.has(id)) lose(`${id} is there, and no client was answered with it`);
  }
  return promised;
};

/** In which state an order must be at the bank, given where its payout has ended. */
const AT_BANK: Readonly<Record<string, ReadonlyArray<BookedOrder['state'] | undefined>>> = {
  paid: ['paid'],
  failed: ['refused', 'returned'],
  rejected: [undefined],
};

const comparePayout = (
  payout: KeptPayout,
  payment: AskedPayment,
  order: BookedOrder | undefined,
  lose: Lose,
): void => {
  const status = payout.status ?? payout.intake;
  const allowed = AT_BANK[status];
  if (allowed === undefined) lose(`${payout.id} has not ended: it is ${status}`);
  else if (!allowed.includes(order?.state)) {
    lose(`${payout.id} is ${status}, and ${order?.state ?? 'unknown'} at the bank`);
  }
  const isRejected = payment.amount === WAITS_FOR_APPROVAL && opinionOf(payout.id) === 'reject';
  if ((status === 'rejected') !== isRejected) {
    lose(`${payout.id} is ${status}, at an amount of ${String(payment.amount)}`);
  }
  if (order === undefined) return;
  if (
    order.amount !== payment.amount ||
    order.creditAccountNumber !== payment.creditAccountNumber
  ) {
    lose(`${payout.id} is another order at the bank than was asked for`);
  }
  if (status === 'paid' && order.utr !== payout.utr) lose(`${payout.id} has another UTR`);
};

const TAKEN = new Set<BookedOrder['state']>(['accepted', 'paid']);

const compareBooks = ({ payouts, orders, balance }: Kept, promised: Promised, lose: Lose): void => {
  const byId = new Map(orders.map((order) => [order.transactionId as string, order]));
  if (byId.size !== orders.length) lose('the bank has two orders of one payout');
  let gone = 0;
  for (const order of orders) {
    if (order.executions > 1) lose(`${order.transactionId} was executed more than once`);
    if (!promised.has(order.transactionId)) lose(`${order.bankRef} was ordered by no client`);
    if (TAKEN.has(order.state)) gone += order.amount;
  }
  if (balance !== OPENING - gone) lose(`the account is short of ${String(OPENING - gone)}`);
  for (const [id, payment] of promised) {
    const payout = payouts.get(id);
    if (payout !== undefined) comparePayout(payout, payment, byId.get(id), lose);
  }
};

/** A bank that took long is no loss, once it has reported. */
const HARMLESS = 'outcome_unknown';

const compareJournal = ({ payouts, histories, incidents }: Kept, lose: Lose): void => {
  for (const { id, sequence } of payouts.values()) {
    const { entries, last } = histories.get(id) ?? { entries: 0, last: 0 };
    if (entries !== sequence || last !== sequence) {
      lose(`${id} has changed ${String(sequence)} times, with ${String(entries)} journal entries`);
    }
  }
  for (const { kind, subject } of incidents) {
    if (kind !== HARMLESS) lose(`there is an incident, ${kind}, about ${subject}`);
  }
};

/**
 * Compares the replies that clients received with the records of the engine and the bank. Every process has ended by
 * now.
 */
export const compare = (requests: Requests, kept: Kept): Comparison => {
  const losses = [...requests.faults];
  const lose: Lose = (loss) => losses.push(loss);
  const promised = compareRequests(requests, kept, lose);
  compareBooks(kept, promised, lose);
  compareJournal(kept, lose);
  return {
    requests: requests.all().length,
    replies: requests.replies(),
    payouts: promised.size,
    executed: kept.orders.filter(({ executions }) => executions > 0).length,
    losses,
  };
};
