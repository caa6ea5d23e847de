import type { Hundi, Pacer, Worker } from '@hundi/core';
import type { SandboxBank } from '@hundi/testkit';
import type { SandboxClock } from './sandbox-clock.js';

/** What a bank says by itself. */
export type BankReports = Pick<SandboxBank, 'deliverDue' | 'nextDue'>;

class Stopping extends Error {}

/** A worker that hands the bank's reports to the engine when they are due. */
export const reportWorker = (parts: {
  readonly engine: Pick<Hundi, 'takeBankReports'>;
  readonly bank: Pick<BankReports, 'deliverDue'>;
  /** The time that other processes move. Left out where nobody does. */
  readonly clock?: Pick<SandboxClock, 'refresh'>;
  readonly pacer: Pacer;
  readonly onError: (error: unknown) => void;
}): Worker => {
  const { engine, bank, clock, pacer, onError } = parts;
  let stopping = false;
  const isStopping = (): boolean => stopping;

  const loop = async (): Promise<void> => {
    while (!isStopping()) {
      const seen = pacer.wakes();
      try {
        await clock?.refresh();
        await bank.deliverDue((reports) => {
          // What is left comes again at the next start: a stop waits for one file, not for all.
          if (isStopping()) throw new Stopping();
          return engine.takeBankReports(reports);
        });
      } catch (error) {
        if (!(error instanceof Stopping)) onError(error);
      }
      if (!isStopping()) await pacer.idle(undefined, seen);
    }
  };

  const running = loop();
  return {
    stop: () => {
      stopping = true;
      pacer.wake();
      return running;
    },
  };
};
