import test from 'ava';
import { aesSealer } from './aes-sealer.js';

const sealer = aesSealer(Buffer.alloc(32, 1));

test('a sealed value opens under the same key and context', (t) => {
  for (const secret of ['', 'sk_0011_secret', 'पैसा', 'x'.repeat(10_000)]) {
    t.is(sealer.open(sealer.seal(secret, 'secret-key/1'), 'secret-key/1'), secret);
  }
});

test('the same secret is sealed differently each time', (t) => {
  t.not(sealer.seal('secret', 'context'), sealer.seal('secret', 'context'));
});

test('another context does not open it', (t) => {
  const sealed = sealer.seal('secret', 'secret-key/1');

  t.throws(() => sealer.open(sealed, 'secret-key/2'));
});

test('another key does not open it', (t) => {
  const sealed = sealer.seal('secret', 'context');

  t.throws(() => aesSealer(Buffer.alloc(32, 2)).open(sealed, 'context'));
});

test('a text that was changed anywhere does not open', (t) => {
  const sealed = sealer.seal('secret', 'context');
  for (let i = 0; i < sealed.length; i += 1) {
    const other = sealed[i] === 'A' ? 'B' : 'A';
    t.throws(() => sealer.open(sealed.slice(0, i) + other + sealed.slice(i + 1), 'context'));
  }
  t.throws(() => sealer.open(sealed.slice(0, 20), 'context'));
  t.throws(() => sealer.open('', 'context'));
});

test('a sealed text names its way of sealing, and one that names another is refused', (t) => {
  const sealed = sealer.seal('secret', 'context');

  t.regex(sealed, /^v1\./);
  t.throws(() => sealer.open(sealed.replace('v1.', 'v2.'), 'context'), {
    message: 'this is no sealed secret',
  });
});

test('a key of another length is refused', (t) => {
  t.throws(() => aesSealer(Buffer.alloc(16)));
});
