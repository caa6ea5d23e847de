import { randomUUID } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { callHundi } from '../../testing/command-line.js';
import { batchTo, payee } from '../../testing/partner.js';
import { emptyDataDir, runService, type RunningService } from '../../testing/running-service.js';

let service: RunningService;
let sharma: string;

test.before(async () => {
  service = await runService(await emptyDataDir());
  sharma = await payee(service, 'Sharma Steel');
});
test.after.always(() => service.end('SIGTERM'));

const file = async (name: string, content: string | object): Promise<string> => {
  const path = join(await mkdtemp(join(tmpdir(), 'hundi-file-')), name);
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
};

const submit = (words: ReadonlyArray<string>, env: Readonly<Record<string, string>> = {}) =>
  callHundi(['batch', 'submit', ...words], {
    env: { HUNDI_URL: service.url, HUNDI_API_KEY: service.key, ...env },
  });

const HEADER = 'transactionReference,beneficiaryId,packageCode,amount,remark,metadata';
const TOTALS = /^3 payments, ₹[\d,.]+ in all; the largest is row \d, SUM-\d, with ₹[\d,.]+$/;
const NOVEMBER = ['--initiated-by', 'u-erp', '--api-ref', 'NOV-23'];

const documentIn = (lines: ReadonlyArray<string>, at = 0) =>
  JSON.parse(lines[at] ?? 'null') as Readonly<Record<string, unknown>>;

test('a JSON file is submitted once, however often the command is called', async (t) => {
  const path = await file('pay.json', batchTo(sharma, 'TWICE', 3));
  const first = await submit([path, '--json']);
  const again = await submit([path, '--json']);

  t.deepEqual([first.code, again.code], [0, 0]);
  t.like(documentIn(first.out), { status: 'queued', apiRefNumber: 'TWICE', replayed: false });
  t.like(documentIn(again.out), {
    jobId: documentIn(first.out)['jobId'],
    idempotencyKey: documentIn(first.out)['idempotencyKey'],
    replayed: true,
  });
  t.regex(String(documentIn(first.out)['idempotencyKey']), /^file-[0-9a-f]{64}$/);
});

test('the second call says that nothing was submitted, and under which key', async (t) => {
  const path = await file('pay.json', batchTo(sharma, 'SAYS'));
  await submit([path]);
  const { code, out, err } = await submit([path]);

  t.is(code, 0);
  t.regex(out[0] ?? '', /^job [0-9a-f-]{36}: accepted, 1 payment$/);
  t.true(err.some((line) => line.startsWith('idempotency key file-')));
  t.true(err.some((line) => line.includes('nothing was submitted now')));
});

test('a CSV file pays what it says, quoted cells and empty ones included', async (t) => {
  const path = await file(
    'pay.csv',
    `\ufeff${HEADER}\r\nCSV-1,${sharma},VENDOR,2500,"Bolts, nuts","{""order"":7}"\r\nCSV-2,${sharma},VENDOR,2600,,\r\n`,
  );
  const { code, out } = await submit([path, ...NOVEMBER, '--wait', '--json']);

  t.is(code, 0);
  t.like(documentIn(out, 1), { status: 'completed_success', rejected: [] });
  const [first] = documentIn(out)['transactions'] as ReadonlyArray<{ transactionId: string }>;
  const paid = await service.get(`/v1/partner/payments/transactions/${first?.transactionId ?? ''}`);
  t.like(JSON.parse(paid.text), { remark: 'Bolts, nuts', metadata: { order: 7 } });
});

const RUPEES = 'transactionReference,beneficiaryId,packageCode,amount,amountRupees';

test('a CSV column in rupees pays exactly that, beside rows in paise', async (t) => {
  const path = await file(
    'pay.csv',
    `${RUPEES}\nRUP-1,${sharma},VENDOR,,"1,15,000.15"\nRUP-2,${sharma},VENDOR,2600,\nRUP-3,${sharma},VENDOR,,25.1\n`,
  );
  const { code, out } = await submit([path, ...NOVEMBER, '--wait', '--json']);

  t.is(code, 0);
  const sent = documentIn(out)['transactions'] as ReadonlyArray<{ transactionId: string }>;
  const amounts = await Promise.all(
    sent.map(async ({ transactionId }) => {
      const paid = await service.get(`/v1/partner/payments/transactions/${transactionId}`);
      return (JSON.parse(paid.text) as { amount: { value: number } }).amount.value;
    }),
  );
  t.deepEqual(amounts, [11_500_015, 2_600, 2_510]);
});

