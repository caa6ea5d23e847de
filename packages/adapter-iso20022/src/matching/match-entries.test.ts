import type { BankReport } from '@hundi/core/rail';
import test from 'ava';
import { usageGuide, type UsageGuideInput } from '../guide/usage-guide.js';
import {
  el,
  entriesOf,
  entry,
  inr,
  notifications,
  statement,
  statements,
  type EntryWords,
} from '../messages.test.support.js';
import { GUIDE, orderOf, refOf } from '../orders.test.data.js';
import { matchEntries } from './match-entries.js';
import { knownUtrs } from './known-utrs.js';
import { SENT, sentMessage } from './sent.test.data.js';
import { sentOrders } from './sent-orders.js';

const M2 = sentMessage('M2', {
  G3: [
    orderOf(4, { endToEndId: 'SAME', amount: 10_000 }),
    orderOf(5, { endToEndId: 'SAME', amount: 20_000 }),
  ],
});
const sent = await sentOrders([SENT, M2], knownUtrs([[refOf(1), 'UTR1']]));

const matched = async (words: ReadonlyArray<EntryWords>, others: Partial<UsageGuideInput> = {}) =>
  matchEntries(
    await entriesOf(statements(statement({}, ...words.map(entry)))),
    sent,
    usageGuide({ ...GUIDE, ...others }),
  );

interface PaymentWords {
  readonly refs?: string;
  readonly rupees?: string;
  readonly rest?: string;
}
const payment = ({ refs = '', rupees, rest = '' }: PaymentWords): string =>
  el('TxDtls', el('Refs', refs), rupees === undefined ? '' : inr(rupees), rest);

const own = (n: number, utr?: string): string =>
  el('MsgId', 'M1') +
  el('PmtInfId', n === 3 ? 'G2' : 'G1') +
  el('InstrId', refOf(n)) +
  (utr === undefined ? '' : el('ClrSysRef', utr));

const returned = (code = 'AC04'): string => el('RtrInf', el('Rsn', el('Cd', code)));

const said = (reports: ReadonlyArray<BankReport>) =>
  reports.map(({ bankRef, verdict: { kind } }) => [Number(`0x${bankRef.slice(1)}`), kind]);

test('a booked debit says that its order is paid, or accepted, as the guide says', async (t) => {
  const words = [
    {
      rupees: '500.01',
      head: el('AcctSvcrRef', 'BR1'),
      details: payment({ refs: own(1, 'UTR1') }),
    },
  ];

  const { reports, unmatched } = await matched(words);

  t.deepEqual(unmatched, []);
  t.deepEqual(reports as unknown, [
    {
      reportId: 'BANK-1',
      bankRef: refOf(1),
      verdict: { kind: 'paid', utr: 'UTR1', bankReference: 'BR1' },
    },
  ]);
  t.deepEqual(said((await matched(words, { bookedDebit: 'accepted' })).reports), [[1, 'accepted']]);
});

test('a notification says the same as a statement', async (t) => {
  const file = notifications(
    entry({ rupees: '500.01', details: payment({ refs: own(1, 'UTR1') }) }),
  );

  t.deepEqual(said(matchEntries(await entriesOf(file), sent, usageGuide(GUIDE)).reports), [
    [1, 'paid'],
  ]);
});

test('one entry of many payments says something of each', async (t) => {
  const { reports, unmatched } = await matched([
    {
      rupees: '1000.03',
      head: el('AcctSvcrRef', 'BATCH'),
      details: `${payment({ refs: own(1, 'UTR1'), rupees: '500.01' })}${payment({ refs: own(2, 'UTR2'), rupees: '500.0200' })}`,
    },
  ]);

  t.deepEqual(unmatched, []);
  t.deepEqual(
    reports.map(({ verdict }) => verdict.kind === 'paid' && [verdict.utr, verdict.bankReference]),
    [
      ['UTR1', 'UTR1'],
      ['UTR2', 'UTR2'],
    ],
  );
});

test('one debit for a whole group says that the bank has each of its orders', async (t) => {
  const batch = '<Btch><MsgId>M1</MsgId><PmtInfId>G1</PmtInfId><NbOfTxs>2</NbOfTxs></Btch>';

  const { reports } = await matched([{ rupees: '1000.03', details: batch }]);

  t.deepEqual(said(reports), [
    [1, 'accepted'],
    [2, 'accepted'],
  ]);
});

