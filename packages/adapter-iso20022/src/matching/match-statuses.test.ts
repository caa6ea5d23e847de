import type { BankReport } from '@hundi/core/rail';
import test from 'ava';
import { usageGuide, type UsageGuideInput } from '../guide/usage-guide.js';
import { answersOf, el, group, statusReport } from '../messages.test.support.js';
import { GUIDE, refOf } from '../orders.test.data.js';
import { matchStatuses } from './match-statuses.js';
import { SENT } from './sent.test.data.js';
import { sentOrders } from './sent-orders.js';

const sent = await sentOrders([SENT]);

const matched = async (file: string, others: Partial<UsageGuideInput> = {}) =>
  matchStatuses(await answersOf(file), sent, usageGuide({ ...GUIDE, ...others }));

const status = (n: number, code: string, ...inner: ReadonlyArray<string>): string =>
  el(
    'TxInfAndSts',
    el('OrgnlInstrId', refOf(n)),
    el('OrgnlEndToEndId', `INV-${String(n)}`),
    el('TxSts', code),
    ...inner,
  );
const amount = (rupees: string, currency = 'INR'): string =>
  `<OrgnlTxRef><Amt><InstdAmt Ccy="${currency}">${rupees}</InstdAmt></Amt></OrgnlTxRef>`;
const reason = (inner: string, text?: string): string =>
  el('StsRsnInf', el('Rsn', inner), text === undefined ? undefined : el('AddtlInf', text));

const said = (reports: ReadonlyArray<BankReport>) =>
  reports.map(({ bankRef, verdict: { kind } }) => [Number(`0x${bankRef.slice(1)}`), kind]);

test("a paid order is reported with its UTR, by the id of the bank's message", async (t) => {
  const { reports, unmatched } = await matched(
    statusReport(
      '',
      group(
        'G1',
        status(1, 'ACCC', el('AcctSvcrRef', 'BR1'), el('ClrSysRef', 'UTR1'), amount('500.01')),
      ),
    ),
  );

  t.deepEqual(reports as unknown, [
    {
      reportId: 'BANK-1',
      bankRef: refOf(1),
      verdict: { kind: 'paid', utr: 'UTR1', bankReference: 'BR1' },
    },
  ]);
  t.deepEqual(unmatched, []);
});

test('of the words of a refusal, however many there are, 500 characters are reported', async (t) => {
  const text = (word: string) => el('AddtlInf', word);
  for (const [reasons, words] of [
    [`<StsRsnInf>${text('w'.repeat(105)).repeat(8_000)}</StsRsnInf>`, /^(w{105} ){4}w{75}…$/],
    [reason('<Cd>AC04</Cd>', 'closed').repeat(8_000), /^(AC04 closed; ){38}AC04…$/],
    [`<StsRsnInf>${text('😀'.repeat(499))}</StsRsnInf>`, /^😀{499}$/u],
    [`<StsRsnInf>${text('😀'.repeat(501))}</StsRsnInf>`, /^😀{499}…$/u],
  ] as const) {
    const { reports } = await matched(statusReport('<GrpSts>RJCT</GrpSts>' + reasons));
    const messages = reports.map(({ verdict }) =>
      verdict.kind === 'refused' ? verdict.details.message : verdict.kind,
    );

    t.is(messages.length, 3);
    for (const message of messages) t.regex(message.replace('Demo Bank: ', ''), words);
  }
});

test('a refused order is reported with what its reason means, in the words of the bank', async (t) => {
  const { reports } = await matched(
    statusReport(
      '',
      group(
        'G1',
        status(1, 'RJCT', reason('<Cd>AC01</Cd>', 'no such account')),
        status(2, 'RJCT', reason('<Prtry>E77</Prtry>'), reason('<Cd>AM04</Cd>')),
      ),
      group('G2', status(3, 'RJCT')),
    ),
    {
      reasons: {
        E77: {
          code: 'account_frozen',
          source: 'rail',
          retryable: false,
          nextAction: 'contact_support',
        },
      },
    },
  );

  t.deepEqual(
    reports.map(
      ({ verdict }) =>
        verdict.kind === 'refused' && [verdict.details.code, verdict.details.message],
    ),
    [
      ['beneficiary_account_invalid', 'Demo Bank: AC01 no such account'],
      ['account_frozen', 'Demo Bank: E77; AM04'],
      ['refused_by_bank', 'Demo Bank: RJCT'],
    ],
  );
});

test('a status of the message alone is one of each of its orders', async (t) => {
  t.deepEqual(said((await matched(statusReport(el('GrpSts', 'RJCT')))).reports), [
    [1, 'refused'],
    [2, 'refused'],
    [3, 'refused'],
  ]);
});

test('a status of a group alone is one of each of its orders, and of no other', async (t) => {
  const { reports } = await matched(statusReport('', group('G1', el('PmtInfSts', 'ACCP'))));

  t.deepEqual(said(reports), [
    [1, 'accepted'],
    [2, 'accepted'],
  ]);
});

