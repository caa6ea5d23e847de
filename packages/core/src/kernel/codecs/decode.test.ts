import test from 'ava';
import fc from 'fast-check';
import * as io from 'io-ts';
import { E } from '../fp.js';
import { decodeInput, InvalidInput, ISSUES_MAX, stored } from './decode.js';
import { PackageCode } from '../values/ids.js';
import { Paise } from '../values/money.js';
import { AccountNumber } from '../values/text.js';
import { Day } from '../values/time.js';

const issuesOf = (codec: io.Decoder<unknown, unknown>, input: unknown, at?: string) => {
  const decoded = decodeInput(codec, input, at);
  return E.isLeft(decoded) ? decoded.left.issues : [];
};
const pointers = (codec: io.Decoder<unknown, unknown>, input: unknown, at?: string) =>
  issuesOf(codec, input, at).map(({ pointer }) => pointer);

const Account = io.intersection([
  io.strict({ accountNumber: AccountNumber }),
  io.exact(io.partial({ limit: io.union([Paise, io.null]) })),
]);

test('a good input comes out decoded', (t) => {
  t.deepEqual(decodeInput(io.strict({ a: Paise }), { a: 1, b: 2 }) as unknown, E.right({ a: 1 }));
});

test('a pointer leads through maps and lists to the field', (t) => {
  const codec = io.strict({ rows: io.array(io.strict({ amount: Paise })) });

  t.deepEqual(pointers(codec, { rows: [{ amount: 1 }, { amount: 0 }, {}] }), [
    '/rows/1/amount',
    '/rows/2/amount',
  ]);
});

test('the branches of intersections and unions are no part of a pointer', (t) => {
  const codec = io.strict({ accounts: io.array(Account) });

  t.deepEqual(pointers(codec, { accounts: [{ accountNumber: 'x', limit: 0.5 }] }), [
    '/accounts/0/accountNumber',
    '/accounts/0/limit',
  ]);
  t.deepEqual(pointers(io.union([io.strict({ a: Paise }), io.null]), { a: 0 }), ['/a', '']);
});

test('one place is named once, however many branches it fails', (t) => {
  t.deepEqual(pointers(Account, 5), ['']);
  t.deepEqual(pointers(io.array(Account), [null, {}]), ['/0', '/1/accountNumber']);
  t.is(issuesOf(io.union([Paise, io.null]), 0)[0]?.detail, issuesOf(Paise, 0)[0]?.detail);
});

test('the branch of a tagged union is the one that its tag names', (t) => {
  const codec = io.union([
    io.strict({ kind: io.literal('a'), amount: Paise }),
    io.strict({ kind: io.literal('b'), day: Day }),
  ]);

  t.deepEqual(pointers(codec, { kind: 'b', day: '2026-02-30' }), ['/day']);
});

test('a key with ~ or / is escaped as RFC 6901 asks', (t) => {
  t.deepEqual(pointers(io.strict({ 'a/b~c': Paise }), {}), ['/a~1b~0c']);
  t.deepEqual(pointers(io.strict({ '~1': Paise }), {}), ['/~01']);
});

test('a pointer starts where the input was found', (t) => {
  t.deepEqual(pointers(io.strict({ amount: Paise }), { amount: 0 }, '/payments/7'), [
    '/payments/7/amount',
  ]);
  t.deepEqual(pointers(Paise, 0, '/payments/7'), ['/payments/7']);
});

test('a missing member is reported as required, a present one as invalid', (t) => {
  const codec = io.strict({ amount: Paise });

  t.like(issuesOf(codec, {})[0], { code: 'required', detail: 'is required' });
  t.like(issuesOf(codec, { amount: null })[0], { code: 'invalid' });
});

for (const [codec, detail] of [
  [Paise, 'expected a whole number of paise from 1 to 999999999999999'],
  [Day, 'expected an existing date, YYYY-MM-DD'],
  [io.string, 'expected a string'],
  [io.boolean, 'expected true or false'],
  [io.literal('INR'), 'expected INR'],
  [io.array(Paise), 'expected an array'],
  [io.UnknownArray, 'expected an array'],
  [io.strict({ a: Paise }), 'expected an object'],
  [io.keyof({ approve: null, reject: null }), 'expected approve or reject'],
  [PackageCode, 'expected the code of a package'],
  [io.refinement(io.array(io.string), () => false, '1 to 1000 ids'), 'expected 1 to 1000 ids'],
  [AccountNumber, 'expected 6 to 34 digits'],
] as ReadonlyArray<readonly [io.Mixed, string]>) {
  test(`a caller of ${codec.name} reads: ${detail}`, (t) => {
    t.is(issuesOf(codec, Symbol.iterator)[0]?.detail, detail);
  });
}

test('no issue carries a value that was sent', (t) => {
  const codec = io.strict({ amount: Paise, day: Day, accounts: io.array(Account), on: io.boolean });
  const secret = fc.string({ minLength: 6 }).map((s) => `4111${s}`);
  fc.assert(
    fc.property(secret, fc.object(), (text, anything) => {
      for (const input of [
        text,
        { amount: text, day: text, accounts: [{ accountNumber: text, limit: text }], on: text },
        { amount: anything, accounts: text, [text]: text },
      ]) {
        t.false(JSON.stringify(issuesOf(codec, input)).includes('4111'));
      }
    }),
  );
});

test('at most a hundred issues are named', (t) => {
  t.is(issuesOf(io.array(Paise), Array<number>(20_000).fill(0)).length, ISSUES_MAX);
  t.is(ISSUES_MAX, 100);
  const issue = { pointer: '', code: 'invalid', detail: '' };
  t.is(InvalidInput(Array<typeof issue>(101).fill(issue)).issues.length, 100);
});

test('keys that reach for the prototype are dropped like every unknown key', (t) => {
  const sent = JSON.parse(
    '{"accountNumber":"123456","__proto__":{"limit":7},"hasOwnProperty":1}',
  ) as unknown;
  const decoded = decodeInput(Account, sent);

  t.deepEqual(decoded as unknown, E.right({ accountNumber: '123456' }));
  t.is(E.isRight(decoded) ? decoded.right.limit : 0, undefined);
});

test('a stored record is read as text or as an object', (t) => {
  const codec = io.strict({ amount: Paise });

  t.deepEqual(stored(codec, '{"amount":1}') as unknown, { amount: 1 });
  t.deepEqual(stored(codec, { amount: 1 }) as unknown, { amount: 1 });
});

test('a stored record that no longer decodes is a defect that names fields only', (t) => {
  const error = t.throws(() => stored(io.strict({ amount: Paise }), { amount: 'secret' }));

  t.regex(error.message, /\/amount/);
  t.notRegex(error.message, /secret/);
});
