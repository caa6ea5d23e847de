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
