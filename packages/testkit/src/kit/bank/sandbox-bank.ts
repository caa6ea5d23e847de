import type { BankRail, Clock, EpochMs } from '@hundi/core';
import type { BankReport, QueryAnswer, RailTraits } from '@hundi/core/rail';
import type {
  BankAccount,
  BankBooks,
  BookedOrder,
  OpenBooks,
  OrderFilter,
  PlannedReport,
} from './bank-books.js';
import { armedFaults, type BankFaults } from './bank-faults.js';
import { entriesOf, type BankEntry } from './bank-entries.js';
import { answerAbout } from './bank-answers.js';
import { bookOrders } from './book-orders.js';
import type { ScriptedKind, ScriptedOutcome } from './script.js';
import { statementsOf, type AccountStatement, type Period } from './statements.js';
import { turnOrders } from './turn-orders.js';

/**
 * A bank that decides by the last four digits of the beneficiary's account number (decisions §12), or as a script says.
 */
export interface SandboxBank {
  readonly rail: BankRail;
  readonly faults: BankFaults;
  /**
   * Tells the bank what to do with the next orders under a reference: the narration, which is the client's reference
   * where the payout has no remark, or the transaction id. Each outcome is used once, in order, then the bank decides as
   * usual. Replaces what is left of an earlier script; without outcomes it removes that.
   */
  readonly script: (
    reference: string,
    ...outcomes: ReadonlyArray<ScriptedOutcome | ScriptedKind>
  ) => Promise<void>;
  /** Opens the accounts that are not open yet; the others keep their balance, and of two alike the first counts. */
  readonly openAccounts: (accounts: ReadonlyArray<BankAccount>) => Promise<void>;
  readonly balance: (accountNumber: string) => Promise<number | undefined>;
  /** The entries on a debit account, the debits first: a group is debited at once. */
  readonly entries: (debitAccountNumber: string) => Promise<ReadonlyArray<BankEntry>>;
  /** The orders in the bank's books, executed or not, by `bankRef`. Orders that never arrived are missing. */
  readonly orders: (filter?: OrderFilter) => Promise<ReadonlyArray<BookedOrder>>;
  /**
   * Hands over the reports that are due now, in order, and answers how many those were. They are forgotten
   * once `take` resolves; otherwise they are handed over again: a report arrives at least once.
   */
  readonly deliverDue: (
    take: (reports: ReadonlyArray<BankReport>) => Promise<unknown>,
  ) => Promise<number>;
  /** The statements of each period: of the accounts on which something moved within it, by account number. */
  readonly statements: (
    periods: ReadonlyArray<Period>,
  ) => Promise<ReadonlyArray<ReadonlyArray<AccountStatement>>>;
  /** When an order turns or a report falls due next. */
  readonly nextDue: () => Promise<EpochMs | undefined>;
}

export interface SandboxBankOptions {
  readonly books: BankBooks;
  readonly clock: Clock;
  readonly traits?: Partial<RailTraits>;
}

const TRAITS: RailTraits = { deduplicates: true, canQuery: true, absenceFinalAfterMs: 0 };

/** A small bank with books of its own, so that they can be compared with the engine's. */
export const sandboxBank = ({ books, clock, traits }: SandboxBankOptions): SandboxBank => {
  const faults = armedFaults();
  const rail = sandboxRail(books, clock, { ...TRAITS, ...traits }, faults);

  /** Opens the books as they stand at this moment. */
  const upToDate = <A>(work: (open: OpenBooks) => Promise<A>): Promise<A> =>
    books.open(async (open) => {
      await turnOrders(open, clock.now());
      return work(open);
    });

  return {
    rail,
    faults: { arm: faults.arm },
    script: (reference, ...outcomes) =>
      books.open((open) =>
        open.putScripts([
          {
            reference,
            outcomes: outcomes.map((one) => (typeof one === 'string' ? { kind: one } : one)),
          },
        ]),
      ),
    openAccounts: (accounts) =>
      books.open(async (open) => {
        const known = await open.accounts(accounts.map(({ accountNumber }) => accountNumber));
        const numbers = new Set(known.map(({ accountNumber }) => accountNumber));
        const opened = accounts.filter(({ accountNumber }) => {
          const isNew = !numbers.has(accountNumber);
          numbers.add(accountNumber);
          return isNew;
        });
        await open.putAccounts(opened);
      }),
    balance: (accountNumber) =>
      upToDate(async (open) => (await open.accounts([accountNumber]))[0]?.balance),
    entries: (debitAccountNumber) =>
      upToDate(async (open) => entriesOf(await open.listOrders({ debitAccountNumber }))),
    orders: (filter = {}) =>
      upToDate(async (open) =>
        (await open.listOrders(filter)).filter(({ state }) => state !== 'lost'),
      ),
    deliverDue: async (take) => {
      const due = await upToDate((open) => open.reportsDue(clock.now()));
      const reports = due.flatMap(copiesOf);
      if (reports.length === 0) return 0;
      await take(reports);
      await books.open((open) => open.dropReports(due.map(({ report }) => report.reportId)));
      return reports.length;
    },
    statements: (periods) =>
      upToDate(async (open) => {
        const orders = await open.listOrders({});
        const numbers = [...new Set(orders.map((order) => order.debitAccountNumber))].sort();
        const accounts = await open.accounts(numbers);
        const balances = new Map(accounts.map((one) => [one.accountNumber, one.balance]));
        const held = numbers.map((number) => ({
          accountNumber: number,
          balance: balances.get(number) ?? 0,
        }));
        return statementsOf(orders, held, periods);
      }),
    nextDue: () => books.open((open) => open.nextDue()),
  };
};

const copiesOf = ({ report, copies }: PlannedReport): ReadonlyArray<BankReport> =>
  Array.from({ length: copies }, () => report);

const sandboxRail = (
  books: BankBooks,
  clock: Clock,
  traits: RailTraits,
  faults: ReturnType<typeof armedFaults>,
): BankRail => ({
  traits,
  submit: async (orders) => {
    const fault = faults.strike('submit');
    if (fault === 'unreachable' || fault === 'order_lost') return unknowns(orders);
    const at = clock.now();
    return books.open(async (open) => {
      await turnOrders(open, at);
      return bookOrders(open, orders, { at, traits, fault });
    });
  },
  query: async (orders) => {
    if (faults.strike('query') !== undefined) return unknowns(orders);
    return books.open(async (open) => {
      await turnOrders(open, clock.now());
      const booked = await open.ordersOf(orders.map(({ bankRef }) => bankRef));
      const byRef = new Map(booked.map((order) => [order.bankRef, order]));
      return orders.map(({ bankRef }) => answerOn(byRef.get(bankRef)));
    });
  },
});

const unknowns = (orders: ReadonlyArray<unknown>) =>
  orders.map(() => ({ kind: 'unknown' }) as const);

const answerOn = (order: BookedOrder | undefined): QueryAnswer =>
  order === undefined || order.state === 'lost' ? { kind: 'absent' } : answerAbout(order);
