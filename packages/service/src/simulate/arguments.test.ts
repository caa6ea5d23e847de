import { FAULT_KINDS } from '@hundi/testkit/simulator';
import test from 'ava';
import { readArguments } from './arguments.js';

test('a run is by default of a thousand seeds on memory, with every fault and on every core', (t) => {
  const args = readArguments([], 2);

  t.like(args, { from: 1, to: 1_000, steps: 200, storage: 'memory', threads: 2, isReplay: false });
  t.true(args.receivers);
  t.deepEqual(args.faults, FAULT_KINDS);
});

test('one seed is a replay, with the faults that are named', (t) => {
  const line = ['--seed', '42', '--steps', '7', '--faults', 'crash,pause', '--storage', 'sqlite'];

  t.like(readArguments(line, 1), {
    from: 42,
    to: 42,
    steps: 7,
    faults: ['crash', 'pause'],
    storage: 'sqlite',
    isReplay: true,
  });
  t.deepEqual(readArguments(['--seed', '1', '--faults', ''], 1).faults, []);
});

test('a run ends by its seeds, or by its time where a time is named', (t) => {
  t.is(readArguments([], 1).seconds, Infinity);
  t.like(readArguments(['--seeds', '1-100000', '--seconds', '60'], 1), {
    to: 100_000,
    seconds: 60,
  });
});

test('a run without receivers has none of their faults', (t) => {
  const { receivers, faults } = readArguments(['--without-receivers'], 1);

  t.false(receivers);
  t.deepEqual(
    faults,
    FAULT_KINDS.filter((fault) => !fault.startsWith('receiver_')),
  );
});

test('every mutant has two thousand seeds to be caught in', (t) => {
  t.like(readArguments(['--mutants'], 1), { mutants: true, from: 1, to: 2_000 });
});

test('one mutant is planted in one history, or looked for', (t) => {
  const mutant = 'no-margin';

  t.like(readArguments(['--mutant', mutant, '--seed', '7'], 1), { mutant, isReplay: true });
  t.like(readArguments(['--mutant', mutant, '--mutants'], 1), { mutant, mutants: true });
});

for (const line of [
  ['--seeds', '9-1'],
  ['--seeds', 'all'],
  ['--steps', '-1'],
  ['--storage', 'oracle'],
  ['--faults', 'crash,flood'],
  ['--speed', 'fast'],
  ['--mutants', '--mutant', 'no-rest'],
  ['--seeds', '1-9', '--mutant', 'no-margin'],
]) {
  test(`an invalid command line is refused: ${line.join(' ')}`, (t) => {
    t.throws(() => readArguments(line, 1));
  });
}
