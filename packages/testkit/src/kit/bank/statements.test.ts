import test from 'ava';
import type { BookedOrder } from './bank-books.js';
import { bankReferenceOf, utrOf } from './bank-answers.js';
import { entriesOf } from './bank-entries.js';
import { movementsOf, statementsOf } from './statements.js';

const order = (bankRef: string, more: Partial<BookedOrder>): BookedOrder =>
  ({
    bankRef,
    amount: 100,
    debitAccountNumber: '1',
    state: 'paid',
    executions: 1,
    ...more,
  }) as BookedOrder;

test('a statement has what moved in its period, between what was on the account before and after', (t) => {
  const orders = [
    order('A', { executedAt: 5 }),
    order('B', { executedAt: 10, returnedAt: 25, state: 'returned', amount: 7 }),
    order('C', { executedAt: 19, amount: 30 }),
    order('D', { executedAt: 20, amount: 1_000 }),
    order('E', { state: 'accepted', amount: 50_000 }),
    order('F', { state: 'refused', amount: 9, executions: 0 }),
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
        ...movements.map((one) => ('bankRef' in one ? `${one.bankRef} ${one.side}` : 'a group')),
      ]),
    ),
    [[[999_900, 999_863, 'B debit', 'C debit']], [[999_863, 998_870, 'D debit', 'B return']], []],
  );
});

test('a group is one debit that names its paid orders, and a refused order of it is a credit by itself', (t) => {
  const member = (bankRef: string, more: Partial<BookedOrder>) =>
    order(bankRef, { groupRef: 'G', bookedAt: 5, ...more });
  const refusal = (code: string): Partial<BookedOrder> => ({
    state: 'refused',
    executions: 0,
    refusal: {
      code,
      message: 'No.',
      source: 'rail',
      retryable: false,
      nextAction: 'contact_support',
    },
  });
  const orders = [
    member('A', { executedAt: 5 }),
    member('B', { amount: 30, ...refusal('no_such_account') }),
    member('C', { amount: 7, ...refusal('insufficient_funds') }),
    member('D', { amount: 2, executedAt: 25 }),
    member('E', { amount: 1, state: 'accepted' }),
    order('F', { ...refusal('group_differs'), groupRef: 'H', bookedAt: 6, amount: 1_000 }),
  ];
  const accounts = [{ accountNumber: '1', balance: 1_000 - 100 - 2 - 1 }];
  const periods = [
    { from: 0, to: 20 },
    { from: 20, to: 40 },
  ];
  const debitNaming = (...refs: ReadonlyArray<string>) => ({
    side: 'debit',
    amount: 140,
    group: { groupRef: 'G', count: 5 },
    orders: refs.map((bankRef) => ({ bankRef })),
  });
  const credit = (bankRef: string, amount: number) => ({
    side: 'return',
    bankRef,
    amount,
    bankReference: bankReferenceOf(utrOf(bankRef)),
  });

  t.like(statementsOf(orders, accounts, periods), [
    [
      {
        opening: 1_000,
        closing: 897,
        movements: [debitNaming('A'), credit('B', 30), credit('C', 7)],
      },
    ],
    [],
  ]);
  t.like(movementsOf(orders), [debitNaming('A', 'D'), credit('B', 30), credit('C', 7)]);
  t.is(entriesOf(orders)[0]?.amount, 140);
});
