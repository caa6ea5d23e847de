import { E } from '@hundi/core';
import test from 'ava';
import {
  el,
  entry,
  group,
  inr,
  notifications,
  readAll,
  statement,
  statements,
  statusReport,
} from '../messages.test.support.js';

const STATUSES = statusReport(el('GrpSts', 'ACCP'), group('G1', el('PmtInfSts', 'PART')));
const STATEMENT = statements(
  statement(
    {},
    entry({ rupees: '500.01', note: 'Groß & <klein>'.replace('&', '&amp;').replace('<', '&lt;') }),
  ),
);

const faultOf = async (file: string | Uint8Array, options = {}) => {
  const { outcome } = await readAll(file, options);
  return E.isLeft(outcome) ? outcome.left.fault : 'read';
};

const utf16 = (text: string, isBig: boolean): Buffer => {
  const bytes = Buffer.from(text.replace('UTF-8', 'UTF-16'), 'utf16le');
  return isBig ? bytes.swap16() : bytes;
};

test('each message says what it is', async (t) => {
  for (const [file, type] of [
    [STATUSES, 'pain.002'],
    [STATEMENT, 'camt.053'],
    [notifications(entry({ rupees: '1' })), 'camt.054'],
  ] as const)
    t.deepEqual(
      (await readAll(file)).outcome,
      E.right({ type, messageId: 'BANK-1', createdAt: '2026-11-27T10:00:00+05:30' }),
    );
});

test('a page of a message says which one it is', async (t) => {
  const paged = STATEMENT.replace(
    '</GrpHdr>',
    '<MsgPgntn><PgNb>2</PgNb><LastPgInd>0</LastPgInd></MsgPgntn></GrpHdr>',
  );

  const { outcome } = await readAll(paged);

  t.deepEqual(E.isRight(outcome) && outcome.right.page, { number: 2, isLast: false });
});

test('a file is read alike in every encoding, with a mark or without, in pieces of any size', async (t) => {
  const { parts } = await readAll(STATEMENT);
  const files = [
    Buffer.from(`\ufeff${STATEMENT}`),
    utf16(STATEMENT, false),
    utf16(STATEMENT, true),
    utf16(`\ufeff${STATEMENT}`, false),
    utf16(`\ufeff${STATEMENT}`, true),
    Buffer.from(STATEMENT.replace('UTF-8', 'ISO-8859-1'), 'latin1'),
    Buffer.from(STATEMENT.replace(' encoding="UTF-8"', '')),
  ];

  t.is(parts.length, 2);
  for (const [i, file] of files.entries())
    for (const size of [1, 7, 1_000_000]) {
      const read = await readAll(file, { size });
      t.true(E.isRight(read.outcome), `${String(i)} in pieces of ${String(size)}`);
      t.deepEqual(read.parts, parts);
    }
});

test('a file that is not in its encoding is refused', async (t) => {
  t.is(await faultOf(Buffer.from(STATEMENT.replace('UTF-8', 'UTF-16'))), 'encoding');
  t.is(await faultOf(Buffer.from(STATEMENT, 'utf16le')), 'encoding');
  t.is(await faultOf(Buffer.from(STATEMENT, 'latin1')), 'encoding');
  t.is(await faultOf(Buffer.from(STATEMENT.replace('UTF-8', 'EBCDIC-CP-US'))), 'encoding');
  t.is(
    await faultOf(
      Buffer.concat([Buffer.from('\ufeff'), Buffer.from(STATEMENT.replace('UTF-8', 'ISO-8859-1'))]),
    ),
    'encoding',
  );
  t.is(await faultOf(Buffer.from([0xff, 0xfe, 0, 0, 0x3c, 0, 0, 0])), 'encoding');
});

test('a file that ends early is refused wherever it ends, and counts for nothing', async (t) => {
  const bytes = Buffer.from(STATEMENT);

  for (let length = 0; length < bytes.length; length += 1) {
    const fault = await faultOf(bytes.subarray(0, length));
    t.not(fault, 'read', `${String(length)} bytes`);
  }
  t.is(await faultOf(bytes.subarray(0, bytes.length - 1)), 'truncated');
  t.is(await faultOf(bytes.subarray(0, bytes.length >> 1)), 'truncated');
});

test('two messages in one file are refused', async (t) => {
  t.is(await faultOf(STATUSES + STATUSES.replace(/^<\?xml[^>]*>\s*/, '')), 'malformed');
  t.is(await faultOf(STATUSES + STATUSES), 'malformed');
});

