import test from 'ava';
import { inTime, NoAnswerInTime } from './in-time.js';

/** A pacer of one alarm. */
const setUp = () => {
  const reported: unknown[] = [];
  let rings: (() => void) | undefined;
  let waits = 0;
  const calling = {
    pacer: {
      alarm: (ms: number, ring: () => void) => {
        [waits, rings] = [ms, ring];
        return () => {
          rings = undefined;
        };
      },
    },
    report: (error: unknown) => {
      reported.push(error);
    },
  };
  return {
    calling,
    reported,
    ring: () => rings?.(),
    isSet: () => rings !== undefined,
    waits: () => waits,
  };
};

test('an answer in time is the answer, and calls the alarm off', async (t) => {
  const { calling, isSet, waits } = setUp();
  t.is(await inTime('the bank', () => Promise.resolve('paid'), calling), 'paid');
  t.false(isSet());
  t.is(waits(), 20_000);
});

test('a failure in time is the failure, also of a port that throws', async (t) => {
  const { calling, reported, isSet } = setUp();
  const broken = (): never => {
    throw new TypeError('broken');
  };
  await t.throwsAsync(inTime('the bank', broken, calling), { message: 'broken' });
  t.false(isSet());
  t.deepEqual(reported, []);
});

test('no answer in time is a rejection that names who has not answered', async (t) => {
  const { calling, ring, waits } = setUp();
  const call = inTime('the bank', () => new Promise(() => undefined), {
    ...calling,
    withinMs: 5_000,
  });
  t.is(waits(), 5_000);
  ring();
  await t.throwsAsync(call, {
    instanceOf: NoAnswerInTime,
    code: 'NO_ANSWER_IN_TIME',
    message: 'the bank has not answered within 5 s',
  });
});

test('an answer that comes later goes to whoever takes late ones, and a failure is reported', async (t) => {
  const { calling, reported, ring } = setUp();
  const late: string[] = [];
  let answer: (said: string) => void = () => undefined;
  const called = inTime<string>(
    'the bank',
    () => new Promise((resolve) => (answer = resolve)),
    calling,
    (said) => late.push(said),
  );
  ring();
  await t.throwsAsync(called, { instanceOf: NoAnswerInTime });
  answer('paid');
  await new Promise(setImmediate);
  t.deepEqual([late, reported], [['paid'], []]);

  let fail: (error: Error) => void = () => undefined;
  const failing = inTime('the bank', () => new Promise((_, reject) => (fail = reject)), calling);
  ring();
  await t.throwsAsync(failing, { instanceOf: NoAnswerInTime });
  const reset = new Error('connection reset');
  fail(reset);
  await new Promise(setImmediate);
  t.deepEqual(reported, [reset]);
});