test('a CSV file pays a payee by the code that the corporate gave', async (t) => {
  const path = await file(
    'pay.csv',
    'transactionReference,beneId,packageCode,amount\nCODE-1,sharma01,VENDOR,2600\n',
  );
  const { code, out } = await submit([path, ...NOVEMBER, '--wait', '--json']);

  t.is(code, 0, out.join('\n'));
  const [sent] = documentIn(out)['transactions'] as ReadonlyArray<{ transactionId: string }>;
  const paid = await service.get(`/v1/partner/payments/transactions/${sent?.transactionId}`);
  t.like(JSON.parse(paid.text), { beneficiary: { code: 'SHARMA01' }, amount: { value: 2_600 } });
});

test('count, sum and largest row stand on standard error before anything is sent', async (t) => {
  const path = await file('pay.json', batchTo(sharma, 'SUM', 3));
  const said: string[] = [];
  await callHundi(['batch', 'submit', path], {
    env: { HUNDI_URL: service.url, HUNDI_API_KEY: service.key },
    out: () => said.push('accepted'),
    err: (line) => said.push(line),
  });

  const at = said.findIndex((line) => TOTALS.test(line));
  t.true(at >= 0 && at < said.indexOf('accepted'), said.join('\n'));
});

test('a trial shows count, sum and largest row, also where a double does not hold the sum', async (t) => {
  const most = 999_999_999_999_999;
  const { payments, ...envelope } = batchTo(sharma, 'MOST', 12);
  const body = { ...envelope, payments: payments.map((one) => ({ ...one, amount: most })) };
  const path = await file('pay.json', body);
  const shown = await callHundi(['batch', 'submit', path, '--dry-run']);
  const json = await callHundi(['batch', 'submit', path, '--dry-run', '--json']);

  t.regex(
    shown.out[0] ?? '',
    /^12 payments, ₹11,99,99,99,99,99,999\.88 in all; .* row 1, MOST-0, /,
  );
  t.like(documentIn(json.out), {
    payments: 12,
    totalRupees: '119999999999999.88',
    largest: { row: 1, transactionReference: 'MOST-0', amountRupees: '9999999999999.99' },
  });
});

for (const [what, options, found] of [
  ['another sum', ['--expect-total', '76'], /--expect-total .*expected ₹76\.00 in all, and not ₹/],
  [
    'a hundredfold sum',
    ['--expect-total', '1,00,000.00'],
    /and not ₹1,000\.00; one is a hundred times the other: amount is paise/,
  ],
  ['another count', ['--expect-count', '4'], /--expect-count .*expected 4 payments, and not 1$/],
] as const) {
  test(`a file is refused where ${what} was expected, and nothing is sent`, async (t) => {
    const { payments, ...envelope } = batchTo(sharma, 'EXPECTED');
    const body = { ...envelope, payments: payments.map((one) => ({ ...one, amount: 100_000 })) };
    const path = await file('pay.json', body);
    const env = { HUNDI_URL: 'http://127.0.0.1:1' };
    const refused = await submit([path, ...options], env);
    const asJson = await submit([path, ...options, '--json'], env);
    const trial = await submit([path, ...options, '--dry-run']);

    t.deepEqual([refused.code, asJson.code, trial.code], [1, 1, 1]);
    t.true(
      refused.out.some((line) => found.test(line)),
      refused.out.join('\n'),
    );
    t.like(documentIn(asJson.out), { faults: [{ column: options[0] }] });
    t.deepEqual(trial.out, refused.out);
    t.true(refused.err.includes('hundi: the file has 1 fault; nothing was submitted'));
  });
}

test('a file that comes to what was expected is accepted', async (t) => {
  const path = await file('pay.json', batchTo(sharma, 'COMES-TO', 3));
  const { code, out } = await submit([path, '--dry-run', '--json']);
  const { totalRupees } = documentIn(out);
  const said = ['--expect-total', `₹${String(totalRupees)}`, '--expect-count', '3'];

  t.is(code, 0);
  t.is((await submit([path, ...said])).code, 0);
});

