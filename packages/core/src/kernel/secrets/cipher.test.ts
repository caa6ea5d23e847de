import test from 'ava';
import fc from 'fast-check';
import { CIPHER_BYTES, decrypt, encrypt } from './cipher.js';

const key = new Uint8Array(CIPHER_BYTES.key).fill(7);
const nonce = new Uint8Array(CIPHER_BYTES.nonce).fill(9);

test('a text is read again under its key', (t) => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      t.is(decrypt(key, encrypt(key, nonce, text)), text);
    }),
    { numRuns: 50 },
  );
});

test('a text that was changed anywhere, or is read under another key, is refused', (t) => {
  const encrypted = encrypt(key, nonce, 'secret');
  t.throws(() => decrypt(new Uint8Array(CIPHER_BYTES.key), encrypted));
  const bytes = Buffer.from(encrypted, 'base64url');
  for (let i = 0; i < bytes.length; i += 1) {
    const changed = Buffer.from(bytes);
    changed.writeUInt8(changed.readUInt8(i) ^ 1, i);
    t.throws(() => decrypt(key, changed.toString('base64url')));
  }
});