for (const [what, rupees, batch] of [
  ['of another sum', '1000.04', '<MsgId>M1</MsgId><PmtInfId>G1</PmtInfId>'],
  ['of another count', '1000.03', '<MsgId>M1</MsgId><PmtInfId>G1</PmtInfId><NbOfTxs>3</NbOfTxs>'],
] as const) {
  test(`one debit for a group ${what} says nothing of its orders`, async (t) => {
    const { reports, unmatched } = await matched([{ rupees, details: el('Btch', batch) }]);

    t.deepEqual(reports, []);
    t.deepEqual(
      unmatched.map(({ reason }) => reason),
      ['totals_differ'],
    );
  });
}

test('two payments with one end-to-end id in one group are told apart by their amounts', async (t) => {
  const refs = (utr: string) =>
    el('MsgId', 'M2') + el('PmtInfId', 'G3') + el('EndToEndId', 'SAME') + el('ClrSysRef', utr);

  const { reports } = await matched([
    { rupees: '200', details: payment({ refs: refs('UTR5') }) },
    { rupees: '100', details: payment({ refs: refs('UTR4') }) },
  ]);

  t.deepEqual(said(reports), [
    [5, 'paid'],
    [4, 'paid'],
  ]);
});

test('what is not booked yet says nothing', async (t) => {
  for (const status of ['PDNG', 'INFO', 'FUTR'])
    t.deepEqual(
      await matched([{ rupees: '500.01', status, details: payment({ refs: own(1, 'U') }) }]),
      {
        reports: [],
        unmatched: [],
      },
    );
});

test('money that comes back is a return, with the UTR of the payment and the reason', async (t) => {
  const { reports } = await matched([
    {
      rupees: '500.01',
      side: 'CRDT',
      head: el('AcctSvcrRef', 'BR9'),
      details: payment({ refs: own(1, 'RETURN-UTR'), rest: returned() }),
    },
  ]);

  t.deepEqual(reports as unknown, [
    {
      reportId: 'BANK-1',
      bankRef: refOf(1),
      verdict: { kind: 'returned', utr: 'UTR1', bankReference: 'BR9', message: 'Demo Bank: AC04' },
    },
  ]);
});

for (const [what, words] of [
  [
    'by its end-to-end id alone',
    { details: payment({ refs: el('EndToEndId', 'INV-1'), rest: returned() }) },
  ],
  ['by the UTR of the payment alone', { details: payment({ refs: el('ClrSysRef', 'UTR1') }) }],
  [
    "by that UTR in a reference of the bank's own",
    { details: payment({ refs: '<Prtry><Tp>ORIGINAL</Tp><Ref>UTR1</Ref></Prtry>' }) },
  ],
  [
    'by that UTR in the words of the payment',
    {
      details: payment({
        rest: `<RmtInf><Ustrd>RTN/UTR1/AC CLOSED</Ustrd></RmtInf>${returned()}`,
      }),
    },
  ],
  [
    'by that UTR in the note of an entry whose payments are not listed',
    { head: '<RvslInd>true</RvslInd>', note: 'NEFT RETURN UTR1 ACCOUNT CLOSED' },
  ],
  ['by its message and its own reference', { details: payment({ refs: own(1) }) }],
  [
    'as a reversal',
    { head: '<RvslInd>true</RvslInd>', details: payment({ refs: el('EndToEndId', 'INV-1') }) },
  ],
] as ReadonlyArray<readonly [string, Omit<EntryWords, 'rupees' | 'side'>]>) {
  test(`a return that names its order ${what} is found`, async (t) => {
    const { reports } = await matched([{ rupees: '500.01', side: 'CRDT', ...words }]);

    t.deepEqual(said(reports), [[1, 'returned']]);
  });
}

for (const [what, words] of [
  ['its own reference', { details: payment({ refs: el('InstrId', refOf(1)) }) }],
  ['its end-to-end id', { details: payment({ refs: el('EndToEndId', 'INV-1') }) }],
  ['its UTR in words', { details: payment({ rest: '<RmtInf><Ustrd>UTR1</Ustrd></RmtInf>' }) }],
  ['its UTR in a note', { note: 'FROM SHARMA UTR1' }],
] as ReadonlyArray<readonly [string, Omit<EntryWords, 'rupees' | 'side'>]>) {
  test(`money that somebody pays in under ${what} is no return of an order`, async (t) => {
    const { reports, unmatched } = await matched([{ rupees: '500.01', side: 'CRDT', ...words }]);

    t.deepEqual(reports, []);
    t.deepEqual(
      unmatched.map(({ reason, order }) => [reason, order?.bankRef]),
      [['not_a_return', refOf(1)]],
    );
  });
}

