import assert from 'node:assert/strict';
import type {
  BankBooks,
  BookedOrder,
  OrderFilter,
  PlannedReport,
} from '../../kit/bank/bank-books.js';

/** One promise that an implementation of the bank's books makes. Run it on fresh books with any test runner. */
export interface BooksCase {
  readonly title: string;
  readonly run: (books: BankBooks) => Promise<void>;
}

const NOW = Date.UTC(2026, 0, 5);

const anOrder = (n: number, members: Partial<BookedOrder> = {}): BookedOrder => ({
  bankRef: `H${String(n).padStart(32, '0')}`,
  bankTenantId: 'demo-bank' as BookedOrder['bankTenantId'],
  transactionId: `t-${String(n)}` as BookedOrder['transactionId'],
  amount: 10 ** 15 - n,
  paymentMethod: 'NEFT',
  debitAccountNumber: '111111',
  creditAccountNumber: '222222',
  ifsc: 'HDFC0000001',
  beneficiaryName: 'Sharma Steel',
  narration: 'Invoice',
  bookedAt: NOW,
  executions: 1,
  state: 'paid',
  executedAt: NOW,
  utr: `HUND${String(n)}`,
  ...members,
});

const aReport = (n: number, at: number): PlannedReport => ({
  report: {
    reportId: `r-${String(n)}`,
    bankRef: anOrder(n).bankRef,
    verdict: { kind: 'accepted' },
  },
  at,
  copies: n,
});

const refs = (orders: ReadonlyArray<BookedOrder>): ReadonlyArray<string> =>
  orders.map(({ bankRef }) => bankRef);

