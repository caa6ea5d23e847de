import test from 'ava';
import fc from 'fast-check';
import { E } from '../fp.js';
import { decodeInput } from './decode.js';
import { PackageCode } from '../values/ids.js';
import { Paise } from '../values/money.js';
import { Whole } from '../values/whole.js';
import { listParameter, numberParameter, optional, parameter } from './parameter.js';

const Yes = parameter('Yes', 'yes or no', {
  is: (u): u is boolean => typeof u === 'boolean',
  read: (text) => (text === 'yes' ? true : text === 'no' ? false : undefined),
  write: (value) => (value ? 'yes' : 'no'),
});
const Codes = listParameter('Codes', PackageCode, 3);
const Amount = numberParameter('an amount', Paise);

test('a parameter is text that its codec accepts', (t) => {
  t.deepEqual(Yes.decode('no'), E.right(false));
  t.is(Yes.encode(true), 'yes');
});

for (const sent of ['maybe', '', ['yes', 'yes'], ['yes'], undefined, null, true, { yes: '' }]) {
  test(`${JSON.stringify(sent)} is refused, in words`, (t) => {
    t.deepEqual(
      decodeInput(Yes, sent),
      E.left({
        _tag: 'InvalidInput',
        issues: [
          {
            pointer: '',
            code: sent === undefined ? 'required' : 'invalid',
            detail: sent === undefined ? 'is required' : 'expected yes or no, once',
          },
        ],
      }),
    );
  });
}

test('an optional parameter may be left out, and is refused in the same words', (t) => {
  t.deepEqual(optional(Yes).decode(undefined), E.right(undefined));
  t.deepEqual(optional(Yes).decode('yes'), E.right(true));
  t.deepEqual(decodeInput(optional(Yes), ['yes', 'no']), decodeInput(Yes, ['yes', 'no']));
});

test('values between commas are counted once, and their order says nothing', (t) => {
  t.deepEqual(Codes.decode('B,A,B') as unknown, E.right(['A', 'B']));
  t.deepEqual(Codes.decode('A'), Codes.decode('A,A,A'));
});

test('blanks around commas say nothing', (t) => {
  for (const sent of ['A, B', 'A ,B', ' B ,  A '])
    t.deepEqual(Codes.decode(sent), Codes.decode('A,B'), sent);
});

for (const sent of [
  '',
  ',',
  'A,',
  ',A',
  'A,,B',
  'A, ,B',
  'A B',
  'A,B,C,D',
  'A,A,A,A',
  'é',
  ['A', 'B'],
]) {
  test(`${JSON.stringify(sent)} is no list of up to three codes`, (t) => {
    t.true(E.isLeft(Codes.decode(sent)));
  });
}

for (const sent of ['0', '-1', '+1', '1.0', '1e3', '0x1', ' 1', '1 ', '01', '', '١', 'NaN']) {
  test(`${JSON.stringify(sent)} is no number in plain digits`, (t) => {
    t.true(E.isLeft(Amount.decode(sent)));
  });
}

test('a number may be nothing, if its codec takes it', (t) => {
  const Count = numberParameter('a count', Whole);

  t.deepEqual(Count.decode('0'), E.right(0));
  for (const sent of ['00', '-0', '0.0', '']) t.true(E.isLeft(Count.decode(sent)), sent);
});

test('a number is as large as its codec lets it be', (t) => {
  t.deepEqual(Amount.decode('999999999999999') as unknown, E.right(999_999_999_999_999));
  t.true(E.isLeft(Amount.decode('1000000000000000')));
  t.true(E.isLeft(Amount.decode('9'.repeat(10_000))));
});

test('a written value can be read again', (t) => {
  const code = fc.stringMatching(/^[A-Z0-9]{1,8}$/);
  fc.assert(
    fc.property(fc.uniqueArray(code, { minLength: 1, maxLength: 3 }), (codes) => {
      const sorted = codes.sort() as unknown as ReadonlyArray<PackageCode>;
      t.deepEqual(Codes.decode(Codes.encode(sorted)), E.right(sorted));
    }),
  );
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10 ** 15 - 1 }), (n) => {
      t.deepEqual(Amount.decode(Amount.encode(n as Paise)) as unknown, E.right(n));
    }),
  );
});
