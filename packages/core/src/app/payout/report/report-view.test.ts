import test from 'ava';
import type { Metadata } from '../../../kernel/values/metadata.js';
import { accepted, anOrder, aRow, someTerms } from '../../../samples.test.data.js';
import type { DebitAccountId } from '../../../kernel/values/ids.js';
import type { Payout, TurnedAwayPayout } from '../../../model/payout/payout.js';
import { reportTransaction, ReportTransaction } from './report-view.js';

const facts = (masked = false, name?: string) => ({
  nameOf: () => name,
  isMasked: () => masked,
});

const asked: Payout = aRow(0, { beneficiaryAccountNumber: '123456780009' });
const rejected: TurnedAwayPayout = {
  intake: 'rejected',
  order: anOrder(),
  rejection: { code: 'beneficiary_not_found', message: 'The beneficiary does not exist.' },
  progress: { status: 'rejected', sequence: 1 },
};

test('an accepted payout is shown as it was accepted, as one item', (t) => {
  const { transactionId } = anOrder();

  t.deepEqual(reportTransaction(accepted({ status: 'paid', sequence: 3 }), facts()) as unknown, {
    transactionId,
    title: 'Payout to Sharma Steel',
    state: 'paid',
    totalAmount: { value: 50_000, currency: 'INR' },
    packageCode: 'VENDOR',
    debitAccountId: 'da-main',
    items: [
      {
        itemId: transactionId,
        beneficiaryId: 'b-1',
        amount: 50_000,
        state: 'paid',
        accountNumber: '123456780001',
        ifsc: 'HDFC0000001',
      },
    ],
  });
});

test('an accepted payout is masked by its own terms, even if its package has changed', (t) => {
  const masked = accepted({ status: 'paid', sequence: 3 }, anOrder(), someTerms({ masked: true }));
  const open = accepted({ status: 'paid', sequence: 3 });

  t.is(reportTransaction(masked, facts(false)).items[0]?.accountNumber, 'XXXXXX0001');
  t.is(reportTransaction(open, facts(true)).items[0]?.accountNumber, '123456780001');
});

test('metadata is echoed as it was sent, and absent where none was', (t) => {
  const metadata = { order: 7 } as unknown as Metadata;

  t.is(reportTransaction(aRow(0, { metadata }), facts()).metadata, metadata);
  t.is(
    reportTransaction(accepted({ status: 'paid', sequence: 3 }, anOrder(0, { metadata })), facts())
      .metadata,
    metadata,
  );
  t.false('metadata' in reportTransaction(asked, facts()));
});

test('a payout that is not decided is queued, and shows what was asked for', (t) => {
  t.like(reportTransaction(asked, facts(false, 'Mehta')), {
    title: 'Payout to Mehta',
    state: 'queued',
    debitAccountId: '',
    items: [{ state: 'queued', accountNumber: '123456780009', ifsc: '' }],
  });
});

test('a requested payment is masked as its package says', (t) => {
  t.is(reportTransaction(asked, facts(true)).items[0]?.accountNumber, 'XXXXXX0009');
});

test('a payout to an unknown payee is titled by the id in the request, and hides nothing behind a mask', (t) => {
  t.like(reportTransaction(rejected, facts(true)), {
    title: 'Payout to b-1',
    state: 'rejected',
    items: [{ accountNumber: '' }],
  });
});

test('a rejected payout is shown with the account that it named, where the corporate has it', (t) => {
  const debitAccountId = 'da-second' as DebitAccountId;
  const named = { ...rejected, rejection: { ...rejected.rejection, debitAccountId } };

  t.is(reportTransaction(named, facts()).debitAccountId, debitAccountId);
  t.is(reportTransaction(rejected, facts()).debitAccountId, '');
});

test('every report transaction is what its codec says', (t) => {
  for (const payout of [accepted({ status: 'scheduled', sequence: 3 }), asked, rejected]) {
    t.true(ReportTransaction.is(reportTransaction(payout, facts())));
  }
});
