import type { Pacer } from '@hundi/core';

/** A pacer without timers: work never pauses, and idle workers wait for the next `wake`. */
export const fakePacer = (): Pacer => {
  let idlers: (() => void)[] = [];
  let wakes = 0;
  return {
    breathe: () => Promise.resolve(),
    wake: () => {
      wakes += 1;
      const woken = idlers;
      idlers = [];
      for (const resume of woken) resume();
    },
    wakes: () => wakes,
    idle: (_until, seen) =>
      seen === wakes
        ? new Promise<void>((resolve) => {
            idlers.push(resolve);
          })
        : Promise.resolve(),
  };
};
