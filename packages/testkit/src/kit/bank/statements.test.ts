import test from 'ava';
import type { BookedOrder } from './bank-books.js';
import { statementsOf } from './statements.js';

const order = (bankRef: string, more: Partial<BookedOrder>): BookedOrder =>
  ({ bankRef, amount: 100, debitAccountNumber: '1', state: 'paid', ...more }) as BookedOrder;

test('a statement has what moved in its period, between what was on the account before and after', (t) => {
  const orders = [
    order('A', { executedAt: 5 }),
    order('B', { executedAt: 10, returnedAt: 25, state: 'returned', amount: 7 }),
    order('C', { executedAt: 19, amount: 30 }),
    order('D', { executedAt: 20, amount: 1_000 }),
    order('E', { state: 'accepted', amount: 50_000 }),
    order('F', { state: 'refused', amount: 9 }),
  ];
  // 1,000,000 at first, less A, C, D, and E, which is reserved only.
  const balance = 1_000_000 - 100 - 30 - 1_000 - 50_000;
  const accounts = [
    { accountNumber: '1', balance },
    { accountNumber: '2', balance: 3 },
  ];
  const days = statementsOf(orders, accounts, [
    { from: 10, to: 20 },
    { from: 20, to: 30 },
    { from: 30, to: 40 },
  ]);

  t.deepEqual(
    days.map((day) =>
      day.map(({ opening, closing, movements }) => [
        opening,
        closing,
        ...movements.map(({ bankRef, side }) => `${bankRef} ${side}`),
      ]),
    ),
    [[[999_900, 999_863, 'B debit', 'C debit']], [[999_863, 998_870, 'D debit', 'B return']], []],
  );
});
