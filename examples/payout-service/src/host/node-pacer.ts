import { setImmediate } from 'node:timers/promises';
import type { Clock, Pacer } from '@hundi/core';

/** How long a worker sleeps at most: another process may have added work without a call from here. */
const POLL_MS = 1_000;

/** Paces work on Node's event loop. No timer of its own keeps the process alive. */
export const nodePacer = (clock: Clock, pollMs = POLL_MS): Pacer => {
  const idlers = new Set<() => void>();
  let wakes = 0;

  return {
    breathe: () => setImmediate(),
    wake: () => {
      wakes += 1;
      for (const rouse of [...idlers]) rouse();
    },
    wakes: () => wakes,
    idle: (until, seen) => {
      if (seen !== wakes) return Promise.resolve();
      const wait = until === undefined ? pollMs : Math.min(until - clock.now(), pollMs);
      return new Promise((resolve) => {
        const rouse = (): void => {
          clearTimeout(timer);
          idlers.delete(rouse);
          resolve();
        };
        const timer = setTimeout(rouse, Math.max(wait, 0)).unref();
        idlers.add(rouse);
      });
    },
  };
};
