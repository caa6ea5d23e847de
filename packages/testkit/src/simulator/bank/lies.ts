import type { StruckState } from '../world/faults.js';
import { strike, type World } from '../world/world.js';
import { lieNo, answerFor, paidOtherwise, type Books } from './books.js';

/** How often the bank denies of a paid order only its UTR. */
const OTHER_UTR = 0.4;

/**
 * The bank writes of a settled order what it is not; the engine must move nothing and raise an incident. It never
 * lies about one that is open: what it says first is believed, and no engine could know better.
 */
export const lie = (
  world: World,
  books: Books,
  stateOf: (bankRef: string) => StruckState | undefined,
): void => {
  const settled = [...books.orders.values()].filter(({ order, state }) => {
    const seen = stateOf(order.bankRef);
    return (seen === 'paid' && state === 'paid') || (seen === 'failed' && state === 'refused');
  });
  if (settled.length === 0) return;
  const { order, state } = world.random.bank.pick(settled);
  const { bankRef } = order;
  const isPaid = state === 'paid';
  strike(world, 'report_contradictory', [isPaid ? 'paid' : 'failed']);
  books.reports += 1;
  books.liedAbout.add(bankRef);
  books.letters.push({
    report: {
      reportId: lieNo(books.reports),
      bankRef,
      verdict:
        isPaid && world.random.bank.chance(OTHER_UTR)
          ? paidOtherwise(bankRef)
          : answerFor(bankRef, isPaid ? 'refused' : 'paid'),
    },
    from: world.now,
  });
};
