import * as io from 'io-ts';
import test from 'ava';
import { alias } from './documented.js';
import { Metadata } from '../values/metadata.js';
import { record } from './record.js';
import { InvalidInput } from './decode.js';
import { E } from '../fp.js';
import { decodeSpelt, unknownMembers } from './unknown-members.js';

const Inner = io.strict({ inner: io.string });
const GOOD = { inner: 'a' };
const BAD = { inner: 'a', iner: 'b' };

const codecs: ReadonlyArray<readonly [what: string, codec: io.Mixed]> = [
  ['strict', io.strict({ one: Inner })],
  ['type', io.type({ one: Inner })],
  ['partial', io.partial({ one: Inner })],
  ['exact partial', io.exact(io.partial({ one: Inner }))],
  ['record', record('R', { one: Inner })],
  ['record with an optional member', record('R', {}, { one: Inner })],
  ['intersection', io.intersection([io.strict({ other: io.string }), io.strict({ one: Inner })])],
  ['refinement', io.refinement(io.strict({ one: Inner }), () => true)],
  ['readonly', io.readonly(io.strict({ one: Inner }))],
  ['alias', alias(io.strict({ one: Inner }), { description: 'One.' })],
  ['union with null', io.union([io.null, io.strict({ one: io.union([Inner, io.null]) })])],
];

for (const [what, codec] of codecs) {
  test(`a member that no ${what} names is unknown, and so is one inside of it`, (t) => {
    t.deepEqual(
      unknownMembers(codec, { one: GOOD, other: 'x' }).length,
      what === 'intersection' ? 0 : 1,
    );
    t.deepEqual(unknownMembers(codec, { one: GOOD, onne: GOOD }), [
      {
        pointer: '/onne',
        code: 'unknown',
        detail: 'is not a member of this object; did you mean one?',
      },
    ]);
    t.deepEqual(
      unknownMembers(codec, { one: BAD }).map(({ pointer }) => pointer),
      ['/one/iner'],
    );
    t.deepEqual(unknownMembers(codec, { one: GOOD }), []);
  });
}

test('a member of two parts of an intersection may have what either names', (t) => {
  const codec = io.intersection([
    io.strict({ one: io.strict({ a: io.string }) }),
    io.strict({ one: io.strict({ b: io.string }) }),
  ]);

  t.deepEqual(unknownMembers(codec, { one: { a: '', b: '' } }), []);
  t.deepEqual(
    unknownMembers(codec, { one: { a: '', b: '', cc: '' } }).map(({ pointer }) => pointer),
    ['/one/cc'],
  );
});

for (const codec of [
  io.array(Inner),
  io.readonlyArray(Inner),
  io.union([io.array(Inner), io.null]),
]) {
  test(`every object of ${codec.name} is looked at`, (t) => {
    t.deepEqual(
      unknownMembers(codec, [GOOD, BAD, null, BAD]).map(({ pointer }) => pointer),
      ['/1/iner', '/3/iner'],
    );
  });
}

test('a union checks a value against the branch that accepts it', (t) => {
  const codec = io.union([
    io.strict({ kind: io.literal('a'), a: io.string }),
    io.strict({ kind: io.literal('b'), b: io.string }),
  ]);
  const places = (value: unknown) => unknownMembers(codec, value).map(({ pointer }) => pointer);

  t.deepEqual(places({ kind: 'a', a: '' }), []);
  t.deepEqual(places({ kind: 'a', a: '', b: '' }), ['/b']);
  t.deepEqual(places({ kind: 'c', b: '', c: '' }), ['/c']);
});

test('maps of free keys stay free', (t) => {
  const codec = io.strict({
    metadata: Metadata,
    labels: io.record(io.string, io.string),
    anything: io.UnknownRecord,
    whatever: io.unknown,
  });
  const free = { any: 'key', at: 'all' };

  t.deepEqual(
    unknownMembers(codec, { metadata: free, labels: free, anything: free, whatever: free }),
    [],
  );
});

test('a name that resembles none gets the list of members', (t) => {
  const codec = io.strict({ name: io.string, fees: io.string });

  t.deepEqual(unknownMembers(codec, { 'a/b~c': 1 }, '/at'), [
    {
      pointer: '/at/a~1b~0c',
      code: 'unknown',
      detail: 'is not a member of this object; it may have name, fees',
    },
  ]);
});

test('members that every object inherits are unknown where they are written', (t) => {
  const value: unknown = JSON.parse('{"inner":"a","__proto__":{},"toString":1}');

  t.deepEqual(
    unknownMembers(Inner, value).map(({ pointer }) => pointer),
    ['/__proto__', '/toString'],
  );
});

const Note = record('Note', { reference: io.string }, { payoutDate: io.string, tag: io.string });

for (const [written, meant] of [
  ['payoutdate', 'payoutDate'],
  ['Payout_Date', 'payoutDate'],
  ['payotDte', 'payoutDate'],
  ['payoutDaet', 'payoutDate'],
  ['tags', 'tag'],
] as const) {
  test(`${written} is refused as a slip of ${meant}`, (t) => {
    t.deepEqual(
      decodeSpelt(io.array(Note), [{ reference: 'a', [written]: 'x' }]),
      E.left(
        InvalidInput([
          {
            pointer: `/0/${written}`,
            code: 'unknown',
            detail: `is not a member of this object; did you mean ${meant}?`,
          },
        ]),
      ),
    );
  });
}

test('a member that misses every name by more is dropped', (t) => {
  const value = { reference: 'a', date: 'x', ref: 'x', payoutDates123: 'x', payouts: 'x' };
  t.deepEqual(decodeSpelt(Note, value), E.right({ reference: 'a' }));
});

test('a required member in the wrong case is named both as unknown and as missing', (t) => {
  const decoded = decodeSpelt(Note, { Reference: 'a' });
  t.deepEqual(
    E.isLeft(decoded) && decoded.left.issues.map(({ pointer, code }) => [pointer, code]),
    [
      ['/Reference', 'unknown'],
      ['/reference', 'required'],
    ],
  );
});