test('rows of empty cells are no payments, and the rows around them keep their lines', async (t) => {
  const path = await file(
    'pay.csv',
    `${HEADER}\n,,,,,\nOK-1,${sharma},VENDOR,2500,,\n  , ,,,,\n\nBAD 2,${sharma},VENDOR,1,,\n,,,,,,,\n   \n`,
  );
  const { out } = await submit([path, ...NOVEMBER, '--json']);

  t.like(documentIn(out), {
    faults: [{ row: 2, line: 6, column: 'transactionReference' }],
  });
  t.is((documentIn(out)['faults'] as ReadonlyArray<unknown>).length, 1);
});

test('a row that the service rejects is named with its reason, and the command fails', async (t) => {
  const body = batchTo(sharma, 'ROWS', 2);
  const [good, bad] = body.payments;
  const path = await file('pay.json', {
    ...body,
    payments: [good, { ...bad, beneficiaryId: 'nobody-1' }],
  });
  const shown = await submit([path, '--wait']);
  const json = await submit([path, '--wait', '--json']);

  t.deepEqual([shown.code, json.code], [1, 1]);
  t.true(
    shown.out.some((line) => line.includes('completed_partial, 2 rows, 1 created, 1 rejected')),
  );
  t.true(shown.out.some((line) => /^2 +ROWS-1 .*beneficiary/.test(line)));
  t.like(documentIn(json.out, 1), {
    status: 'completed_partial',
    rejected: [{ index: 1, transactionReference: 'ROWS-1', outcome: 'rejected' }],
  });
});

test('a faulty file is refused here, with row, line, column and pointer, and no value of it', async (t) => {
  const path = await file(
    'pay.csv',
    `${HEADER}\nOK-1,${sharma},VENDOR,2500,,\n\nBAD-2,${sharma},VENDOR,25.00,,\nBAD 3,${sharma},VENDOR,10,,{\n`,
  );
  const { code, out, err } = await submit([path, ...NOVEMBER, '--json']);

  t.is(code, 1);
  t.deepEqual(documentIn(out), {
    faults: [
      {
        row: 2,
        line: 4,
        column: 'amount',
        pointer: '/payments/1/amount',
        detail: 'expected a whole number of paise from 1 to 999999999999999',
      },
      {
        row: 3,
        line: 5,
        column: 'transactionReference',
        pointer: '/payments/2/transactionReference',
        detail: 'expected 1 to 100 visible ASCII characters',
      },
      {
        row: 3,
        line: 5,
        column: 'metadata',
        pointer: '/payments/2/metadata',
        detail: 'expected an object',
      },
    ],
  });
  t.deepEqual(err, ['hundi: the file has 3 faults; nothing was submitted']);
});

for (const [what, content, found] of [
  ['a misspelt column', `${HEADER},payoutdat\n`, /payoutdat .*did you mean payoutDate/],
  ['a column twice', `${HEADER},amount\n`, /amount.*names it twice/],
  ['a missing column', 'transactionReference,amount\n', /beneficiaryId.*must name it/],
  ['a short row', `${HEADER}\nA,B\n`, /^1 +2 .*expected 6 cells, .* not 2/],
  ['vertical bars', `${HEADER.replaceAll(',', '|')}\n`, /^1 .*vertical bars: .* commas/],
  ['no amount at all', 'transactionReference,beneficiaryId,packageCode\n', /or amountRupees$/],
  ['paise and rupees', `${RUPEES}\nA,B,C,1,0.01\n`, /^1 +2 +amountRupees .*has amount, too/],
  ['a fraction of a paisa', `${RUPEES}\nA,B,C,,1.005\n`, /^1 +2 +amountRupees .*two decimals/],
  ['no rupees', `${RUPEES}\nA,B,C,,0.00\n`, /^1 +2 +amountRupees .*from 0\.01 on/],
  ['rupees past the most', `${RUPEES}\nA,B,C,,10000000000000\n`, /^1 +2 +amountRupees/],
  [
    'an empty cell of its only amount',
    `${RUPEES.replace('amount,', '')}\nA,B,C,\n`,
    /^1 +2 +amountRupees .*expected rupees/,
  ],
  [
    'a payee by two names',
    'transactionReference,beneficiaryId,beneId,packageCode,amount\nA,B,C,D,1\n',
    /^1 +2 +beneId .*has beneficiaryId, too/,
  ],
  ['an open quote', `${HEADER}\n"A,B\n`, /^2 .*never closed/],
  [
    'a number in metadata that is rounded',
    `${HEADER}\nA,B,C,1,,"{""x"":1e-400}"\n`,
    /^1 +2 +metadata .*metadata\/x +cannot be kept as it is: it would become 0$/,
  ],
  [
    'a member of metadata twice',
    `${HEADER}\nA,B,C,1,,"{""x"":1,""x"":2}"\n`,
    /^1 +2 +metadata .*metadata\/x +appears twice$/,
  ],
  ['no rows', `${HEADER}\n`, /expected 1 to 20,000 payments/],
  ['nothing', '', /the file is empty: expected a header/],
] as const) {
  test(`a CSV file with ${what} is refused in words`, async (t) => {
    const { code, out } = await submit([await file('pay.csv', content), ...NOVEMBER]);

    t.is(code, 1);
    t.true(
      out.some((line) => found.test(line)),
      out.join('\n'),
    );
  });
}

