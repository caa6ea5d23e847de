import { FAULT_KINDS, type FaultKind } from './world/faults.js';
import type { EmptyStorage } from './world/backup.js';
import { simulate, STEPS, type History, type SimulationOptions } from './simulate.js';

/** A failing history, and the least that still fails in the same way. */
export interface Shrunk {
  readonly history: History;
  readonly faults: ReadonlyArray<FaultKind>;
}

export interface ShrinkOptions extends Omit<SimulationOptions, keyof EmptyStorage> {
  /** An empty storage for every try. */
  readonly fresh: () => Promise<EmptyStorage>;
}

/**
 * Looks for a smaller history of a failing seed that breaks the same promise: fewer kinds of faults, then
 * fewer steps. Undefined when the history does not fail.
 */
export const shrink = async ({ fresh, ...given }: ShrinkOptions): Promise<Shrunk | undefined> => {
  const run = async (options: Omit<SimulationOptions, keyof EmptyStorage>): Promise<History> =>
    simulate({ ...options, ...(await fresh()) });

  let history = await run(given);
  const promise = history.violations[0]?.invariant;
  if (promise === undefined) return undefined;
  let faults: ReadonlyArray<FaultKind> = given.faults ?? FAULT_KINDS;

  const stillFails = async (steps: number, fewer: ReadonlyArray<FaultKind>): Promise<boolean> => {
    const smaller = await run({ ...given, steps, faults: fewer });
    if (smaller.violations[0]?.invariant !== promise) return false;
    history = smaller;
    faults = fewer;
    return true;
  };

  for (const fault of faults) {
    await stillFails(
      history.steps,
      faults.filter((one) => one !== fault),
    );
  }
  const seenAt = history.violations[0]?.turn ?? STEPS;
  if (seenAt < history.steps) await stillFails(seenAt, faults);
  for (let cut = Math.floor(history.steps / 2); cut >= 1; cut = Math.floor(cut / 2)) {
    while (history.steps > cut && (await stillFails(history.steps - cut, faults)));
  }
  return { history, faults };
};
