import type { Pacer } from '../../ports/whole-pacer.js';

/** How long looks give way at most, in ms: a payment by itself is at the bank by then. */
const GIVE_WAY_MS = 25;

/** The turn of the looks that give way to work that starts. */
export interface Turn {
  /** Whether their turn is now: at once where no work has started, else within 25 ms, to which the worker is woken. */
  readonly comes: (hasStarted: boolean) => boolean;
  readonly callOff: () => void;
}

/**
 * Several duties work on a payment before the bank is called. A worker that sealed after each of them would call the
 * bank later, and seal the payment in pieces.
 */
export const newTurn = (pacer: Pick<Pacer, 'alarm' | 'wake'>): Turn => {
  let hasWaited = false;
  let callOff: (() => void) | undefined;

  const end = (): void => {
    callOff?.();
    callOff = undefined;
  };

  return {
    comes: (hasStarted) => {
      if (!hasStarted || hasWaited) {
        end();
        hasWaited = false;
        return true;
      }
      callOff ??= pacer.alarm(GIVE_WAY_MS, () => {
        callOff = undefined;
        hasWaited = true;
        pacer.wake();
      });
      return false;
    },
    callOff: end,
  };
};
