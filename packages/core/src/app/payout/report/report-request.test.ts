import test from 'ava';
import * as io from 'io-ts';
import { E } from '../../../kernel/fp.js';
import { decodeInput, type InvalidInput } from '../../../kernel/codecs/decode.js';
import { ReportQuery } from './report-query.js';
import type { Plain } from '../../../kernel/use-case/plain.js';
import { reportRequest, type ReportRequest } from './report-request.js';

type Sent = Readonly<Record<string, string | ReadonlyArray<string>>>;

const read = (sent: Sent): E.Either<InvalidInput, Plain<ReportRequest>> => {
  const query = decodeInput(
    io.strict(ReportQuery),
    { initiatedByUserId: 'u-maker', ...sent },
    '/query',
  );
  return E.isLeft(query) ? query : reportRequest(query.right, '/query');
};

/** The request, as plain values. */
const taken = (sent: Sent): unknown => {
  const request = read(sent);
  return E.isLeft(request) ? request.left.issues : request.right;
};

const pointers = (sent: Sent): ReadonlyArray<string> => {
  const request = read(sent);
  return E.isLeft(request) ? request.left.issues.map(({ pointer }) => pointer) : ['taken'];
};

const BY = { initiatedByUserId: 'u-maker' };

test('only the initiating user is required', (t) => {
  t.deepEqual(taken({}), BY);
  t.deepEqual(E.isLeft(decodeInput(io.strict(ReportQuery), {}, '/query')), true);
});

test('every parameter is taken', (t) => {
  t.deepEqual(
    taken({
      transactionId: '01890000-0000-7000-8000-000000000001',
      fromDate: '01-02-2026',
      toDate: '28-02-2026',
      state: 'scheduled',
      packages: 'VENDOR,SALARY',
      paymentMethods: 'NEFT',
      debitAccountId: 'da-main',
      search: 'sharma',
      source: 'payout_link',
      amountOperator: 'between',
      amountMin: '1',
      amountMax: '999999999999999',
    }),
    {
      ...BY,
      transactionId: '01890000-0000-7000-8000-000000000001',
      createdFrom: Date.UTC(2026, 1, 1),
      createdBefore: Date.UTC(2026, 2, 1),
      status: 'scheduled',
      packageCodes: ['SALARY', 'VENDOR'],
      paymentMethods: ['NEFT'],
      debitAccountId: 'da-main',
      search: 'sharma',
      source: 'payout_link',
      amountFrom: 1,
      amountTo: 999_999_999_999_999,
    },
  );
});

test('days are UTC days, and the last one is included', (t) => {
  t.deepEqual(taken({ fromDate: '29-02-2024', toDate: '29-02-2024' }), {
    ...BY,
    createdFrom: Date.UTC(2024, 1, 29),
    createdBefore: Date.UTC(2024, 2, 1),
  });
});

for (const [operator, amounts] of [
  ['equals', { amountFrom: 500, amountTo: 500 }],
  ['gt', { amountFrom: 501 }],
  ['lt', { amountTo: 499 }],
] as const) {
  test(`amountOperator ${operator} bounds amounts by amountValue`, (t) => {
    t.deepEqual(taken({ amountOperator: operator, amountValue: '500' }), { ...BY, ...amounts });
  });
}

for (const state of [
  'queued',
  'pending_approval',
  'partially_approved',
  'approved',
  'rejected',
  'sent_to_bank',
  'paid',
  'failed',
  'scheduled',
  'cancelled',
]) {
  test(`${state} is a state of reports`, (t) => {
    t.deepEqual(taken({ state }), { ...BY, status: state });
  });
}

for (const source of [
  'corporate_app',
  'file_upload',
  'partner_api',
  'client_sdk',
  'payout_link',
  'payout_checkout',
]) {
  test(`${source} is a source of reports`, (t) => {
    t.deepEqual(taken({ source }), { ...BY, source });
  });
}

test('an empty search looks for nothing, and another for what was typed', (t) => {
  t.deepEqual(taken({ search: '' }), BY);
  t.deepEqual(taken({ search: 'e\u0301' }), { ...BY, search: 'e\u0301' });
  t.deepEqual(taken({ search: 'x'.repeat(210) }), { ...BY, search: 'x'.repeat(210) });
});

