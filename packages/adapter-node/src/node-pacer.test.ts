import test from 'ava';
import { nodePacer } from './node-pacer.js';

const NEVER = 3_600_000;
const PATIENT = { pollMs: NEVER, quietMs: 1 };
const clock = { now: () => 1_000 };

test('a wake-up ends every wait', async (t) => {
  const pacer = nodePacer(clock, PATIENT);
  const waits = [pacer.idle(undefined, 0), pacer.idle(1_000 + NEVER, 0)];
  pacer.wake();

  await Promise.all(waits);
  t.pass();
});

test('a wake-up between looking for work and waiting is not lost', async (t) => {
  const pacer = nodePacer(clock, PATIENT);
  const seen = pacer.wakes();
  pacer.wake();

  await pacer.idle(undefined, seen);
  t.pass();
});

test('a moment that has come ends the wait', async (t) => {
  const alive = setInterval(() => undefined, NEVER);
  await Promise.all([
    nodePacer(clock, PATIENT).idle(1_000, 0),
    nodePacer(clock, PATIENT).idle(0, 0),
  ]);
  clearInterval(alive);
  t.pass();
});

test('without a moment the wait ends by itself', async (t) => {
  // A timer that keeps nothing alive needs something that does.
  const alive = setInterval(() => undefined, NEVER);
  await nodePacer(clock, { pollMs: 1, quietMs: 1 }).idle(undefined, 0);
  clearInterval(alive);
  t.pass();
});

test('where work comes in as a stream, the wait lasts for one gathering', async (t) => {
  // Calls within one gathering are a stream, also where the machine takes its time between them.
  const pacer = nodePacer(clock, { pollMs: NEVER, quietMs: NEVER, gatherMs: 2_000 });
  for (let i = 0; i < 6; i += 1) pacer.wake();

  await pacer.idle(undefined, 0);
  t.pass();
});
