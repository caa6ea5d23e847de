import type { BankRail, EpochMs } from '@hundi/core';
import {
  instructionsOf,
  type BankOrder,
  type BankQuestion,
  type SubmitAnswer,
} from '@hundi/core/rail';
import type { Crossing, Fate } from '../engine/crossing.js';
import type { StruckState } from '../world/faults.js';
import { befalls, strike, type World } from '../world/world.js';
import type { SimulatedBank } from './simulated-bank.js';

export interface RailParts {
  readonly world: World;
  readonly crossing: Crossing;
  readonly bank: SimulatedBank;
  readonly stateOf: (bankRef: string) => StruckState | undefined;
  /** Whether a send of it now is one that seldom happens and on which much depends. */
  readonly isLate: (bankRef: string) => boolean;
  /** Called for every order that an engine wants to send. */
  readonly submitting: (orders: ReadonlyArray<BankOrder>) => void;
}

/**
 * The adapter of a bank that forgets sends an order within this time of the call, or never: its own promise,
 * by a monotonic timer. Where the bank deduplicates, an order may leave however late.
 */
const GIVES_UP_AFTER: EpochMs = 5_000;

const DAY = 86_400_000;

const UNKNOWN = { kind: 'unknown' } as const;
const WAITS_FOR_ANSWER = 0.5;

/** The faults of a late send, the likelier first. */
const RARE = ['order_late', 'order_lost', 'rail_unreachable'] as const;
const LIKELY_WHEN_RARE = 15;

/** The faults of a send whose payout others have settled meanwhile: there are so few that each suffers one. */
const RAREST = [...RARE, 'answer_lost'] as const;

type Asked = ReadonlyArray<BankQuestion>;

/** Answers that the port does not allow; most lost answers are none at all. */
const GARBLED: ReadonlyArray<((orders: Asked) => ReadonlyArray<SubmitAnswer>) | undefined> = [
  undefined,
  (orders) => orders.map(() => ({ kind: 'paid' }) as never),
  undefined,
  (orders) => orders.slice(1).map(() => ({ kind: 'accepted' })),
  undefined,
  (orders) => orders.map(() => ({ kind: 'refused', details: {} }) as never),
  undefined,
];

/** The bank as one process reaches it: calls wait for the scheduler, get lost, and so do their answers. */
export const simulatedRail = (process: string, parts: RailParts): BankRail => {
  const { world, crossing, bank, stateOf, isLate, submitting } = parts;
  const { traits } = world.climate;

  const statesOf = (orders: Asked): ReadonlyArray<StruckState> =>
    orders.flatMap(({ bankRef }) => stateOf(bankRef) ?? []);

  const inHand = (orders: Asked) => async () => statesOf(orders);

  const answer = async <A>(orders: Asked, answers: A): Promise<A> => {
    if (world.random.schedule.chance(WAITS_FOR_ANSWER)) {
      await crossing.arrive(process, 'answer', inHand(orders));
    }
    return answers;
  };

  /** How long after a call its orders may still arrive: never longer than the bank declares. */
  const flightMaxMs = traits.absenceFinalAfterMs ?? 2 * DAY;

  const suffers = (orders: Asked): Fate => {
    if (statesOf(orders).some((state) => state === 'paid' || state === 'failed')) {
      const faults = RAREST.filter((fault) => world.climate.faults.has(fault));
      return world.calm || faults.length === 0 ? 'none' : world.random.faults.pick(faults);
    }
    return orders.some(({ bankRef }) => isLate(bankRef))
      ? (RARE.find((fault) => befalls(world, fault, LIKELY_WHEN_RARE)) ?? 'none')
      : 'none';
  };

  const fateOf = (drawn: Fate, orders: Asked): Fate => {
    const fate = drawn === 'none' ? suffers(orders) : drawn;
    return fate === 'order_late' && flightMaxMs === 0 ? 'order_lost' : fate;
  };

  /** Many arrive at the last moment, when the engine may have thought of them as lost for longest. */
  const sendLate = (orders: ReadonlyArray<BankOrder>, calledAt: EpochMs): void => {
    const { bank: dice } = world.random;
    for (const { orders: together } of instructionsOf(orders)) {
      const flight = dice.int(dice.chance(0.5) ? flightMaxMs - 10_000 : 1, flightMaxMs - 1);
      for (const order of together) bank.delay(order, Math.max(world.now, calledAt + flight));
    }
  };

  const unknown = (orders: Asked) => orders.map((): SubmitAnswer => UNKNOWN);

  /** An answer that is lost on its way: none comes, or one that makes no sense. Draws no dice. */
  const lost = (orders: Asked) => GARBLED[world.now % GARBLED.length]?.(orders) ?? unknown(orders);

  return {
    traits,
    submit: async (orders) => {
      submitting(orders);
      const calledAt = world.now;
      const fate = fateOf(await crossing.arrive(process, 'submit', inHand(orders)), orders);
      if (!traits.deduplicates && world.now - calledAt > GIVES_UP_AFTER) return unknown(orders);
      if (fate !== 'none') strike(world, fate, statesOf(orders));
      if (fate === 'rail_unreachable') throw new Error('the bank cannot be reached');
      if (fate === 'order_late') sendLate(orders, calledAt);
      if (fate === 'order_late' || fate === 'order_lost') return answer(orders, unknown(orders));
      const answers = orders.map(bank.receive);
      return answer(orders, fate === 'answer_lost' ? lost(orders) : answers);
    },
    query: async (orders) => {
      const fate = await crossing.arrive(process, 'query', inHand(orders));
      if (fate !== 'none') strike(world, fate, statesOf(orders));
      if (fate === 'rail_unreachable') throw new Error('the bank cannot be reached');
      const answers = orders.map(bank.ask);
      return answer(orders, fate === 'answer_lost' ? lost(orders) : answers);
    },
  };
};
