import type { Worker } from '@hundi/core';

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
