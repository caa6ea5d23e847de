import test from 'ava';
import { makeCauses } from './causes.js';
import { makeUnrecorded } from './unrecorded.js';

const SECOND = 1_000;

/** Answers that wait, on a clock that is moved by hand, and what was tried and reported so far. */
const waiting = () => {
  let now = 0;
  const clock = { now: () => now };
  const causes = makeCauses({ clock });
  const reported: string[] = [];
  causes.listen((_, error) => reported.push((error as Error).message));
  const tried: string[] = [];
  const broken = new Set<string>();
  const unrecorded = makeUnrecorded({ clock, causes });
  return {
    unrecorded,
    tried,
    reported,
    broken,
    keep: (name: string) => {
      unrecorded.keep(async () => {
        tried.push(name);
        if (broken.has(name)) throw new Error(name);
      });
    },
    pass: (ms: number) => {
      now += ms;
    },
  };
};

test('answers are recorded at the next try, in the order in which they came, and once', async (t) => {
  const { unrecorded, keep, tried } = waiting();
  t.is(unrecorded.nextTry(), undefined);
  keep('a');
  keep('b');
  t.is(unrecorded.nextTry(), 0);

  t.is(await unrecorded.record(), 2);
  t.is(await unrecorded.record(), 0);
  t.deepEqual(tried, ['a', 'b']);
  t.is(unrecorded.nextTry(), undefined);
});

test('answers that fail again keep no others from being recorded, are reported, and wait ever longer', async (t) => {
  const { unrecorded, keep, tried, reported, broken, pass } = waiting();
  broken.add('a');
  keep('a');
  keep('b');
  t.is(await unrecorded.record(), 1);
  t.is(unrecorded.nextTry(), SECOND);
  t.is(await unrecorded.record(), 0);
  pass(SECOND);
  t.is(await unrecorded.record(), 0);
  t.is(unrecorded.nextTry(), 3 * SECOND);
  t.deepEqual(tried, ['a', 'b', 'a']);
  t.deepEqual(reported, ['a', 'a']);

  broken.clear();
  pass(2 * SECOND);
  t.is(await unrecorded.record(), 1);
  t.is(unrecorded.nextTry(), undefined);
});

test('a clock that is set back puts off no try', async (t) => {
  const { unrecorded, keep, tried, broken, pass } = waiting();
  pass(60 * SECOND);
  broken.add('a');
  keep('a');
  t.is(await unrecorded.record(), 0);
  broken.clear();
  pass(-30 * SECOND);
  t.is(unrecorded.nextTry(), 30 * SECOND);

  t.is(await unrecorded.record(), 1);
  t.deepEqual(tried, ['a', 'a']);
});

test('duties that try at the same time try once', async (t) => {
  const { unrecorded, keep, tried } = waiting();
  keep('a');
  await Promise.all([unrecorded.record(), unrecorded.record()]);

  t.deepEqual(tried, ['a']);
});

test('twenty portions of answers are as many as may wait', async (t) => {
  const { unrecorded, keep } = waiting();
  for (let n = 1; n < 20; n += 1) keep(String(n));
  t.false(unrecorded.isFull());
  keep('20');
  t.true(unrecorded.isFull());
  await unrecorded.record();
  t.false(unrecorded.isFull());
});
