/** A reading of another clock: it showed `shown` at a moment between `asked` and `answered` of the own clock. */
export interface Reading {
  readonly asked: number;
  readonly answered: number;
  readonly shown: number;
}

/** How far another clock is ahead of the own one, all in ms. A reading that took long moves it little. */
export interface ReadClock {
  readonly ahead: () => number;
  readonly take: (reading: Reading) => void;
}

/**
 * Keeps the difference to another clock within the bounds that each reading sets, and moves it no further than that:
 * so neither a slow network nor a busy process makes it swing.
 */
export const readClock = (first: Reading): ReadClock => {
  let ahead = first.shown - (first.asked + first.answered) / 2;
  return {
    ahead: () => ahead,
    take: ({ asked, answered, shown }) => {
      ahead = Math.min(Math.max(ahead, shown - answered), shown - asked);
    },
  };
};
