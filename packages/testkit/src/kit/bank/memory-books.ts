import type { EpochMs } from '@hundi/core';
import type {
  BankAccount,
  BankBooks,
  BookedOrder,
  OpenBooks,
  PlannedReport,
} from './bank-books.js';
import type { BankScript } from './script.js';

/** A table whose writes can be taken back. */
const table = <V>(keyOf: (value: V) => string, undo: (() => void)[]) => {
  const rows = new Map<string, V>();
  const drop = (key: string): void => {
    const before = rows.get(key);
    if (before === undefined) return;
    undo.push(() => rows.set(key, before));
    rows.delete(key);
  };
  return {
    rows,
    drop,
    put: (value: V): void => {
      const key = keyOf(value);
      const before = rows.get(key);
      undo.push(() => (before === undefined ? rows.delete(key) : rows.set(key, before)));
      rows.set(key, value);
    },
    of: (keys: ReadonlyArray<string>): ReadonlyArray<V> =>
      keys.flatMap((key) => {
        const row = rows.get(key);
        return row === undefined ? [] : [row];
      }),
  };
};

const byMoment =
  <V>(momentOf: (value: V) => EpochMs, keyOf: (value: V) => string) =>
  (a: V, b: V): number =>
    momentOf(a) - momentOf(b) || (keyOf(a) < keyOf(b) ? -1 : 1);

const turnOf = ({ turns }: BookedOrder): EpochMs => turns?.at ?? Number.POSITIVE_INFINITY;

const sentAt = ({ at }: PlannedReport): EpochMs => at;

/** The tables, and what takes back the writes of the unit that has them open. */
const tables = () => {
  const undo: (() => void)[] = [];
  const orders = table<BookedOrder>(({ bankRef }) => bankRef, undo);
  /** The few orders that will turn: nothing has to walk over the whole book to find them. */
  const turning = new Set<string>();
  return {
    orders,
    turning,
    accounts: table<BankAccount>(({ accountNumber }) => accountNumber, undo),
    scripts: table<BankScript>(({ reference }) => reference, undo),
    reports: table<PlannedReport>(({ report }) => report.reportId, undo),
    takeBack: (): void => {
      for (let back = undo.pop(); back !== undefined; back = undo.pop()) back();
    },
    close: (): void => {
      undo.length = 0;
      for (const order of orders.of([...turning])) {
        if (order.turns === undefined) turning.delete(order.bankRef);
      }
    },
  };
};

const openBooks = ({
  orders,
  turning,
  accounts,
  scripts,
  reports,
}: ReturnType<typeof tables>): OpenBooks => ({
  ordersOf: async (bankRefs) => orders.of(bankRefs),
  listOrders: async ({ bankRef, debitAccountNumber: account }) =>
    (bankRef === undefined ? [...orders.rows.values()] : orders.of([bankRef]))
      .filter((order) => account === undefined || order.debitAccountNumber === account)
      .sort((a, b) => (a.bankRef < b.bankRef ? -1 : 1)),
  turning: async (now) =>
    orders
      .of([...turning])
      .filter((order) => turnOf(order) <= now)
      .sort(byMoment(turnOf, ({ bankRef }) => bankRef)),
  putOrders: async (booked) => {
    for (const order of booked) {
      orders.put(order);
      if (order.turns !== undefined) turning.add(order.bankRef);
    }
  },
  accounts: async (accountNumbers) => accounts.of(accountNumbers),
  putAccounts: async (opened) => {
    for (const account of opened) accounts.put(account);
  },
  scriptsOf: async (references) => scripts.of(references),
  putScripts: async (written) => {
    for (const script of written)
      if (script.outcomes.length > 0) scripts.put(script);
      else scripts.drop(script.reference);
  },
  reportsDue: async (now) =>
    [...reports.rows.values()]
      .filter(({ at }) => at <= now)
      .sort(byMoment(sentAt, ({ report }) => report.reportId)),
  planReports: async (planned) => {
    for (const report of planned) reports.put(report);
  },
  dropReports: async (reportIds) => {
    for (const reportId of reportIds) reports.drop(reportId);
  },
  nextDue: async () => {
    const moments = [
      ...orders.of([...turning]).map(turnOf),
      ...[...reports.rows.values()].map(sentAt),
    ];
    const next = moments.reduce((first, at) => Math.min(first, at), Number.POSITIVE_INFINITY);
    return Number.isFinite(next) ? next : undefined;
  },
});

/** Books in this process's memory. */
export const memoryBooks = (): BankBooks => {
  const kept = tables();
  const books = openBooks(kept);
  let last: Promise<unknown> = Promise.resolve();

  const unit = async <A>(work: (books: OpenBooks) => Promise<A>): Promise<A> => {
    try {
      return await work(books);
    } catch (error) {
      kept.takeBack();
      throw error;
    } finally {
      kept.close();
    }
  };

  return {
    open: (work) => {
      const result = last.then(() => unit(work));
      last = result.catch(() => undefined);
      return result;
    },
  };
};
