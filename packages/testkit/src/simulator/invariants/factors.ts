import type { Invariant } from './invariant.js';

const TRIES_MAX = 5;

const countedOnce: Invariant = {
  name: 'I44',
  promise: 'a code and a recovery code open once, and five are compared for a challenge',
  *broken({ simulation }) {
    const used = new Set<string>();
    const wrong = new Map<string, number>();
    for (const { challengeId, outcome, once } of simulation.checkers.proved) {
      if (once !== undefined) {
        if (used.has(once)) yield `${once} was good twice`;
        used.add(once);
      }
      if (outcome !== 'WrongFactor') continue;
      const count = (wrong.get(challengeId) ?? 0) + 1;
      wrong.set(challengeId, count);
      if (count > TRIES_MAX) yield `${challengeId} stood ${String(count)} wrong codes`;
    }
  },
};

export const factorInvariants: ReadonlyArray<Invariant> = [countedOnce];
