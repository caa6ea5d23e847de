import type { EpochMs } from '@hundi/core';
import { answerAbout } from './bank-answers.js';
import type { BankAccount, BookedOrder } from './bank-books.js';

/** From a moment to before another one. */
export interface Period {
  readonly from: EpochMs;
  readonly to: EpochMs;
}

/** Money of an order that left its account, or came back to it. */
export interface Movement {
  readonly bankRef: string;
  readonly side: 'debit' | 'return';
  readonly at: EpochMs;
  /** Paise. */
  readonly amount: number;
  readonly utr: string;
  readonly bankReference: string;
}

/** What moved on an account within a period, and what was on it, in paise, before and after. */
export interface AccountStatement {
  readonly accountNumber: string;
  readonly opening: number;
  readonly closing: number;
  readonly movements: ReadonlyArray<Movement>;
}

const movementsOf = (order: BookedOrder): ReadonlyArray<Movement> => {
  const { bankRef, amount, executedAt, returnedAt } = order;
  if (executedAt === undefined) return [];
  const answer = answerAbout(order);
  if (answer.kind !== 'paid' && answer.kind !== 'returned') return [];
  const { utr, bankReference } = answer;
  const debit: Movement = { bankRef, side: 'debit', at: executedAt, amount, utr, bankReference };
  return returnedAt === undefined ? [debit] : [debit, { ...debit, side: 'return', at: returnedAt }];
};

const signed = ({ side, amount }: Movement): number => (side === 'debit' ? -amount : amount);

const sumOf = (numbers: ReadonlyArray<number>): number =>
  numbers.reduce((sum, one) => sum + one, 0);

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
    // What a bank has only accepted is reserved, and not booked yet.
    const reserved = own.filter(({ state }) => state === 'accepted').map(({ amount }) => amount);
    const movements = own.flatMap(movementsOf).sort((a, b) => a.at - b.at);
    return { accountNumber, booked: balance + sumOf(reserved), movements };
  });
  return periods.map(({ from, to }) =>
    stated.flatMap(({ accountNumber, booked, movements }) => {
      const within = movements.filter(({ at }) => at >= from && at < to);
      const later = movements.filter(({ at }) => at >= to);
      const closing = booked - sumOf(later.map(signed));
      const opening = closing - sumOf(within.map(signed));
      return within.length === 0 ? [] : [{ accountNumber, opening, closing, movements: within }];
    }),
  );
};
