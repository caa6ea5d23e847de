import test from 'ava';
import { sharedTime } from './shared-time.js';

/** A clock whose readings end when the test lets them. */
const aClock = () => {
  const readings: { readonly end: () => void; readonly fail: (error: Error) => void }[] = [];
  const refresh = () =>
    new Promise<void>((end, fail) => {
      readings.push({ end, fail });
    });
  return { readings, refresh };
};

/** Lets everything run that waits for nothing else. */
const settled = () => new Promise(setImmediate);

test('a caller never gets a reading that began before it asked, and those that wait share one', async (t) => {
  const clock = aClock();
  const learn = sharedTime(clock, (error) => {
    t.fail(String(error));
  });
  const first = learn();
  await settled();
  let learned = 0;
  const later = [learn(), learn(), learn()].map((one) =>
    one.then(() => {
      learned += 1;
    }),
  );
  await settled();
  t.is(clock.readings.length, 1);

  clock.readings[0]?.end();
  await first;
  await settled();
  t.is(learned, 0);
  t.is(clock.readings.length, 2);
  clock.readings[1]?.end();
  await Promise.all(later);
  t.is(learned, 3);
});

test('a reading that fails is reported once and fails no caller', async (t) => {
  const clock = aClock();
  const failures: unknown[] = [];
  const learn = sharedTime(clock, (error) => failures.push(error));
  const callers = [learn(), learn()];
  await settled();
  const away = new Error('no database answers');
  clock.readings[0]?.fail(away);
  await Promise.all(callers);

  t.deepEqual(failures, [away]);
  const next = learn();
  await settled();
  clock.readings[1]?.end();
  await next;
  t.deepEqual(failures, [away]);
});