const SIX_MONTHS: ReadonlyArray<readonly [from: string, to: string, next: string]> = [
  ['01-01-2026', '01-07-2026', '02-07-2026'],
  ['31-08-2025', '28-02-2026', '01-03-2026'],
  ['29-08-2027', '29-02-2028', '01-03-2028'],
  ['15-11-2025', '15-05-2026', '16-05-2026'],
];
for (const [fromDate, toDate, next] of SIX_MONTHS) {
  test(`six months from ${fromDate} end on ${toDate}`, (t) => {
    t.deepEqual(pointers({ fromDate, toDate }), ['taken']);
    t.deepEqual(pointers({ fromDate, toDate: next }), ['/query/toDate']);
  });
}

const REFUSED: ReadonlyArray<readonly [sent: Sent, ...at: ReadonlyArray<string>]> = [
  [{ initiatedByUserId: '' }, 'initiatedByUserId'],
  [{ initiatedByUserId: ['u-maker', 'u-head'] }, 'initiatedByUserId'],
  [{ transactionId: '1' }, 'transactionId'],
  [{ transactionId: '01890000-0000-7000-8000-00000000000A' }, 'transactionId'],
  [{ fromDate: '01-01-2026' }, 'toDate'],
  [{ toDate: '01-01-2026' }, 'fromDate'],
  [{ fromDate: '02-01-2026', toDate: '01-01-2026' }, 'toDate'],
  [{ fromDate: '2026-01-01', toDate: '2026-01-02' }, 'fromDate', 'toDate'],
  [{ fromDate: '29-02-2026', toDate: '01-03-2026' }, 'fromDate'],
  [{ fromDate: '1-1-2026', toDate: '01-01-2026' }, 'fromDate'],
  [{ fromDate: '01-01-2026 ', toDate: '01-01-2026' }, 'fromDate'],
  [{ fromDate: '', toDate: '' }, 'fromDate', 'toDate'],
  [{ fromDate: ['01-01-2026', '01-01-2026'], toDate: '01-01-2026' }, 'fromDate'],
  [{ state: 'processing' }, 'state'],
  [{ state: 'PAID' }, 'state'],
  [{ state: '' }, 'state'],
  [{ state: 'toString' }, 'state'],
  [{ state: ['paid', 'failed'] }, 'state'],
  [{ packages: 'A,,B' }, 'packages'],
  [{ packages: '' }, 'packages'],
  [{ packages: ['A', 'B'] }, 'packages'],
  [{ packages: Array.from({ length: 101 }, (_, i) => `P${String(i)}`).join(',') }, 'packages'],
  [{ paymentMethods: ',' }, 'paymentMethods'],
  [{ debitAccountId: '' }, 'debitAccountId'],
  [{ debitAccountId: 'da main' }, 'debitAccountId'],
  [{ search: 'x'.repeat(211) }, 'search'],
  [{ search: 'a\u0000' }, 'search'],
  [{ search: ['a', 'b'] }, 'search'],
  [{ source: 'carrier_pigeon' }, 'source'],
  [{ amountOperator: 'eq', amountValue: '1' }, 'amountOperator'],
  [{ amountOperator: '', amountValue: '1' }, 'amountOperator'],
  [{ amountOperator: 'equals', amountValue: '-1' }, 'amountValue'],
  [{ amountOperator: 'equals', amountValue: '00' }, 'amountValue'],
  [{ amountOperator: 'equals', amountValue: '1.5' }, 'amountValue'],
  [{ amountOperator: 'equals', amountValue: '1000000000000000' }, 'amountValue'],
  [{ amountOperator: 'equals' }, 'amountValue'],
  [{ amountOperator: 'gt', amountMin: '1' }, 'amountValue', 'amountMin'],
  [{ amountOperator: 'lt', amountValue: '1', amountMax: '2' }, 'amountMax'],
  [{ amountOperator: 'between' }, 'amountMin', 'amountMax'],
  [{ amountOperator: 'between', amountMin: '1' }, 'amountMax'],
  [{ amountOperator: 'between', amountMin: '2', amountMax: '1' }, 'amountMax'],
  [{ amountOperator: 'between', amountValue: '1', amountMin: '1', amountMax: '2' }, 'amountValue'],
  [{ amountOperator: 'between', amountValue: '1' }, 'amountValue', 'amountMin', 'amountMax'],
  [{ amountValue: '1' }, 'amountOperator'],
  [{ amountMin: '1', amountMax: '2' }, 'amountOperator'],
  [{ toDate: '01-01-2026', amountMax: '2' }, 'fromDate', 'amountOperator'],
];
for (const [sent, ...at] of REFUSED) {
  test(`${JSON.stringify(sent).slice(0, 90)} is refused at ${at.join(', ')}`, (t) => {
    t.deepEqual(
      pointers(sent),
      at.map((name) => `/query/${name}`),
    );
  });
}
