import type { EpochMs, Hundi } from '@hundi/core';
import type { SandboxBank } from '../bank/sandbox-bank.js';

/** Background work of an engine and its bank, driven by hand. */
export interface Timeline {
  /** Does everything that is due at the present moment, on both sides, until nothing is. */
  readonly settle: () => Promise<void>;
  /** Moves the clock forward, stopping at every moment at which something falls due, and settles there. */
  readonly advance: (ms: number) => Promise<void>;
}

/** A clock that can be moved. */
export interface MovableClock {
  readonly now: () => EpochMs;
  readonly set: (at: EpochMs) => void | Promise<void>;
}

export const timeline = (parts: {
  readonly engine: Pick<Hundi, 'settle' | 'takeBankReports' | 'nextDue'>;
  readonly bank: Pick<SandboxBank, 'deliverDue' | 'nextDue'>;
  readonly clock: MovableClock;
}): Timeline => {
  const { engine, bank, clock } = parts;

  const settle = async (): Promise<void> => {
    do await engine.settle();
    while ((await bank.deliverDue(engine.takeBankReports)) > 0);
  };

  /** The next moment at which the engine or the bank has something to do; infinity when there is none. */
  const nextMoment = async (): Promise<EpochMs> => {
    const now = clock.now();
    const moments = await Promise.all([engine.nextDue(), bank.nextDue()]);
    return Math.min(...moments.map((moment = now) => (moment > now ? moment : Infinity)));
  };

  return {
    settle,
    advance: async (ms) => {
      const end = clock.now() + ms;
      await settle();
      for (let next = await nextMoment(); next <= end; next = await nextMoment()) {
        await clock.set(next);
        await settle();
      }
      await clock.set(end);
      await settle();
    },
  };
};
