import type { EpochMs } from '@hundi/core';
import type { BankOrder, BankQuestion, QueryAnswer, SubmitAnswer } from '@hundi/core/rail';
import type { World } from '../world/world.js';
import { emptyBooks, say, answerFor, type BookedOrder, type Books } from './books.js';
import { enter, execute, firstState } from './order-life.js';

/** A bank that keeps books of its own, by true time. */
export interface SimulatedBank {
  readonly books: Books;
  /** An order reaches the bank. One that does not deduplicate executes it whether it knows it or not. */
  readonly receive: (order: BankOrder) => SubmitAnswer;
  readonly ask: (question: BankQuestion) => QueryAnswer;
  /** The order is on its way and arrives at that moment. */
  readonly delay: (order: BankOrder, arrivesAt: EpochMs) => void;
  /** Lets happen what falls due by now: orders that arrive, orders that turn. */
  readonly catchUp: () => void;
  readonly nextDue: () => EpochMs | undefined;
}

export const simulatedBank = (world: World): SimulatedBank => {
  const books = emptyBooks();
  const { orders } = books;

  const receive = (order: BankOrder): SubmitAnswer => {
    const { bankRef } = order;
    const known = orders.get(bankRef);
    if (known !== undefined) {
      const forgets = !world.climate.traits.deduplicates;
      if (forgets && known.state !== 'refused') execute(world, books, order);
      return say(books, bankRef, answerFor(bankRef, known.state));
    }
    const booked: BookedOrder = { order, state: 'accepted', since: world.now };
    orders.set(bankRef, booked);
    enter(world, books, booked, firstState(world));
    return say(books, bankRef, answerFor(bankRef, booked.state));
  };

  const arrivals = (): void => {
    const due = books.inFlight.filter(({ arrivesAt }) => arrivesAt <= world.now);
    if (due.length === 0) return;
    books.inFlight = books.inFlight.filter(({ arrivesAt }) => arrivesAt > world.now);
    for (const { order } of due) receive(order);
  };

  return {
    books,
    receive,
    ask: ({ bankRef }) => {
      const known = orders.get(bankRef);
      if (known === undefined) return { kind: 'absent' };
      return say(books, bankRef, answerFor(bankRef, known.state));
    },
    delay: (order, arrivesAt) => {
      books.inFlight.push({ order, arrivesAt });
    },
    catchUp: () => {
      arrivals();
      for (const booked of orders.values()) {
        while (booked.turns !== undefined && booked.turns.at <= world.now) {
          enter(world, books, booked, booked.turns.to);
        }
      }
    },
    nextDue: () => {
      let next = Infinity;
      for (const { turns } of orders.values()) next = Math.min(next, turns?.at ?? Infinity);
      for (const { arrivesAt } of books.inFlight) next = Math.min(next, arrivesAt);
      return next === Infinity ? undefined : next;
    },
  };
};
