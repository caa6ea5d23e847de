import type { Hundi, Storage } from '@hundi/core';

/** Members of an engine that are no use cases. */
const OTHERS: ReadonlySet<string> = new Set<keyof Hundi>([
  'featuresOff',
  'duties',
  'runDue',
  'nextDue',
  'nextDues',
  'watch',
  'within',
  'startWorker',
]);

const calls = new WeakMap<Storage, Map<string, number>>();

/** How often scenarios have called each use case on a storage, and those that they have not: 0 times. */
export const callsOn = (storage: Storage): ReadonlyMap<string, number> =>
  calls.get(storage) ?? new Map();

/** An engine over a storage whose use cases count their calls. */
export const counted = (storage: Storage, engine: Hundi): Hundi => {
  const counts = calls.get(storage) ?? new Map<string, number>();
  calls.set(storage, counts);
  const counting = Object.entries(engine).map(([name, member]: [string, unknown]) => {
    if (typeof member !== 'function' || OTHERS.has(name)) return [name, member];
    counts.set(name, counts.get(name) ?? 0);
    const called = (...args: ReadonlyArray<unknown>): unknown => {
      counts.set(name, (counts.get(name) ?? 0) + 1);
      return (member as (...args: ReadonlyArray<unknown>) => unknown)(...args);
    };
    return [name, called];
  });
  return Object.fromEntries(counting) as Hundi;
};
