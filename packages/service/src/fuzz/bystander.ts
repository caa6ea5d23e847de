import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** The requests that a bystander repeats. */
export interface Watch {
  readonly url: string;
  readonly pid: string;
  /** Shorter waits are not worth a message. */
  readonly noticeMs: number;
}

/** One look at `GET /healthz` that took long, or failed. Epoch ms, with fractions. */
export interface Wait {
  readonly from: number;
  readonly to: number;
  /** For how much of the wait the service's main thread was computing. */
  readonly heldUpMs: number;
  readonly well: boolean;
}

export interface Bystander {
  /** Long waits so far, in order. */
  readonly waits: ReadonlyArray<Wait>;
  readonly stop: () => Promise<void>;
}

/** Looks at `GET /healthz` again and again from a thread of its own. */
export const startBystander = (watch: Watch): Bystander => {
  const waits: Wait[] = [];
  const worker = new Worker(new URL('bystander-thread.js', import.meta.url), { workerData: watch });
  worker.on('message', (wait: Wait) => waits.push(wait));
  return {
    waits,
    stop: async () => {
      const exit = once(worker, 'exit');
      worker.postMessage('stop');
      await exit;
    },
  };
};
