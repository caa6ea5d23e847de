import test from 'ava';
import fc from 'fast-check';
import { E, type PaymentFileFault } from '@hundi/core';
import { paymentFiles } from './payment-files.js';
import { paymentFileTemplate } from './template.js';
import { bytesOf } from './workbook.test.support.js';

const read = paymentFiles();

const readText = (text: string) => read(bytesOf(Buffer.from(text)));

const faultsOf = (result: Awaited<ReturnType<typeof read>>): ReadonlyArray<PaymentFileFault> =>
  E.isLeft(result) ? result.left : [];

const HEADER = 'transactionReference,beneId,packageCode,amountRupees';
const ROW = 'INV-1,SHARMA01,VENDOR,1';

test('a payee stands in a file by id or by the code that the corporate gave it', async (t) => {
  const both = await readText(
    'transactionReference,beneficiaryId,beneId,packageCode,amount\nA,id-1,,VENDOR,1\n\nB,,SHARMA01,VENDOR,2\n',
  );

  t.deepEqual(
    both,
    E.right({
      payments: [
        { transactionReference: 'A', beneficiaryId: 'id-1', packageCode: 'VENDOR', amount: 1 },
        { transactionReference: 'B', beneId: 'SHARMA01', packageCode: 'VENDOR', amount: 2 },
      ],
      lines: [2, 4],
    }),
  );
});

const utf16be = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();

const ENCODINGS = {
  'UTF-8': (text: string) => Buffer.from(text),
  'UTF-8 with a mark': (text: string) => Buffer.from(`\ufeff${text}`),
  'UTF-16 LE': (text: string) => Buffer.from(text, 'utf16le'),
  'UTF-16 LE with a mark': (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  'UTF-16 BE': utf16be,
  'UTF-16 BE with a mark': (text: string) => utf16be(`\ufeff${text}`),
} as const;

const written = (separator: string, end: string, rows: ReadonlyArray<ReadonlyArray<string>>) =>
  rows
    .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(separator) + end)
    .join('');

const separators = fc.constantFrom(',', ';', '\t');
const ends = fc.constantFrom('\n', '\r\n', '\r');
const NAMES = ['transactionReference', 'beneId', 'packageCode', 'amount', 'remark'] as const;

const listOf = (remarks: ReadonlyArray<string>) =>
  remarks.map((remark, i) => ({
    transactionReference: `R${i}`,
    beneId: 'B',
    packageCode: 'P',
    amount: i + 1,
    remark,
  }));

const cellsOf = (payments: ReturnType<typeof listOf>): ReadonlyArray<ReadonlyArray<string>> => [
  NAMES,
  ...payments.map((payment) => NAMES.map((name) => String(payment[name]))),
];

const isPlain = (text: string): boolean => text !== '' && !text.includes('\0');

