import test from 'ava';
import type { Duty } from './duty.js';
import type { DutyRun } from './lanes.js';
import type { NextDues } from './next-dues.js';
import { startWorker } from './worker.js';
import { aDuty, always, aPacer, aPile, clock, never } from './worker.test.support.js';

/** Resolves once the worker and its lanes have come to rest: here they wait for nothing but promises. */
const atRest = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

test('a worker works through what is due and then waits for the next moment', async (t) => {
  const { pacer, untils } = aPacer();
  const { pile, duty, nextDues } = aPile(3, 5_000);
  const worker = startWorker([duty], [nextDues], { clock, pacer }, never);
  await atRest();

  t.is(pile.left, 0);
  t.is(untils.at(-1), 5_000);
  await worker.stop();
});

test('with nothing in sight the length of the wait is left to the host', async (t) => {
  const { pacer, untils } = aPacer();
  const { duty, nextDues } = aPile(0);
  const worker = startWorker([duty], [nextDues], { clock, pacer }, never);
  await atRest();

  t.deepEqual(untils, [undefined]);
  await worker.stop();
});

test('nothing is claimed before its moment', async (t) => {
  const { pacer } = aPacer();
  const { pile, duty, nextDues } = aPile(0, 1_001);
  const worker = startWorker([duty], [nextDues], { clock, pacer }, never);
  await atRest();

  t.is(pile.claims, 0);
  await worker.stop();
});

test('added work wakes a worker', async (t) => {
  const { pacer } = aPacer();
  const { pile, duty, nextDues } = aPile(0);
  const worker = startWorker([duty], [nextDues], { clock, pacer }, never);
  await atRest();
  pile.left = 2;
  pacer.wake();
  await atRest();

  t.is(pile.left, 0);
  await worker.stop();
});

test('a wake-up that comes while a worker looks for the next moment is not lost', async (t) => {
  const { pacer } = aPacer();
  const { pile, duty, nextDues } = aPile(0);
  let looks = 0;
  const looking: NextDues = async () => {
    looks += 1;
    if (looks > 1) return nextDues();
    pile.left = 1;
    pacer.wake();
    return new Map();
  };
  const worker = startWorker([duty], [looking], { clock, pacer }, never);
  await atRest();

  t.is(pile.left, 0);
  await worker.stop();
});

test('when a run has changed what is due, the worker looks for the next moment', async (t) => {
  const { pacer, untils } = aPacer();
  let due = 0;
  const duty = aDuty(async () => {
    due = 2_000;
    return 1;
  });
  const worker = startWorker(
    [{ ...duty, chunk: 2 }],
    [async () => new Map([['process-jobs', due]])],
    { clock, pacer },
    never,
  );
  await atRest();

  t.is(untils.at(-1), 2_000);
  await worker.stop();
});

test('work that falls due while every lane is taken is seen when one ends', async (t) => {
  const { pacer } = aPacer();
  const ends: ((items: number) => void)[] = [];
  let due: number | undefined = 0;
  const duty = aDuty(() => new Promise<number>((resolve) => ends.push(resolve)));
  const nextDues: NextDues = async () => new Map(due === undefined ? [] : [['process-jobs', due]]);
  const worker = startWorker([duty], [nextDues], { clock, pacer }, never);
  await atRest();
  pacer.wake();
  await atRest();
  t.is(ends.length, 1);
  ends[0]?.(0);
  await atRest();

  t.is(ends.length, 2);
  due = undefined;
  const stopped = worker.stop();
  ends[1]?.(0);
  await stopped;
});

test('what another process holds is left until the next wake-up or moment', async (t) => {
  const { pacer } = aPacer();
  let claims = 0;
  const duty = aDuty(async () => {
    claims += 1;
    return 0;
  });
  const worker = startWorker([duty], [always], { clock, pacer }, never);
  await atRest();
  t.is(claims, 1);
  pacer.wake();
  await atRest();

  t.is(claims, 2);
  await worker.stop();
});

test('an error is reported, and the work goes on only after a pause that no wake-up shortens', async (t) => {
  const { pacer, untils } = aPacer();
  const reported: unknown[] = [];
  let now = 1_000;
  let tries = 0;
  const duty = aDuty(async () => {
    tries += 1;
    if (tries <= 2) throw new Error(`lost ${String(tries)}`);
    return 0;
  });
  const nextDues: NextDues = async () => new Map(tries <= 2 ? [['process-jobs', 0]] : []);
  const worker = startWorker(
    [duty],
    [nextDues],
    { clock: { now: () => now }, pacer },
    {
      onError: (name, error) => {
        reported.push([name, (error as Error).message]);
      },
    },
  );
  await atRest();
  pacer.wake();
  await atRest();
  t.is(tries, 1);
  t.is(untils.at(-1), 2_000);
  now = 2_000;
  pacer.wake();
  await atRest();
  t.is(tries, 2);
  t.is(untils.at(-1), 4_000);
  now = 4_000;
  pacer.wake();
  await atRest();

  t.is(tries, 3);
  t.deepEqual(reported, [
    ['process-jobs', 'lost 1'],
    ['process-jobs', 'lost 2'],
  ]);
  await worker.stop();
});

