import type { Pacer } from '../../ports/whole-pacer.js';
import type { Duty } from './duty.js';
import type { LaneObserver } from './lanes.js';
import type { NextDues } from './next-dues.js';

/** A pacer without timers; `untils` are the moments that the worker has waited for, and `ring` rings every alarm. */
export const aPacer = () => {
  let wakes = 0;
  let idlers: (() => void)[] = [];
  const untils: (number | undefined)[] = [];
  const alarms = new Set<() => void>();
  const pacer: Pacer = {
    breathe: () => Promise.resolve(),
    wake: () => {
      wakes += 1;
      const woken = idlers;
      idlers = [];
      for (const resume of woken) resume();
    },
    wakes: () => wakes,
    idle: (until, seen) => {
      if (seen !== wakes) return Promise.resolve();
      untils.push(until);
      return new Promise<void>((resolve) => idlers.push(resolve));
    },
    alarm: (_ms, ring) => {
      alarms.add(ring);
      return () => {
        alarms.delete(ring);
      };
    },
  };
  const ring = (): void => {
    const rung = [...alarms];
    alarms.clear();
    for (const one of rung) one();
  };
  return { pacer, untils, ring, alarms: () => alarms.size };
};

export const aDuty = (run: Duty['run'], lanes = 1): Duty => ({
  name: 'process-jobs',
  lanes,
  chunk: 1,
  run,
});

/** For a duty for which something is always due. */
export const always: NextDues = async () => new Map([['process-jobs', 0]]);

/** A duty with so many items due, and one that falls due later. */
export const aPile = (left: number, later?: number) => {
  const pile = { left, claims: 0 };
  const duty = aDuty(async () => {
    pile.claims += 1;
    return pile.left > 0 ? pile.left-- : 0;
  });
  const nextDues: NextDues = async () => {
    const due = pile.left > 0 ? 0 : later;
    return new Map(due === undefined ? [] : [['process-jobs', due]]);
  };
  return { pile, duty, nextDues };
};

export const clock = { now: () => 1_000 };
export const never: LaneObserver = {
  onError: (duty, error) => {
    throw new Error(`${duty} failed`, { cause: error });
  },
};
