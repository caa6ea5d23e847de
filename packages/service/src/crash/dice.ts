/** Choices that the same seed makes again. */
export interface Dice {
  /** A whole number from `least` to `most`. */
  readonly int: (least: number, most: number) => number;
  readonly chance: (probability: number) => boolean;
  readonly pick: <A>(items: ReadonlyArray<A>) => A;
}

/** Mulberry32: 32 bits of state are plenty for choosing what to kill. */
export const dice = (seed: number): Dice => {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (least: number, most: number): number =>
    least + Math.floor(next() * (most - least + 1));
  return {
    int,
    chance: (probability) => next() < probability,
    pick: (items) => {
      const item = items[int(0, items.length - 1)];
      if (item === undefined) throw new Error('nothing to pick from');
      return item;
    },
  };
};