for (const [name, encode] of Object.entries(ENCODINGS)) {
  test(`what is written as CSV in ${name} is read as it was, in pieces of any size`, async (t) => {
    const remarks = fc.array(fc.string({ unit: 'binary' }).filter(isPlain), { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(
        remarks,
        separators,
        ends,
        fc.integer({ min: 1, max: 200 }),
        async (texts, separator, end, size) => {
          const payments = listOf(texts);
          const bytes = encode(written(separator, end, cellsOf(payments)));
          const found = await read(bytesOf(bytes, size));
          t.deepEqual(E.isRight(found) ? found.right.payments : faultsOf(found), payments);
        },
      ),
      { numRuns: 40 },
    );
  });
}

test('what is no UTF-8 is Windows-1252, in pieces of any size', async (t) => {
  const bytes = Buffer.concat([
    Buffer.from(`${HEADER},remark\n${ROW},Caf`),
    Buffer.from([0xe9, 0x20, 0x80, 0x31, 0x20, 0x93, 0x78, 0x94]),
  ]);
  for (let size = 1; size <= bytes.length; size += 1) {
    const found = await read(bytesOf(bytes, size));
    t.like(E.isRight(found) && found.right.payments[0], { remark: 'Café €1 “x”' });
  }
});

for (const [what, bytes] of [
  ['is UTF-8 in one place and not in another', [0xc3, 0xa9, 0x20, 0xe9]],
  ['has a byte that Windows-1252 does not know', [0xe9, 0x81]],
] as const) {
  test(`a file that ${what} is refused, and no letter of it replaced`, async (t) => {
    const text = Buffer.concat([Buffer.from(`${HEADER},remark\n${ROW},`), Buffer.from(bytes)]);

    t.like(faultsOf(await read(bytesOf(text))), [{ code: 'encoding' }]);
  });
}

test('columns are found by what people call them', async (t) => {
  const found = await readText(
    'Reference No,Beneficiary Code,PACKAGE_CODE,Amount (₹),payout date,Remarks,\nA,SHARMA01,VENDOR,"₹ 1,00,000.5",2026-11-27,x,\n',
  );

  t.deepEqual(E.isRight(found) && found.right.payments, [
    {
      transactionReference: 'A',
      beneId: 'SHARMA01',
      packageCode: 'VENDOR',
      amount: 10_000_050,
      payoutDate: '2026-11-27',
      remark: 'x',
    },
  ]);
});

for (const [what, text, lines = [2]] of [
  ['a first line for Excel, sep=;', `sep=;\r\n${HEADER}\r\n${ROW}\r\n`.replaceAll(',', ';'), [3]],
  ['a first line for Excel, SEP=,', `SEP=,\n${HEADER}\n${ROW}`, [3]],
  [
    'a first line for Excel that names a tab',
    `sep=\t\n${HEADER}\n${ROW}`.replaceAll(',', '\t'),
    [3],
  ],
  ['empty cells behind those of the header', `${HEADER}\n${ROW},,\u00a0, \n`],
  [
    'blanks around its codes and amounts',
    `${HEADER}\n INV-1\u00a0,\tSHARMA01 ," VENDOR\n",\u202f1 \n`,
    [3],
  ],
  ['blanks in place of an optional value', `${HEADER},payoutDate\n${ROW}, \n`],
] as ReadonlyArray<readonly [string, string, ReadonlyArray<number>?]>) {
  test(`a file with ${what} is read as if it had none, in pieces of any size`, async (t) => {
    const bytes = Buffer.from(text);
    for (let size = 1; size <= bytes.length; size += 1)
      t.deepEqual(
        await read(bytesOf(bytes, size)),
        E.right({
          payments: [
            {
              transactionReference: 'INV-1',
              beneId: 'SHARMA01',
              packageCode: 'VENDOR',
              amount: 100,
            },
          ],
          lines,
        }),
      );
  });
}

test('blanks of a remark and of a tag stay, and those inside a code are refused with it', async (t) => {
  const found = await readText(`${HEADER},remark,tag\nINV 1,SHARMA01,VENDOR,1, a , b\n`);

  t.like(E.isRight(found) && found.right.payments[0], {
    transactionReference: 'INV 1',
    remark: ' a ',
    tag: ' b',
  });
});

const REPEATED = `${ROW}\n`.repeat(20_000);

for (const [what, text, fault] of [
  [
    'an amount of which nobody knows whether it is rupees or paise',
    'Reference,beneId,packageCode,Amount\n',
    { code: 'unclear_amount', line: 1, column: 'Amount', detail: /neither rupees nor paise/ },
  ],
  [
    'a misspelt column',
    `${HEADER},payoutDat\n`,
    { code: 'unknown_column', column: 'payoutDat', detail: /did you mean payoutDate\?/ },
  ],
  [
    'a column by two names',
    `${HEADER},Amount (Rs)\n`,
    { code: 'doubled_column', column: 'Amount (Rs)', detail: /names it twice/ },
  ],
  ['a missing column', 'beneId,packageCode,amount\n', { code: 'missing_column', detail: /must/ }],
  [
    'a quote that is never closed',
    `${HEADER}\n"INV-1,SHARMA01,VENDOR,1\n${ROW}\n`,
    { code: 'quotes', line: 2, detail: /never closed/ },
  ],
  [
    'a quote inside of a cell',
    `${HEADER}\nINV"1,SHARMA01,VENDOR,1\n`,
    { code: 'quotes', line: 2, detail: /double those inside/ },
  ],
  [
    'a cell that goes on for a megabyte',
    `${HEADER}\n"${'x'.repeat(1_048_576)}"\n`,
    { code: 'long_row', detail: /too long/ },
  ],
  [
    'a short row',
    `${HEADER}\nA,B\n`,
    { code: 'cells', row: 1, line: 2, detail: /expected 4 cells/ },
  ],
  [
    'a value in a column without a name',
    `${HEADER},\n${ROW},\n${ROW},x\n`,
    { code: 'cells', row: 2, line: 3, column: 'column 5', detail: /no column/ },
  ],
  [
    'an account in scientific form',
    `${HEADER},beneficiaryAccountNumber\n${ROW},1.23E+15\n`,
    { code: 'changed', row: 1, line: 2, column: 'beneficiaryAccountNumber', detail: /as text/ },
  ],
  [
    'an amount in scientific form',
    `${HEADER}\nA,B,C,1E+05\n`,
    { code: 'invalid', row: 1, column: 'amountRupees', pointer: '/payments/0/amount' },
  ],
  [
    'a reference that became a date',
    `${HEADER}\n02-Jan,B,C,1\n`,
    { code: 'changed', row: 1, column: 'transactionReference', detail: /a date/ },
  ],
  [
    'a number in metadata that is rounded',
    `${HEADER},metadata\n${ROW},"{""x"":1e-400}"\n`,
    {
      code: 'lossy',
      row: 1,
      column: 'metadata',
      pointer: '/payments/0/metadata/x',
      detail: /would become 0$/,
    },
  ],
  [
    'two amounts',
    `${HEADER},amount\n${ROW},1\n`,
    {
      code: 'doubled',
      row: 1,
      column: 'amountRupees',
      pointer: '/payments/0/amount',
      detail: /amount, too/,
    },
  ],
  [
    'vertical bars',
    `${HEADER.replaceAll(',', '|')}\n`,
    { code: 'separator', line: 1, detail: /by commas/ },
  ],
  ['no payments', `${HEADER}\n,,,\n`, { code: 'no_payments', detail: /1 to 20,000/ }],
  ['nothing', '', { code: 'no_payments', detail: /the file is empty/ }],
  ['blanks alone', ' \n\t\n', { code: 'no_payments', detail: /the file is empty/ }],
  [
    'a payment too many',
    `${HEADER}\n${REPEATED}${ROW}\n`,
    { code: 'too_many', row: 20_001, line: 20_002, detail: /20,000 payments: split the file/ },
  ],
] as const) {
  test(`a file with ${what} is refused in words, at its place`, async (t) => {
    const [found] = faultsOf(await readText(text));
    const { detail, ...rest }: Partial<Record<string, unknown>> = fault;

    t.like(found, rest);
    t.regex(found?.detail ?? '', detail instanceof RegExp ? detail : /^expected|^the header/);
  });
}

for (const [what, bytes] of [
  ['a PDF', '%PDF-1.7\n'],
  ['an old Excel file (.xls)', Buffer.from('d0cf11e0a1b11ae1', 'hex')],
  ['a web page or XML', '\ufeff<html><table>'],
  ['JSON', ' {"payments":[]}'],
  ['a picture', Buffer.from('89504e470d0a1a0a', 'hex')],
  ['packed (gzip)', Buffer.from('1f8b0800', 'hex')],
] as const) {
  test(`${what} is named as such, and refused`, async (t) => {
    const faults = faultsOf(await read(bytesOf(Buffer.from(bytes), 1)));

    t.like(faults, { 0: { code: 'wrong_kind' }, length: 1 });
    t.true(faults[0]?.detail.startsWith(`the file is ${what}`));
  });
}

test('bytes that are no text are refused', async (t) => {
  const bytes = Buffer.from([0x61, 0x62, 0, 0, 1, 2, 3]);

  t.like(faultsOf(await read(bytesOf(bytes))), { 0: { code: 'wrong_kind' }, length: 1 });
});

/** Bytes that go on, and how often somebody asked for more. */
const endless = (chunk: string) => {
  const asked = { chunks: 0, isClosed: false };
  const bytes = (async function* () {
    try {
      yield Buffer.from(chunk === ',' ? HEADER : `${HEADER}\n`);
      for (; asked.chunks < 100_000; asked.chunks += 1)
        yield await Promise.resolve(Buffer.from(chunk));
    } finally {
      asked.isClosed = true;
    }
  })();
  return { asked, bytes };
};

for (const [what, row] of [
  ['payments', ROW],
  ['faults', 'A,B'],
] as const) {
  test(`a file of too many ${what} is not read to its end, and is closed`, async (t) => {
    const { asked, bytes } = endless(`${row}\n`.repeat(10));
    const faults = faultsOf(await read(bytes));

    t.true(faults.length >= 1 && faults.length <= 100);
    t.true(asked.chunks < 5_000);
    t.true(asked.isClosed);
  });
}

for (const [what, chunk, code] of [
  ['empty lines', '\n'.repeat(1_048_576), 'too_many'],
  ['a row without an end', 'x'.repeat(1_048_576), 'long_row'],
  ['a header without an end', ',', 'long_row'],
] as const) {
  test(`a file of ${what} is refused, and closed`, async (t) => {
    const { asked, bytes } = endless(chunk);

    t.like(faultsOf(await read(bytes)), { 0: { code }, length: 1 });
    t.true(asked.isClosed);
  });
}

test('what fails on the way to the file is no fault of the file', async (t) => {
  const broken = (async function* () {
    yield await Promise.resolve(Buffer.from(`${HEADER}\n${ROW}\n`));
    throw new Error('the connection is gone');
  })();

  await t.throwsAsync(() => read(broken), { message: 'the connection is gone' });
});

test('the template is a file of one payment', async (t) => {
  const found = await readText(paymentFileTemplate());

  t.deepEqual(E.isRight(found) && found.right.payments, [
    {
      transactionReference: 'INV-1001',
      packageCode: 'VENDOR',
      beneId: 'SHARMA01',
      amount: 10_000_000,
      remark: 'November rent',
    },
  ]);
});

test('a file that says what was wrong with its payments is read as one that does not', async (t) => {
  const found = await readText(`${HEADER},fault\n${ROW},The payee is unknown.\n`);

  t.deepEqual(found, await readText(`${HEADER}\n${ROW}\n`));
  t.true(E.isRight(found));
});

test('a last row may hold the control totals', async (t) => {
  const found = await readText(`${HEADER}\n${ROW}\n${ROW}\nTotal 2,,,"1,00,000.50"\n\n`);

  t.deepEqual(E.isRight(found) && found.right.controlTotals, { count: 2, amount: 10_000_050 });
  t.is(E.isRight(found) && found.right.payments.length, 2);
  const payment = await readText(`${HEADER}\nTOTAL 2,SHARMA01,VENDOR,1\n`);
  t.is(E.isRight(payment) && payment.right.controlTotals, undefined);
});

test('nothing stands below the control totals', async (t) => {
  const found = await readText(`${HEADER}\nTOTAL 1,,,1\n${ROW}\n`);

  t.like(faultsOf(found), [{ code: 'after_totals', line: 3 }]);
});

test('a file of as many payments as there may be has room for its control totals', async (t) => {
  const found = await readText(`${HEADER}\n${`${ROW}\n`.repeat(20_000)}TOTAL 20000,,,20000\n`);

  t.deepEqual(E.isRight(found) && found.right.controlTotals, { count: 20_000, amount: 2_000_000 });
});
