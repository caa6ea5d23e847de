import test from 'ava';
import {
  el,
  entriesOf,
  entry,
  headsOf,
  inr,
  notifications,
  pageOf,
  statement,
  statements,
} from '../messages.test.support.js';

const payment = (n: number): string =>
  el(
    'TxDtls',
    el('Refs', el('InstrId', `I${String(n)}`), el('EndToEndId', `E${String(n)}`)),
    inr('1.00'),
  );

test('a statement says of which account, when and with which balances it is', async (t) => {
  const [head] = await headsOf(statements(statement({ page: pageOf(1, true) })));

  t.deepEqual(head, {
    messageId: 'BANK-1',
    statementId: 'ST1',
    accountNumber: '50200011112222',
    currency: 'INR',
    page: { number: 1, isLast: true },
    sequenceNumber: '17',
    from: '2026-11-27T00:00:00',
    to: '2026-11-27T23:59:59',
    balances: [
      {
        type: 'OPBD',
        amount: { currency: 'INR', paise: 100_000 },
        side: 'credit',
        date: '2026-11-27',
      },
      {
        type: 'CLBD',
        amount: { currency: 'INR', paise: 49_999 },
        side: 'credit',
        date: '2026-11-27',
      },
    ],
  });
});

test('a file may hold several statements, and one may be without entries', async (t) => {
  const file = statements(
    statement({ id: 'A', account: '1' }, entry({ rupees: '1' })),
    statement({ id: 'B', account: '2' }),
    statement({ id: 'C', account: '3' }, entry({ rupees: '2' }), entry({ rupees: '3' })),
  );

  t.deepEqual(
    (await headsOf(file)).map(({ statementId, accountNumber, balances }) => [
      statementId,
      accountNumber,
      balances.length,
    ]),
    [
      ['A', '1', 2],
      ['B', '2', 2],
      ['C', '3', 2],
    ],
  );
  t.deepEqual(
    (await entriesOf(file)).map(({ statement: { statementId } }) => statementId),
    ['A', 'C', 'C'],
  );
});

test('an entry says what moved, when, by which code, and for which group', async (t) => {
  const [part] = await entriesOf(
    statements(
      statement(
        {},
        entry({
          rupees: '1000.5',
          side: 'CRDT',
          head: '<RvslInd>true</RvslInd>',
          code: '<Domn><Cd>PMNT</Cd><Fmly><Cd>ICDT</Cd><SubFmlyCd>RRTN</SubFmlyCd></Fmly></Domn><Prtry><Cd>NEFT-RTN</Cd></Prtry>',
          details: '<Btch><MsgId>M1</MsgId><PmtInfId>G1</PmtInfId><NbOfTxs>2</NbOfTxs></Btch>',
          note: 'NEFT RETURN',
        }),
      ),
    ),
  );

  t.like(part, {
    entry: {
      amount: { currency: 'INR', paise: 100_050 },
      side: 'credit',
      status: 'BOOK',
      isReversal: true,
      bookedOn: '2026-11-27',
      codes: ['PMNT/ICDT/RRTN', 'NEFT-RTN'],
      group: { messageId: 'M1', paymentInformationId: 'G1', count: 2 },
      note: 'NEFT RETURN',
    },
    transactions: [],
    isFirst: true,
    isLast: true,
  });
});

