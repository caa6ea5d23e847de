import test from 'ava';
import type { MessagePart } from '../reading/read-message.js';
import { entry, onPage, pageOf, readAll, statement, statements } from '../messages.test.support.js';
import { pageMismatches, type PageRead } from './page-mismatches.js';
import { statementBalances } from './statement-balances.js';

/** The pages of files, each read by itself. */
const pagesOf = async (files: ReadonlyArray<string>): Promise<ReadonlyArray<PageRead>> => {
  const pages: PageRead[] = [];
  for (const [i, file] of files.entries()) {
    const balances = statementBalances();
    const { parts }: { readonly parts: ReadonlyArray<MessagePart> } = await readAll(file);
    for (const part of parts) if (part.kind !== 'status') balances.add(part);
    for (const sum of balances.sums())
      pages.push({ type: 'camt.053', keptAs: `file-${String(i)}`, ...sum });
  }
  return pages;
};

const said = async (...files: ReadonlyArray<string>) =>
  pageMismatches(await pagesOf(files)).map(({ reason, said: of }) =>
    'pages' in of ? [reason, of.pages.missing, of.pages.repeated] : [reason],
  );

const PAGES = [
  { opening: '1000', closing: '', rupees: '200' },
  { opening: '', closing: '', rupees: '200' },
  { opening: '', closing: '499.99', rupees: '100.01' },
];
/** The nth page of a statement of three, which adds up. */
const page = (number: 1 | 2 | 3, rupees?: string): string => {
  const { rupees: right = '', ...balances } = PAGES[number - 1] ?? {};
  return statements(
    statement(
      { page: pageOf(number, number === 3), ...balances },
      entry({ rupees: rupees ?? right }),
    ),
  );
};
const later = statements(statement({ id: 'ST2', sequence: 18 }, entry({ rupees: '500.01' })));

test('of a statement whose pages have all come and add up, in any order, nothing is said', async (t) => {
  t.deepEqual(await said(page(1), page(2), page(3)), []);
  t.deepEqual(await said(page(3), later, page(1), page(2)), []);
});

test('a statement that does not add up over its pages is said once every page has come', async (t) => {
  t.deepEqual(await said(page(1), page(2, '200.01')), []);
  const [one, ...others] = pageMismatches(await pagesOf([page(3), page(2, '200.01'), page(1)]));

  t.deepEqual(others, []);
  t.like(one, {
    reason: 'balances_differ',
    said: { opening: 100_000, entries: -50_002, closing: 49_999 },
  });
});

test('a page is missing once the last page has come, or a later statement of the account', async (t) => {
  t.deepEqual(await said(page(1)), []);
  t.deepEqual(await said(page(2)), []);
  t.deepEqual(await said(page(1), page(3)), [['pages_missing', [2], []]]);
  t.deepEqual(await said(page(1), page(2), later), [['pages_missing', [], []]]);
  t.deepEqual(await said(page(2), later), [['pages_missing', [1], []]]);
});

test('a later statement of another account, and an earlier one, say nothing of missing pages', async (t) => {
  t.deepEqual(
    await said(
      page(1),
      statements(statement({ id: 'ST2', sequence: 18, account: '1' })),
      statements(statement({ id: 'ST0', sequence: 16 })),
    ),
    [],
  );
});

test('where statements are not counted, the later one is that of a later day', async (t) => {
  const uncounted = (text: string) => text.replace(/<ElctrncSeqNb>\d+<\/ElctrncSeqNb>/, '');

  t.deepEqual(await said(uncounted(page(1)), uncounted(later)), []);
  t.deepEqual(
    await said(uncounted(page(1)), uncounted(later).replace('27T00:00:00', '28T00:00:00')),
    [['pages_missing', [], []]],
  );
});

test('a page that comes again is said, and counts once in the sum', async (t) => {
  t.deepEqual(await said(page(1), page(2), page(2), page(3)), [['page_repeated', [], [2]]]);
});

test('a statement on one page that comes again says nothing of pages', async (t) => {
  t.deepEqual(await said(later, later.replace('BANK-1', 'BANK-2')), []);
});

