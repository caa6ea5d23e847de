import { E } from '@hundi/core';
import test from 'ava';
import fc from 'fast-check';
import { PIECE } from './json-look.js';
import { parseJson } from './parse-json.js';

const ROWS = { member: 'payments', max: 20_000 };
const PIECE_BYTES = 64 * 1_024;

const parse = (text: string, rows = ROWS) => parseJson(Buffer.from(text), PIECE_BYTES, rows);

const faultsOf = async (text: string, rows = ROWS) => {
  const parsed = await parse(text, rows);
  return E.isLeft(parsed)
    ? parsed.left.issues.map(({ pointer, detail }) => `${pointer} ${detail}`)
    : [];
};

/** JSON as a client may write it: with spaces, escapes, and rows of every kind. */
const written = (spaces: string) => (value: unknown) => JSON.stringify(value, null, spaces);

const body = fc.record({
  apiRefNumber: fc.string({ unit: 'grapheme' }),
  payments: fc.oneof(
    fc.array(fc.jsonValue({ maxDepth: 3, stringUnit: 'grapheme' }), { maxLength: 40 }),
    fc.jsonValue(),
  ),
  'a/b~': fc.jsonValue({ maxDepth: 2 }),
});

test('a text that is JSON means what it means to any parser, in pieces or not', async (t) => {
  await fc.assert(
    fc.asyncProperty(body, fc.constantFrom('', '  ', '\t\r\n'), async (value, spaces) => {
      const text = written(spaces)(value);
      t.deepEqual(await parse(text), E.right(JSON.parse(text)));
    }),
  );
});

test('a text that is not JSON is refused, wherever it breaks', async (t) => {
  const text = JSON.stringify({ a: 'x"\\', payments: [{ b: [1, 2] }, { c: {} }, 'd'], e: [] });
  await fc.assert(
    fc.asyncProperty(
      fc.nat(text.length - 1),
      fc.constantFrom('', ',', ']', '}', '"', ':', '[', '{', '1', '\\'),
      async (at, put) => {
        const broken = text.slice(0, at) + put + text.slice(at + 1);
        const valid = (() => {
          try {
            return E.right(JSON.parse(broken) as unknown);
          } catch {
            return undefined;
          }
        })();
        const parsed = await parse(broken);
        if (valid === undefined) t.true(E.isLeft(parsed), broken);
        else if (E.isRight(parsed)) t.deepEqual(parsed, valid);
        else t.true(JSON.stringify(parsed.left).includes('appears twice'), broken);
      },
    ),
    { numRuns: 2_000 },
  );
});

for (const text of [
  '["payments",[1,2]]',
  '["payments"]',
  '"payments"',
  '{"a":["payments",[1]]}',
  '{"payments":{"payments":[1]}}',
  '{"payments":[]}',
  '{"payments":[ ]}',
  '{"payments" \n:\t[1 , 2 ] }',
  '{"p\\u0061yments":[1,2]}',
  '{"payments":[[],[[]],{}]}',
  '[]',
  '1',
]) {
  test(`${JSON.stringify(text)} parses as any parser reads it`, async (t) => {
    t.deepEqual(await parse(text), E.right(JSON.parse(text)));
  });
}

for (const text of [
  '',
  '{"payments":[1,]}',
  '{"payments":[,1]}',
  '{"payments":[1,,2]}',
  '{"payments":[,]}',
  '{"payments":[1}}',
  '{"payments":[1]]',
  '{"payments":[1',
  '{"payments":["1]}',
  '{"payments"[1]}',
  '{"payments":,[1]}',
  '{"payments":[1]} x',
  '{"payments":[{]}]}',
]) {
  test(`${JSON.stringify(text)} is not JSON`, async (t) => {
    t.deepEqual(await faultsOf(text), [' expected JSON']);
  });
}

const row = (members: string) => `{"payments":[{"a":1},{${members}}]}`;

