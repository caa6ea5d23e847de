import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** Choices that are the same in every run of a seed. */
export interface Random {
  /** A whole number from `from` to `to`, both included. */
  readonly int: (from: number, to: number) => number;
  readonly chance: (probability: number) => boolean;
  /** @throws when there is nothing to pick from. */
  readonly pick: <A>(items: ReadonlyArray<A>) => A;
  /** One of the entries, each as likely as its weight; undefined when no weight is above zero. */
  readonly weighted: <A>(entries: ReadonlyArray<readonly [number, A]>) => A | undefined;
}

const PRECISION = 1_000_000;
const GOLDEN = 0x9e3779b1;

/**
 * The choices of one kind in one history. Each kind has a stream of its own, so that leaving out a fault does
 * not change what clients ask for: a failing history stays alike while it is shrunk.
 */
export const randomOf = (seed: number, stream: number): Random => {
  const generator = xoroshiro128plus(Math.imul(seed, GOLDEN) ^ Math.imul(stream + 1, 0x85ebca6b));
  // Seeds that differ in few bits start alike.
  for (let i = 0; i < 4; i += 1) generator.next();
  const int = (from: number, to: number): number => uniformInt(generator, from, to);
  return {
    int,
    chance: (probability) => int(1, PRECISION) <= probability * PRECISION,
    pick: (items) => {
      if (items.length === 0) throw new Error('there is nothing to pick from');
      return items[int(0, items.length - 1)] as (typeof items)[number];
    },
    weighted: (entries) => {
      let total = 0;
      for (const entry of entries) total += entry[0];
      if (total === 0) return undefined;
      let left = int(1, total);
      for (const entry of entries) {
        left -= entry[0];
        if (left <= 0) return entry[1];
      }
      return undefined;
    },
  };
};
