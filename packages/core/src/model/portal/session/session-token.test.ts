import test from 'ava';
import fc from 'fast-check';
import { parseToken, SESSION_ENTROPY_BYTES, writeToken } from './session-token.js';

const random = fc.uint8Array({
  minLength: SESSION_ENTROPY_BYTES,
  maxLength: SESSION_ENTROPY_BYTES,
});

test('a token has 256 random bits beside its id, and is taken apart again', (t) => {
  fc.assert(
    fc.property(random, (bytes) => {
      const { sessionId, secret } = parseToken(writeToken(bytes)) ?? {};
      t.is(`${sessionId ?? ''}${secret ?? ''}`, Buffer.from(bytes).toString('hex'));
      t.is(secret?.length, 256 / 4);
    }),
  );
});

for (const text of [
  '',
  'pst_',
  `pst_${'0'.repeat(16)}_${'0'.repeat(63)}`,
  `pst_${'0'.repeat(16)}_${'0'.repeat(65)}`,
  `pst_${'0'.repeat(16)}_${'A'.repeat(64)}`,
  `pst_${'0'.repeat(16)}_${'0'.repeat(64)}\n`,
  `pak_${'0'.repeat(16)}_${'0'.repeat(64)}`,
])
  test(`${JSON.stringify(text)} is no token`, (t) => {
    t.is(parseToken(text), undefined);
  });
