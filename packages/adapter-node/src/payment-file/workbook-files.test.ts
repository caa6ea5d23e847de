import { randomBytes } from 'node:crypto';
import test from 'ava';
import fc from 'fast-check';
import { E, type PaymentFileFault } from '@hundi/core';
import { paymentFiles } from './payment-files.js';
import {
  bytesOf,
  inline,
  rowsXml,
  sheetXml,
  workbookEntries,
  workbookOf,
  zipOf,
  type Lie,
  type ZipEntry,
} from './workbook.test.support.js';

const read = paymentFiles();

const readBytes = (bytes: Uint8Array) => read(bytesOf(bytes, 1_000));

const faultsOf = (result: Awaited<ReturnType<typeof read>>): ReadonlyArray<PaymentFileFault> =>
  E.isLeft(result) ? result.left : [];

const paymentsOf = (result: Awaited<ReturnType<typeof read>>) =>
  E.isRight(result) ? result.right.payments : faultsOf(result);

const HEADER = ['transactionReference', 'beneId', 'packageCode', 'amountRupees'].map(inline);
const ROW = ['INV-1', 'SHARMA01', 'VENDOR', '1'].map(inline);
const PAYMENT = {
  transactionReference: 'INV-1',
  beneId: 'SHARMA01',
  packageCode: 'VENDOR',
  amount: 100,
};

const number = (value: string, style = 0) => `<c s="${style}"><v>${value}</v></c>`;
const shared = (at: number) => `<c t="s"><v>${at}</v></c>`;

const SHEET = sheetXml(rowsXml([HEADER, ROW]));

/** A text that XML can hold, and which is no empty cell. */
const isHeld = (text: string): boolean =>
  // oxlint-disable-next-line no-control-regex -- what XML cannot hold
  text !== '' && !/[\x00-\x08\x0b-\x1f\ufffe\uffff]|_x/.test(text);

test('texts in a sheet are read as they were', async (t) => {
  const texts = fc.array(fc.string({ unit: 'binary' }).filter(isHeld), { minLength: 1 });
  await fc.assert(
    fc.asyncProperty(texts, async (remarks) => {
      const bytes = workbookOf([
        [...HEADER, inline('remark')],
        ...remarks.map((remark) => [...ROW, inline(remark)]),
      ]);
      t.deepEqual(
        paymentsOf(await readBytes(bytes)),
        remarks.map((remark) => ({ ...PAYMENT, remark })),
      );
    }),
    { numRuns: 40 },
  );
});

test('amounts in a sheet are read to the paisa', async (t) => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 999_999_999_999_999 }), { minLength: 1 }),
      async (amounts) => {
        const cells = ROW.slice(0, 3);
        const rows = amounts.map((paise) => [...cells, number((paise / 100).toPrecision(17))]);
        const found = await readBytes(workbookOf([HEADER, ...rows]));
        t.deepEqual(
          paymentsOf(found),
          amounts.map((amount) => ({ ...PAYMENT, amount })),
        );
      },
    ),
    { numRuns: 40 },
  );
});

test('shared texts, numbers and dates are read as what they are, and empty rows are none', async (t) => {
  const strings =
    '<si><t>Steel</t></si><si><r><t>Bolts &amp; </t></r><r><t>nuts</t></r><rPh><t>x</t></rPh></si><si><t>a_x000D_b_x005F_x0041_</t></si>';
  const header = ['remark', 'debitAccountNumber', 'payoutDate', 'tag'].map(inline);
  const rows = [
    [...HEADER, ...header],
    [],
    ['<c r="A3" s="1"/>', '<c r="D3"/>'],
    [
      ...ROW.slice(0, 3),
      number('1.1499999999999999'),
      shared(1),
      number('123456789012345'),
      number('46353', 1),
      shared(0),
    ],
    [...ROW.slice(0, 3), inline('1,00,000.5'), shared(2), inline('0012'), number('46353', 4)],
    [...ROW, '', '', '<c r="G6" t="d"><v>2026-11-27T00:00:00</v></c>'],
  ];
  const found = await readBytes(workbookOf(rows, '', { strings }));

  t.deepEqual(paymentsOf(found), [
    {
      ...PAYMENT,
      amount: 115,
      remark: 'Bolts & nuts',
      debitAccountNumber: '123456789012345',
      payoutDate: '2026-11-27',
      tag: 'Steel',
    },
    {
      ...PAYMENT,
      amount: 10_000_050,
      remark: 'a\rb_x0041_',
      debitAccountNumber: '0012',
      payoutDate: '2026-11-27',
    },
    { ...PAYMENT, payoutDate: '2026-11-27' },
  ]);
  t.deepEqual(E.isRight(found) && found.right.lines, [4, 5, 6]);
});