test("a code of the bank's own marks a return where the guide says so", async (t) => {
  const words = {
    rupees: '500.01',
    side: 'CRDT',
    code: '<Prtry><Cd>NEFT-RTN</Cd></Prtry>',
    details: payment({ refs: el('EndToEndId', 'INV-1') + el('ClrSysRef', 'U9') }),
  } as const;

  t.deepEqual(said((await matched([words], { returnCodes: ['NEFT-RTN'] })).reports), [
    [1, 'returned'],
  ]);
  t.deepEqual(
    (await matched([words])).unmatched.map(({ reason }) => reason),
    ['not_a_return'],
  );
});

for (const [what, words, reason, n] of [
  [
    'of another amount',
    { rupees: '500.02', details: payment({ refs: own(1, 'U') }) },
    'amount_differs',
    1,
  ],
  ['without a UTR', { rupees: '500.02', details: payment({ refs: own(2) }) }, 'no_utr', 2],
  [
    'of a message that was not sent',
    { rupees: '1', details: payment({ refs: el('MsgId', 'M9') + el('EndToEndId', 'INV-1') }) },
    'unknown_message',
    undefined,
  ],
  [
    'without a reference, such as a charge',
    { rupees: '5.90', note: 'CHARGES' },
    'unknown_order',
    undefined,
  ],
  [
    'that somebody else paid in',
    { rupees: '7', side: 'CRDT', details: payment({ refs: el('EndToEndId', 'THEIRS') }) },
    'unknown_order',
    undefined,
  ],
  [
    'that takes back a return',
    { rupees: '500.01', head: '<RvslInd>true</RvslInd>', details: payment({ refs: own(1, 'U') }) },
    'reversed_credit',
    1,
  ],
] as ReadonlyArray<readonly [string, EntryWords, string, number | undefined]>) {
  test(`an entry ${what} becomes no report, and is kept with both sides: ${reason}`, async (t) => {
    const { reports, unmatched } = await matched([words]);

    t.deepEqual(reports, []);
    t.deepEqual(
      unmatched.map((one) => [one.reason as string, one.order?.bankRef]),
      [[reason, n === undefined ? undefined : refOf(n)]],
    );
    t.true(unmatched.every((one) => 'entry' in one.said));
  });
}

const instructed = (rupees: string): string => el('AmtDtls', el('InstdAmt', inr(rupees)));

for (const [what, words, reason] of [
  [
    'a payment whose amount is stated only as it was ordered, in an entry of another amount',
    { rupees: '5.00', details: payment({ refs: own(1, 'U'), rest: instructed('500.01') }) },
    'amount_differs',
  ],
  [
    'a payment of the right amount, in an entry of another',
    { rupees: '5000.00', details: payment({ refs: own(1, 'U'), rupees: '500.01' }) },
    'amount_differs',
  ],
  [
    'payments without amounts, in an entry that is not their sum',
    { rupees: '1.00', details: payment({ refs: own(1, 'U') }) + payment({ refs: own(2, 'V') }) },
    'totals_differ',
  ],
  [
    'payments whose amounts are stated only as they were ordered, in an entry that is not their sum',
    {
      rupees: '1000.02',
      details:
        payment({ refs: own(1, 'U'), rest: instructed('500.01') }) +
        payment({ refs: own(2, 'V'), rest: instructed('500.02') }),
    },
    'totals_differ',
  ],
  [
    'payments of the right amounts, in a credit that is not their sum',
    {
      rupees: '1000.04',
      side: 'CRDT',
      details:
        payment({ refs: own(1, 'U'), rupees: '500.01', rest: returned() }) +
        payment({ refs: own(2, 'V'), rupees: '500.02', rest: returned() }),
    },
    'totals_differ',
  ],
] as ReadonlyArray<readonly [string, EntryWords, string]>)
  test(`what an entry moved is compared: ${what} become no report`, async (t) => {
    const { reports, unmatched } = await matched([words]);

    t.deepEqual(reports, []);
    t.deepEqual(
      unmatched.map((one) => one.reason as string),
      [reason],
    );
  });