test('a payment of an entry says its references, its amount and why it came back', async (t) => {
  const [part] = await entriesOf(
    notifications(
      entry({
        rupees: '500',
        side: 'CRDT',
        details: el(
          'TxDtls',
          el(
            'Refs',
            el('MsgId', 'M1'),
            el('AcctSvcrRef', 'BR1'),
            el('PmtInfId', 'G1'),
            el('InstrId', 'I1'),
            el('EndToEndId', 'E1'),
            el('TxId', 'UTR1'),
            el('ClrSysRef', 'CLR1'),
            '<Prtry><Tp>RRN</Tp><Ref>77</Ref></Prtry>',
          ),
          inr('500'),
          el('CdtDbtInd', 'CRDT'),
          '<RmtInf><Ustrd>rent &amp; &lt;more&gt;</Ustrd><Strd><CdtrRefInf><Ref>REF1</Ref></CdtrRefInf></Strd></RmtInf>',
          '<RtrInf><Rsn><Cd>AC04</Cd></Rsn><AddtlInf>account closed</AddtlInf></RtrInf>',
          el('AddtlTxInf', 'returned today'),
        ),
      }),
    ),
  );

  t.deepEqual(part?.transactions as unknown, [
    {
      of: { messageId: 'M1', paymentInformationId: 'G1', instructionId: 'I1', endToEndId: 'E1' },
      references: {
        AcctSvcrRef: 'BR1',
        TxId: 'UTR1',
        ClrSysRef: 'CLR1',
        proprietary: [{ type: 'RRN', reference: '77' }],
      },
      amount: { currency: 'INR', paise: 50_000 },
      side: 'credit',
      returned: { code: 'AC04', texts: ['account closed'] },
      remittance: ['rent & <more>'],
      creditorReferences: ['REF1'],
      note: 'returned today',
    },
  ]);
});

test('an amount of a payment may stand in its details only', async (t) => {
  const [part] = await entriesOf(
    statements(
      statement(
        {},
        entry({
          rupees: '2',
          details:
            '<TxDtls><AmtDtls><InstdAmt><Amt Ccy="USD">9.99</Amt></InstdAmt><TxAmt><Amt Ccy="INR">1.5</Amt></TxAmt></AmtDtls></TxDtls>' +
            '<TxDtls><AmtDtls><InstdAmt><Amt Ccy="KWD">0.125</Amt></InstdAmt></AmtDtls></TxDtls>',
        }),
      ),
    ),
  );

  t.deepEqual(
    part?.transactions.map(({ amount }) => amount),
    [
      { currency: 'INR', paise: 150 },
      { currency: 'KWD', decimal: '0.125' },
    ],
  );
});

test('one entry of many payments comes in parts that together hold each payment once', async (t) => {
  for (const count of [1, 499, 500, 501, 1_000, 1_234]) {
    const details = Array.from({ length: count }, (_, n) => payment(n)).join('');
    const parts = await entriesOf(
      statements(statement({}, entry({ rupees: String(count), details, note: 'salaries' }))),
    );

    t.deepEqual(
      parts.flatMap(({ transactions }) => transactions.map(({ of }) => of.instructionId)),
      Array.from({ length: count }, (_, n) => `I${String(n)}`),
    );
    t.deepEqual(
      parts.map(({ isFirst, isLast }) => [isFirst, isLast]),
      parts.map((_, i) => [i === 0, i === parts.length - 1]),
    );
    t.true(
      parts.every(({ transactions }) => transactions.length >= 1 && transactions.length <= 500),
    );
    t.is(parts.at(-1)?.entry.note, 'salaries');
  }
});

test('the payments of several details of one entry are payments of that entry', async (t) => {
  const file = statements(
    statement(
      {},
      entry({ rupees: '2', details: `${payment(1)}</NtryDtls><NtryDtls>${payment(2)}` }),
    ),
  );

  t.deepEqual(
    (await entriesOf(file)).map(({ transactions }) => transactions.map(({ of }) => of.endToEndId)),
    [['E1', 'E2']],
  );
});

test('what one entry leaves out is not what the entry before it said', async (t) => {
  const [, second] = await entriesOf(
    statements(
      statement(
        {},
        entry({
          rupees: '1',
          head: '<AcctSvcrRef>BR1</AcctSvcrRef>',
          details: payment(1),
          note: 'a',
        }),
        entry({ rupees: '2', details: '<TxDtls><Refs/></TxDtls>' }),
      ),
    ),
  );

  t.is(second?.entry.bankReference, undefined);
  t.is(second?.entry.note, undefined);
  t.deepEqual(second?.transactions, [
    { of: {}, references: {}, remittance: [], creditorReferences: [] },
  ]);
});
