import test from 'ava';
import { forgettingOf } from './forgetting.js';

const MINUTE = 60_000;
const CALLS = 500;
const AT_ONCE = 1_000;

/** Looks of a process whose clock goes on by a minute from one to the next, given how many buckets each deletes. */
const looksOf = async (looks: number, gone: (look: number) => number) => {
  const seen: Array<{ from: number; before: number }> = [];
  const forgetSometimes = forgettingOf(
    ({ bindings: [from, before] }) => {
      seen.push({ from: Number(from), before: Number(before) });
      return Promise.resolve(Array.from({ length: gone(seen.length) }, () => ({})));
    },
    { forget: (from, before) => ({ sql: '', bindings: [from, before] }) },
  );
  for (let call = 0; call < looks * CALLS; call += 1)
    await forgetSometimes((Math.floor(call / CALLS) + 1) * MINUTE);
  return seen;
};

test('a look for buckets that have filled begins where the last one ended', async (t) => {
  t.deepEqual(await looksOf(3, () => 0), [
    { from: 0, before: 0 },
    { from: 0, before: MINUTE },
    { from: MINUTE, before: 2 * MINUTE },
  ]);
});

test('a look that deletes as many as it may is followed by one from the same moment', async (t) => {
  const looks = await looksOf(4, (look) => (look === 3 ? AT_ONCE : 0));

  t.deepEqual(
    looks.map(({ from }) => from),
    [0, 0, MINUTE, MINUTE],
  );
});

test('one look in a hundred is at all buckets', async (t) => {
  const looks = await looksOf(102, () => 0);

  t.deepEqual(
    looks.slice(99).map(({ from }) => from),
    [98 * MINUTE, 0, 100 * MINUTE],
  );
});