test('a successful run is reported with what it claimed and how long it took; a failed one is not', async (t) => {
  const { pacer } = aPacer();
  const runs: DutyRun[] = [];
  let now = 1_000;
  const work = [1, 1, 'broken', 0];
  const duty = aDuty(async () => {
    const next = work.shift();
    now += 5;
    if (typeof next !== 'number') throw new Error('broken');
    return next;
  });
  const worker = startWorker(
    [duty],
    [always],
    { clock: { now: () => now }, pacer },
    {
      onError: () => undefined,
      onRun: (run) => {
        runs.push(run);
      },
    },
  );
  await atRest();
  now += 60_000;
  pacer.wake();
  await atRest();

  t.deepEqual(
    runs,
    [1, 1, 0].map((items) => ({ duty: 'process-jobs', items, durationMs: 5 })),
  );
  await worker.stop();
});

test('a clock that is set back makes no run shorter than nothing', async (t) => {
  const { pacer } = aPacer();
  const runs: DutyRun[] = [];
  let now = 1_000;
  const duty = aDuty(async () => {
    now -= 500;
    return 0;
  });
  const worker = startWorker(
    [duty],
    [always],
    { clock: { now: () => now }, pacer },
    {
      ...never,
      onRun: (run) => {
        runs.push(run);
      },
    },
  );
  await atRest();

  t.deepEqual(runs, [{ duty: 'process-jobs', items: 0, durationMs: 0 }]);
  await worker.stop();
});

test('a failing duty delays no other', async (t) => {
  const { pacer } = aPacer();
  const { pile, duty, nextDues } = aPile(2);
  const failing: Duty = {
    ...aDuty(() => Promise.reject(new Error('lost'))),
    name: 'send-to-bank',
  };
  const both: NextDues = async () => new Map([...(await nextDues()), ['send-to-bank', 0]]);
  const worker = startWorker(
    [failing, duty],
    [both],
    { clock, pacer },
    { onError: () => undefined },
  );
  await atRest();

  t.is(pile.left, 0);
  await worker.stop();
});

test('a lane that claims a whole chunk starts the next, up to as many as the duty asks for', async (t) => {
  const { pacer } = aPacer();
  const ends: (() => void)[] = [];
  const duty = aDuty((onFull) => {
    onFull?.();
    return new Promise<number>((resolve) => {
      ends.push(() => {
        resolve(0);
      });
    });
  }, 3);
  const worker = startWorker([duty], [always], { clock, pacer }, never);
  await atRest();
  t.is(ends.length, 3);
  const stopped = worker.stop();
  for (const end of ends) end();
  await stopped;
});

test('a run that is held up gives its lane to other work, once, and is waited for at the end', async (t) => {
  const { pacer } = aPacer();
  const runs: { readonly hold: () => void; readonly end: () => void }[] = [];
  const duty = aDuty((_, onHeldUp) => {
    return new Promise<number>((resolve) => {
      runs.push({ hold: () => onHeldUp?.(), end: () => resolve(0) });
    });
  });
  const worker = startWorker([duty], [always], { clock, pacer }, never);
  await atRest();
  pacer.wake();
  await atRest();
  t.is(runs.length, 1);
  runs[0]?.hold();
  runs[0]?.hold();
  await atRest();
  pacer.wake();
  await atRest();
  t.is(runs.length, 2);
  runs[0]?.end();
  await atRest();
  pacer.wake();
  await atRest();

  t.is(runs.length, 2);
  runs[1]?.hold();
  await atRest();
  t.is(runs.length, 3);
  let isStopped = false;
  const stopped = worker.stop().then(() => {
    isStopped = true;
  });
  runs[2]?.end();
  await atRest();
  t.false(isStopped);
  runs[1]?.end();
  await stopped;
});

test('of runs that are held up only so many go on beside the lanes', async (t) => {
  const { pacer } = aPacer();
  const ends: (() => void)[] = [];
  const duty = aDuty((_, onHeldUp) => {
    onHeldUp?.();
    return new Promise<number>((resolve) => {
      ends.push(() => resolve(0));
    });
  }, 4);
  const worker = startWorker([duty], [always], { clock, pacer }, never);
  for (let wakes = 0; wakes < 50; wakes += 1) {
    await atRest();
    pacer.wake();
  }
  t.is(ends.length, 36);
  const stopped = worker.stop();
  for (const end of ends) end();
  await stopped;
});

test('work that comes up while a lane is busy gets a lane of its own', async (t) => {
  const { pacer } = aPacer();
  const ends: (() => void)[] = [];
  const duty = aDuty(
    () =>
      new Promise<number>((resolve) => {
        ends.push(() => {
          resolve(0);
        });
      }),
    2,
  );
  const worker = startWorker([duty], [always], { clock, pacer }, never);
  await atRest();
  t.is(ends.length, 1);
  pacer.wake();
  await atRest();

  t.is(ends.length, 2);
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
  const worker = startWorker([duty], [always], { clock, pacer }, never);
  await inHand;
  const stopped = worker.stop().then(() => finished);
  t.false(finished);
  end();

  t.true(await stopped);
  t.is(runs, 1);
});

test('a worker stops while it waits, also when it is stopped just before', async (t) => {
  const { pacer } = aPacer();
  const { duty, nextDues } = aPile(0);
  const resting = startWorker([duty], [nextDues], { clock, pacer }, never);
  await atRest();
  await resting.stop();

  let stop: () => void = () => undefined;
  const looking: NextDues = async () => {
    await Promise.resolve();
    stop();
    return new Map();
  };
  const worker = startWorker([duty], [looking], { clock, pacer }, never);
  await new Promise<void>((resolve) => {
    stop = () => {
      resolve(worker.stop());
    };
  });
  t.pass();
});

test('a worker without duties stops', async (t) => {
  await startWorker([], [always], { clock, pacer: aPacer().pacer }, never).stop();
  t.pass();
});
