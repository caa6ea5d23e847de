import { setImmediate } from 'node:timers/promises';
import type { Clock, Pacer } from '@hundi/core';

/** How a worker waits. All in ms. */
export interface NodePacing {
  /** How long it sleeps at most: another process may have added work without a call from here. Default 1,000. */
  readonly pollMs?: number;
  /** How long work gathers before a worker takes it: under load one commit then serves many. Default 10. */
  readonly gatherMs?: number;
}

/** Paces work on Node's event loop. A worker that waits for work does not keep the process alive. */
export const nodePacer = (
  clock: Clock,
  { pollMs = 1_000, gatherMs = 10 }: NodePacing = {},
): Pacer => {
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
      const wait = until === undefined ? pollMs : Math.min(until - clock.now(), pollMs);
      return new Promise((resolve) => {
        const gather = (): NodeJS.Timeout => setTimeout(resolve, gatherMs);
        if (seen !== wakes) {
          gather();
          return;
        }
        const timer = setTimeout(
          () => {
            idlers.delete(rouse);
            resolve();
          },
          Math.max(wait, gatherMs),
        ).unref();
        const rouse = (): void => {
          clearTimeout(timer);
          idlers.delete(rouse);
          gather();
        };
        idlers.add(rouse);
      });
    },
  };
};
