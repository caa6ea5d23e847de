import test from 'ava';
import type { Duty } from './duty.js';
import type { Looks, NextDues } from './next-dues.js';
import { startWorker } from './worker.js';
import { aDuty, aPacer, aPile, clock, never } from './worker.test.support.js';

/** Resolves once the worker and its lanes have come to rest: here they wait for nothing but promises. */
const atRest = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

test('one look serves every duty', async (t) => {
  const { pacer, untils } = aPacer();
  const duties = (['process-jobs', 'send-to-bank', 'query-unknowns'] as const).map((name) => ({
    ...aDuty(async () => 0),
    name,
  }));
  let looks = 0;
  const looking: NextDues = async () => {
    looks += 1;
    return new Map(duties.map(({ name }, i) => [name, 9_000 - i]));
  };
  const worker = startWorker(duties, [looking], { clock, pacer }, never);
  await atRest();
  t.is(looks, 1);
  t.deepEqual(untils, [8_998]);
  pacer.wake();
  await atRest();

  t.is(looks, 2);
  await worker.stop();
});

test('a duty starts before a look behind it has answered', async (t) => {
  const { pacer } = aPacer();
  const { pile, duty, nextDues } = aPile(1);
  let answer: (dues: Awaited<ReturnType<NextDues>>) => void = () => undefined;
  const slow: NextDues = () =>
    new Promise((resolve) => {
      answer = resolve;
    });
  const worker = startWorker([duty], [nextDues, slow], { clock, pacer }, never);
  await atRest();

  t.is(pile.left, 0);
  const stopped = worker.stop();
  answer(new Map());
  await stopped;
});

test('while a look behind it fails, the work that the first finds is done', async (t) => {
  const { pacer } = aPacer();
  const { pile, duty, nextDues } = aPile(1);
  const reported: string[] = [];
  const failing: NextDues = () => Promise.reject(new Error('away'));
  const worker = startWorker(
    [duty],
    [nextDues, failing],
    { clock, pacer },
    {
      onError: (name) => {
        reported.push(name);
      },
    },
  );
  await atRest();

  t.is(pile.left, 0);
  t.deepEqual(reported, ['look-for-work']);
  await worker.stop();
});

/** A worker that sends and seals. Sends are due while `due.sends` is true; the first one lasts until `stop`. */
const withSealing = () => {
  const { pacer, ring, alarms } = aPacer();
  let endSend: () => void = () => undefined;
  const done: string[] = [];
  const sending: Duty = {
    ...aDuty(
      () =>
        new Promise((resolve) => {
          done.push('send');
          endSend = () => {
            resolve(0);
          };
        }),
    ),
    name: 'send-to-bank',
  };
  const sealing: Duty = {
    ...aDuty(async () => {
      done.push('seal');
      return 0;
    }),
    name: 'seal-journal',
  };
  const due = { sends: true };
  const looks: Looks = [
    async () => new Map(due.sends ? [['send-to-bank', 0]] : []),
    async () => new Map([['seal-journal', 0]]),
  ];
  const worker = startWorker([sending, sealing], looks, { clock, pacer }, never);
  const stop = async (): Promise<void> => {
    const stopped = worker.stop();
    endSend();
    await stopped;
  };
  return { pacer, ring, alarms, done, due, stop };
};

test('sealing gives way to a payment that has just started, until the alarm rings', async (t) => {
  const { pacer, ring, done, stop } = withSealing();
  await atRest();
  pacer.wake();
  await atRest();
  t.deepEqual(done, ['send']);

  ring();
  await atRest();
  t.deepEqual(done, ['send', 'seal']);
  await stop();
});

test('sealing starts as soon as a look finds no payment to start', async (t) => {
  const { pacer, done, due, stop } = withSealing();
  await atRest();
  due.sends = false;
  pacer.wake();
  await atRest();

  t.deepEqual(done, ['send', 'seal']);
  await stop();
});

test('sealing has its turn at every alarm, however many payments keep starting', async (t) => {
  const { pacer, ring, done, stop } = withSealing();
  for (let i = 0; i < 3; i += 1) {
    pacer.wake();
    await atRest();
    ring();
    await atRest();
  }

  t.deepEqual(done, ['send', 'seal', 'seal', 'seal']);
  await stop();
});

test('a worker that stops leaves no alarm behind', async (t) => {
  const { alarms, stop } = withSealing();
  await atRest();
  t.is(alarms(), 1);
  await stop();

  t.is(alarms(), 0);
});

test('a worker waits for the earliest moment that its looks name', async (t) => {
  const { pacer, untils } = aPacer();
  const at =
    (due: number): NextDues =>
    () =>
      Promise.resolve(new Map([['process-jobs', due]]));
  const worker = startWorker(
    [aDuty(async () => 0)],
    [at(9_000), at(7_000)],
    { clock, pacer },
    never,
  );
  await atRest();

  t.deepEqual(untils, [7_000]);
  await worker.stop();
});

test('a look that fails is reported, and repeated after a pause that no wake-up shortens', async (t) => {
  const { pacer, untils } = aPacer();
  const { pile, duty, nextDues } = aPile(1);
  const reported: unknown[] = [];
  let now = 1_000;
  const looking: NextDues = async () => {
    if (now < 2_000) throw new Error('away');
    return nextDues();
  };
  const worker = startWorker(
    [duty],
    [looking],
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
  t.deepEqual(untils, [2_000, 2_000]);
  now = 2_000;
  pacer.wake();
  await atRest();

  t.is(pile.left, 0);
  t.deepEqual(reported, [['look-for-work', 'away']]);
  await worker.stop();
});
