import type { Hundi, Pacer, Worker } from '@hundi/core';
import type { SandboxBank } from '@hundi/testkit';
import type { SandboxClock } from '../sandbox/sandbox-clock.js';

/** The background work of this process. */
export interface Background {
  readonly start: () => void;
  /** Runs `work` while no worker of this process does; several such run one after another. */
  readonly alone: <A>(work: () => Promise<A>) => Promise<A>;
  /** Finishes what is in hand and starts nothing more. */
  readonly stop: () => Promise<void>;
}

/** Keeps workers, each made by one of `makers`. */
export const background = (makers: ReadonlyArray<() => Worker>): Background => {
  let wanted = false;
  let workers: ReadonlyArray<Worker> = [];
  let last: Promise<unknown> = Promise.resolve();

  const restart = (): void => {
    if (wanted) workers = makers.map((make) => make());
  };
  const halt = async (): Promise<void> => {
    await Promise.all(workers.map((worker) => worker.stop()));
    workers = [];
  };
  const inTurn = <A>(work: () => Promise<A>): Promise<A> => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };

  return {
    start: () => {
      wanted = true;
      restart();
    },
    alone: (work) =>
      inTurn(async () => {
        await halt();
        try {
          return await work();
        } finally {
          restart();
        }
      }),
    stop: () => {
      wanted = false;
      return inTurn(halt);
    },
  };
};

/** A worker that hands the sandbox bank's reports to the engine when they are due. */
export const reportWorker = (parts: {
  readonly engine: Pick<Hundi, 'takeBankReports'>;
  readonly bank: Pick<SandboxBank, 'deliverDue' | 'nextDue'>;
  readonly clock: Pick<SandboxClock, 'refresh'>;
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
        await clock.refresh();
        await bank.deliverDue(engine.takeBankReports);
      } catch (error) {
        onError(error);
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
