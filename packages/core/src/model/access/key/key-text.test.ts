import test from 'ava';
import fc from 'fast-check';
import { isStrong, KEY_ENTROPY_BYTES, parseKey, writeKey } from './key-text.js';

const random = fc.uint8Array({ minLength: KEY_ENTROPY_BYTES, maxLength: KEY_ENTROPY_BYTES });
const SECRET = '0123456789abcdef0123456789abcdef';

test('a written key can be taken apart again, as its own kind only', (t) => {
  fc.assert(
    fc.property(random, fc.constantFrom('pak' as const, 'sk' as const), (bytes, prefix) => {
      const text = writeKey(prefix, bytes);
      const parts = parseKey(prefix, text);
      t.is(`${prefix}_${parts?.keyId ?? ''}_${parts?.secret ?? ''}`, text);
      t.is(parts?.secret.length, 48);
      t.is(parseKey(prefix === 'pak' ? 'sk' : 'pak', text), undefined);
    }),
  );
});

test('every random byte counts', (t) => {
  const bytes = new Uint8Array(KEY_ENTROPY_BYTES);
  const keys = Array.from(bytes, (_, i) =>
    writeKey('pak', Uint8Array.from(bytes).fill(1, i, i + 1)),
  );

  t.is(new Set([...keys, writeKey('pak', bytes)]).size, KEY_ENTROPY_BYTES + 1);
});

for (const text of [
  '',
  'pak',
  'pak__',
  `pak_${SECRET}`,
  `pak_abc_${SECRET}`,
  'pak_abcd_short',
  `pak_abcd_${SECRET}\n`,
  ` pak_abcd_${SECRET}`,
  `PAK_abcd_${SECRET}`,
  `pak_ab-d_${SECRET}`,
  `pak_abcd_${SECRET}_more`,
  `pak_abcd_${'x'.repeat(129)}`,
  `pak_abcd_${'ſ'.repeat(32)}`,
  `pak_abcd_${'a'.repeat(100_000)}`,
  `sk_abcd_${SECRET}`,
]) {
  test(`${JSON.stringify(text.slice(0, 60))} is no partner key`, (t) => {
    t.is(parseKey('pak', text), undefined);
  });
}

test('a secret of few different characters is weak', (t) => {
  t.true(isStrong({ keyId: 'k', secret: SECRET }));
  t.false(isStrong({ keyId: 'k', secret: 'abc'.repeat(16) }));
});
