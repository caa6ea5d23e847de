import test from 'ava';
import { E } from '../../../kernel/fp.js';
import { decodeInput } from '../../../kernel/codecs/decode.js';
import { record } from '../../../kernel/codecs/record.js';
import { Label } from '../../../kernel/values/text.js';
import { Instruction, instructionLine, lineOf, withOptionalPart } from './instruction.js';

const LEAST = {
  transactionReference: 'INV-1',
  beneficiaryId: 'b-1',
  packageCode: 'VENDOR',
  amount: 1,
};
const MOST = {
  ...LEAST,
  debitAccountNumber: '50200011112222',
  paymentMethodCode: 'NEFT',
  beneficiaryAccountNumber: '123456780001',
  remark: 'rent',
  tag: 'north',
  metadata: { po: 7 },
  payoutDate: '2026-03-09',
};
const BY_CODE = { beneId: 'SHARMA01', purpose: 'SUPP', ...MOST };

const decoded = (row: object): Instruction => {
  const instruction = Instruction.decode(row);
  if (E.isLeft(instruction)) throw new Error('the row is not good');
  return instruction.right;
};
const wrong = (row: unknown) => {
  const instruction = decodeInput(Instruction, row);
  return E.isLeft(instruction) ? instruction.left.issues.map(({ pointer }) => pointer) : [];
};

test('three required fields and a payee are enough, and all thirteen are taken', (t) => {
  t.deepEqual(decoded(LEAST) as unknown, LEAST);
  t.deepEqual(decoded(BY_CODE) as unknown, BY_CODE);
  t.deepEqual(decoded(MOST) as unknown, MOST);
});

test('fields that the interface does not know are dropped', (t) => {
  t.deepEqual(decoded({ ...LEAST, idempotencyKey: 'x', status: 'paid' }) as unknown, LEAST);
});

for (const name of Object.keys(Instruction.required)) {
  test(`a row without ${name} is refused`, (t) => {
    t.deepEqual(wrong({ ...LEAST, [name]: undefined }), [`/${name}`]);
  });
}

for (const [name, value] of [
  ['transactionReference', ''],
  ['transactionReference', 'R'.repeat(101)],
  ['transactionReference', 'INV 1'],
  ['transactionReference', 'INV-1\n'],
  ['beneficiaryId', 7],
  ['packageCode', 'VENDOR\u0000'],
  ['amount', 0],
  ['amount', 1.5],
  ['amount', '100'],
  ['amount', 10 ** 15],
  ['amount', { value: 100, currency: 'INR' }],
  ['debitAccountNumber', '12345'],
  ['debitAccountNumber', null],
  ['paymentMethodCode', ''],
  ['beneficiaryAccountNumber', 123456],
  ['remark', 'r'.repeat(101)],
  ['remark', 'two\nlines'],
  ['tag', 't'.repeat(101)],
  ['metadata', []],
  ['metadata', 'po=7'],
  ['metadata', null],
  ['payoutDate', '2026-13-01'],
  ['payoutDate', '2026-02-30'],
  ['payoutDate', '09-03-2026'],
  ['payoutDate', '2026-03-09T00:00:00Z'],
] as ReadonlyArray<readonly [string, unknown]>) {
  test(`${name} ${JSON.stringify(value).slice(0, 30)} is refused at its place`, (t) => {
    t.deepEqual(wrong({ ...MOST, [name]: value }), [`/${name}`]);
  });
}