test('of several sheets the only one with cells is read', async (t) => {
  const empty = sheetXml('<row r="1"><c r="A1" s="1"/></row>');

  t.deepEqual(paymentsOf(await readBytes(zipOf(workbookEntries([empty, SHEET, empty])))), [
    PAYMENT,
  ]);
});

test('a sheet whose elements have a prefix is read', async (t) => {
  const prefixed = SHEET.replace(/<(\/?)(?=[a-z])/g, '<$1x:').replace('xmlns=', 'xmlns:x=');

  t.deepEqual(paymentsOf(await readBytes(zipOf(workbookEntries([prefixed])))), [PAYMENT]);
});

const withCell = (column: string, cell: string): Buffer =>
  workbookOf([
    [...HEADER, inline(column)],
    [...ROW, cell],
  ]);

const MERGED = '<mergeCells count="1"><mergeCell ref="A1:B1"/></mergeCells>';
const MANY = rowsXml([
  HEADER,
  ...Array.from({ length: 100_001 }, (_, i) => [
    inline(`INV-${(i * 7_919) % 100_003}`),
    ...ROW.slice(1),
  ]),
]);
const ENTITIES =
  '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>';

const replaced = (path: string, content: string | Buffer, lie: Lie = {}): Buffer =>
  zipOf(
    workbookEntries([SHEET]).map((one): ZipEntry => (one[0] === path ? [path, content, lie] : one)),
  );

const SHEET_PATH = 'xl/worksheets/sheet1.xml';