test('what the parts of a long entry say counts only once they come to the entry together', async (t) => {
  const orders = Array.from({ length: 1_001 }, (_, n) => orderOf(n + 1, { amount: 100 }));
  const many = await sentOrders([sentMessage('M1', { G1: orders })]);
  const details = orders
    .map(({ bankRef }) => payment({ refs: el('InstrId', bankRef) + el('ClrSysRef', bankRef) }))
    .join('');
  const saidOf = async (rupees: string) => {
    const parts = await entriesOf(notifications(entry({ rupees, details })));
    const { reports, unmatched } = matchEntries(parts, many, usageGuide(GUIDE));
    return [parts.length, reports.length, unmatched.map(({ reason }) => reason)];
  };

  t.deepEqual(await saidOf('1001'), [3, 1_001, []]);
  t.deepEqual(await saidOf('1000.99'), [3, 0, ['totals_differ']]);
});

const charge = (rupees: string, ...more: ReadonlyArray<string>): string =>
  el('Rcrd', inr(rupees), ...more);
const total = (rupees: string): string =>
  `<TtlChrgsAndTaxAmt Ccy="INR">${rupees}</TtlChrgsAndTaxAmt>`;
const ONE = payment({ refs: own(1, 'U'), rupees: '500.01' });
const TWO = ONE + payment({ refs: own(2, 'V'), rupees: '500.02' });

for (const [what, words] of [
  ['of the entry', { rupees: '505.91', head: el('Chrgs', charge('5.90')), details: ONE }],
  [
    'of the entry, where the payment states no amount',
    {
      rupees: '505.91',
      head: el('Chrgs', charge('5.90')),
      details: payment({ refs: own(1, 'U') }),
    },
  ],
  [
    'of the payment',
    {
      rupees: '505.91',
      details: payment({ refs: own(1, 'U'), rupees: '500.01', rest: el('Chrgs', charge('5.90')) }),
    },
  ],
  [
    'and taxes as a total',
    { rupees: '505.91', head: el('Chrgs', total('5.90'), charge('5.00')), details: ONE },
  ],
  [
    'as version 02 writes them, one by one',
    {
      rupees: '505.91',
      head: el('Chrgs', total('5.00'), inr('5.00')) + el('Chrgs', total('0.90'), inr('0.90')),
      details: ONE,
    },
  ],
  [
    'of which some were given back',
    {
      rupees: '505.91',
      head: el('Chrgs', charge('6.00'), charge('0.10', el('CdtDbtInd', 'CRDT'))),
      details: ONE,
    },
  ],
  ['of many payments', { rupees: '1011.83', head: el('Chrgs', charge('11.80')), details: TWO }],
  [
    'of each of many payments',
    {
      rupees: '1011.83',
      details: TWO.replaceAll('</TxDtls>', `${el('Chrgs', charge('5.90'))}</TxDtls>`),
    },
  ],
  [
    'that are not in the amount',
    {
      rupees: '500.01',
      head: el('Chrgs', charge('5.90', el('ChrgInclInd', 'false'))),
      details: ONE,
    },
  ],
  [
    'of a group that is one debit',
    {
      rupees: '1005.93',
      head: el('Chrgs', charge('5.90')),
      details: el('Btch', '<MsgId>M1</MsgId><PmtInfId>G1</PmtInfId>'),
    },
  ],
] as ReadonlyArray<readonly [string, EntryWords]>)
  test(`an entry that says of its charges is the payment with them: charges ${what}`, async (t) => {
    const { reports, unmatched } = await matched([words]);

    t.deepEqual(unmatched, []);
    t.true(reports.length > 0);
  });

test('a return less its charges is the whole return, and charges that are not in the amount explain no difference', async (t) => {
  const back = payment({ refs: own(1, 'U'), rupees: '500.01', rest: returned() });
  const { reports } = await matched([
    { rupees: '494.11', side: 'CRDT', head: el('Chrgs', charge('5.90')), details: back },
  ]);
  t.deepEqual(said(reports), [[1, 'returned']]);

  const head = el('Chrgs', total('5.90'), charge('5.90', el('ChrgInclInd', 'false')));
  t.deepEqual(
    (await matched([{ rupees: '505.91', head, details: ONE }])).unmatched.map(
      ({ reason }) => reason,
    ),
    ['amount_differs'],
  );
});

test('one debit for a whole group may list some of its payments: what is listed is said', async (t) => {
  const batch = el('Btch', '<MsgId>M1</MsgId><PmtInfId>G1</PmtInfId>');
  const { reports, unmatched } = await matched([{ rupees: '1000.03', details: batch + ONE }]);

  t.deepEqual([said(reports), unmatched], [[[1, 'paid']], []]);
});

const onAccount = async (account: string, words: EntryWords, type: 'statement' | 'notification') =>
  matchEntries(
    await entriesOf(
      type === 'statement'
        ? statements(statement({ account }, entry(words)))
        : notifications(entry(words)).replace('50200011112222', account),
    ),
    sent,
    usageGuide(GUIDE),
  );