for (const [what, content, found] of [
  ['a misspelt field', '{"payments":[{"payoutdate":"2030-01-01"}]}', /payoutDate\?/],
  ['a field twice', '{"payments":[],"payments":[]}', /\/payments/],
  [
    'an amount that is nearly whole',
    '{"payments":[{"amount":250000.00000000001}]}',
    /^1 .*amount .*it would become 250000$/,
  ],
  ['an exponent', '{"payments":[{"amount":1e2}]}', /amount .*expected a whole number without/],
  ['half a document', '{"payments":[', /is not JSON: it ends too early, at line 1, column 14/],
  ['a comma too many', '{\n  "payments": [],\n}', /is not JSON from line 3, column 1 on/],
  ['the wrong shape', '[]', /expected an object/],
] as const) {
  test(`a JSON file with ${what} is refused in words`, async (t) => {
    const { code, out } = await submit([await file('pay.json', content)]);

    t.is(code, 1);
    t.true(
      out.some((line) => found.test(line)),
      out.join('\n'),
    );
  });
}

test('a file that is no UTF-8 is refused, and no letter of it replaced', async (t) => {
  const path = await file('pay.json', '{}');
  await writeFile(path, Buffer.from('{"apiRefNumber":"Stra\xdfe"}', 'latin1'));

  t.like(await submit([path]), { code: 1 });
  t.regex((await submit([path])).out[1] ?? '', /not UTF-8/);
});

test('JSON in UTF-16 is one fault, which says so and what to do', async (t) => {
  const path = await file('pay.json', '');
  await writeFile(path, Buffer.from('\ufeff{}\r\n', 'utf16le'));
  const { code, out } = await submit([path, '--json']);

  t.is(code, 1);
  const [fault, ...others] = documentIn(out)['faults'] as ReadonlyArray<{ detail: string }>;
  t.regex(fault?.detail ?? '', /^the file is UTF-16: save it as UTF-8/);
  t.deepEqual(others, []);
});

test('CSV as a spreadsheet writes it, with tabs and in UTF-16, is submitted', async (t) => {
  const path = await file('pay.CSV', '');
  const rows = `Reference\tBeneficiary Code\tPackage\tAmount (Rs)\r\nTABS-1\tSHARMA01\tVENDOR\t1,00,000.00\r\n`;
  await writeFile(path, Buffer.from(`\ufeff${rows}`, 'utf16le'));
  const { code, out } = await submit([path, ...NOVEMBER, '--dry-run', '--json']);

  t.is(code, 0, out.join('\n'));
  t.like(documentIn(out), { payments: 1, totalRupees: '100000.00' });
});

