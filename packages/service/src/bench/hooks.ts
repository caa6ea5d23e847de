import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** Figures on some deliveries. Times in ms. */
export interface Arrivals {
  /** When the last of them arrived, in epoch ms with fractions. */
  readonly at: number;
  /** For each, how long after its event it arrived. */
  readonly lags: ReadonlyArray<number>;
}

/** Receivers of webhooks in a thread of their own: every path answers 204, `/slow` after 14 s. */
export interface Hooks {
  readonly url: string;
  /** Resolves once so many deliveries have arrived from now on. */
  readonly arrivals: (count: number) => Promise<Arrivals>;
  /** From now on no path answers, or every path answers again. */
  readonly keepSilent: (silent: boolean) => void;
  readonly close: () => Promise<unknown>;
}

export const openHooks = async (): Promise<Hooks> => {
  const worker = new Worker(new URL('./hooks-thread.js', import.meta.url));
  const [port] = (await once(worker, 'message')) as [number];
  return {
    url: `http://127.0.0.1:${String(port)}`,
    arrivals: async (count) => {
      const arrived = once(worker, 'message');
      worker.postMessage(count);
      const [arrivals] = (await arrived) as [Arrivals];
      return arrivals;
    },
    keepSilent: (silent) => {
      worker.postMessage(silent);
    },
    close: () => worker.terminate(),
  };
};
