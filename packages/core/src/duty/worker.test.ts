import test from 'ava';
import type { Pacer } from '../ports/pacer.js';
import type { Duty } from './duty.js';
import { startWorker, type DutyRun, type LaneObserver } from './worker.js';

/** A pacer without timers; `idling` settles as soon as so many lanes have come to rest. */
const aPacer = () => {
  let wakes = 0;
  let idlers: (() => void)[] = [];
  let watchers: (() => void)[] = [];
  const untils: (number | undefined)[] = [];
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
      const rest = new Promise<void>((resolve) => idlers.push(resolve));
      const waiting = watchers;
      watchers = [];
      for (const resolve of waiting) resolve();
      return rest;
    },
  };
  const idling = async (lanes = 1): Promise<void> => {
    while (idlers.length < lanes) await new Promise<void>((resolve) => watchers.push(resolve));
  };
  return { pacer, untils, idling };
};

/** A duty for which something is always due. */
const aDuty = (run: () => Promise<number>, lanes = 1): Duty => ({
  name: 'process-jobs',
  lanes,
  chunk: 1,
  run,
  nextDue: () => Promise.resolve(0),
});

/** A duty with so many items due, and one that falls due later. */
const aPile = (left: number, later?: number) => {
  const pile = { left, claims: 0 };
  const duty: Duty = {
    ...aDuty(async () => {
      pile.claims += 1;
      return pile.left > 0 ? pile.left-- : 0;
    }),
    nextDue: async () => (pile.left > 0 ? 0 : later),
  };
  return { pile, duty };
};

const clock = { now: () => 1_000 };
const never: LaneObserver = {
  onError: (duty, error) => {
    throw new Error(`${duty} failed`, { cause: error });
  },
};

test('a worker works through what is due and then waits for the next moment', async (t) => {
  const { pacer, untils, idling } = aPacer();
  const { pile, duty } = aPile(3, 5_000);
  const worker = startWorker([duty], clock, pacer, never);
  await idling();

  t.is(pile.left, 0);
  t.deepEqual(untils, [5_000]);
  await worker.stop();
});

test('with nothing in sight the length of the wait is left to the host', async (t) => {
  const { pacer, untils, idling } = aPacer();
  const worker = startWorker([aPile(0).duty], clock, pacer, never);
  await idling();

  t.deepEqual(untils, [undefined]);
  await worker.stop();
});

test('nothing is claimed before its moment', async (t) => {
  const { pacer, idling } = aPacer();
  const { pile, duty } = aPile(0, 1_001);
  const worker = startWorker([duty], clock, pacer, never);
  await idling();

  t.is(pile.claims, 0);
  await worker.stop();
});

test('added work wakes a worker', async (t) => {
  const { pacer, idling } = aPacer();
  const { pile, duty } = aPile(0);
  const worker = startWorker([duty], clock, pacer, never);
  await idling();
  pile.left = 2;
  pacer.wake();
  await idling();

  t.is(pile.left, 0);
  await worker.stop();
});

test('a wake-up that comes while a worker looks for the next moment is not lost', async (t) => {
  const { pacer, idling } = aPacer();
  const { pile, duty } = aPile(0);
  let looks = 0;
  const looking: Duty = {
    ...duty,
    nextDue: async () => {
      looks += 1;
      if (looks > 1) return duty.nextDue();
      pile.left = 1;
      pacer.wake();
      return undefined;
    },
  };
  const worker = startWorker([looking], clock, pacer, never);
  await idling();

  t.is(pile.left, 0);
  await worker.stop();
});

test('an error is reported, and the work goes on only after a pause that no wake-up shortens', async (t) => {
  const { pacer, untils, idling } = aPacer();
  const reported: unknown[] = [];
  let now = 1_000;
  let tries = 0;
  const duty = aDuty(async () => {
    tries += 1;
    if (tries <= 2) throw new Error(`lost ${String(tries)}`);
    return 0;
  });
  const done: Duty = { ...duty, nextDue: async () => (tries <= 2 ? 0 : undefined) };
  const worker = startWorker([done], { now: () => now }, pacer, {
    onError: (name, error) => {
      reported.push([name, (error as Error).message]);
    },
  });
  await idling();
  pacer.wake();
  await idling();
  t.is(tries, 1);
  now = 2_000;
  pacer.wake();
  await idling();
  t.is(tries, 2);
  now = 4_000;
  pacer.wake();
  await idling();

  t.is(tries, 3);
  t.deepEqual(untils, [2_000, 2_000, 4_000, undefined]);
  t.deepEqual(reported, [
    ['process-jobs', 'lost 1'],
    ['process-jobs', 'lost 2'],
  ]);
  await worker.stop();
});

