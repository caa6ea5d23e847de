import type { Clock, Pacer } from '@hundi/core';
import { checksOf, expecting, type KitCheck, type Rule } from '../check/check.js';

/** A pacer of a host. */
export interface PacerUnderTest {
  /** Makes a pacer on this clock. */
  readonly pacer: (clock: Clock) => Pacer;
  /** How long a wait lasts at most when nothing wakes it, in ms. Default: 5,000. */
  readonly idlesAtMostMs?: number;
  /** In what time a worker that was woken has to go on, in ms. Default: 1,000. */
  readonly wakesWithinMs?: number;
}

const IDLES_AT_MOST_MS = 5_000;
const WAKES_WITHIN_MS = 1_000;
const NOW = 1_772_425_800_000;
const HOUR = 3_600_000;

/** Shorter than a poll, longer than a turn of the event loop. */
const A_WHILE_MS = 50;

const clock: Clock = { now: () => NOW };

/** Whether the promise settles in this time. The timer also keeps the process alive meanwhile. */
const settlesWithin = async (ms: number, promise: Promise<void>): Promise<boolean> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  try {
    return await Promise.race([promise.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
};

const expectWoken = async (
  { wakesWithinMs = WAKES_WITHIN_MS }: PacerUnderTest,
  ...waits: ReadonlyArray<Promise<void>>
): Promise<void> => {
  for (const wait of waits)
    expecting(
      await settlesWithin(wakesWithinMs, wait),
      `an end of the wait within ${String(wakesWithinMs)} ms`,
      'a worker that still waits',
    );
};

const IDLE = 'Pacer.idle: Waits until the moment comes or `wake` is called';

const RULES: ReadonlyArray<Rule<PacerUnderTest>> = [
  {
    sentence: 'wakes counts the calls of wake',
    port: 'Pacer.wakes: How often `wake` was called so far.',
    run: async ({ pacer }) => {
      const { wake, wakes } = pacer(clock);
      const before = wakes();
      wake();
      wake();
      const seen = wakes() - before;
      expecting(seen === 2, '2 more', `${String(seen)} more`);
      return Promise.resolve();
    },
  },
  {
    sentence: 'a call of wake ends every wait',
    port: 'Pacer.wake: Says that work may have become due, to every worker.',
    run: async (under) => {
      const pacer = under.pacer(clock);
      const waits = [pacer.idle(NOW + HOUR, pacer.wakes()), pacer.idle(undefined, pacer.wakes())];
      pacer.wake();
      await expectWoken(under, ...waits);
    },
  },
  {
    sentence: 'a call of wake between the look for work and the wait is not lost',
    port: 'Pacer.idle: not at all if it was called since `wakes` was `seen`',
    run: async (under) => {
      const pacer = under.pacer(clock);
      const seen = pacer.wakes();
      pacer.wake();
      await expectWoken(under, pacer.idle(NOW + HOUR, seen));
    },
  },
  {
    sentence: 'a moment that has come ends the wait',
    port: IDLE,
    run: async (under) => {
      const pacer = under.pacer(clock);
      await expectWoken(under, pacer.idle(NOW, pacer.wakes()), pacer.idle(0, pacer.wakes()));
    },
  },
  {
    sentence: 'a worker with nothing to do waits',
    port: IDLE,
    run: async ({ pacer }) => {
      const { idle, wake, wakes } = pacer(clock);
      const wait = idle(NOW + HOUR, wakes());
      const ended = await settlesWithin(A_WHILE_MS, wait);
      wake();
      await wait;
      expecting(!ended, 'a wait', `an end within ${String(A_WHILE_MS)} ms`);
    },
  },
  {
    sentence: 'a wait ends by itself, in case another process has added work',
    port: 'Pacer.idle: `undefined` leaves the length to the host, which also bounds it.',
    run: async ({ pacer, idlesAtMostMs = IDLES_AT_MOST_MS }) => {
      const { idle, wake, wakes } = pacer(clock);
      const waits = [idle(undefined, wakes()), idle(NOW + HOUR, wakes())];
      const both = Promise.all(waits).then(() => undefined);
      const ended = await settlesWithin(idlesAtMostMs, both);
      wake();
      expecting(
        ended,
        `an end within ${String(idlesAtMostMs)} ms`,
        'workers that wait for a call that need not come',
      );
    },
  },
  {
    sentence: 'other work has a turn while a computation breathes',
    port: 'Pacer.breathe: Lets other requests have a turn in the middle of a long computation.',
    run: async ({ pacer }) => {
      const { breathe } = pacer(clock);
      let turns = 0;
      const other = setInterval(() => {
        turns += 1;
      }, 1);
      try {
        for (let i = 0; i < 20; i += 1) {
          const until = performance.now() + 2;
          while (performance.now() < until);
          await breathe();
        }
      } finally {
        clearInterval(other);
      }
      expecting(turns > 0, 'turns of a timer between the parts', 'none');
    },
  },
  {
    sentence: 'an alarm rings, once and not before its time',
    port: 'Pacer.alarm: Calls `ring` once after so many ms',
    run: async ({ pacer, wakesWithinMs = WAKES_WITHIN_MS }) => {
      const { alarm } = pacer(clock);
      const startedAt = performance.now();
      const rungAfter: number[] = [];
      await settlesWithin(
        A_WHILE_MS + wakesWithinMs,
        new Promise<void>((resolve) => {
          alarm(A_WHILE_MS, () => {
            rungAfter.push(performance.now() - startedAt);
            resolve();
          });
        }),
      );
      await settlesWithin(A_WHILE_MS, new Promise(() => undefined));
      expecting(rungAfter.length === 1, 'one ring', String(rungAfter.length));
      // Timers round to whole milliseconds.
      expecting(
        rungAfter.every((ms) => ms > A_WHILE_MS - 2),
        `${String(A_WHILE_MS)} ms`,
        'fewer',
      );
    },
  },
  {
    sentence: 'an alarm that was called off does not ring',
    port: 'Pacer.alarm: unless the function that it returns is called before',
    run: async ({ pacer }) => {
      let rings = 0;
      const callOff = pacer(clock).alarm(1, () => {
        rings += 1;
      });
      callOff();
      await settlesWithin(A_WHILE_MS, new Promise(() => undefined));
      expecting(rings === 0, 'no ring', 'one');
    },
  },
];

/** The checks of a pacer: no work waits for longer than it must, and computations hold up no other work. */
export const checkPacer = (under: PacerUnderTest): ReadonlyArray<KitCheck> =>
  checksOf(RULES, under);
