import { setImmediate } from 'node:timers/promises';
import type { Pacer } from '@hundi/core';

/** A pacer whose worker waits for the test instead of for time: added work gathers until it is released. */
export interface SteppedPacer extends Pacer {
  /** Resolves when the worker waits. */
  readonly resting: () => Promise<void>;
  /** Lets the worker that waits go on. */
  readonly release: () => void;
}

export const steppedPacer = (): SteppedPacer => {
  let wakes = 0;
  let goOn: (() => void) | undefined;
  let onWait: () => void = () => undefined;
  return {
    breathe: () => setImmediate(),
    wake: () => {
      wakes += 1;
    },
    wakes: () => wakes,
    idle: () =>
      new Promise((resolve) => {
        goOn = resolve;
        onWait();
      }),
    alarm: () => () => undefined,
    resting: () =>
      new Promise((resolve) => {
        onWait = resolve;
        if (goOn !== undefined) resolve();
      }),
    release: () => {
      goOn?.();
      goOn = undefined;
    },
  };
};
