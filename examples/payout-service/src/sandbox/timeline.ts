import type { DutyName, EpochMs, Hundi, Storage } from '@hundi/core';
import type { SandboxBank } from '@hundi/testkit';
import type { SandboxClock } from './sandbox-clock.js';

/** Background work of the engine and the sandbox bank, driven by hand. */
export interface Timeline {
  /** Does everything that is due at the present moment, on both sides, until nothing is. */
  readonly settle: () => Promise<void>;
  /** Moves time forward, stopping at every moment at which something falls due, and does it there. */
  readonly advance: (ms: number) => Promise<void>;
}

// A record, so that a new duty does not compile until it is here.
const DUTIES: Readonly<Record<DutyName, true>> = {
  'process-jobs': true,
  'send-to-bank': true,
  'query-unknowns': true,
};

export const timeline = (parts: {
  readonly engine: Pick<Hundi, 'settle' | 'takeBankReports'>;
  readonly storage: Storage;
  readonly bank: Pick<SandboxBank, 'deliverDue' | 'nextDue'>;
  readonly clock: SandboxClock;
}): Timeline => {
  const { engine, storage, bank, clock } = parts;

  const settle = async (): Promise<void> => {
    do await engine.settle();
    while ((await bank.deliverDue(engine.takeBankReports)) > 0);
  };

  const nextDue = async (): Promise<EpochMs> => {
    const duties = Object.keys(DUTIES) as DutyName[];
    const moments = await Promise.all([
      bank.nextDue(),
      ...duties.map((duty) => storage.read(({ work }) => work.nextDue(duty))),
    ]);
    const now = clock.now();
    return Math.min(
      ...moments.map((moment = now) => (moment > now ? moment : Number.POSITIVE_INFINITY)),
    );
  };

  return {
    settle,
    advance: async (ms) => {
      const end = clock.now() + ms;
      await settle();
      for (let next = await nextDue(); next <= end; next = await nextDue()) {
        await clock.moveTo(next);
        await settle();
      }
      await clock.moveTo(end);
      await settle();
    },
  };
};
