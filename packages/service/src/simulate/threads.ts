import { Worker } from 'node:worker_threads';
import type { Order, Outcome, Setting } from './messages.js';

/** Threads that carry out orders, each one after the other. */
export interface Threads {
  readonly carryOut: (order: Order) => Promise<Outcome>;
  readonly close: () => Promise<void>;
}

/** Histories die young: most of what they allocate never has to leave the nursery. */
const NURSERY_MB = 64;

interface Thread {
  readonly worker: Worker;
  busy: boolean;
}

export const startThreads = (count: number, setting: Setting): Threads => {
  const threads = Array.from({ length: count }, (): Thread => ({
    worker: new Worker(new URL('./thread.js', import.meta.url), {
      workerData: setting,
      resourceLimits: { maxYoungGenerationSizeMb: NURSERY_MB },
    }),
    busy: false,
  }));
  const queue: ((thread: Thread) => void)[] = [];

  const free = (thread: Thread): void => {
    thread.busy = false;
    const next = queue.shift();
    if (next !== undefined) next(thread);
  };

  const give = (thread: Thread, order: Order): Promise<Outcome> => {
    thread.busy = true;
    return new Promise((resolve, reject) => {
      thread.worker.once('error', reject);
      thread.worker.once('message', (outcome: Outcome) => {
        thread.worker.off('error', reject);
        resolve(outcome);
        free(thread);
      });
      thread.worker.postMessage(order);
    });
  };

  return {
    carryOut: (order) => {
      const idle = threads.find(({ busy }) => !busy);
      if (idle !== undefined) return give(idle, order);
      return new Promise((resolve, reject) => {
        queue.push((thread) => {
          give(thread, order).then(resolve, reject);
        });
      });
    },
    close: async () => {
      await Promise.all(
        threads.map(
          ({ worker }) =>
            new Promise<void>((resolve) => {
              worker.once('exit', () => {
                resolve();
              });
              worker.postMessage('close');
            }),
        ),
      );
    },
  };
};