/** Every promise that the sandbox bank relies on from its books. */
export const booksContract: ReadonlyArray<BooksCase> = [
  {
    title: 'orders come back as they were put, and putting one again overwrites it',
    run: async (books) => {
      const many = Array.from({ length: 1_000 }, (_, n) => anOrder(n));
      await books.open((open) => open.putOrders(many));
      const changed = anOrder(7, { state: 'returned', executions: 2 });
      await books.open((open) => open.putOrders([changed, anOrder(1_000)]));
      const found = await books.open((open) => open.ordersOf([...refs(many), 'unknown']));
      const byRef = new Map(found.map((order) => [order.bankRef, order]));
      assert.equal(byRef.size, 1_000);
      for (const order of many) {
        assert.deepEqual(
          byRef.get(order.bankRef),
          order.bankRef === changed.bankRef ? changed : order,
        );
      }
    },
  },
  {
    title: 'orders are listed by reference, all or those that fit the filter',
    run: async (books) => {
      const orders = [anOrder(3), anOrder(1, { debitAccountNumber: '999999' }), anOrder(2)];
      await books.open((open) => open.putOrders(orders));
      const list = (filter: OrderFilter) => books.open((open) => open.listOrders(filter));
      assert.deepEqual(await list({}), [orders[1], orders[2], orders[0]]);
      assert.deepEqual(await list({ debitAccountNumber: '111111' }), [orders[2], orders[0]]);
      const { bankRef } = anOrder(1);
      assert.deepEqual(await list({ bankRef }), [orders[1]]);
      assert.deepEqual(await list({ bankRef, debitAccountNumber: '111111' }), []);
    },
  },
  {
    title: 'accounts keep their balance to the paisa',
    run: async (books) => {
      await books.open((open) =>
        open.putAccounts([
          { accountNumber: '111111', balance: Number.MAX_SAFE_INTEGER },
          { accountNumber: '222222', balance: 5 },
        ]),
      );
      await books.open((open) => open.putAccounts([{ accountNumber: '222222', balance: 0 }]));
      const found = await books.open((open) => open.accounts(['222222', '111111', '333333']));
      assert.deepEqual(
        new Map(found.map((one) => [one.accountNumber, one.balance])),
        new Map([
          ['111111', Number.MAX_SAFE_INTEGER],
          ['222222', 0],
        ]),
      );
    },
  },
  {
    title: 'orders turn by moment and then reference, and no more once they have turned',
    run: async (books) => {
      const at = (n: number, moment: number) =>
        anOrder(n, { state: 'accepted', turns: { at: moment, to: 'paid' } });
      await books.open((open) =>
        open.putOrders([at(3, NOW), at(1, NOW + 1), at(2, NOW), at(4, NOW + 2), anOrder(5)]),
      );
      const turning = () => books.open((open) => open.turning(NOW + 1));
      assert.deepEqual(refs(await turning()), refs([anOrder(2), anOrder(3), anOrder(1)]));
      await books.open((open) => open.putOrders([anOrder(2), anOrder(3)]));
      assert.deepEqual(refs(await turning()), refs([anOrder(1)]));
    },
  },
  {
    title: 'scripts come back as they were put, and one without outcomes is removed',
    run: async (books) => {
      const script = {
        reference: "INV-'1",
        outcomes: [{ kind: 'unknown' }, { kind: 'paid' }],
      } as const;
      const other = { reference: 'inv-1', outcomes: [{ kind: 'late', afterSeconds: 9 }] } as const;
      await books.open((open) => open.putScripts([script, other]));
      const found = (reference: string) =>
        books.open((open) => open.scriptsOf([reference, 'none']));
      assert.deepEqual(await found(script.reference), [script]);
      assert.deepEqual(await found(other.reference), [other]);
      const less = { ...script, outcomes: script.outcomes.slice(1) };
      await books.open((open) => open.putScripts([less, { ...other, outcomes: [] }]));
      assert.deepEqual(await found(script.reference), [less]);
      assert.deepEqual(await found(other.reference), []);
    },
  },
  {
    title: 'reports come by moment and then id, until they are dropped',
    run: async (books) => {
      const reports = [aReport(2, NOW), aReport(3, NOW - 1), aReport(1, NOW), aReport(4, NOW + 1)];
      await books.open((open) => open.planReports(reports));
      const due = () => books.open((open) => open.reportsDue(NOW));
      assert.deepEqual(await due(), [reports[1], reports[2], reports[0]]);
      await books.open((open) => open.planReports([{ ...aReport(3, NOW + 5), copies: 9 }]));
      await books.open((open) => open.dropReports(['r-1', 'r-unknown']));
      assert.deepEqual(await due(), [reports[0]]);
    },
  },
  {
    title: 'the next due moment is that of the first turn or report',
    run: async (books) => {
      const next = () => books.open((open) => open.nextDue());
      assert.equal(await next(), undefined);
      await books.open((open) => open.putOrders([anOrder(1)]));
      assert.equal(await next(), undefined);
      await books.open((open) => open.planReports([aReport(1, NOW + 20)]));
      assert.equal(await next(), NOW + 20);
      const turning = anOrder(2, { state: 'accepted', turns: { at: NOW + 10, to: 'paid' } });
      await books.open((open) => open.putOrders([turning]));
      assert.equal(await next(), NOW + 10);
    },
  },
  {
    title: 'work that rejects leaves the books as they were',
    run: async (books) => {
      const before = [{ accountNumber: '111111', balance: 7 }];
      await books.open((open) => open.putAccounts(before));
      await assert.rejects(
        books.open(async (open) => {
          await open.putAccounts([{ accountNumber: '111111', balance: 1 }]);
          await open.putOrders([anOrder(1)]);
          await open.planReports([aReport(1, NOW)]);
          await open.putScripts([{ reference: 'INV-1', outcomes: [{ kind: 'paid' }] }]);
          throw new Error('no');
        }),
        /no/,
      );
      assert.deepEqual(await books.open((open) => open.accounts(['111111'])), before);
      assert.deepEqual(await books.open((open) => open.listOrders({})), []);
      assert.deepEqual(await books.open((open) => open.reportsDue(NOW)), []);
      assert.deepEqual(await books.open((open) => open.scriptsOf(['INV-1'])), []);
    },
  },
  {
    title: 'the books are open for one at a time, who sees what they wrote',
    run: async (books) => {
      await books.open((open) => open.putAccounts([{ accountNumber: '111111', balance: 0 }]));
      await Promise.all(
        Array.from({ length: 16 }, () =>
          books.open(async (open) => {
            const [account] = await open.accounts(['111111']);
            const balance = (account?.balance ?? 0) + 1;
            await open.putAccounts([{ accountNumber: '111111', balance }]);
            assert.equal((await open.accounts(['111111']))[0]?.balance, balance);
          }),
        ),
      );
      const [account] = await books.open((open) => open.accounts(['111111']));
      assert.equal(account?.balance, 16);
    },
  },
];