for (const [text, ...pointers] of [
  ['{"a":1,"a":1}', '/a'],
  ['{"a":1,"\\u0061":2}', '/a'],
  ['{"a":1,"b":{"c":[{},{"d":1,"d":2}]}}', '/b/c/1/d'],
  ['{"":1,"a/b~":1,"a/b~":2,"":3}', '/a~1b~0', '/'],
  ['{"__proto__":1,"__proto__":2}', '/__proto__'],
  ['{"payments":[1],"payments":[2]}', '/payments'],
  ['{"p\\u0061yments":[1],"payments":[2]}', '/payments'],
  [row('"amount":1,"amount":100'), '/payments/1/amount'],
  [row('"metadata":{"x":[1,{"y":"{,\\"","y":2}]}'), '/payments/1/metadata/x/1/y'],
] as const) {
  test(`a member that is given twice is named: ${text}`, async (t) => {
    t.deepEqual(
      await faultsOf(text),
      pointers.map((pointer) => `${pointer} appears twice`),
    );
  });
}

test('a member that is given twice is named in a row far behind', async (t) => {
  const rows = Array.from({ length: 9_000 }, (_, i) => `{"r":"${'x'.repeat(20)}${String(i)}"}`);
  const text = `{"payments":[${[...rows, '{"r":1,"r":2}', ...rows].join(',')}]}`;

  t.deepEqual(await faultsOf(text), ['/payments/9000/r appears twice']);
});

test('the same name in different objects is no fault', async (t) => {
  t.deepEqual(await faultsOf('{"a":{"a":[{"a":1},{"a":2}]},"b":{"a":1}}'), []);
});

const { values, members, levels } = PIECE;
const list = (count: number) => `[${Array<number>(count).fill(0).join(',')}]`;
const object = (count: number) =>
  `{${Array.from({ length: count }, (_, i) => `"${String(i)}":0`).join(',')}}`;

for (const [what, inside, fault] of [
  ['too many values', list(values + 1), `expected at most ${String(values)} values`],
  ['too many members', object(members + 1), `expected at most ${String(members)} members`],
  [
    'too many levels',
    `${'['.repeat(levels)}${']'.repeat(levels)}`,
    `expected at most ${String(levels)} levels`,
  ],
  [
    'too long a text',
    `"${'x'.repeat(PIECE_BYTES)}"`,
    `expected at most ${String(PIECE_BYTES)} bytes`,
  ],
  [
    'too many spaces',
    ' '.repeat(PIECE_BYTES).concat('1'),
    `expected at most ${String(PIECE_BYTES)} bytes`,
  ],
] as const) {
  test(`${what} are refused around the rows and in a row, with their place`, async (t) => {
    t.deepEqual(await faultsOf(`{"payments":[1],"a":${inside}}`), [` ${fault}`]);
    t.deepEqual(await faultsOf(`{"payments":[1,2,${inside}]}`), [`/payments/2 ${fault}`]);
  });
}

test('all rows together have half a million members at most', async (t) => {
  const one = object(100);
  const rows = (count: number) => `{"payments":[${Array<string>(count).fill(one).join(',')}]}`;

  t.deepEqual(await faultsOf(rows(5_001)), [' expected at most 500000 members in all objects']);
  t.deepEqual(await faultsOf(rows(4_999)), []);
});

test('a thousand rows may have more of everything than one of them', async (t) => {
  const one = `[${object(members / 2 - 1)},${list(values / 2)}]`;

  t.deepEqual(await faultsOf(`{"payments":[${Array<string>(1_000).fill(one).join(',')}]}`), []);
});

test('a list of too many rows is refused before any of them is parsed', async (t) => {
  t.deepEqual(await faultsOf(`{"payments":[${'x,'.repeat(30_000)}x]}`), [
    '/payments expected 1 to 20000 payments',
  ]);
  t.deepEqual(await faultsOf('{"payments":[1,2,3]}', { member: 'payments', max: 2 }), [
    '/payments expected 1 to 2 payments',
  ]);
  t.deepEqual(await faultsOf('{"payments":[1,2]}', { member: 'payments', max: 2 }), []);
});
