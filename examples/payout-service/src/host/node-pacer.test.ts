import test from 'ava';
import { nodePacer } from './node-pacer.js';

const NEVER = 3_600_000;
const clock = { now: () => 1_000 };

test('a wake-up ends every wait', async (t) => {
  const pacer = nodePacer(clock, NEVER);
  const waits = [pacer.idle(undefined, 0), pacer.idle(1_000 + NEVER, 0)];
  pacer.wake();

  await Promise.all(waits);
  t.pass();
});

test('a wake-up between looking for work and waiting is not lost', async (t) => {
  const pacer = nodePacer(clock, NEVER);
  const seen = pacer.wakes();
  pacer.wake();

  await pacer.idle(undefined, seen);
  t.pass();
});

test('a moment that has come ends the wait', async (t) => {
  await Promise.all([nodePacer(clock, NEVER).idle(1_000, 0), nodePacer(clock, NEVER).idle(0, 0)]);
  t.pass();
});

test('without a moment the wait ends by itself', async (t) => {
  // A timer that keeps nothing alive needs something that does.
  const alive = setInterval(() => undefined, NEVER);
  await nodePacer(clock, 1).idle(undefined, 0);
  clearInterval(alive);
  t.pass();
});
