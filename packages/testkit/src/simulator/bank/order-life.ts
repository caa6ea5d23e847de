import type { BankOrder } from '@hundi/core/rail';
import { note, type World } from '../world/world.js';
import { answerFor, type BookedOrder, type Books } from './books.js';

const SECOND = 1_000;
const HOUR = 3_600_000;

/** Writes down that the money of an order moved. */
export const execute = (
  world: World,
  { executions }: Books,
  { bankRef, amount, debitAccountNumber, creditAccountNumber, ifsc }: BankOrder,
): void => {
  executions.push({
    bankRef,
    amount,
    debitAccountNumber,
    creditAccountNumber,
    ifsc,
    at: world.now,
  });
  note(world, `bank executes ${bankRef}`);
};

/** A bank that cannot be asked reports everything by itself, or the outcome would stay unknown. */
const mayReport = (world: World, books: Books, { order, state }: BookedOrder): void => {
  if (world.climate.traits.canQuery && !world.random.bank.chance(0.5)) return;
  books.reports += 1;
  const { bankRef } = order;
  books.letters.push({
    report: {
      reportId: `report-${String(books.reports)}`,
      bankRef,
      verdict: answerFor(bankRef, state),
    },
    from: world.now,
  });
};

/** An order comes into a state, with everything that the bank does about it. */
export const enter = (
  world: World,
  books: Books,
  booked: BookedOrder,
  state: BookedOrder['state'],
): void => {
  const { bank: dice } = world.random;
  booked.state = state;
  booked.since = world.now;
  delete booked.turns;
  if (state === 'paid') execute(world, books, booked.order);
  if (state === 'accepted') {
    const to = dice.chance(0.7) ? 'paid' : 'refused';
    booked.turns = { at: world.now + dice.int(1, 3_000) * SECOND, to };
  }
  if (state === 'paid' && dice.chance(0.2)) {
    booked.turns = { at: world.now + dice.int(1, 5 * HOUR), to: 'returned' };
  }
  mayReport(world, books, booked);
};

/** The first state of a new order: paid at once, refused, or pending. */
export const firstState = ({ random }: World): BookedOrder['state'] =>
  random.bank.weighted([
    [6, 'paid'],
    [2, 'refused'],
    [3, 'accepted'],
  ]) ?? 'paid';