const LAUGHS = `<!DOCTYPE lolz [<!ENTITY lol "lol">${Array.from(
  { length: 9 },
  (_, i) => `<!ENTITY lol${String(i + 1)} "${`&lol${i === 0 ? '' : String(i)};`.repeat(10)}">`,
).join('')}]>`;

for (const [what, file] of [
  ['a billion laughs', STATUSES.replace('\n', LAUGHS).replace('BANK-1', '&lol9;')],
  [
    'a document type that names a file',
    STATUSES.replace('\n', '<!DOCTYPE Document SYSTEM "file:///etc/passwd">'),
  ],
  ['an entity that nothing declares', STATUSES.replace('BANK-1', '&secret;')],
  ['an element that ends another one', STATUSES.replace('</MsgId>', '</CreDtTm>')],
  ['an attribute that stands twice', STATEMENT.replace('Ccy="INR"', 'Ccy="INR" Ccy="USD"')],
  ['a prefix that nothing declares', STATUSES.replace('<GrpHdr>', '<x:Other/><GrpHdr>')],
  ['a character that XML does not know', STATUSES.replace('BANK-1', 'BANK\u0001')],
  ['a reference to such a character', STATUSES.replace('BANK-1', 'BANK&#1;')],
] as const) {
  test(`a file with ${what} is refused as malformed`, async (t) => {
    t.is(await faultOf(file), 'malformed');
  });
}

for (const [what, file] of [
  ['of a version of other elements', STATUSES.replace('pain.002.001.10', 'pain.002.001.02')],
  ['of a version that nobody has read yet', STATUSES.replace('pain.002.001.10', 'pain.002.001.99')],
  ['of the namespace of another message', STATUSES.replace('pain.002.001.10', 'camt.053.001.08')],
  ['of no namespace and no known root', '<Document><Other><GrpHdr/></Other></Document>'],
  [
    'of a namespace that every object has',
    STATUSES.replace(/xmlns="[^"]*"/, 'xmlns="constructor"'),
  ],
  ['that is a page', '<!-- a page --><html xmlns="http://www.w3.org/1999/xhtml"/>'],
  ['of another root', STATUSES.replaceAll('Document', 'Dokument')],
] as const) {
  test(`a file ${what} is no message`, async (t) => {
    t.is(await faultOf(file), 'wrong_message');
  });
}

test('a message may have any prefix', async (t) => {
  const prefixed = STATUSES.replaceAll(/<(\/?)(\w)/g, '<$1doc:$2').replace('xmlns=', 'xmlns:doc=');

  t.deepEqual((await readAll(prefixed)).parts, (await readAll(STATUSES)).parts);
});

test('elements of a foreign namespace say nothing, whatever their names', async (t) => {
  const foreign =
    '<GrpSts xmlns="urn:other">RJCT</GrpSts><x:GrpSts xmlns:x="urn:other">RJCT</x:GrpSts>';
  const file = STATUSES.replace('<GrpSts>', `${foreign}<GrpSts>`);

  t.deepEqual((await readAll(file)).parts, (await readAll(STATUSES)).parts);
});

test('a namespace holds within its element only', async (t) => {
  const file = STATUSES.replace('<GrpSts>', '<x:Any xmlns:x="urn:other"/><GrpSts>').replace(
    '<OrgnlPmtInfAndSts>',
    '<x:Any/><OrgnlPmtInfAndSts>',
  );

  t.is(await faultOf(file), 'malformed');
});

test('elements that this package does not know are skipped with all they hold', async (t) => {
  const file = STATEMENT.replace('<Ntry>', '<Bewegung><Ntry><Amt>x</Amt></Ntry></Bewegung><Ntry>');

  t.deepEqual((await readAll(file)).parts, (await readAll(STATEMENT)).parts);
});

test('text that is cut into sections is one text', async (t) => {
  const file = STATUSES.replace('BANK-1', 'BA<![CDATA[N]]>K<!-- no -->-&#49;');

  t.deepEqual((await readAll(file)).parts, (await readAll(STATUSES)).parts);
});

test('a file that is too large, too deep or too long in one text is refused before it is read', async (t) => {
  const deep = '<a>'.repeat(100) + '</a>'.repeat(100);
  const long = 'x'.repeat(1_000_000);

  t.is(await faultOf(STATUSES, { bytesMax: 100 }), 'too_large');
  t.is(await faultOf(STATUSES.replace('<GrpSts>', `${deep}<GrpSts>`)), 'too_large');
  for (const place of ['BANK-1', '<GrpHdr>'])
    t.is(
      await faultOf(
        STATUSES.replace(place, place === 'BANK-1' ? long : `<GrpHdr><Other a="${long}"/>`),
      ),
      'too_large',
    );
  t.is(await faultOf(STATUSES.replace('<GrpHdr>', `<!--${long}--><GrpHdr>`)), 'too_large');
});

