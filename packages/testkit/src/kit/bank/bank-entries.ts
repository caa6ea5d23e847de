import type { BookedOrder } from './bank-books.js';
import { ACCOUNT_UNKNOWN, GROUP_DIFFERS, INSUFFICIENT_FUNDS } from './outcomes.js';

/** An entry on a debit account. */
export interface BankEntry {
  readonly side: 'debit' | 'credit';
  /** Paise. */
  readonly amount: number;
  /** The `groupRef` of a group's debit; else the `bankRef` of the order. */
  readonly reference: string;
}

const UNDEBITED: ReadonlySet<string> = new Set(
  [ACCOUNT_UNKNOWN, GROUP_DIFFERS, INSUFFICIENT_FUNDS].map(({ code }) => code),
);

const wasDebited = ({ executions, refusal }: BookedOrder): boolean =>
  executions > 0 || (refusal !== undefined && !UNDEBITED.has(refusal.code));

/** The orders whose money left their account, by themselves or with their group, of which all leave or none. */
export const debitedOf = (orders: ReadonlyArray<BookedOrder>): ReadonlyArray<BookedOrder> => {
  const groups = new Set(orders.filter(wasDebited).map(({ groupRef }) => groupRef));
  return orders.filter(({ groupRef, executions }) =>
    groupRef === undefined ? executions > 0 : groups.has(groupRef),
  );
};

/**
 * The entries that booked orders made, the debits first: one debit for each group and for each order without one, one
 * credit for each order that was debited with its group and refused, and for each that was returned.
 */
export const entriesOf = (orders: ReadonlyArray<BookedOrder>): ReadonlyArray<BankEntry> => {
  const debited = debitedOf(orders);
  const sums = new Map<string, number>();
  for (const { groupRef, bankRef, amount, executions } of debited) {
    const reference = groupRef ?? bankRef;
    sums.set(reference, (sums.get(reference) ?? 0) + amount * Math.max(executions, 1));
  }
  const debits = [...sums].map(([reference, amount]): BankEntry => ({
    side: 'debit',
    amount,
    reference,
  }));
  const credits = debited
    .filter(({ state }) => state === 'refused' || state === 'returned')
    .map(({ amount, bankRef: reference }): BankEntry => ({ side: 'credit', amount, reference }));
  return [...debits, ...credits];
};
