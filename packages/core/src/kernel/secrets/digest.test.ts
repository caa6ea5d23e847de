import test from 'ava';
import fc from 'fast-check';
import { digest, sameDigest, sha256 } from './digest.js';

test('SHA-256 is written in lowercase hex', (t) => {
  t.is(sha256(''), 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  t.is(sha256('abc'), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  t.is(sha256(new TextEncoder().encode('₹')), sha256('₹'));
});

test('how a text is cut into pieces does not change its digest', (t) => {
  fc.assert(
    fc.property(fc.array(fc.string()), (pieces) => {
      const fed = digest();
      for (const piece of pieces) fed.update(piece);
      t.is(fed.hex(), sha256(pieces.join('')));
    }),
  );
});

test('digests are the same only when every character is', (t) => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
      t.true(sameDigest(sha256(a), sha256(a)));
      t.is(sameDigest(sha256(a), sha256(b)), a === b);
    }),
  );
});

test('digests of different lengths differ, and that is no error', (t) => {
  t.false(sameDigest('', sha256('')));
  t.false(sameDigest(sha256('').slice(1), sha256('')));
  t.false(sameDigest('é', 'ab0'));
  t.true(sameDigest('', ''));
});
