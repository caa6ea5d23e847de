import { HOUR, MINUTE } from '../kernel/values/time.js';
import type { BankRail, RailTraits } from './bank-rail.js';

/** How many orders the bank is given, or asked about, in one call at most. */
export const ORDERS_A_CALL_MAX = 1_000;

/** Which whole numbers a rail may declare, and what its author does who has none to declare. */
const NUMBERS = {
  ordersACall: { least: 1, most: ORDERS_A_CALL_MAX, advice: 'leave it out' },
  // As many as a batch.
  ordersAGroup: { least: 1, most: 20_000, advice: 'leave it out if the bank takes no groups' },
  answersWithinMs: {
    least: MINUTE,
    most: 30 * 24 * HOUR,
    advice: 'leave it out if the bank answers within an hour',
  },
} as const satisfies { readonly [K in keyof RailTraits]?: object };

type DeclaringRail = Pick<BankRail, 'name' | 'traits'>;

const declared = (
  { name = 'the bank rail', traits }: DeclaringRail,
  trait: keyof typeof NUMBERS,
): number | undefined => {
  const value = traits[trait];
  const { least, most, advice } = NUMBERS[trait];
  if (value === undefined || (Number.isInteger(value) && value >= least && value <= most))
    return value;
  throw new Error(
    `${name} declares ${trait} ${String(value)}: declare a whole number from ${String(least)} to ${String(most)}, or ${advice}`,
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
 * @throws if a number is not whole or not within its bounds, or if a trait that says yes or no is no boolean. `createHundi`
 *   throws this to the host.
 */
export const declaredBy = (rail: DeclaringRail): Declared => {
  requireFinality(rail.name ?? 'the bank rail', rail.traits);
  requireSwitches(rail);
  return {
    ordersACall: declared(rail, 'ordersACall') ?? ORDERS_A_CALL_MAX,
    ordersAGroup: declared(rail, 'ordersAGroup'),
    answersWithinMs: declared(rail, 'answersWithinMs') ?? HOUR,
  };
};

/**
 * Refuses the moment from which the answer is final that there is no such order, or charge, where it is no number: what is
 * paid would be sent again, or given up, too soon.
 *
 * @throws if it is neither null nor a whole number of milliseconds.
 */
export const requireFinality = (
  name: string,
  { absenceFinalAfterMs: final }: { readonly absenceFinalAfterMs?: number | null } = {},
): void => {
  if (final === undefined || final === null || (Number.isInteger(final) && final >= 0)) return;
  throw new Error(
    `${name} declares absenceFinalAfterMs ${String(final)}: declare whole milliseconds, or null if absence is never final`,
  );
};

/** An order is sent again by these: a text would count as true. */
const requireSwitches = ({ name = 'the bank rail', traits }: DeclaringRail): void => {
  const said: Readonly<Record<string, unknown>> = { ...traits };
  for (const trait of ['deduplicates', 'canQuery'] as const)
    if (said[trait] !== undefined && typeof said[trait] !== 'boolean')
      throw new Error(`${name} declares ${trait} ${String(traits[trait])}: declare true or false`);
};
