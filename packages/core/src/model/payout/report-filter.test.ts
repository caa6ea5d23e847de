import test from 'ava';
import { accepted, anOrder, aRow, JOB_ID, NOW, someTerms } from '../../samples.test.data.js';
import type { DebitAccountId } from '../../kernel/values/ids.js';
import type { Payout, PayoutOrder, TurnedAwayPayout } from './payout.js';
import { meetsReport, type ReportFilter } from './report-filter.js';

type Plain<A> = { readonly [K in keyof A]?: unknown };

const ALL = { packageCodes: new Set(['VENDOR']), debitAccountIds: new Set(['da-main']) };

const meets = (payout: Payout, filter: Plain<ReportFilter> = {}): boolean =>
  meetsReport(payout, { ...ALL, ...filter } as ReportFilter);

const paid = (order: Plain<PayoutOrder> = {}, terms: object = {}): Payout =>
  accepted({ status: 'paid', sequence: 3 }, anOrder(0, order), someTerms(terms));

const rejected = (order: Plain<PayoutOrder> = {}): TurnedAwayPayout => ({
  intake: 'rejected',
  order: anOrder(0, order),
  rejection: { code: 'beneficiary_not_found', message: 'The beneficiary does not exist.' },
  progress: { status: 'rejected', sequence: 1 },
});

/** Rejected, and the account that its row named. */
const naming = (debitAccountId: string): Payout => ({
  ...rejected(),
  rejection: { ...rejected().rejection, debitAccountId: debitAccountId as DebitAccountId },
});

test('a filter of nothing but the reach shows every payout within it', (t) => {
  for (const payout of [paid(), rejected(), aRow()]) t.true(meets(payout));
});

test('a payout of a package out of reach is not shown', (t) => {
  for (const payout of [paid(), rejected(), aRow()]) {
    t.false(meets(payout, { packageCodes: new Set(['SALARY']) }));
    t.false(meets(payout, { packageCodes: new Set() }));
  }
});

test('a payout from a debit account out of reach is not shown; one that has none is', (t) => {
  const debitAccountIds = new Set(['da-second']);

  t.false(meets(paid(), { debitAccountIds }));
  t.false(meets(naming('da-main'), { debitAccountIds }));
  t.true(meets(naming('da-second'), { debitAccountIds }));
  t.true(meets(rejected(), { debitAccountIds }));
  t.true(meets(aRow(), { debitAccountIds }));
});

test('a debit account that is asked for is the one the payout has', (t) => {
  const debitAccountIds = new Set(['da-main', 'da-second']);

  t.true(meets(paid(), { debitAccountIds, debitAccountId: 'da-main' }));
  t.false(meets(paid(), { debitAccountIds, debitAccountId: 'da-second' }));
  t.true(meets(naming('da-main'), { debitAccountId: 'da-main' }));
  t.false(meets(naming('da-second'), { debitAccountIds, debitAccountId: 'da-main' }));
  t.false(meets(rejected(), { debitAccountId: 'da-main' }));
  t.false(meets(aRow(), { debitAccountId: 'da-main' }));
});

test('asking for a debit account out of reach shows nothing', (t) => {
  t.false(meets(paid(), { debitAccountIds: new Set(), debitAccountId: 'da-main' }));
});

test('a payout has the status it is in; one that is not decided has none', (t) => {
  t.true(meets(paid(), { status: 'paid' }));
  t.false(meets(paid(), { status: 'failed' }));
  t.true(meets(rejected(), { status: 'rejected' }));
  for (const status of ['pending_approval', 'paid', 'rejected']) t.false(meets(aRow(), { status }));
});

test('the method of a payout is the one that governs it, else the one that was asked for', (t) => {
  const paymentMethods = new Set(['IMPS']);

  t.true(meets(paid({ paymentMethodCode: 'NEFT' }, { paymentMethod: 'IMPS' }), { paymentMethods }));
  t.false(
    meets(paid({ paymentMethodCode: 'IMPS' }, { paymentMethod: 'NEFT' }), { paymentMethods }),
  );
  t.true(meets(rejected({ paymentMethodCode: 'IMPS' }), { paymentMethods }));
  t.false(meets(rejected(), { paymentMethods }));
  t.true(meets(aRow(0, { paymentMethodCode: 'IMPS' }), { paymentMethods }));
});

test('amounts and moments are within the bounds of the filter', (t) => {
  t.true(meets(paid(), { amountFrom: 50_000, amountTo: 50_000 }));
  t.false(meets(paid(), { amountFrom: 50_001 }));
  t.false(meets(paid(), { amountTo: 49_999 }));
  t.true(meets(paid(), { createdFrom: NOW, createdBefore: NOW + 1 }));
  t.false(meets(paid(), { createdFrom: NOW + 1 }));
  t.false(meets(paid(), { createdBefore: NOW }));
});

test('source and transactionId are compared whole', (t) => {
  t.true(meets(paid(), { source: 'partner_api' }));
  t.false(meets(paid(), { source: 'partner' }));
  t.true(meets(paid(), { transactionId: anOrder().transactionId }));
  t.false(meets(paid(), { transactionId: anOrder(1).transactionId }));
});

for (const [what, search] of [
  ['its payee', { beneficiaryIds: ['b-0', 'b-1'], prefix: '-' }],
  ['its amount', { beneficiaryIds: [], amount: 50_000, prefix: '-' }],
  ['its reference', { beneficiaryIds: [], prefix: 'INV-0' }],
  ['the beginning of its reference', { beneficiaryIds: [], prefix: 'IN' }],
  ['the beginning of its apiRefNumber', { beneficiaryIds: [], prefix: 'March' }],
  ['its job', { beneficiaryIds: [], prefix: JOB_ID }],
  ['the beginning of its job', { beneficiaryIds: [], prefix: JOB_ID.slice(0, 8) }],
] as const) {
  test(`a payout is found by ${what} in every state`, (t) => {
    for (const payout of [paid(), rejected(), aRow()]) t.true(meets(payout, { search }));
  });
}

test('a payout is not found by the middle of a reference, by another letter case or by another payee', (t) => {
  for (const prefix of ['NV-0', 'inv', 'INV-00', 'vendors']) {
    t.false(meets(paid(), { search: { beneficiaryIds: ['b-2'], amount: 5, prefix } }));
  }
});

test('a payout of no job is not found by a job', (t) => {
  t.false(meets(paid({ jobId: undefined }), { search: { beneficiaryIds: [], prefix: JOB_ID } }));
});
