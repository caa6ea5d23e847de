import test from 'ava';
import { base32 } from './base32.js';

test('base32 writes the vectors of RFC 4648, without padding', (t) => {
  const written = ['', 'f', 'fo', 'foo', 'foob', 'fooba', 'foobar'].map((text) =>
    base32(new TextEncoder().encode(text)),
  );
  t.deepEqual(written, ['', 'MY', 'MZXQ', 'MZXW6', 'MZXW6YQ', 'MZXW6YTB', 'MZXW6YTBOI']);
});