test('a successful run is reported with what it claimed and how long it took; a failed one is not', async (t) => {
  const { pacer, idling } = aPacer();
  const runs: DutyRun[] = [];
  let now = 1_000;
  const work = [1, 1, 'broken', 0];
  const duty = aDuty(async () => {
    const next = work.shift();
    now += 5;
    if (typeof next !== 'number') throw new Error('broken');
    return next;
  });
  const worker = startWorker([duty], { now: () => now }, pacer, {
    onError: () => undefined,
    onRun: (run) => {
      runs.push(run);
    },
  });
  await idling();
  now += 60_000;
  pacer.wake();
  await idling();

  t.deepEqual(
    runs,
    [1, 1, 0].map((items) => ({ duty: 'process-jobs', items, durationMs: 5 })),
  );
  await worker.stop();
});

test('a clock that is set back makes no run shorter than nothing', async (t) => {
  const { pacer, idling } = aPacer();
  const runs: DutyRun[] = [];
  let now = 1_000;
  const duty = aDuty(async () => {
    now -= 500;
    return 0;
  });
  const worker = startWorker([duty], { now: () => now }, pacer, {
    ...never,
    onRun: (run) => {
      runs.push(run);
    },
  });
  await idling();

  t.deepEqual(runs, [{ duty: 'process-jobs', items: 0, durationMs: 0 }]);
  await worker.stop();
});

test('a failing duty delays no other', async (t) => {
  const { pacer, idling } = aPacer();
  const { pile, duty } = aPile(2);
  const worker = startWorker([aDuty(() => Promise.reject(new Error('lost'))), duty], clock, pacer, {
    onError: () => undefined,
  });
  await idling(2);

  t.is(pile.left, 0);
  await worker.stop();
});

test('a duty runs in as many lanes as it asks for', async (t) => {
  const { pacer } = aPacer();
  const ends: (() => void)[] = [];
  let started: () => void = () => undefined;
  const allStarted = new Promise<void>((resolve) => {
    started = resolve;
  });
  const duty = aDuty(
    () =>
      new Promise<number>((resolve) => {
        ends.push(() => {
          resolve(0);
        });
        if (ends.length === 3) started();
      }),
    3,
  );
  const worker = startWorker([duty], clock, pacer, never);
  await allStarted;
  t.is(ends.length, 3);
  const stopped = worker.stop();
  for (const end of ends) end();
  await stopped;
});

test('to stop is to finish what is in hand and to claim no more', async (t) => {
  const { pacer } = aPacer();
  let [runs, finished] = [0, false];
  let end: () => void = () => undefined;
  let begun: () => void = () => undefined;
  const inHand = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const duty = aDuty(async () => {
    runs += 1;
    await new Promise<void>((resolve) => {
      end = resolve;
      begun();
    });
    finished = true;
    return 1;
  });
  const worker = startWorker([duty], clock, pacer, never);
  await inHand;
  const stopped = worker.stop().then(() => finished);
  t.false(finished);
  end();

  t.true(await stopped);
  t.is(runs, 1);
});

test('a worker stops while it waits, also when it is stopped just before', async (t) => {
  const { pacer, idling } = aPacer();
  const resting = startWorker([aPile(0).duty], clock, pacer, never);
  await idling();
  await resting.stop();

  let stop: () => void = () => undefined;
  const looking: Duty = {
    ...aPile(0).duty,
    nextDue: async () => {
      await Promise.resolve();
      stop();
      return undefined;
    },
  };
  const worker = startWorker([looking], clock, pacer, never);
  await new Promise<void>((resolve) => {
    stop = () => {
      resolve(worker.stop());
    };
  });
  t.pass();
});

test('a worker without duties stops', async (t) => {
  await startWorker([], clock, aPacer().pacer, never).stop();
  t.pass();
});
