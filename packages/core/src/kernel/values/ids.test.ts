import test from 'ava';
import fc from 'fast-check';
import { E } from '../fp.js';
import { BeneficiaryId, JobId, PackageCode, TransactionId, UserId } from './ids.js';

const free = [UserId, PackageCode, BeneficiaryId];

test('an id is 1 to 100 visible ASCII characters', (t) => {
  fc.assert(
    fc.property(
      fc.constantFrom(...free),
      fc.string({ unit: 'binary', maxLength: 110 }),
      (id, s) => {
        const visible =
          s.length >= 1 && s.length <= 100 && Array.from(s).every((c) => c > ' ' && c < '\x7f');
        return E.isRight(id.decode(s)) === visible;
      },
    ),
  );
  t.true(UserId.is('u'.repeat(100)));
  t.false(UserId.is('u'.repeat(101)));
  t.false(UserId.is(''));
});

for (const [what, text] of [
  ['a trailing newline', 'u-1\n'],
  ['a space', 'u 1'],
  ['a dotless i', 'maker-ı'],
  ['a Kelvin sign', 'VENDOR-\u212a'],
  ['a NUL', 'u\u0000'],
  ['a zero-width space', 'u\u200b1'],
] as const) {
  test(`an id with ${what} is refused`, (t) => {
    t.false(UserId.is(text));
  });
}

test('an id that is no string is refused', (t) => {
  for (const input of [1, null, undefined, {}, ['u-1']]) t.false(UserId.is(input));
});

const UUID = '01890a5d-ac96-7b2e-8f00-0123456789ab';

test('job and transaction ids are lowercase UUIDs of version 7 or 8', (t) => {
  for (const id of [JobId, TransactionId]) {
    t.true(id.is(UUID));
    t.true(id.is(UUID.replace('-7', '-8')));
    t.false(id.is(UUID.replace('-7', '-4')));
    t.false(id.is(UUID.toUpperCase()));
    t.false(id.is(UUID.replace('-8f00', '-cf00')));
    t.false(id.is(`${UUID}\n`));
    t.false(id.is(UUID.replaceAll('-', '')));
    t.false(id.is(`{${UUID}}`));
  }
});