for (const [what, file, path] of [
  ['no id', STATUSES.replace(/<MsgId>.*<\/MsgId>/, ''), '/Document/CstmrPmtStsRpt/GrpHdr'],
  [
    'no head',
    STATUSES.replace(/<GrpHdr>.*<\/GrpHdr>/, ''),
    '/Document/CstmrPmtStsRpt/OrgnlPmtInfAndSts',
  ],
  [
    'no message that it answers',
    STATUSES.replace(/<OrgnlMsgId>.*<\/OrgnlMsgId>/, ''),
    '/Document/CstmrPmtStsRpt/OrgnlGrpInfAndSts',
  ],
  [
    'a statement without an account',
    STATEMENT.replace(/<Acct>.*<\/Acct>/, ''),
    '/Document/BkToCstmrStmt/Stmt/Ntry',
  ],
  [
    'an entry without an amount',
    STATEMENT.replace(inr('500.01'), ''),
    '/Document/BkToCstmrStmt/Stmt/Ntry',
  ],
  [
    'an entry without a side',
    STATEMENT.replace(/(<Ntry>.*?)<CdtDbtInd>DBIT<\/CdtDbtInd>/, '$1'),
    '/Document/BkToCstmrStmt/Stmt/Ntry',
  ],
  [
    'an entry without a status',
    STATEMENT.replace(/<Sts>.*<\/Sts>/, ''),
    '/Document/BkToCstmrStmt/Stmt/Ntry',
  ],
] as const) {
  test(`a message with ${what} is refused, and its place named`, async (t) => {
    const { outcome } = await readAll(file);

    t.like(E.isLeft(outcome) && outcome.left, { fault: 'missing', path, line: 2 });
  });
}

for (const [what, change] of [
  ['amount that is no whole paise', ['500.01', '500.015']],
  ['amount without a currency', ['<Amt Ccy="INR">500.01', '<Amt>500.01']],
  ['amount below zero', ['500.01', '-500.01']],
  ['side', ['<CdtDbtInd>DBIT', '<CdtDbtInd>DEBIT']],
  ['flag', ['<Sts>', '<RvslInd>yes</RvslInd><Sts>']],
] as const) {
  test(`an entry with an invalid ${what} is refused`, async (t) => {
    t.is(await faultOf(STATEMENT.replace(change[0], change[1])), 'invalid');
  });
}

test('an element that stands twice, where it may stand once, is refused', async (t) => {
  for (const once of [
    inr('500.01'),
    '<MsgId>BANK-1</MsgId>',
    '<Id>ST1</Id>',
    '<Sts><Cd>BOOK</Cd></Sts>',
  ])
    t.is(await faultOf(STATEMENT.replace(once, once + once)), 'doubled', once);
});

test('a refusal repeats no value of the file', async (t) => {
  const { outcome } = await readAll(STATEMENT.replace('500.01', 'SECRET'));

  t.true(E.isLeft(outcome));
  t.notRegex(JSON.stringify(outcome), /SECRET/);
});

test('what takes the parts may wait, and its failure ends the reading', async (t) => {
  const failure = new Error('the database is away');
  const { readMessage } = await import('./read-message.js');
  const bytes = async function* () {
    yield Buffer.from(STATUSES);
  };

  await t.throwsAsync(
    readMessage(bytes(), () => Promise.reject(failure)),
    { is: failure },
  );
});

test('a file of many pieces gives its parts in their order, a few at a time', async (t) => {
  const many = statements(
    statement({}, ...Array.from({ length: 2_000 }, (_, i) => entry({ rupees: String(i) }))),
  );
  const counts: number[] = [];
  const paise: number[] = [];
  const { readMessage } = await import('./read-message.js');
  const bytes = async function* () {
    yield Buffer.from(many);
  };

  await readMessage(bytes(), (parts) => {
    counts.push(parts.length);
    for (const part of parts)
      if (part.kind === 'entry' && 'paise' in part.entry.amount)
        paise.push(part.entry.amount.paise);
  });

  t.deepEqual(
    paise,
    Array.from({ length: 2_000 }, (_, i) => i * 100),
  );
  t.true(Math.max(...counts) < 500);
});
