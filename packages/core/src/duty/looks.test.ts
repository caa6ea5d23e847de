import test from 'ava';
import type { NextDues } from './next-dues.js';
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
  const worker = startWorker(duties, [looking], clock, pacer, never);
  await atRest();
  t.is(looks, 1);
  t.deepEqual(untils, [8_998]);
  pacer.wake();
  await atRest();

  t.is(looks, 2);
  await worker.stop();
});

test('a duty starts before the looks at other duties have answered', async (t) => {
  const { pacer } = aPacer();
  const { pile, duty, nextDues } = aPile(1);
  let answer: (dues: Awaited<ReturnType<NextDues>>) => void = () => undefined;
  const slow: NextDues = () =>
    new Promise((resolve) => {
      answer = resolve;
    });
  const worker = startWorker([duty], [slow, nextDues], clock, pacer, never);
  await atRest();

  t.is(pile.left, 0);
  const stopped = worker.stop();
  answer(new Map());
  await stopped;
});

test('while one look fails, the work that another finds is done', async (t) => {
  const { pacer } = aPacer();
  const { pile, duty, nextDues } = aPile(1);
  const reported: string[] = [];
  const failing: NextDues = () => Promise.reject(new Error('away'));
  const worker = startWorker([duty], [failing, nextDues], clock, pacer, {
    onError: (name) => {
      reported.push(name);
    },
  });
  await atRest();

  t.is(pile.left, 0);
  t.deepEqual(reported, ['look-for-work']);
  await worker.stop();
});

test('a worker waits for the earliest moment that its looks name', async (t) => {
  const { pacer, untils } = aPacer();
  const at =
    (due: number): NextDues =>
    () =>
      Promise.resolve(new Map([['process-jobs', due]]));
  const worker = startWorker([aDuty(async () => 0)], [at(9_000), at(7_000)], clock, pacer, never);
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
  const worker = startWorker([duty], [looking], { now: () => now }, pacer, {
    onError: (name, error) => {
      reported.push([name, (error as Error).message]);
    },
  });
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