for (const [what, bytes, fault] of [
  [
    'two sheets with cells',
    zipOf(workbookEntries([SHEET, SHEET])),
    { code: 'sheets', detail: /2 sheets with cells: keep one/ },
  ],
  [
    'a merged header',
    workbookOf([[inline('transactionReference'), '', ...HEADER.slice(2)], ROW], MERGED),
    { code: 'merged', line: 1, detail: /A1:B1/ },
  ],
  [
    'merged cells behind a hundred faults',
    workbookOf([HEADER, ...Array.from({ length: 200 }, () => ROW.slice(1))], MERGED),
    { code: 'merged', detail: /unmerge/ },
  ],
  [
    'a hidden row',
    zipOf(workbookEntries([SHEET.replace(/<row>(?!.*<row>)/, '<row hidden="1">')])),
    { code: 'hidden', line: 2, detail: /show it, or delete it/ },
  ],
  [
    'a hidden column',
    zipOf(
      workbookEntries([
        SHEET.replace('<sheetData>', '<cols><col min="2" max="3" hidden="1"/></cols><sheetData>'),
      ]),
    ),
    { code: 'hidden', line: 1, detail: /column 2 is hidden/ },
  ],
  [
    'a row without height',
    zipOf(workbookEntries([SHEET.replace(/<row>(?!.*<row>)/, '<row ht="0" customHeight="1">')])),
    { code: 'hidden', line: 2, detail: /show it, or delete it/ },
  ],
  [
    'a formula',
    withCell('remark', '<c t="str"><f>A1&amp;"x"</f><v>ax</v></c>'),
    { code: 'formula', row: 1, line: 2, column: 'remark', detail: /paste it as a value/ },
  ],
  [
    'a number in its header',
    workbookOf([[...HEADER, number('7')], ROW]),
    { code: 'header', line: 1, detail: /cell 5 of the header/ },
  ],
  [
    'an error of the spreadsheet',
    withCell('remark', '<c t="e"><v>#REF!</v></c>'),
    { code: 'cell_error', row: 1, column: 'remark', detail: /#REF!/ },
  ],
  [
    'a truth value',
    withCell('remark', '<c t="b"><v>1</v></c>'),
    { code: 'invalid', row: 1, column: 'remark', detail: /TRUE or FALSE/ },
  ],
  ...(['1.2345678901234568E+17', '1.23E+5', '1234567890123456', '12.5'] as const).map(
    (digits) =>
      [
        `an account that is the number ${digits}`,
        withCell('beneficiaryAccountNumber', number(digits)),
        { code: 'changed', row: 1, column: 'beneficiaryAccountNumber', detail: /as text/ },
      ] as const,
  ),
  [
    'an account that is shown with zeros before it',
    withCell('debitAccountNumber', number('12', 2)),
    { code: 'changed', row: 1, column: 'debitAccountNumber', detail: /zeros/ },
  ],
  [
    'an account that is shown with zeros in quotes before it',
    withCell('debitAccountNumber', number('12', 5)),
    { code: 'changed', row: 1, column: 'debitAccountNumber', detail: /zeros/ },
  ],
  [
    'a reference that became a date',
    workbookOf([HEADER, [number('46353', 1), ...ROW.slice(1)]]),
    { code: 'changed', row: 1, column: 'transactionReference', detail: /a date/ },
  ],
  [
    'an amount that became a date',
    workbookOf([HEADER, [...ROW.slice(0, 3), number('46353', 1)]]),
    { code: 'changed', row: 1, column: 'amountRupees', pointer: '/payments/0/amount' },
  ],
  [
    'a fraction of a paisa',
    workbookOf([HEADER, [...ROW.slice(0, 3), number('1.005')]]),
    { code: 'invalid', row: 1, column: 'amountRupees', detail: /two decimals/ },
  ],
  [
    'a number for a date',
    withCell('payoutDate', number('46353')),
    { code: 'invalid', row: 1, column: 'payoutDate', detail: /a date/ },
  ],
  [
    'a date with a time',
    withCell('payoutDate', number('46353.5', 3)),
    { code: 'invalid', row: 1, column: 'payoutDate', detail: /without a time/ },
  ],
  [
    'a cell beside the table',
    workbookOf([HEADER, [...ROW, inline('x')]]),
    { code: 'cells', row: 1, line: 2, detail: /expected 4 cells, .* not 5/ },
  ],
  [
    'dates from 1904',
    workbookOf([HEADER, ROW], '', { properties: '<workbookPr date1904="1"/>' }),
    { code: 'dates_1904', detail: /1904/ },
  ],
  [
    '100,001 rows',
    zipOf(workbookEntries([sheetXml(MANY)])),
    { code: 'too_many', row: 20_001, line: 20_002, detail: /split the file/ },
  ],
  [
    'a row of more than 65,536 letters',
    workbookOf([
      [...HEADER, inline('remark')],
      [...ROW, inline('x'.repeat(65_537))],
    ]),
    { code: 'long_row', line: 2, detail: /65,536 letters/ },
  ],
  [
    'one long text in so many rows that they are more than 64 Mi letters',
    workbookOf(
      [[...HEADER, inline('remark')], ...Array.from({ length: 1_100 }, () => [...ROW, shared(0)])],
      '',
      { strings: `<si><t>${'x'.repeat(65_000)}</t></si>` },
    ),
    { code: 'too_large', detail: /67,108,864 letters/ },
  ],
  ['no cells', workbookOf([]), { code: 'no_payments', detail: /the file is empty/ }],
  [
    'a zip bomb for a sheet',
    replaced(SHEET_PATH, Buffer.alloc(32 * 1_048_576, ' ')),
    { code: 'too_large', detail: /two-hundredth/ },
  ],
  [
    'entries of more than 64 MiB together',
    zipOf([
      ...workbookEntries([SHEET]),
      // Each packed to less than a hundredth, and not to less than a two-hundredth.
      ...['a', 'b'].map((path): ZipEntry => [
        path,
        randomBytes(400_000),
        { uncompressedSize: 40 * 1_048_576 },
      ]),
    ]),
    { code: 'too_large', detail: /64 MiB/ },
  ],
  [
    'more entries than a workbook has',
    zipOf(Array.from({ length: 2_001 }, (_, i): ZipEntry => [`f${i}`, ''])),
    { code: 'too_large', detail: /2,000 parts: copy/ },
  ],
  [
    'a size that lies',
    replaced(SHEET_PATH, SHEET, { uncompressedSize: 100 }),
    { code: 'damaged', detail: /damaged/ },
  ],
  [
    'an entry twice',
    zipOf([...workbookEntries([SHEET]), [SHEET_PATH.toUpperCase(), SHEET]]),
    { code: 'damaged', detail: /damaged/ },
  ],
  [
    'a password',
    replaced(SHEET_PATH, SHEET, { flags: 1 }),
    { code: 'encrypted', detail: /without one/ },
  ],
  [
    'a packing of another kind',
    replaced(SHEET_PATH, SHEET, { method: 12 }),
    { code: 'damaged', detail: /damaged/ },
  ],
  [
    'an entity bomb',
    replaced(
      SHEET_PATH,
      SHEET.replace('<worksheet', `${ENTITIES}<worksheet`).replace('INV', '&b;'),
    ),
    { code: 'damaged', detail: /damaged/ },
  ],
  [
    'an entity that nobody declared',
    replaced(SHEET_PATH, SHEET.replace('INV', '&b;')),
    { code: 'damaged', detail: /damaged/ },
  ],
  [
    'deep nesting',
    replaced(SHEET_PATH, sheetXml(`${'<row>'.repeat(10_000)}${'</row>'.repeat(10_000)}`)),
    { code: 'damaged', detail: /damaged/ },
  ],
  [
    'half a sheet',
    replaced(SHEET_PATH, SHEET.slice(0, -20)),
    { code: 'damaged', detail: /cut off/ },
  ],
  [
    'rows in disorder',
    zipOf(workbookEntries([sheetXml('<row r="2"/><row r="1"/>')])),
    { code: 'damaged', detail: /damaged/ },
  ],
  ['no workbook', zipOf([['mimetype', 'x']]), { code: 'wrong_kind', detail: /no such workbook/ }],
] as const) {
  test(`a workbook with ${what} is refused in words, at its place`, async (t) => {
    const [found] = faultsOf(await readBytes(bytes));
    const { detail, ...rest }: Partial<Record<string, unknown>> = fault;

    t.like(found, rest);
    t.regex(found?.detail ?? '', detail instanceof RegExp ? detail : /as text/);
  });
}

test('a workbook that is cut off anywhere is refused, and never read', async (t) => {
  const bytes = workbookOf([HEADER, ROW]);
  for (let at = 4; at < bytes.length; at += 97)
    t.like(faultsOf(await readBytes(bytes.subarray(0, at))), { 0: { code: 'damaged' }, length: 1 });
});

test('a workbook with any byte changed is refused or read as rows, and breaks nothing', async (t) => {
  const bytes = workbookOf([HEADER, ROW]);
  await fc.assert(
    fc.asyncProperty(fc.nat(bytes.length - 1), fc.nat(255), async (at, value) => {
      const changed = Buffer.from(bytes);
      changed[at] = value;
      const found = await readBytes(changed);
      t.true(E.isRight(found) || found.left.every(({ detail }) => detail !== ''));
    }),
    { numRuns: 200 },
  );
});

test('a file of more than 16 MiB is refused, and not read to its end', async (t) => {
  const source = { isClosed: false };
  const endless = (async function* () {
    try {
      yield workbookOf([HEADER, ROW]);
      for (;;) yield await Promise.resolve(Buffer.alloc(1_048_576));
    } finally {
      source.isClosed = true;
    }
  })();

  t.like(faultsOf(await read(endless)), { 0: { code: 'too_large' }, length: 1 });
  t.true(source.isClosed);
});
