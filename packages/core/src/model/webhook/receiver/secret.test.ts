import test from 'ava';
import fc from 'fast-check';
import { isStrongSecret, SECRET_ENTROPY_BYTES, signingKey, writeSecret } from './secret.js';

const base64 = (bytes: number) => btoa('k'.repeat(bytes));

test('a written secret is the key in base64, and strong', (t) => {
  const random = fc.uint8Array({
    minLength: SECRET_ENTROPY_BYTES,
    maxLength: SECRET_ENTROPY_BYTES,
  });
  fc.assert(
    fc.property(random, (bytes) => {
      const secret = writeSecret(bytes);
      t.true(isStrongSecret(secret));
      t.deepEqual(Buffer.from(secret.replace('whsec_', ''), 'base64'), Buffer.from(bytes));
      t.deepEqual(signingKey(secret), Uint8Array.from(bytes));
    }),
  );
});

test('24 to 64 bytes are strong, as Standard Webhooks asks', (t) => {
  for (const bytes of [24, 25, 32, 63, 64]) t.true(isStrongSecret(`whsec_${base64(bytes)}`));
  for (const bytes of [0, 1, 23, 65, 1_000]) t.false(isStrongSecret(`whsec_${base64(bytes)}`));
});

for (const secret of [
  '',
  'whsec_',
  base64(32),
  `WHSEC_${base64(32)}`,
  `whsec_${base64(32)}\n`,
  `whsec_${base64(32).replace('a', '-')}`,
  `whsec_ ${base64(32)}`,
  `whsec_====${base64(32)}`,
  `whsec_${'k'.repeat(33)}`,
  `whsec_${'k'.repeat(33)}==`,
]) {
  test(`${JSON.stringify(secret)} is no secret`, (t) => {
    t.false(isStrongSecret(secret));
  });
}
