import type { EpochMs, Hundi } from '@hundi/core';
import type { SandboxBank } from '../bank/sandbox-bank.js';

/** Background work of an engine and its bank, driven by hand. */
export interface Timeline {
  /** Does everything that is due at the present moment, on both sides, until nothing is. */
  readonly runDue: () => Promise<void>;
  /**
   * Moves the clock forward, stopping at every moment at which something falls due, and does what is due there. It does
   * not stop for looks for notifications, which are made where it stops.
   */
  readonly advance: (ms: number) => Promise<void>;
}

/** A clock that can be moved. */
export interface MovableClock {
  readonly now: () => EpochMs;
  readonly set: (at: EpochMs) => void | Promise<void>;
}

export const timeline = (parts: {
  readonly engine: Pick<Hundi, 'runDue' | 'takeBankReports' | 'nextDues'>;
  readonly bank: Pick<SandboxBank, 'deliverDue' | 'nextDue'>;
  readonly clock: MovableClock;
}): Timeline => {
  const { engine, bank, clock } = parts;

  const runDue = async (): Promise<void> => {
    do await engine.runDue();
    while ((await bank.deliverDue(engine.takeBankReports)) > 0);
  };

  /** The next moment at which the engine or the bank has something to do; infinity when there is none. */
  const nextMoment = async (): Promise<EpochMs> => {
    const now = clock.now();
    const dues = new Map(await engine.nextDues());
    // The engine looks every ten minutes for what people are to be mailed of: a month would have thousands of stops.
    dues.delete('gather-notifications');
    const moments = [...dues.values(), (await bank.nextDue()) ?? now];
    return Math.min(...moments.map((moment) => (moment > now ? moment : Infinity)));
  };

  return {
    runDue,
    advance: async (ms) => {
      const end = clock.now() + ms;
      await runDue();
      for (let next = await nextMoment(); next <= end; next = await nextMoment()) {
        await clock.set(next);
        await runDue();
      }
      await clock.set(end);
      await runDue();
    },
  };
};
