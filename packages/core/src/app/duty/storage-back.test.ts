import test from 'ava';
import { StorageAway } from '../../storage/storage-away.js';
import type { Duty } from './duty.js';
import type { NextDues } from './next-dues.js';
import { startWorker } from './worker.js';
import { aDuty, aPacer } from './worker.test.support.js';

/** Resolves once the worker and its lanes have come to rest: here they wait for nothing but promises. */
const atRest = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

const away = () => new StorageAway('the database cannot be had', undefined);

/**
 * A worker with two duties: one fails, as its looks do, with an error while there is one; the other succeeds once it is
 * due.
 */
const aWorker = (errorOf: () => Error | undefined, lookError: () => Error | undefined) => {
  const { pacer, untils } = aPacer();
  let now = 1_000;
  const runs = { first: 0, second: 0 };
  const first = aDuty(async () => {
    runs.first += 1;
    const error = errorOf();
    if (error !== undefined) throw error;
    return 0;
  });
  const second: Duty = {
    ...aDuty(async () => {
      runs.second += 1;
      return 0;
    }),
    name: 'send-to-bank',
  };
  let secondDue = Infinity;
  const nextDues: NextDues = async () => {
    const error = lookError();
    if (error !== undefined) throw error;
    return new Map([
      ['process-jobs', 0],
      ['send-to-bank', secondDue],
    ]);
  };
  const worker = startWorker(
    [first, second],
    [nextDues],
    { clock: { now: () => now }, pacer },
    {
      onError: () => undefined,
    },
  );
  const wakeAt = async (at: number): Promise<void> => {
    now = at;
    pacer.wake();
    await atRest();
  };
  return {
    runs,
    untils,
    wakeAt,
    secondIsDue: () => {
      secondDue = 0;
    },
    stop: worker.stop,
  };
};

test('a success of one duty ends the rest of another that the storage was away for', async (t) => {
  let error: Error | undefined = away();
  const { runs, wakeAt, secondIsDue, stop } = aWorker(
    () => error,
    () => undefined,
  );
  await atRest();
  t.is(runs.first, 1);
  await wakeAt(1_001);
  t.is(runs.first, 1, 'it rests');
  error = undefined;
  secondIsDue();
  await wakeAt(1_002);

  t.true(runs.second > 0);
  t.true(runs.first > 1);
  await stop();
});

test('no success ends the rest of a duty that failed by itself', async (t) => {
  const { runs, wakeAt, secondIsDue, stop } = aWorker(
    () => new Error('broken'),
    () => undefined,
  );
  await atRest();
  secondIsDue();
  await wakeAt(1_001);

  t.true(runs.second > 0);
  t.is(runs.first, 1);
  await stop();
});

test('while the storage is away the worker looks every few seconds, and what rested goes on when it is back', async (t) => {
  let error: Error | undefined = away();
  let lookError: Error | undefined;
  const { runs, untils, wakeAt, stop } = aWorker(
    () => error,
    () => lookError,
  );
  await atRest();
  lookError = error;
  for (const seconds of [1, 2, 4, 8, 13, 18]) await wakeAt(1_000 + seconds * 1_000);
  t.is(untils.at(-1), 19_000 + 5_000);
  error = undefined;
  lookError = undefined;
  const before = runs.first;
  await wakeAt(24_000);

  t.is(runs.first, before + 1);
  await stop();
});

test('a clock that is set back ends the pause of a worker and the rest of its duties', async (t) => {
  let error: Error | undefined = new Error('broken');
  let lookError: Error | undefined;
  const { runs, wakeAt, stop } = aWorker(
    () => error,
    () => lookError,
  );
  await atRest();
  await wakeAt(100_000);
  lookError = away();
  await wakeAt(100_500);
  error = undefined;
  lookError = undefined;
  const before = runs.first;
  await wakeAt(50_000);

  t.is(runs.first, before + 1);
  await stop();
});
