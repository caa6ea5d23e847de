import { rupees, sumPaise, type BatchRequest } from '@hundi/core';
import { counted } from '../../texts/counted.js';

type Payments = BatchRequest['payments'];

/** What a person recognizes a file by, before anything of it is sent. */
export interface Totals {
  readonly payments: number;
  /** In paise. */
  readonly total: bigint;
  readonly largest: {
    /** Counted from 1. */
    readonly row: number;
    readonly transactionReference: string;
    readonly amount: number;
  };
}

/** The totals of payments, of which there is at least one. */
export const totalsOf = (payments: Payments): Totals => {
  let at = 0;
  for (const [i, { amount }] of payments.entries())
    if (amount > (payments[at]?.amount ?? 0)) at = i;
  const { transactionReference = '', amount = 0 } = payments[at] ?? {};
  return {
    payments: payments.length,
    total: sumPaise(payments.map((payment) => payment.amount)),
    largest: { row: at + 1, transactionReference, amount },
  };
};

/** Totals in a line: `2 payments, ₹5,100.00 in all; the largest is row 2, INV-2, with ₹2,600.00`. */
export const totalsLine = ({ payments, total, largest }: Totals): string =>
  `${counted(payments, 'payment')}, ${rupees(total)} in all; the largest is row ${String(largest.row)}, ${largest.transactionReference}, with ${rupees(largest.amount)}`;

/** Whole paise as rupees for programs: `100000.00`. */
const plainRupees = (paise: number | bigint): string => {
  const digits = String(paise).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

/** Totals as scripts read them: amounts as decimal texts, because a sum may pass what a double holds. */
export const totalsJson = ({
  payments,
  total,
  largest: { amount, ...largest },
}: Totals): object => ({
  payments,
  totalRupees: plainRupees(total),
  largest: { ...largest, amountRupees: plainRupees(amount) },
});
