import { E, InvalidInput } from '@hundi/core';
import test from 'ava';
import fc from 'fast-check';
import { JsonLook, PIECE } from './json-look.js';
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

/** From here on `JSON.stringify` writes whole numbers with an exponent. */
const WRITTEN_WITH_EXPONENT = 1e21;

const value = (constraints: fc.JsonSharedConstraints = {}) =>
  fc
    .jsonValue({ stringUnit: 'grapheme', ...constraints })
    .map(
      (one) =>
        JSON.parse(JSON.stringify(one), (_, member: unknown) =>
          typeof member === 'number' ? member % WRITTEN_WITH_EXPONENT : member,
        ) as unknown,
    );

const body = fc.record({
  apiRefNumber: fc.string({ unit: 'grapheme' }),
  payments: fc.oneof(fc.array(value({ maxDepth: 3 }), { maxLength: 40 }), value()),
  'a/b~': value({ maxDepth: 2 }),
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
      fc.constantFrom('', ',', ']', '}', '"', ':', '[', '{', '1', '\\', '.', 'e', '-'),
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
        else t.regex(JSON.stringify(parsed.left), /appears twice|a whole number/, broken);
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

const WHOLE = 'expected a whole number without fraction or exponent';
const becomes = (kept: string) => `cannot be kept as it is: it would become ${kept}`;

for (const [text, ...faults] of [
  [row('"amount":250000.00000000001'), `/payments/1/amount ${becomes('250000')}`],
  [row('"amount":4.9999999999999999999'), `/payments/1/amount ${becomes('5')}`],
  [row('"amount":2500.0'), `/payments/1/amount ${WHOLE}`],
  [
    row('"amount":1e2,"b":1E+2,"c":-0.0'),
    ...['amount', 'b', 'c'].map((name) => `/payments/1/${name} ${WHOLE}`),
  ],
  [row('"amount":99.99,"b":0.1,"c":5e-324')],
  ['{"a":1.0,"payments":[1.0]}', `/a ${WHOLE}`],
  ['{"payments":[0, 1.0 ,2]}', `/payments/1 ${WHOLE}`],
  ['2.50e1', ` ${WHOLE}`],
  ['{"a/b~":[{"":1e400}]}', `/a~1b~0/0/ ${becomes('Infinity')}`],
  [
    row('"metadata":{"x":1e-400,"y":[9007199254740991.4]}'),
    `/payments/1/metadata/x ${becomes('0')}`,
    `/payments/1/metadata/y/0 ${becomes('9007199254740991')}`,
  ],
  [row('"metadata":{"x":1.0,"y":[1e3,0e999,0.1e1],"z":{"amount":2.50}}')],
  ['{"m\\u0065tadata":{"x":1.0}}'],
  ['{"metadata":1.0,"b/metadata/c":1.0}', `/metadata ${WHOLE}`, `/b~1metadata~1c ${WHOLE}`],
  ['{"a":"1.0","1e2":true,"b":[false,"\\"1.0",null,{"1.0":"1e2"}]}'],
  ['{"a":9007199254740991,"b":-9007199254740991}'],
] as const) {
  const said = faults.length === 0 ? 'nothing' : faults.join(' and ');
  test(`of numbers, ${said} is wrong in ${text}`, async (t) => {
    t.deepEqual(await faultsOf(text), faults);
  });
}

const PLACES: ReadonlyArray<readonly [around: string, pointer: string, isInMetadata?: true]> = [
  ['#', ''],
  ['[0,{"b~/":#}]', '/1/b~0~1'],
  ['{"payments":[1,{"amount": # }],"e":"1.0"}', '/payments/1/amount'],
  ['{"payments":[1.5,[#]],"metadata":{"b":1.0}}', '/payments/1/0'],
  ['{"payments":[{"metadata":{"x":["1.0",#]}}]}', '/payments/0/metadata/x/1', true],
  ['{"metadata":{"y":#},"payments":[]}', '/metadata/y', true],
];

/** How a partner may write a number: a sign, digits, a fraction, an exponent. */
const number = fc
  .tuple(
    fc.constantFrom('', '-'),
    fc.stringMatching(/^(?:0|[1-9]\d{0,20})$/),
    fc.oneof(
      fc.constantFrom('', '.0', '.00', '.5', '.00000000000000000000', '.00000000000000000001'),
      fc.stringMatching(/^\.\d{1,20}$/),
    ),
    fc.oneof(fc.constant(''), fc.stringMatching(/^[eE][+-]?\d{1,3}$/)),
  )
  .map((parts) => parts.join(''));

/** The value of a decimal, in units of ten to the power of -1400, of which all decimals here have a whole number. */
const exactly = (text: string): bigint => {
  const [digits = '', exponent = '0'] = text.toLowerCase().split('e');
  const [whole = '', fraction = ''] = digits.split('.');
  return BigInt(whole + fraction) * 10n ** BigInt(1_400 + Number(exponent) - fraction.length);
};

const isKept = (text: string): boolean =>
  Number.isFinite(Number(text)) && exactly(String(Number(text))) === exactly(text);

const isWhole = (text: string): boolean => exactly(text) % 10n ** 1_400n === 0n;

test('a number either keeps its value or is refused, with its pointer and what it would become', async (t) => {
  await fc.assert(
    fc.asyncProperty(
      number,
      fc.constantFrom(...PLACES),
      async (text, [around, pointer, isFree]) => {
        const isPlain = /^-?\d+$/.test(text);
        const detail = isPlain
          ? undefined
          : !isKept(text)
            ? becomes(String(Number(text)))
            : isWhole(text) && isFree === undefined
              ? WHOLE
              : undefined;

        const faults = await faultsOf(around.replace('#', text));

        t.deepEqual(faults, detail === undefined ? [] : [`${pointer} ${detail}`], text);
      },
    ),
    { numRuns: 2_000 },
  );
});

test('a whole number that is written plainly is accepted everywhere', async (t) => {
  await fc.assert(
    fc.asyncProperty(fc.maxSafeInteger(), fc.constantFrom(...PLACES), async (whole, [around]) => {
      const text = around.replace('#', String(whole));

      t.deepEqual(await parse(text), E.right(JSON.parse(text)));
    }),
  );
});

/** Ways to write a whole number with a fraction, an exponent or both. */
const longhand = fc
  .tuple(fc.integer(), fc.nat(15), fc.nat(15))
  .filter(([, zeros, shift]) => zeros + shift > 0)
  .map(([whole, zeros, shift]) => {
    const exponent = shift === 0 ? '' : `e-${String(shift)}`;
    const fraction = zeros === 0 ? '' : `.${'0'.repeat(zeros)}`;
    return `${String(whole)}${whole === 0 ? '' : '0'.repeat(shift)}${fraction}${exponent}`;
  });

test('a whole number with a fraction or an exponent is refused outside of metadata, and kept within', async (t) => {
  await fc.assert(
    fc.asyncProperty(
      longhand,
      fc.constantFrom(...PLACES),
      async (text, [around, pointer, isFree]) => {
        const sent = around.replace('#', text);

        const parsed = await parse(sent);

        t.deepEqual(
          parsed,
          isFree
            ? E.right(JSON.parse(sent))
            : E.left(InvalidInput([{ pointer, code: 'invalid', detail: WHOLE }])),
          text,
        );
      },
    ),
  );
});

test('a look at pieces of any length sees the numbers that a look at the whole body sees', (t) => {
  const look = (text: string, bytes: number) => {
    const one = new JsonLook(Buffer.from(text), PIECE_BYTES, ROWS);
    while (!one.advance(bytes));
    return one.found;
  };
  fc.assert(
    fc.property(
      number,
      fc.constantFrom(...PLACES),
      fc.integer({ min: 1, max: 9 }),
      (text, [around], bytes) => {
        const sent = around.replace('#', text);

        t.deepEqual(look(sent, bytes), look(sent, sent.length));
      },
    ),
  );
});

test('only the rows that have such a number are taken apart', (t) => {
  const rows = Array.from(
    { length: 9_000 },
    (_, i) => `{"r":"${'x'.repeat(20)}${String(i)}","s":1.5}`,
  );
  rows[4_000] = '{"r":1.0}';
  const one = new JsonLook(
    Buffer.from(`{"payments":[${rows.join(',')}],"a":true}`),
    PIECE_BYTES,
    ROWS,
  );
  while (!one.advance(1_000));

  const { found } = one;

  t.true('slices' in found && found.slices.length > 3 && !found.hasOddNumber);
  const odd = 'slices' in found ? found.slices.filter(({ hasOddNumber }) => hasOddNumber) : [];
  t.is(odd.length, 1);
  t.true(odd.every((slice) => slice.first <= 4_000 && 4_000 < slice.first + slice.rows));
});

for (const [what, numbers] of [
  ['points', '1.'.repeat(3_000_000)],
  ['exponents', '1e'.repeat(3_000_000)],
  ['digits', '1'.repeat(6_000_000).concat('.0')],
  ['digits behind a point', '1.'.concat('0'.repeat(6_000_000))],
] as const) {
  test(`megabytes of ${what} are refused as what they are, too long a row`, async (t) => {
    t.deepEqual(await faultsOf(`{"payments":[${numbers}]}`), [
      `/payments/0 expected at most ${String(PIECE_BYTES)} bytes`,
    ]);
  });
}

test('the longest number of a row is taken apart at once', async (t) => {
  const zeros = '0'.repeat(30_000);

  t.deepEqual(await faultsOf(`[0.${zeros}1${zeros}]`), [`/0 ${becomes('0')}`]);
  t.deepEqual(await faultsOf(`{"metadata":{"x":1${zeros}.${zeros}e-30000}}`), []);
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

test('all rows together have a million members at most, and the fault points to the row with more', async (t) => {
  const one = object(100);
  const rows = (count: number) => `{"payments":[${Array<string>(count).fill(one).join(',')}]}`;

  t.deepEqual(await faultsOf(rows(10_001)), [
    '/payments/9999 expected at most 1000000 members in all objects of the body; split it here',
  ]);
  t.deepEqual(await faultsOf(rows(9_999)), []);
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
