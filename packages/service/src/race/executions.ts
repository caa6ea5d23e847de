import type { BookedOrder } from '@hundi/testkit';
import { expected } from './outcome.js';
import type { House } from './house.js';

const executedOnce = ({ bankRef, executions }: BookedOrder): ReadonlyArray<string> =>
  expected(`executions of ${bankRef}`, executions, 1);

/** Compares the bank's own books with what was accepted: each payout executed once, and nothing else. */
export const compareWithBank = async (
  { sandbox: { bank } }: House,
  accepted: number,
): Promise<ReadonlyArray<string>> => {
  const orders = await bank.orders();
  return [
    ...expected('orders at the bank', orders.length, accepted),
    ...orders.flatMap(executedOnce),
  ];
};
