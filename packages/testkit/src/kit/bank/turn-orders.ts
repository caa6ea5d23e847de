import type { EpochMs } from '@hundi/core';
import type { BookedOrder, OpenBooks } from './bank-books.js';
import { reportOf, utrOf } from './bank-answers.js';
import { ledger } from './ledger.js';
import { turnAfter } from './outcomes.js';

/** Lets every order turn whose moment has come, each turn with its report. Money that comes back is on its account. */
export const turnOrders = async (books: OpenBooks, now: EpochMs): Promise<void> => {
  for (;;) {
    const turning = await books.turning(now);
    if (turning.length === 0) return;
    const turned = turning.map(turn);
    const money = await ledger(
      books,
      turned.map(({ debitAccountNumber }) => debitAccountNumber),
    );
    for (const order of turned) if (order.state === 'returned') money.putBack(order);
    await books.putOrders(turned);
    await money.write();
    await books.planReports(
      turned.map((order, i) => reportOf(order, turning[i]?.turns?.at ?? now, 1)),
    );
  }
};

const turn = ({ turns, ...order }: BookedOrder): BookedOrder => {
  if (turns === undefined) return order;
  const { to: state, at } = turns;
  return {
    ...order,
    state,
    ...(state === 'paid' && { executedAt: at, utr: utrOf(order.bankRef) }),
    ...(state === 'returned' && { returnedAt: at }),
    ...turnAfter(order, state, at),
  };
};
