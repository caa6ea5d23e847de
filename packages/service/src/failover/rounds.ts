import type { Dice } from '../crash/dice.js';
import type { Tally } from '../crash/tally.js';
import { newMade, type Made } from './pair/made.js';
import type { Pair } from './pair/pair.js';
import { patroniPair } from './patroni/patroni-pair.js';
import type { Programs } from './patroni/programs.js';
import { round } from './round.js';
import { twoClusters } from './two-clusters.js';

/** What the rounds of a run share. */
export interface Rounds {
  readonly count: number;
  /** How many commits each round loses among others, and how many alone. */
  readonly commits: number;
  /** The server of the bank's own books. */
  readonly bankServer: string;
  readonly dice: Dice;
  readonly tally: Tally;
  readonly made: Made;
}

/** Does it with a `Made` of its own, which is empty again afterwards. */
const apart = async (made: Made, work: (own: Made) => Promise<void>): Promise<void> => {
  const own = newMade();
  made.add(own.removeAll);
  try {
    await work(own);
  } finally {
    await own.removeAll();
  }
};

const play = (pair: Pair, { bankServer, commits, dice, tally }: Rounds, made: Made) =>
  round(pair, bankServer, commits, dice, tally, made);

/** Each round has two fresh servers, and loses one for good. */
export const onFreshPairs = async (rounds: Rounds): Promise<void> => {
  for (let n = 0; n < rounds.count; n += 1)
    await apart(rounds.made, async (made) => {
      const pair = await twoClusters(rounds.dice, made);
      if (pair !== undefined) await play(pair, rounds, made);
    });
};

/** All rounds have the same two nodes: the one that was lost comes back, and takes over in the next round. */
export const onPatroni = async (rounds: Rounds, programs: Programs): Promise<void> => {
  const pair = await patroniPair(programs, rounds.made);
  for (let n = 0; n < rounds.count; n += 1) {
    await apart(rounds.made, (made) => play(pair, rounds, made));
    const startedAt = performance.now();
    await pair.comeBack();
    rounds.tally.took('following again', performance.now() - startedAt);
  }
};
