import test from 'ava';
import { steadyClock } from './steady-clock.js';

const MINUTE = 60_000;

const aMachine = () => {
  const time = { awake: 5_000, wall: 1_700_000_000_000, up: 900_000 };
  const machine = { awake: () => time.awake, wall: () => time.wall, up: () => time.up };
  const pass = (ms: number): void => {
    time.awake += ms;
    time.wall += ms;
    time.up += ms;
  };
  return {
    now: steadyClock(machine),
    pass,
    sleep: (ms: number): void => {
      time.wall += ms;
      time.up += ms;
    },
    set: (ms: number): void => {
      time.wall += ms;
    },
  };
};

test('a steady clock goes on with the machine', (t) => {
  const { now, pass } = aMachine();
  const before = now();
  pass(MINUTE);
  t.is(now() - before, MINUTE);
});

test('it goes on while the machine is suspended, time after time', (t) => {
  const { now, pass, sleep } = aMachine();
  const before = now();
  sleep(10 * MINUTE);
  t.is(now() - before, 10 * MINUTE);
  pass(MINUTE);
  sleep(2 * MINUTE);
  t.is(now() - before, 13 * MINUTE);
});

test('it stays as it is when somebody sets the time of day', (t) => {
  const { now, set, sleep } = aMachine();
  const before = now();
  set(5 * MINUTE);
  t.is(now(), before);
  set(-60 * MINUTE);
  t.is(now(), before);
  sleep(MINUTE);
  t.is(now() - before, MINUTE);
});

test('by default it is the clock of this machine', (t) => {
  const now = steadyClock();
  const before = now();
  while (now() === before);
  t.true(now() > before);
});