test('two rows share a line only if every value is the same', (t) => {
  const rows = [
    LEAST,
    { ...LEAST, amount: 2 },
    { ...LEAST, remark: '' },
    { ...LEAST, remark: 'null' },
    { ...LEAST, tag: 'null' },
    { ...LEAST, remark: 'x' },
    { ...LEAST, tag: 'x' },
    { ...LEAST, remark: '","x' },
    { ...LEAST, debitAccountNumber: '123456' },
    { ...LEAST, beneficiaryAccountNumber: '123456' },
    { ...LEAST, metadata: {} },
    { ...LEAST, metadata: { a: null } },
    { ...LEAST, metadata: { a: 'null' } },
    { ...LEAST, metadata: { a: '1' } },
    { ...LEAST, metadata: { a: 1 } },
    { ...LEAST, metadata: { 'a":1,"b': 1 } },
    { ...LEAST, metadata: { a: 1, b: 1 } },
    { ...LEAST, metadata: { a: [1, 2] } },
    { ...LEAST, metadata: { a: [2, 1] } },
    { ...LEAST, metadata: { a: 'line\nline' } },
    { ...LEAST, payoutDate: '2026-03-09' },
    MOST,
  ];

  t.is(new Set(rows.map((row) => instructionLine(decoded(row)))).size, rows.length);
});

/** Another value of each field. */
const OTHERS: Readonly<Record<keyof Instruction, unknown>> = {
  transactionReference: 'INV-2',
  beneficiaryId: 'b-2',
  beneId: 'SHARMA02',
  packageCode: 'RENT',
  amount: 2,
  debitAccountNumber: '50200011112223',
  paymentMethodCode: 'RTGS',
  beneficiaryAccountNumber: '123456780002',
  remark: 'lease',
  tag: 'south',
  metadata: { po: 8 },
  payoutDate: '2026-03-10',
  purpose: 'RENT',
};

for (const name of [...Object.keys(Instruction.required), ...Object.keys(Instruction.optional)]) {
  test(`another ${name} is another line`, (t) => {
    const other = { ...BY_CODE, [name]: OTHERS[name as keyof Instruction] };

    t.deepEqual(decoded(other) as unknown, other);
    t.not(instructionLine(decoded(other)), instructionLine(decoded(BY_CODE)));
  });
}

for (const name of Object.keys(Instruction.optional)) {
  test(`a row without ${name} has another line than one with it`, (t) => {
    const { [name]: _, ...rest } = BY_CODE as Readonly<Record<string, unknown>>;

    t.not(instructionLine(decoded(rest)), instructionLine(decoded(BY_CODE)));
  });
}

test('lines are what they have been from the beginning, since fingerprints are kept for ever', (t) => {
  t.is(
    instructionLine(decoded(LEAST)),
    ['INV-1', 'b-1', 'VENDOR', '1', ...Array<string>(7).fill('\u0000')].join('\u001f'),
  );
  t.is(
    instructionLine(decoded(MOST)),
    [
      'INV-1',
      'b-1',
      'VENDOR',
      '1',
      '50200011112222',
      'NEFT',
      '123456780001',
      'rent',
      'north',
      '{"po":7}',
      '2026-03-09',
    ].join('\u001f'),
  );
});

test('a field that is added later distinguishes rows, and leaves the line of a row without it unchanged', (t) => {
  const line = lineOf(
    record('Grown', Instruction.required, {
      ...Instruction.optional,
      category: Label,
      branch: Label,
    }),
  );
  const rows = [
    {},
    { category: '' },
    { category: 'rent' },
    { branch: 'rent' },
    { category: 'rent', branch: 'rent' },
  ].map((more) => ({ ...decoded(MOST), ...more }));

  t.is(line(decoded(MOST)), instructionLine(decoded(MOST)));
  t.is(new Set(rows.map(line)).size, rows.length);
});

test('a line of the log is one line for any values', (t) => {
  t.false(instructionLine(decoded({ ...MOST, metadata: { 'a\nb': 'c\r\n' } })).includes('\n'));
});

test('only the optional values that a row has are added to an object', (t) => {
  t.deepEqual(withOptionalPart(decoded(LEAST), { id: 1 }) as unknown, { id: 1 });
  const {
    transactionReference: _r,
    beneficiaryId: _b,
    packageCode: _p,
    amount: _a,
    ...rest
  } = MOST;
  t.deepEqual(withOptionalPart(decoded(MOST), { id: 1 }) as unknown, { id: 1, ...rest });
});
