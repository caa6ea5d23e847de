import type { StatementHead, StatusAnswer, Unmatched } from '@hundi/adapter-iso20022';
import type { ProvisionDocument } from '@hundi/core';
import test from 'ava';
import { fileIncidents } from './file-incidents.js';

const bank = (
  bankTenantId: string,
  corporateTenantId: string,
  ...accounts: ReadonlyArray<string>
) => ({
  bankTenantId,
  corporates: [
    {
      corporateTenantId,
      debitAccounts: accounts.map((accountNumber) => ({ accountNumber })),
    },
  ],
});

/** Two banks behind one rail. */
const { ofPages, ofRefused, ofTaken } = fileIncidents({
  bankTenants: [
    bank('north', 'acme', '111111', '0333333'),
    bank('south', 'zenith', '222222', '00333333'),
  ],
} as unknown as ProvisionDocument);

const EVERY_BANK = { bankTenantId: 'north', otherBanks: ['south'] } as const;

const ORDER = {
  bankRef: 'H1',
  endToEndId: 'INV-1',
  amount: 2_500,
  messageId: 'M1',
  paymentInformationId: 'G1',
};

const status = (paise: number, instructionId = 'H1'): StatusAnswer => ({
  kind: 'status',
  messageId: 'B1',
  level: 'order',
  of: { instructionId },
  references: {},
  status: 'ACSC',
  reasons: [],
  amount: { currency: 'INR', paise },
});

const head = (accountNumber: string, more: Partial<StatementHead> = {}): StatementHead => ({
  messageId: 'B1',
  statementId: 'ST1',
  accountNumber,
  balances: [],
  ...more,
});

const entry = (accountNumber: string, paise: number): Unmatched => ({
  reason: 'unknown_order',
  said: {
    statement: head(accountNumber),
    entry: {
      amount: { currency: 'INR', paise },
      side: 'debit',
      isReversal: false,
      status: 'BOOK',
    },
  },
});

const taken = (...unmatched: ReadonlyArray<Unmatched>) =>
  ofTaken({ keptAs: 'a.xml.1', unmatched }) as ReadonlyArray<unknown>;

test('a mismatch about an order names it at every bank of the rail: the engine knows whose payout it is', (t) => {
  t.deepEqual(taken({ reason: 'amount_differs', said: status(2_499), order: ORDER }), [
    {
      ...EVERY_BANK,
      kind: 'bank_status_unmatched',
      subjectId: 'a.xml.1',
      bankRef: 'H1',
      detail:
        'sent as H1 with INR 25.00; the bank says ACSC of the order H1, INR 24.99 (amount_differs)',
    },
  ]);
});

test('two mismatches of one file about one order are one incident that tells both', (t) => {
  const [one, ...others] = taken(
    { reason: 'amount_differs', said: status(2_499), order: ORDER },
    { reason: 'amount_differs', said: status(2_501), order: ORDER },
  );

  t.deepEqual(others, []);
  t.like(one, {
    detail:
      'sent as H1 with INR 25.00; the bank says ACSC of the order H1, INR 24.99 (amount_differs); ACSC of the order H1, INR 25.01 (amount_differs)',
  });
});

test("a line of another account than the order's tells both accounts", (t) => {
  const [one] = ofTaken({
    keptAs: 'a.xml.1',
    unmatched: [
      {
        ...entry('222222', 2_500),
        reason: 'account_differs',
        order: { ...ORDER, debitAccountNumber: '111111' },
      },
    ],
  });

  t.is(
    one?.detail,
    'sent as H1 with INR 25.00; the bank says debit of INR 25.00, of the account 222222, not of 111111 (account_differs)',
  );
});

test('a payment of the right amount in an entry of another tells both', (t) => {
  const { said, ...others } = entry('111111', 500_000);
  const transaction = {
    of: { instructionId: 'H1' },
    references: {},
    amount: { currency: 'INR', paise: 2_500 },
    remittance: [],
    creditorReferences: [],
  } as const;
  const one = { ...others, reason: 'amount_differs', said: { ...said, transaction }, order: ORDER };
  const [incident] = taken(one as Unmatched);

  t.like(incident, {
    detail:
      'sent as H1 with INR 25.00; the bank says debit of INR 25.00, in an entry of INR 5000.00 (amount_differs)',
  });
});

test('two mismatches of one file about two orders are two incidents', (t) => {
  const all = ofTaken({
    keptAs: 'a.xml.1',
    unmatched: ['H1', 'H2'].map((bankRef) => ({
      reason: 'amount_differs',
      said: status(1, bankRef),
      order: { ...ORDER, bankRef },
    })),
  });

  t.deepEqual(
    all.map(({ bankRef }) => bankRef),
    ['H1', 'H2'],
  );
});

test('what is about no order of anybody stands at every bank, once for a file', (t) => {
  t.deepEqual(
    taken(
      { reason: 'unknown_order', said: status(1, 'X1') },
      { reason: 'unknown_order', said: status(2, 'X2') },
    ),
    [
      {
        ...EVERY_BANK,
        kind: 'bank_status_unmatched',
        subjectId: 'a.xml.1',
        detail:
          '2 that agree with no order that was sent: ACSC of the order X1, INR 0.01 (unknown_order); ACSC of the order X2, INR 0.02 (unknown_order)',
      },
    ],
  );
});

