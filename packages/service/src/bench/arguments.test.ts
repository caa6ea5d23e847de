import test from 'ava';
import { PART_NAMES, readArguments } from './arguments.js';

const ALL_BUT_TIMING = PART_NAMES.filter((name) => name !== 'timing');

test('a run measures all but timing in five rounds, and checks nothing', (t) => {
  t.deepEqual(readArguments([], {}), {
    parts: ALL_BUT_TIMING,
    rounds: 5,
    check: false,
    slack: undefined,
    against: undefined,
  });
});

test('a short run measures batches, small writes and the start in three rounds, with slack', (t) => {
  t.like(readArguments(['--short', '--check'], {}), {
    parts: ['batches', 'smallWrites', 'start'],
    rounds: 3,
    check: true,
    slack: 1.5,
  });
});

test('parts and rounds come from the command line, else from the environment', (t) => {
  const environment = { BENCH_PARTS: 'pages', BENCH_ROUNDS: '3' };
  t.like(readArguments([], environment), { parts: ['pages'], rounds: 3 });
  t.like(readArguments(['--parts', 'reads,timing', '--rounds', '1'], environment), {
    parts: ['reads', 'timing'],
    rounds: 1,
  });
});

test('an unknown part, option or number of rounds is refused with words', (t) => {
  t.throws(() => readArguments(['--parts', 'raeds'], {}), {
    message: /no such part.*raeds.*reads/,
  });
  t.throws(() => readArguments(['--rounds', 'many'], {}), { message: /whole number/ });
  t.throws(() => readArguments(['--chekc'], {}), { message: /--chekc/ });
});
