import type { EpochMs } from '@hundi/core';
import {
  instructionsOf,
  type BankGroup,
  type BankOrder,
  type RailTraits,
  type SubmitAnswer,
} from '@hundi/core/rail';
import type { BankFaultKind } from './bank-faults.js';
import type { BookedOrder, OpenBooks, PlannedReport } from './bank-books.js';
import { reportOf, utrOf, answerAbout } from './bank-answers.js';
import { ledger, type Ledger, type Withdrawal } from './ledger.js';
import { openScripts, type OpenScripts } from './script.js';
import {
  ACCOUNT_UNKNOWN,
  GROUP_DIFFERS,
  INSUFFICIENT_FUNDS,
  outcomeOf,
  type Outcome,
} from './outcomes.js';

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
  const open = { known, money, scripts };
  const byRef = new Map<BankOrder, Taken>();
  for (const { group, orders: members } of instructionsOf(orders)) {
    const results =
      group === undefined
        ? members.map((order) => take(order, open, call))
        : takeGroup(group, members, open, call);
    members.forEach((order, i) => byRef.set(order, results[i] as Taken));
  }
  const taken = orders.map((order) => byRef.get(order) as Taken);
  const changed = new Map(taken.map(({ booked }) => [booked.bankRef, booked]));
  await books.putOrders([...changed.values()]);
  await money.write();
  await scripts.write();
  await books.planReports(taken.flatMap(({ report }) => (report === undefined ? [] : [report])));
  return taken.map(({ answer }) =>
    call.fault === 'answer_lost' || call.fault === 'slow' ? UNKNOWN : answer,
  );
};

/** What the books say of orders while a call is worked through. */
interface Open {
  readonly known: Map<string, BookedOrder>;
  readonly money: Ledger;
  readonly scripts: OpenScripts;
}

const isHere = (booked: BookedOrder | undefined): booked is BookedOrder =>
  booked !== undefined && booked.state !== 'lost';

/**
 * Takes a group in: it arrives whole or not at all, its sum leaves the account at once or not at all, and what the bank
 * refuses of it is on the account again.
 */
const takeGroup = (
  group: BankGroup,
  orders: ReadonlyArray<BankOrder>,
  { known, money, scripts }: Open,
  call: Call,
): ReadonlyArray<Taken> => {
  const fresh = new Set(orders.filter(({ bankRef }) => !isHere(known.get(bankRef))));
  const scripted = new Map([...fresh].map((order) => [order, scripts.next(order)]));
  const isLost = [...fresh].some(
    (order) => outcomeOf(order, known.get(order.bankRef), scripted.get(order)).state === 'lost',
  );
  const debited = isLost ? 'done' : debit(group, orders, { known, money }, call);
  const own: Open = {
    known,
    money: { ...money, withdraw: () => debited },
    scripts: {
      ...scripts,
      next: (order) => (isLost ? { kind: 'lost' } : scripted.get(order)),
    },
  };
  return orders.map((order) => {
    const taken = take(order, own, call);
    const isCredited = taken.booked.state === 'refused' && fresh.has(order);
    if (isCredited && debited === 'done') money.putBack(order);
    return taken;
  });
};

/** Takes off the account what the group is worth, less what the bank has executed before. */
const debit = (
  { count, sum }: BankGroup,
  orders: ReadonlyArray<BankOrder>,
  { known, money }: Pick<Open, 'known' | 'money'>,
  { traits }: Call,
): Withdrawal => {
  const [first] = orders;
  const total = orders.reduce((all, { amount }) => all + amount, 0);
  const isOne = orders.every(
    (order) =>
      order.debitAccountNumber === first?.debitAccountNumber &&
      order.paymentMethod === first.paymentMethod &&
      order.executionDate === first.executionDate &&
      order.jobId === first.jobId,
  );
  if (first === undefined || !isOne || count !== orders.length || sum !== total)
    return 'group_differs';
  const moved = orders.filter(({ bankRef }) => {
    const before = known.get(bankRef);
    return !isHere(before) || (!traits.deduplicates && before.executions > 0);
  });
  return money.withdraw({
    debitAccountNumber: first.debitAccountNumber,
    amount: moved.reduce((all, { amount }) => all + amount, 0),
  });
};

const take = (order: BankOrder, { known, money, scripts }: Open, call: Call): Taken => {
  const before = known.get(order.bankRef);
  if (isHere(before)) return again(before, money, call);
  const scripted = scripts.next(order);
  const outcome = afterDelay(outcomeOf(order, before, scripted), call.fault);
  const entry = entryOf(order, call.at);
  const booked = bookedAs(scripted === undefined ? entry : { ...entry, scripted }, outcome, money);
  known.set(order.bankRef, booked);
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
  ...(order.group !== undefined && { groupRef: order.group.groupRef }),
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
  if (withdrawn === 'group_differs') {
    return { state: 'refused', refusal: GROUP_DIFFERS, executions: 0, ...entry };
  }
  return {
    state,
    executions: 1,
    ...entry,
    ...(state === 'paid' && { executedAt: entry.bookedAt, utr: utrOf(entry.bankRef) }),
    ...(turns !== undefined && { turns: { to: turns.to, at: entry.bookedAt + turns.after } }),
  };
};