test('a line of a statement stands at the corporate whose account it is, and of an account of others at every bank', (t) => {
  const all = ofTaken({
    keptAs: 'a.xml.1',
    unmatched: [entry('222222', 900), entry('999999', 800), entry('222222', 700)],
  });

  t.like(all, [
    {
      bankTenantId: 'south',
      corporateTenantId: 'zenith',
      kind: 'bank_entry_unmatched',
      detail:
        '2 that agree with no order that was sent: debit of INR 9.00 (unknown_order); debit of INR 7.00 (unknown_order)',
    },
    {
      ...EVERY_BANK,
      detail: '1 that agree with no order that was sent: debit of INR 8.00 (unknown_order)',
    },
  ] as unknown as typeof all);
  t.is(all.length, 2);
});

test('an account stands at its corporate however the bank writes it, and at every bank where two may be meant', (t) => {
  const ownerOf = (accountNumber: string) =>
    ofTaken({ keptAs: 'a.xml.1', unmatched: [entry(accountNumber, 900)] }).map(
      ({ bankTenantId, corporateTenantId, otherBanks }) => [
        bankTenantId,
        corporateTenantId,
        otherBanks,
      ],
    ) as unknown;

  t.deepEqual(ownerOf('00222222'), [['south', 'zenith', undefined]]);
  t.deepEqual(ownerOf('222-222'), [['south', 'zenith', undefined]]);
  t.deepEqual(ownerOf('333333'), [['north', undefined, ['south']]]);
});

test('a line for a whole group of another account names the group, beside its first order', (t) => {
  const { said, ...one } = entry('222222', 5_000);
  const [incident] = ofTaken({
    keptAs: 'a.xml.1',
    unmatched: [
      {
        ...one,
        reason: 'account_differs',
        said: {
          ...(said as Extract<Unmatched['said'], { readonly entry: unknown }>),
          entry: {
            amount: { currency: 'INR', paise: 5_000 },
            side: 'debit',
            isReversal: false,
            status: 'BOOK',
            group: { messageId: 'M1', paymentInformationId: 'G1' },
          },
        },
        order: { ...ORDER, debitAccountNumber: '111111' },
      },
    ],
  });

  t.is(incident?.bankRef, 'H1');
  t.is(
    incident?.detail,
    'sent as H1 with INR 25.00; the bank says debit of INR 50.00, for the group G1, of the account 222222, not of 111111 (account_differs)',
  );
});

test('of many lines an incident tells how many they are and the first five', (t) => {
  const [one] = ofTaken({
    keptAs: 'a.xml.1',
    unmatched: Array.from({ length: 7 }, () => entry('111111', 100)),
  });

  t.regex(one?.detail ?? '', /^7 that agree.*(INR 1\.00.*){5}; …$/);
  t.is(one?.detail.split('INR').length, 6);
});

test('the incident of a refused file says what is wrong, and in which line and within which elements', (t) => {
  const refusal = {
    _tag: 'MessageRefused',
    fault: 'invalid',
    detail: 'the element is neither CRDT nor DBIT',
    line: 12,
    path: 'Document/BkToCstmrStmt/Stmt/Ntry/CdtDbtInd',
  } as const;

  t.deepEqual(ofRefused({ name: 'a.xml', keptAs: 'a.xml.1', refusal }) as unknown, [
    {
      ...EVERY_BANK,
      kind: 'bank_file_refused',
      subjectId: 'a.xml.1',
      detail:
        'line 12, Document/BkToCstmrStmt/Stmt/Ntry/CdtDbtInd: the element is neither CRDT nor DBIT',
    },
  ]);
});

test('a word about the pages of a statement names account, statement and pages, at the corporate of the account', (t) => {
  const statement = head('222222', { sequenceNumber: '17' });
  const found = { accountNumber: '222222', statementId: 'ST1', isWhole: false } as const;
  const of = 'of the statement ST1 (number 17) of the account 222222';
  const pages = { ...found, missing: [2, 3], repeated: [4] };

  t.deepEqual(
    ofPages([
      { reason: 'pages_missing', said: { statement, pages: { ...pages, missing: [2], last: 5 } } },
      { reason: 'pages_missing', said: { statement, pages } },
      { reason: 'page_repeated', said: { statement, pages } },
      { reason: 'balances_differ', said: { statement, opening: 1, entries: -2, closing: 3 } },
    ]).map(({ subjectId, detail }) => [subjectId, detail]),
    [
      [`page 2 is missing ${of}`, `page 2 is missing ${of} (pages_missing)`],
      [
        `page 2, page 3 and the last page are missing ${of}`,
        `page 2, page 3 and the last page are missing ${of} (pages_missing)`,
      ],
      [`page 4 ${of} came again`, `page 4 ${of} came again (page_repeated)`],
      [
        `${of.slice(3)} opens with INR 0.01, its entries come to INR -0.02, and it closes with INR 0.03`,
        `${of.slice(3)} opens with INR 0.01, its entries come to INR -0.02, and it closes with INR 0.03 (balances_differ)`,
      ],
    ],
  );
});

test('the first missing pages are named, and the others counted', (t) => {
  const missing = Array.from({ length: 99_998 }, (_, i) => i + 1);
  const pages = { accountNumber: '1', statementId: 'ST1', isWhole: false, repeated: [] } as const;
  const [one] = ofPages([
    {
      reason: 'pages_missing',
      said: { statement: head('1'), pages: { ...pages, missing, last: 99_999 } },
    },
  ]);

  t.regex(
    one?.subjectId ?? '',
    /^page 1, .*, page 20 and 99978 more are missing of the statement ST1 /,
  );
});