for (const type of ['statement', 'notification'] as const)
  for (const [what, words] of [
    ['a debit', { rupees: '500.01', details: payment({ refs: own(1, 'UTR1') }) }],
    [
      'a debit that names nothing but our own reference',
      {
        rupees: '500.01',
        details: payment({ refs: el('InstrId', refOf(1)) + el('ClrSysRef', 'UTR1') }),
      },
    ],
    [
      'a credit with the UTR of the payment, as the payee sees it',
      { rupees: '500.01', side: 'CRDT', details: payment({ refs: el('ClrSysRef', 'UTR1') }) },
    ],
  ] as ReadonlyArray<readonly [string, EntryWords]>)
    test(`${what} in a ${type} of another account than the order's settles nothing, and is kept with both sides`, async (t) => {
      const { reports, unmatched } = await onAccount('999999', words, type);

      t.deepEqual(reports, []);
      t.deepEqual(
        unmatched.map((one) => [
          one.reason,
          one.order?.bankRef,
          one.order?.debitAccountNumber,
          'statement' in one.said && one.said.statement.accountNumber,
        ]),
        [['account_differs', refOf(1), '50200011112222', '999999']],
      );
    });

test('one debit for a whole group in a statement of another account says nothing of its orders, and names the first', async (t) => {
  const batch = el('Btch', '<MsgId>M1</MsgId><PmtInfId>G1</PmtInfId>');
  const { reports, unmatched } = await onAccount(
    '999999',
    { rupees: '1000.03', details: batch },
    'statement',
  );

  t.deepEqual(reports, []);
  t.deepEqual(
    unmatched.map(({ reason, order }) => [reason, order?.bankRef]),
    [['account_differs', refOf(1)]],
  );
});

test('an end-to-end id, or a UTR in words, in a statement of another account names no order: others may use it', async (t) => {
  for (const words of [
    { rupees: '500.01', details: payment({ refs: el('EndToEndId', 'INV-1') }) },
    { rupees: '500.01', side: 'CRDT', note: 'FROM SHARMA UTR1' },
  ] as const) {
    const { reports, unmatched } = await onAccount('999999', words, 'statement');

    t.deepEqual(reports, []);
    t.deepEqual(
      unmatched.map(({ reason, order }) => [reason, order]),
      [['unknown_order', undefined]],
    );
  }
});

test('of two orders with one end-to-end id, an entry is about the one of its account', async (t) => {
  const two = await sentOrders([
    sentMessage('M1', { G1: [orderOf(1)] }),
    sentMessage('M2', {
      G2: [orderOf(2, { endToEndId: 'INV-1', amount: 50_001, debitAccountNumber: '777777' })],
    }),
  ]);
  const words = {
    rupees: '500.01',
    details: payment({ refs: el('EndToEndId', 'INV-1') + el('ClrSysRef', 'U') }),
  };
  const { reports } = matchEntries(
    await entriesOf(statements(statement({ account: '777777' }, entry(words)))),
    two,
    usageGuide(GUIDE),
  );

  t.deepEqual(said(reports), [[2, 'paid']]);
});

test('an account number with zeros before it, or in groups, is the same account', async (t) => {
  for (const account of ['00050200011112222', '5020 0011 1122 22'])
    t.deepEqual(
      said(
        (
          await onAccount(
            account,
            { rupees: '500.01', details: payment({ refs: own(1, 'UTR1') }) },
            'statement',
          )
        ).reports,
      ),
      [[1, 'paid']],
    );
});

test('an order that was sent before accounts were kept counts in a statement of any account', async (t) => {
  const { groups, ...message } = SENT;
  const older = await sentOrders([
    { ...message, groups: groups.map(({ debitAccountNumber: _none, ...group }) => group) },
  ]);
  const { reports } = matchEntries(
    await entriesOf(
      statements(
        statement(
          { account: '999999' },
          entry({ rupees: '500.01', details: payment({ refs: own(1, 'UTR1') }) }),
          entry({
            rupees: '1000.03',
            details: el('Btch', '<MsgId>M1</MsgId><PmtInfId>G1</PmtInfId>'),
          }),
        ),
      ),
    ),
    older,
    usageGuide(GUIDE),
  );

  t.deepEqual(said(reports), [
    [1, 'paid'],
    [1, 'accepted'],
    [2, 'accepted'],
  ]);
});
