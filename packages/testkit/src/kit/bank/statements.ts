import type { EpochMs } from '@hundi/core';
import { bankReferenceOf, utrOf } from './bank-answers.js';
import type { BankAccount, BookedOrder } from './bank-books.js';
import { debitedOf } from './bank-entries.js';

/** From a moment to before another one. */
export interface Period {
  readonly from: EpochMs;
  readonly to: EpochMs;
}

/** Money of an order that left its account, or came back to it. */
export interface Movement {
  readonly bankRef: string;
  readonly debitAccountNumber: string;
  readonly side: 'debit' | 'return';
  readonly at: EpochMs;
  /** Paise. */
  readonly amount: number;
  /** Absent where the bank refused the order, whose money had left with its group. */
  readonly utr?: string;
  readonly bankReference: string;
}

/** Money of a group that left its account at once. */
export interface GroupDebit extends Pick<Movement, 'debitAccountNumber' | 'at' | 'amount'> {
  readonly side: 'debit';
  readonly group: { readonly groupRef: string; readonly count: number };
  /** Those of its orders whose payees have the money, each since its own moment. */
  readonly orders: ReadonlyArray<Movement>;
}

/** What moved on an account within a period, and what was on it, in paise, before and after. */
export interface AccountStatement {
  readonly accountNumber: string;
  readonly opening: number;
  readonly closing: number;
  readonly movements: ReadonlyArray<Movement | GroupDebit>;
}

const sumOf = (numbers: ReadonlyArray<number>): number =>
  numbers.reduce((sum, one) => sum + one, 0);

const movementOf = (order: BookedOrder, side: Movement['side'], at: EpochMs): Movement => {
  const { bankRef, debitAccountNumber, amount, state, utr = utrOf(bankRef) } = order;
  const bankReference = bankReferenceOf(utr);
  const moved = { bankRef, debitAccountNumber, side, at, amount, bankReference };
  return state === 'refused' ? moved : { utr, ...moved };
};

const paidOf = (order: BookedOrder): ReadonlyArray<Movement> =>
  order.executedAt === undefined ? [] : [movementOf(order, 'debit', order.executedAt)];

const creditOf = (order: BookedOrder): ReadonlyArray<Movement> => {
  const at = order.state === 'refused' ? order.bookedAt : order.returnedAt;
  return at === undefined ? [] : [movementOf(order, 'return', at)];
};

const debitOf = (
  groupRef: string,
  members: readonly [BookedOrder, ...BookedOrder[]],
): GroupDebit => ({
  side: 'debit',
  debitAccountNumber: members[0].debitAccountNumber,
  at: members[0].bookedAt,
  amount: sumOf(members.map(({ amount }) => amount)),
  group: { groupRef, count: members.length },
  orders: members.flatMap(paidOf),
});

/**
 * What booked orders moved, the debits first: one for each group, and one for each order without one once its payee has
 * the money; then a credit for each order that was refused of a debited group, and for each that was returned.
 */
export const movementsOf = (
  orders: ReadonlyArray<BookedOrder>,
): ReadonlyArray<Movement | GroupDebit> => {
  const debited = debitedOf(orders);
  const groups = new Map<string, [BookedOrder, ...BookedOrder[]]>();
  for (const order of debited) {
    if (order.groupRef === undefined) continue;
    const members = groups.get(order.groupRef);
    if (members === undefined) groups.set(order.groupRef, [order]);
    else members.push(order);
  }
  return [
    ...[...groups].map(([groupRef, members]) => debitOf(groupRef, members)),
    ...debited.flatMap((order) => (order.groupRef === undefined ? paidOf(order) : [])),
    ...debited.flatMap(creditOf),
  ];
};

/** As it was known before a moment. */
const asOf = (movement: Movement | GroupDebit, to: EpochMs): Movement | GroupDebit =>
  'orders' in movement
    ? { ...movement, orders: movement.orders.filter(({ at }) => at < to) }
    : movement;

const signed = ({ side, amount }: Pick<Movement, 'side' | 'amount'>): number =>
  side === 'debit' ? -amount : amount;

/**
 * The statements of each period, of the accounts on which something moved within it.
 *
 * @param orders all of the accounts
 * @param accounts what is on each now
 */
export const statementsOf = (
  orders: ReadonlyArray<BookedOrder>,
  accounts: ReadonlyArray<BankAccount>,
  periods: ReadonlyArray<Period>,
): ReadonlyArray<ReadonlyArray<AccountStatement>> => {
  const stated = accounts.map(({ accountNumber, balance }) => {
    const own = orders.filter(({ debitAccountNumber }) => debitAccountNumber === accountNumber);
    // What a bank has only accepted is reserved, and not booked yet, unless its group was debited.
    const reserved = own
      .filter(({ state, groupRef }) => state === 'accepted' && groupRef === undefined)
      .map(({ amount }) => amount);
    const movements = [...movementsOf(own)].sort((a, b) => a.at - b.at);
    return { accountNumber, booked: balance + sumOf(reserved), movements };
  });
  return periods.map(({ from, to }) =>
    stated.flatMap(({ accountNumber, booked, movements }) => {
      const within = movements
        .filter(({ at }) => at >= from && at < to)
        .map((one) => asOf(one, to));
      const later = movements.filter(({ at }) => at >= to);
      const closing = booked - sumOf(later.map(signed));
      const opening = closing - sumOf(within.map(signed));
      return within.length === 0 ? [] : [{ accountNumber, opening, closing, movements: within }];
    }),
  );
};
