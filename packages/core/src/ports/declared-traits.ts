import { HOUR } from '../kernel/values/time.js';
import type { BankRail, RailTraits } from './bank-rail.js';

/** How many orders the bank is given, or asked about, in one call at most. */
export const ORDERS_A_CALL_MAX = 1_000;

/** What a rail may declare as a whole number from 1 on, and what to do where it has none to declare. */
const NUMBERS = {
  ordersACall: { most: ORDERS_A_CALL_MAX, or: 'leave it out' },
  // As many as a batch.
  ordersAGroup: { most: 20_000, or: 'leave it out if the bank takes no groups' },
  answersWithinMs: {
    most: 30 * 24 * HOUR,
    or: 'leave it out if the bank answers within an hour',
  },
} as const satisfies { readonly [K in keyof RailTraits]?: object };

type DeclaringRail = Pick<BankRail, 'name' | 'traits'>;

const declared = (
  { name = 'the bank rail', traits }: DeclaringRail,
  trait: keyof typeof NUMBERS,
): number | undefined => {
  const value = traits[trait];
  const { most, or } = NUMBERS[trait];
  if (value === undefined || (Number.isInteger(value) && value >= 1 && value <= most)) return value;
  throw new Error(
    `${name} declares ${trait} ${String(value)}: declare a whole number from 1 to ${String(most)}, or ${or}`,
  );
};

/** What a rail declares in numbers. */
export interface Declared {
  /** How many orders one call is about at most. */
  readonly ordersACall: number;
  /** How many orders a group holds at most; undefined where the bank takes no groups. */
  readonly ordersAGroup: number | undefined;
  /** For how long the outcome of an order may stay unknown before an incident is raised (decisions §8), in ms. */
  readonly answersWithinMs: number;
}

/**
 * What this rail declares, or what holds where it leaves something out.
 *
 * @throws if one of them is no whole number from 1 to its maximum: `createHundi` then throws it to the host.
 */
export const declaredBy = (rail: DeclaringRail): Declared => ({
  ordersACall: declared(rail, 'ordersACall') ?? ORDERS_A_CALL_MAX,
  ordersAGroup: declared(rail, 'ordersAGroup'),
  answersWithinMs: declared(rail, 'answersWithinMs') ?? HOUR,
});
