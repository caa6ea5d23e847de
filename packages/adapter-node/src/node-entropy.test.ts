import test from 'ava';
import { nodeEntropy } from './node-entropy.js';

test('as many bytes come as are asked for, and never the same twice', (t) => {
  const drawn = Array.from({ length: 1_000 }, () => nodeEntropy.bytes(16));

  t.true(drawn.every(({ length }) => length === 16));
  t.is(new Set(drawn.map((bytes) => Buffer.from(bytes).toString('hex'))).size, drawn.length);
});
