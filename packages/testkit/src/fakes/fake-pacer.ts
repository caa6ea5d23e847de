import type { Pacer } from '@hundi/core';

/** A pacer without timers: work never pauses, and whoever idles waits for the next `wake`. */
export const fakePacer = (): Pacer => {
  let idlers: (() => void)[] = [];
  return {
    breathe: () => Promise.resolve(),
    wake: () => {
      const woken = idlers;
      idlers = [];
      for (const resume of woken) resume();
    },
    idle: () =>
      new Promise<void>((resolve) => {
        idlers.push(resolve);
      }),
  };
};
