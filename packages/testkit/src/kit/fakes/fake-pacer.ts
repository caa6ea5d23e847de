import type { Pacer } from '@hundi/core';

/** A pacer whose alarms ring when the test says so. */
export interface FakePacer extends Pacer {
  /** Lets every alarm ring that was not called off: other systems have not answered in time. */
  readonly ring: () => void;
}

/** A pacer without timers: work never pauses, and idle workers wait for the next `wake`. */
export const fakePacer = (): FakePacer => {
  let idlers: (() => void)[] = [];
  let wakes = 0;
  const alarms = new Set<() => void>();
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
    alarm: (_ms, ring) => {
      const mine = (): void => {
        ring();
      };
      alarms.add(mine);
      return () => {
        alarms.delete(mine);
      };
    },
    ring: () => {
      const rung = [...alarms];
      alarms.clear();
      for (const ring of rung) ring();
    },
  };
};
