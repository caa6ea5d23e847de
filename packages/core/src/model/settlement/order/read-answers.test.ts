import test from 'ava';
import fc from 'fast-check';
import { readQueryAnswers, readReport, readSubmitAnswers } from './read-answers.js';

const ASKED = [{ bankRef: 'H1' }];
const PAID = { kind: 'paid', utr: 'HUND1', bankReference: 'CB1' } as const;
const DETAILS = {
  code: 'insufficient_funds',
  source: 'rail',
  message: 'The account holds too little.',
  retryable: true,
  nextAction: 'fund_account',
} as const;

const submitted = (answer: unknown) => readSubmitAnswers(ASKED, [answer])[0];
const queried = (answer: unknown) => readQueryAnswers(ASKED, [answer])[0];

test('every answer that the port has is read as it is', (t) => {
  for (const answer of [
    PAID,
    { kind: 'refused', details: DETAILS },
    { ...PAID, kind: 'returned', message: 'Sent back.' },
    { kind: 'accepted' },
    { kind: 'unknown' },
  ]) {
    t.deepEqual(submitted(answer) as unknown, answer);
    t.deepEqual(queried(answer) as unknown, answer);
  }
  t.deepEqual(queried({ kind: 'absent' }), { kind: 'absent' });
});

test('what a bank says beside the members that the port has is left out', (t) => {
  const circular: Record<string, unknown> = {};
  circular['itself'] = circular;
  for (const more of ['the whole reply', 1n, circular, () => undefined])
    t.deepEqual(submitted({ kind: 'refused', more, details: { ...DETAILS, more } }), {
      kind: 'refused',
      details: DETAILS,
    });
});

for (const [what, answer, code] of [
  ['paid without a UTR', { kind: 'paid', bankReference: 'CB1' }, 'UTR_INVALID'],
  ['paid with a blank UTR', { ...PAID, utr: ' ' }, 'UTR_INVALID'],
  ['paid with a number as UTR', { ...PAID, utr: Number.NaN }, 'UTR_INVALID'],
  ['paid with a UTR that no database keeps', { ...PAID, utr: 'HUND\0' }, 'UTR_INVALID'],
  ['paid without a bank reference', { kind: 'paid', utr: 'U' }, 'BANK_REFERENCE_INVALID'],
  ['returned without a message', { ...PAID, kind: 'returned' }, 'MESSAGE_INVALID'],
  ['refused without details', { kind: 'refused' }, 'DETAILS_INVALID'],
  [
    'refused without a code',
    { kind: 'refused', details: { ...DETAILS, code: '' } },
    'DETAILS_INVALID',
  ],
  [
    'refused with a next action that does not exist',
    { kind: 'refused', details: { ...DETAILS, nextAction: 'pray' } },
    'DETAILS_INVALID',
  ],
  ['a kind of its own', { kind: 'success' }, 'UNKNOWN_KIND'],
  ['no kind', {}, 'UNKNOWN_KIND'],
  ['nothing', undefined, 'NOT_AN_ANSWER'],
  ['a text', 'paid', 'NOT_AN_ANSWER'],
  ['an answer about another order', { ...PAID, bankRef: 'H2' }, 'OTHER_ORDER'],
] as const) {
  test(`a rail that answers ${what} has answered nonsense`, (t) => {
    t.deepEqual(submitted(answer), { kind: 'nonsense', call: 'submit', code });
    t.deepEqual(queried(answer), { kind: 'nonsense', call: 'query', code });
  });
}

test('of what a bank says in words, 1,000 characters are kept, and no half of one', (t) => {
  for (const [said, kept] of [
    ['w'.repeat(1_000), 'w'.repeat(1_000)],
    ['w'.repeat(1_001), `${'w'.repeat(999)}…`],
    [`${'w'.repeat(998)}😀w`, `${'w'.repeat(998)}…`],
  ] as const) {
    t.deepEqual(submitted({ kind: 'refused', details: { ...DETAILS, message: said } }), {
      kind: 'refused',
      details: { ...DETAILS, message: kept },
    });
    t.deepEqual(submitted({ ...PAID, kind: 'returned', bankReference: said, message: said }), {
      ...PAID,
      kind: 'returned',
      bankReference: kept,
      message: kept,
    });
  }
});

test('absent is no answer to a submit', (t) => {
  t.like(submitted({ kind: 'absent' }), { kind: 'nonsense', code: 'UNKNOWN_KIND' });
});

test('an answer may name its order, and members that the port does not have are left out', (t) => {
  t.deepEqual(submitted({ ...PAID, bankRef: 'H1', raw: '<xml/>' }), PAID);
  t.like(queried({ kind: 'absent', bankRef: 'H2' }), { code: 'OTHER_ORDER' });
});

test('where the number of answers is wrong, no answer is believed', (t) => {
  const two = [{ bankRef: 'H1' }, { bankRef: 'H2' }];
  for (const [returned, code] of [
    [[PAID], 'TOO_FEW_ANSWERS'],
    [[PAID, PAID, PAID], 'TOO_MANY_ANSWERS'],
    [{ H1: PAID, H2: PAID }, 'NOT_A_LIST'],
    [undefined, 'NOT_A_LIST'],
  ] as const) {
    t.deepEqual(readSubmitAnswers(two, returned), [
      { kind: 'nonsense', call: 'submit', code },
      { kind: 'nonsense', call: 'submit', code },
    ]);
  }
});

test('a report that the port does not allow is nonsense, whatever it is about', (t) => {
  const report = { reportId: 'r-1', bankRef: 'H1', verdict: PAID };
  t.deepEqual(readReport(report), report);
  for (const [wrong, code] of [
    [{ ...report, reportId: undefined }, 'REPORT_ID_INVALID'],
    [{ ...report, verdict: { kind: 'unknown' } }, 'UNKNOWN_KIND'],
    [{ ...report, verdict: { kind: 'absent' } }, 'UNKNOWN_KIND'],
    [{ ...report, verdict: { ...PAID, utr: '' } }, 'UTR_INVALID'],
    [null, 'REPORT_ID_INVALID'],
  ] as const)
    t.deepEqual(readReport(wrong), { kind: 'nonsense', call: 'report', code });
});

test('whatever a rail returns, each order gets one answer that the engine knows', (t) => {
  const KINDS = new Set([
    'paid',
    'refused',
    'returned',
    'accepted',
    'unknown',
    'absent',
    'nonsense',
  ]);
  const anything = fc.oneof(
    fc.anything(),
    fc.array(
      fc.record(
        {
          kind: fc.constantFrom('paid', 'refused', 'returned', 'accepted', 'unknown', 'absent'),
          utr: fc.anything(),
          bankReference: fc.anything(),
          details: fc.anything(),
          message: fc.anything(),
        },
        { requiredKeys: [] },
      ),
    ),
  );
  fc.assert(
    fc.property(fc.nat(4), anything, (count, returned) => {
      const orders = Array.from({ length: count }, (_, i) => ({ bankRef: `H${String(i)}` }));
      const answers = readQueryAnswers(orders, returned);
      return answers.length === count && answers.every(({ kind }) => KINDS.has(kind));
    }),
  );
  t.pass();
});