test('a statement that is split over messages is one statement, by the pages of the messages', async (t) => {
  const part = (number: number, isLast: boolean, rupees: string) =>
    onPage(statements(statement({}, entry({ rupees }))), number, isLast);

  t.deepEqual(await said(part(1, false, '300'), part(2, true, '200.01')), []);
  t.deepEqual(await said(part(1, false, '300'), part(2, true, '200.02')), [['balances_differ']]);
  t.deepEqual(await said(part(1, false, '300'), part(3, true, '200.01')), [
    ['pages_missing', [2], []],
  ]);
});

test('a statement that stands whole on one page of a message is not missing on the others', async (t) => {
  const whole = (id: string, ...entries: ReadonlyArray<string>) =>
    statement({ id }, ...entries, entry({ rupees: '500.01' }));

  t.deepEqual(
    await said(
      onPage(statements(whole('A'), statement({ id: 'B', closing: '' })), 1, false),
      onPage(statements(whole('C')), 2, true),
    ),
    [],
  );
  t.deepEqual(await said(onPage(statements(statement({ id: 'B', opening: '' })), 2, true)), [
    ['pages_missing', [1], []],
  ]);
});

test('a statement that runs over some pages of a message is whole where it opens, closes and adds up', async (t) => {
  const [opens, runs, closes] = [
    statement({ id: 'B', closing: '' }, entry({ rupees: '200' })),
    statement({ id: 'B', opening: '', closing: '' }, entry({ rupees: '200' })),
    statement({ id: 'B', opening: '' }, entry({ rupees: '100.01' })),
  ];
  const on = (number: number, part: string, isLast = false) =>
    onPage(statements(part), number, isLast);

  t.deepEqual(await said(on(2, opens), on(3, runs), on(4, closes, true)), []);
  t.deepEqual(await said(on(1, opens), on(2, runs), on(3, closes), later), []);
  t.deepEqual(await said(on(2, opens), on(4, closes, true)), [['pages_missing', [1, 3], []]]);
  t.deepEqual(await said(on(2, opens), on(3, closes, true)), [['pages_missing', [1], []]]);
  t.deepEqual(await said(on(2, runs), on(3, runs), later), [['pages_missing', [1], []]]);
});

test('a bank that counts anew each year, or gives each statement one id and number, repeats no page', async (t) => {
  const nextYear = (text: string) => text.replaceAll('2026-11-27', '2027-11-27');
  const pages = [page(1), page(2), page(3)];

  t.deepEqual(await said(...pages, ...pages.map(nextYear)), []);
});

test('statements without period and number cannot be told apart: of pages that may be of several, nothing is said', async (t) => {
  const bare = (text: string) =>
    text
      .replace(/<ElctrncSeqNb>.*<\/FrToDt>/, '')
      .replace('BANK-1', `BANK-${String(Math.random())}`);
  const pages = [page(1), page(2), page(3)];

  t.deepEqual(await said(...pages.map(bare), ...pages.map(bare)), []);
  t.deepEqual(await said(bare(page(1, '201')), ...pages.map(bare)), []);
});

test('an account with zeros before it, or in groups, is the same account', async (t) => {
  const account = (number: 1 | 2 | 3, text: string) => page(number).replace('50200011112222', text);

  t.deepEqual(
    await said(page(1), account(2, '0050200011112222'), account(3, '5020-0011-112222')),
    [],
  );
});

test('each page more costs as much as the page before it', async (t) => {
  const heads = await Promise.all(
    [1, 2, 3].map(async (number) => pagesOf([page(number as 1 | 2 | 3)])),
  );
  const looksAt = (statementCount: number): number => {
    let looks = 0;
    const pages = Array.from({ length: statementCount }, (_, i) =>
      heads.flat().map((one): PageRead => ({
        ...one,
        statement: new Proxy(
          { ...one.statement, sequenceNumber: String(i) },
          {
            get: (head, name) => {
              looks += 1;
              return Reflect.get(head, name) as unknown;
            },
          },
        ),
      })),
    );
    t.deepEqual(pageMismatches(pages.flat()), []);
    return looks;
  };

  t.is(looksAt(600) - looksAt(400), looksAt(400) - looksAt(200));
});

test('of pages in another currency no sum is said', async (t) => {
  const dollars = (text: string) => text.replaceAll('Ccy="INR"', 'Ccy="USD"');

  t.deepEqual(await said(page(1), dollars(page(2, '9')), page(3)), []);
});
