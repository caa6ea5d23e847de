import test from 'ava';
import { answersOf, el, group, statusReport } from '../messages.test.support.js';

const status = (n: number, ...inner: ReadonlyArray<string>): string =>
  el(
    'TxInfAndSts',
    el('OrgnlInstrId', `I${String(n)}`),
    el('OrgnlEndToEndId', `E${String(n)}`),
    ...inner,
  );

const reason = (code: string, ...texts: ReadonlyArray<string>): string =>
  el('StsRsnInf', el('Rsn', code), ...texts.map((text) => el('AddtlInf', text)));

test('an answer about an order says its references, status, reasons and amount', async (t) => {
  const [answer] = await answersOf(
    statusReport(
      '',
      group(
        'G1',
        status(
          1,
          el('TxSts', 'RJCT'),
          reason('<Cd>AC01</Cd>', 'no such account', 'ask the payee'),
          reason('<Prtry>E77</Prtry>'),
          el('AcctSvcrRef', 'BR1'),
          el('ClrSysRef', 'UTR1'),
          '<OrgnlTxRef><Amt><InstdAmt Ccy="INR">500.0</InstdAmt></Amt></OrgnlTxRef>',
        ),
      ),
    ),
  );

  t.deepEqual(answer as unknown, {
    kind: 'status',
    level: 'order',
    messageId: 'BANK-1',
    of: { messageId: 'M1', paymentInformationId: 'G1', instructionId: 'I1', endToEndId: 'E1' },
    status: 'RJCT',
    reasons: [
      { code: 'AC01', texts: ['no such account', 'ask the payee'] },
      { code: 'E77', texts: [] },
    ],
    references: { AcctSvcrRef: 'BR1', ClrSysRef: 'UTR1' },
    amount: { currency: 'INR', paise: 50_000 },
  });
});

test('a message may have a status of its own alone, or its groups may', async (t) => {
  const ofMessage = await answersOf(
    statusReport(el('OrgnlNbOfTxs', '2') + el('OrgnlCtrlSum', '1000.5') + el('GrpSts', 'ACCP')),
  );
  const ofGroups = await answersOf(
    statusReport('', group('G1', el('PmtInfSts', 'ACCP')), group('G2', el('PmtInfSts', 'RJCT'))),
  );

  t.deepEqual(ofMessage as unknown, [
    {
      kind: 'status',
      level: 'message',
      messageId: 'BANK-1',
      of: { messageId: 'M1' },
      status: 'ACCP',
      reasons: [],
      references: {},
      count: 2,
      sum: 100_050,
    },
  ]);
  t.deepEqual(
    ofGroups.map(({ level, of, status: said }) => [level, of.paymentInformationId, said]),
    [
      ['group', 'G1', 'ACCP'],
      ['group', 'G2', 'RJCT'],
    ],
  );
});

test('an order without a status has that of its group, else that of its message, with its reasons', async (t) => {
  const answers = await answersOf(
    statusReport(
      el('GrpSts', 'ACCP') + reason('<Cd>NARR</Cd>'),
      group('G1', el('PmtInfSts', 'RJCT'), reason('<Cd>AM04</Cd>'), status(1)),
      group('G2', status(2), status(3, el('TxSts', 'PDNG'))),
    ),
  );

  t.deepEqual(
    answers
      .filter(({ level }) => level === 'order')
      .map(({ status: said, reasons }) => [said, reasons.map(({ code }) => code)]),
    [
      ['RJCT', ['AM04']],
      ['ACCP', ['NARR']],
      ['PDNG', []],
    ],
  );
});

test('a message without any status gives answers without one', async (t) => {
  const [answer, ...others] = await answersOf(statusReport('', group('G1', status(1))));

  t.is(answer?.status, undefined);
  t.deepEqual(others, []);
});