test('the bytes of a file say whether it is a workbook, and not its name', async (t) => {
  const text = `${HEADER}\nA,B,C,1,,\n`;
  const csv = await submit([await file('pay.xlsx', text), ...NOVEMBER, '--dry-run']);
  const cut = await submit([await file('pay.csv', 'PK\u0003\u0004 and no more'), ...NOVEMBER]);

  t.is(csv.code, 0, csv.out.join('\n'));
  t.is(cut.code, 1);
  t.regex(cut.out[1] ?? '', /the workbook is damaged or cut off/);
});

test('a trial checks the file, and needs neither a service nor a key', async (t) => {
  const path = await file('pay.json', batchTo(sharma, 'TRIAL', 2));
  const { code, out } = await callHundi(['batch', 'submit', path, '--dry-run', '--json']);

  t.is(code, 0);
  t.like(documentIn(out), { payments: 2 });
});

test('one idempotency key for two files is refused, with what to do', async (t) => {
  const key = ['--idempotency-key', randomUUID()];
  await submit([await file('a.json', batchTo(sharma, 'KEY-A')), ...key]);
  const { code, err } = await submit([await file('b.json', batchTo(sharma, 'KEY-B')), ...key]);

  t.is(code, 1);
  t.regex(err.at(-1) ?? '', /give another --idempotency-key/);
});

test('a key of nobody is refused with the service’s reason', async (t) => {
  const path = await file('pay.json', batchTo(sharma, 'NOBODY'));
  const { code, err } = await submit([path], {
    HUNDI_API_KEY: 'pak_0000000000000000_000000000000000000000000000000000000000000000000',
  });

  t.is(code, 1);
  t.regex(err.at(-1) ?? '', /answered 401/);
});

test('where no service answers it says that repeating is safe, and under which key', async (t) => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  taken.close();
  const path = await file('pay.json', batchTo(sharma, 'AWAY'));
  const { code, out, err } = await submit([path, '--json'], {
    HUNDI_URL: `http://127.0.0.1:${String(port)}`,
  });

  t.is(code, 1);
  t.like(documentIn(out), { undecided: true });
  t.regex(err.at(-1) ?? '', /ECONNREFUSED.*Repeating is safe: .*--idempotency-key file-/);
});

test('a key among the arguments is refused, and not repeated', async (t) => {
  const path = await file('pay.json', batchTo(sharma, 'ARGUMENT'));
  for (const words of [[service.key], ['--api-key', 'x'], [`--key=${service.key}`]]) {
    const { code, err } = await submit([path, ...words]);

    t.is(code, 2);
    t.regex(err[0] ?? '', /other users of this machine can read arguments/);
    t.false(err.join().includes(service.key));
  }
});

for (const [what, words, env, found] of [
  ['no file', [], {}, /FILE: must be given/],
  ['a file that is not there', ['/nowhere/pay.json'], {}, /FILE: .* ENOENT/],
  ['a workbook that is not there', ['/nowhere/a.xlsx', ...NOVEMBER], {}, /FILE: .* ENOENT/],
  ['a file without an end', ['/dev/zero'], {}, /FILE: \/dev\/zero is larger than 64 MiB/],
  ['no sum', ['x', '--expect-total', '1,50'], {}, /--expect-total: expected rupees/],
  ['no count', ['x', '--expect-count', '0'], {}, /--expect-count: expected a whole number/],
  ['CSV without its envelope', ['/nowhere/pay.csv'], {}, /--initiated-by and --api-ref: must/],
  ['JSON with one', ['/nowhere/pay.json', '--api-ref', 'A'], {}, /leave them out/],
  ['a trial that waits', ['/nowhere/pay.json', '--dry-run', '--wait'], {}, /^hundi: --wait: with/],
  ['no address', ['/nowhere/pay.json'], { HUNDI_URL: undefined }, /HUNDI_URL: must be set/],
  ['no address of a service', ['x', '--url', 'ftp://a'], {}, /--url: expected the address/],
  ['no key', ['/nowhere/pay.json'], { HUNDI_API_KEY: undefined }, /HUNDI_API_KEY: must be set/],
  ['a key of another kind', ['x'], { HUNDI_API_KEY: 'sk_1' }, /expected a partner key/],
] as const) {
  test(`a call with ${what} is misuse, and says what was expected`, async (t) => {
    const { code, err } = await submit([...words], env as Readonly<Record<string, string>>);

    t.is(code, 2);
    t.regex(err[0] ?? '', found);
  });
}
