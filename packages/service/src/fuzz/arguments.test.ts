import test from 'ava';
import { readArguments } from './arguments.js';

test('a run has 20,000 requests, a long one 200,000, any other as many as are asked for', (t) => {
  t.is(readArguments([]).requests, 20_000);
  t.is(readArguments(['--long']).requests, 200_000);
  t.is(readArguments(['--requests', '7', '--long']).requests, 7);
});

for (const line of [['--seed', '0'], ['--requests', 'x'], ['--requests', '1e9'], ['--fast']]) {
  test(`${line.join(' ')} is refused`, (t) => {
    t.throws(() => readArguments(line));
  });
}
