import type { Ports, Stores } from '@hundi/core';
import { instead } from '../engine/instead.js';
import type { Mutant } from './mutant.js';
import { withStores } from './plant.js';

/** The line of doubt, unless a unit has looked at payouts before it asks: then it is about to end some. */
const hiddenFromEnds = ({ payouts, doubts }: Stores): Partial<Stores> => {
  let hasLooked = false;
  const looking =
    <A extends ReadonlyArray<unknown>, B>(look: (...args: A) => B) =>
    (...args: A): B => {
      hasLooked = true;
      return look(...args);
    };
  return {
    payouts: instead(payouts, {
      find: looking(payouts.find),
      findMany: looking(payouts.findMany),
      ofJob: looking(payouts.ofJob),
      overdue: looking(payouts.overdue),
    }),
    doubts: instead(doubts, {
      line: async () => (hasLooked ? undefined : doubts.line()),
    }),
  };
};

export const restoreMutants: ReadonlyArray<Mutant> = [
  {
    name: 'restored-unmarked',
    bug: 'how far sending has come is kept in the database alone, and is restored with it',
    ports: () => (ports: Ports) => ({
      ...ports,
      sendMark: { ...ports.sendMark, read: () => Promise.resolve(undefined) },
    }),
  },
  {
    name: 'restored-ends-unasked',
    bug: 'a restored database asks before it sends, and not before it rejects or cancels',
    ports: () => withStores(hiddenFromEnds),
  },
];
