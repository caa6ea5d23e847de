import type { EpochMs } from '@hundi/core';
import type { BankOrder, RailTraits, SubmitAnswer } from '@hundi/core/rail';
import type { BankFaultKind } from './bank-faults.js';
import type { BookedOrder, OpenBooks, PlannedReport } from './bank-books.js';
import { reportOf, utrOf, answerAbout } from './bank-answers.js';
import { ledger, type Ledger } from './ledger.js';
import { openScripts, type OpenScripts } from './script.js';
import { ACCOUNT_UNKNOWN, INSUFFICIENT_FUNDS, outcomeOf, type Outcome } from './outcomes.js';

/** How long after it gave up on the rail a slow bank has executed an order. */
const SLOW_MS = 60_000;

const UNKNOWN: SubmitAnswer = { kind: 'unknown' };

interface Call {
  readonly at: EpochMs;
  readonly traits: RailTraits;
  readonly fault: BankFaultKind | undefined;
}

interface Taken {
  readonly booked: BookedOrder;
  readonly answer: SubmitAnswer;
  readonly report?: PlannedReport;
}

/**
 * Takes orders in: each that the books do not have yet meets its outcome, and its money leaves in the same
 * commit. One that they have is answered and, in a bank that deduplicates, never executed again.
 */
export const bookOrders = async (
  books: OpenBooks,
  orders: ReadonlyArray<BankOrder>,
  call: Call,
): Promise<ReadonlyArray<SubmitAnswer>> => {
  const known = new Map(
    (await books.ordersOf(orders.map(({ bankRef }) => bankRef))).map((one) => [one.bankRef, one]),
  );
  const money = await ledger(
    books,
    orders.map(({ debitAccountNumber }) => debitAccountNumber),
  );
  const scripts = await openScripts(books, orders);
  const taken = orders.map((order) => {
    const one = take(order, known.get(order.bankRef), { money, scripts }, call);
    known.set(order.bankRef, one.booked);
    return one;
  });
  const changed = new Map(taken.map(({ booked }) => [booked.bankRef, booked]));
  await books.putOrders([...changed.values()]);
  await money.write();
  await scripts.write();
  await books.planReports(taken.flatMap(({ report }) => (report === undefined ? [] : [report])));
  return taken.map(({ answer }) =>
    call.fault === 'answer_lost' || call.fault === 'slow' ? UNKNOWN : answer,
  );
};

const take = (
  order: BankOrder,
  before: BookedOrder | undefined,
  { money, scripts }: { readonly money: Ledger; readonly scripts: OpenScripts },
  call: Call,
): Taken => {
  if (before !== undefined && before.state !== 'lost') return again(before, money, call);
  const scripted = scripts.next(order);
  const outcome = afterDelay(outcomeOf(order, before, scripted), call.fault);
  const entry = entryOf(order, call.at);
  const booked = bookedAs(scripted === undefined ? entry : { ...entry, scripted }, outcome, money);
  const copies = (outcome.reports ?? 0) + (call.fault === 'duplicate_callback' ? 2 : 0);
  return {
    booked,
    answer: outcome.answerLost === true ? UNKNOWN : answerAbout(booked),
    ...(copies > 0 && booked.state !== 'lost' && { report: reportOf(booked, call.at, copies) }),
  };
};

const again = (before: BookedOrder, money: Ledger, { traits }: Call): Taken => {
  const paidTwice =
    !traits.deduplicates && before.executions > 0 && money.withdraw(before) === 'done';
  const booked = paidTwice ? { ...before, executions: before.executions + 1 } : before;
  return { booked, answer: answerAbout(booked) };
};

/** A slow bank has only just taken the order when the rail gives up, and executes it a minute later. */
const afterDelay = (outcome: Outcome, fault: BankFaultKind | undefined): Outcome =>
  fault === 'slow' && outcome.state === 'paid'
    ? { state: 'accepted', turns: { to: 'paid', after: SLOW_MS } }
    : outcome;

type Entry = Omit<BookedOrder, 'state' | 'executions'>;

/** What the books keep of an order that the bank has done nothing with yet. */
const entryOf = (order: BankOrder, bookedAt: EpochMs): Entry => ({
  bankRef: order.bankRef,
  bankTenantId: order.bankTenantId,
  transactionId: order.transactionId,
  amount: order.amount,
  paymentMethod: order.paymentMethod,
  debitAccountNumber: order.debitAccountNumber,
  creditAccountNumber: order.creditAccountNumber,
  ifsc: order.ifsc,
  beneficiaryName: order.beneficiaryName,
  narration: order.narration,
  debtor: order.debtor,
  executionDate: order.executionDate,
  reference: order.reference,
  bookedAt,
  ...(order.creditorLei !== undefined && { creditorLei: order.creditorLei }),
  ...(order.purpose !== undefined && { purpose: order.purpose }),
});

const bookedAs = (entry: Entry, { state, refusal, turns }: Outcome, money: Ledger): BookedOrder => {
  if (refusal !== undefined) return { state, refusal, executions: 0, ...entry };
  if (state === 'lost') return { state, executions: 0, ...entry };
  const withdrawn = money.withdraw(entry);
  if (withdrawn === 'unknown_account') {
    return { state: 'refused', refusal: ACCOUNT_UNKNOWN, executions: 0, ...entry };
  }
  if (withdrawn === 'insufficient') {
    return { state: 'refused', refusal: INSUFFICIENT_FUNDS, executions: 0, ...entry };
  }
  return {
    state,
    executions: 1,
    ...entry,
    ...(state === 'paid' && { executedAt: entry.bookedAt, utr: utrOf(entry.bankRef) }),
    ...(turns !== undefined && { turns: { to: turns.to, at: entry.bookedAt + turns.after } }),
  };
};