test('an order counts before its group, and that before its message', async (t) => {
  const { reports } = await matched(
    statusReport(
      el('GrpSts', 'RJCT'),
      group('G1', el('PmtInfSts', 'ACCP'), status(2, 'ACCC', el('ClrSysRef', 'UTR2'))),
    ),
  );

  t.deepEqual(said(reports), [
    [2, 'paid'],
    [1, 'accepted'],
    [3, 'refused'],
  ]);
});

test('a message that is accepted in part says nothing of the orders that it does not name', async (t) => {
  const { reports, unmatched } = await matched(
    statusReport(el('GrpSts', 'PART'), group('G1', el('PmtInfSts', 'PART'), status(1, 'RJCT'))),
  );

  t.deepEqual(said(reports), [[1, 'refused']]);
  t.deepEqual(unmatched, []);
});

test('an order that the bank names by its end-to-end id within its group is found', async (t) => {
  const { reports } = await matched(
    statusReport(
      '',
      group('G2', el('TxInfAndSts', el('OrgnlEndToEndId', 'INV-3'), el('TxSts', 'ACSP'))),
    ),
  );

  t.deepEqual(said(reports), [[3, 'accepted']]);
});

test("a code of the bank's own means what the guide says", async (t) => {
  const file = statusReport(
    '',
    group('G1', status(1, 'OK00', el('TxId', 'UTR1')), status(2, 'ACSC', el('TxId', 'UTR2'))),
  );

  t.deepEqual(said((await matched(file, { statuses: { OK00: 'paid', ACSC: 'paid' } })).reports), [
    [1, 'paid'],
    [2, 'paid'],
  ]);
  t.deepEqual(said((await matched(file)).reports), [[2, 'accepted']]);
});

test('the UTR stands where the guide says', async (t) => {
  const file = statusReport(
    '',
    group('G1', status(1, 'ACCC', el('AcctSvcrRef', 'BR1'), el('ClrSysRef', 'UTR1'))),
  );
  const { reports } = await matched(file, { utr: ['TxId', 'AcctSvcrRef'] });

  t.like(reports[0]?.verdict, { utr: 'BR1', bankReference: 'BR1' });
});

for (const [what, file, reason_, order] of [
  [
    'about a message that was not sent',
    statusReport(el('GrpSts', 'ACCP')).replace('>M1<', '>M9<'),
    'unknown_message',
    undefined,
  ],
  [
    'about a group that was not sent',
    statusReport('', group('G9', el('PmtInfSts', 'ACCP'))),
    'unknown_group',
    undefined,
  ],
  [
    'about an order that was not sent',
    statusReport('', group('G1', status(9, 'ACCP'))),
    'unknown_order',
    undefined,
  ],
  [
    'about an order of another amount',
    statusReport('', group('G1', status(1, 'ACCC', el('ClrSysRef', 'U'), amount('500.02')))),
    'amount_differs',
    1,
  ],
  [
    'about an order in another currency',
    statusReport('', group('G1', status(1, 'ACCC', el('ClrSysRef', 'U'), amount('500.01', 'USD')))),
    'amount_differs',
    1,
  ],
  [
    'about a message of another count',
    statusReport(el('OrgnlNbOfTxs', '4') + el('GrpSts', 'RJCT')),
    'totals_differ',
    undefined,
  ],
  [
    'about a group of another sum',
    statusReport('', group('G1', el('OrgnlCtrlSum', '1000.04'), el('PmtInfSts', 'RJCT'))),
    'totals_differ',
    undefined,
  ],
  [
    'that an order is paid, without a UTR',
    statusReport('', group('G1', status(1, 'ACCC'))),
    'no_utr',
    1,
  ],
  [
    'that a whole group is paid, without UTRs',
    statusReport('', group('G1', el('PmtInfSts', 'ACCC'))),
    'no_utr',
    undefined,
  ],
  [
    'with a status that nobody explains',
    statusReport('', group('G1', status(1, 'XXXX'))),
    'unknown_status',
    1,
  ],
  [
    'without any status',
    statusReport('', group('G1', el('TxInfAndSts', el('OrgnlInstrId', refOf(1))))),
    'unknown_status',
    1,
  ],
] as const) {
  test(`an answer ${what} becomes no report, and is kept with both sides: ${reason_}`, async (t) => {
    const { reports, unmatched } = await matched(file);

    t.deepEqual(reports, []);
    t.deepEqual(
      unmatched.map((one) => [one.reason, one.order?.bankRef]),
      [[reason_, order === undefined ? undefined : refOf(order)]],
    );
    t.true(unmatched.every((one) => 'kind' in one.said));
  });
}

test('an answer that cannot be taken keeps the order from the word about its group', async (t) => {
  const { reports } = await matched(
    statusReport('', group('G1', el('PmtInfSts', 'ACCP'), status(1, 'ACCC', amount('9')))),
  );

  t.deepEqual(said(reports), [[2, 'accepted']]);
});

test('a message that is read twice says the same twice, under the same id', async (t) => {
  const file = statusReport('', group('G1', status(1, 'ACCC', el('ClrSysRef', 'UTR1'))));

  t.deepEqual(await matched(file), await matched(file));
});
