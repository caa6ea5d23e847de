import test from 'ava';
import fc from 'fast-check';
import type { PayoutProgress } from '../../payout/payout.js';
import type { BankAccepted, BankVerdict } from '../../../ports/bank-rail.js';
import { meaningOf } from './meaning.js';

type Word = BankVerdict | BankAccepted;

const refusedFor = (code: string): Word => ({
  kind: 'refused',
  details: {
    code,
    source: 'beneficiary_bank',
    message: '',
    retryable: false,
    nextAction: 'fix_beneficiary',
  },
});
const PAID: Word = { kind: 'paid', utr: 'UTR1', bankReference: 'BR1' };
const PAID_AGAIN: Word = { kind: 'paid', utr: 'UTR2', bankReference: 'BR2' };
const REFUSED = refusedFor('beneficiary_account_invalid');
const RETURNED: Word = { kind: 'returned', utr: 'UTR1', bankReference: 'BR1', message: 'closed' };
const ACCEPTED: Word = { kind: 'accepted' };

const UNSENT: PayoutProgress = { status: 'approved', sequence: 2, approvedAt: 1 };
const SENT: PayoutProgress = { ...UNSENT, status: 'sent_to_bank', sequence: 3, sentToBankAt: 2 };

/** Where a payout is after the words; a contradiction moves nothing. */
const after = (...words: ReadonlyArray<Word>): PayoutProgress =>
  words.reduce<PayoutProgress>((progress, word) => {
    const meaning = meaningOf(progress, word, 10);
    return meaning.kind === 'steps' ? (meaning.steps.at(-1)?.next ?? progress) : progress;
  }, SENT);

const reached = (progress: PayoutProgress, word: Word) => {
  const meaning = meaningOf(progress, word, 10);
  return meaning.kind === 'steps' ? meaning.steps.map(({ next }) => next.status) : meaning.kind;
};

for (const [what, progress, word, expected] of [
  ['sent, the bank paid', SENT, PAID, ['paid']],
  ['sent, the bank refused', SENT, REFUSED, ['failed']],
  ['sent, the money came back already', SENT, RETURNED, ['paid', 'failed']],
  ['sent, the bank has the order', SENT, ACCEPTED, 'known'],
  ['paid, the bank says it again', after(PAID), PAID, 'known'],
  ['paid, the bank says paid with another UTR', after(PAID), PAID_AGAIN, 'contradiction'],
  ['returned, the payment is reported late with its own UTR', after(RETURNED), PAID_AGAIN, 'known'],
  ['paid, the order is confirmed late', after(PAID), ACCEPTED, 'known'],
  ['paid, the money came back', after(PAID), RETURNED, ['failed']],
  ['paid, the bank denies it', after(PAID), REFUSED, 'contradiction'],
  ['failed, the bank says it again', after(REFUSED), REFUSED, 'known'],
  ['failed, the bank says paid', after(REFUSED), PAID, 'contradiction'],
  ['failed, the bank says returned', after(REFUSED), RETURNED, 'contradiction'],
  ['returned, the bank says it again', after(PAID, RETURNED), RETURNED, 'known'],
  ['returned, the payment is reported late', after(PAID, RETURNED), PAID, 'known'],
  ['returned, the bank denies the payment', after(RETURNED), REFUSED, 'contradiction'],
  ['never sent, the bank has it', UNSENT, ACCEPTED, 'contradiction'],
  ['never sent, the bank paid', UNSENT, PAID, 'contradiction'],
  ['never sent, the bank refused', UNSENT, REFUSED, 'contradiction'],
  ['cancelled, the bank paid', { status: 'cancelled', sequence: 3 }, PAID, 'contradiction'],
  ['cancelled, the bank returned', { status: 'cancelled', sequence: 3 }, RETURNED, 'contradiction'],
] as ReadonlyArray<readonly [string, PayoutProgress, Word, unknown]>) {
  test(what, (t) => {
    t.deepEqual(reached(progress, word) as unknown, expected);
  });
}

test('a refusal that calls itself a return is still a refusal', (t) => {
  const refused = after(refusedFor('returned_after_credit'));

  t.is(reached(refused, PAID), 'contradiction');
  t.is(reached(refused, RETURNED), 'contradiction');
  t.is(reached(refused, refusedFor('returned_after_credit')), 'known');
});

test('a return keeps that the payout was paid, and says when and why it failed', (t) => {
  t.like(after(RETURNED), {
    status: 'failed',
    sequence: 5,
    paidAt: 10,
    returnedAt: 10,
    utr: 'UTR1',
    statusDetails: { code: 'returned_after_credit', message: 'closed' },
  });
});

const word = fc.constantFrom(
  PAID,
  REFUSED,
  RETURNED,
  ACCEPTED,
  refusedFor('returned_after_credit'),
);
const start = fc.constantFrom<PayoutProgress>(
  UNSENT,
  SENT,
  { status: 'pending_approval', sequence: 1 },
  { status: 'scheduled', sequence: 3, approvedAt: 1 },
  { status: 'cancelled', sequence: 3 },
  { status: 'rejected', sequence: 3 },
);

test('for any reports of the bank, in any order and any number of times, a payout is paid at most once', (t) => {
  fc.assert(
    fc.property(start, fc.array(word, { maxLength: 20 }), (from, words) => {
      let now = from;
      const walked: string[] = [];
      for (const one of words) {
        const before = structuredClone(now);
        const meaning = meaningOf(now, one, 10);
        t.deepEqual(now, before);
        if (meaning.kind !== 'steps') continue;
        walked.push(...meaning.steps.map(({ next }) => next.status));
        now = meaning.steps.at(-1)?.next ?? now;
      }
      const allowed = ['', 'paid', 'failed', 'paid,failed'];
      t.true(allowed.includes(walked.join()), walked.join());
      if (from.status !== 'sent_to_bank') t.deepEqual(now, from);
      t.is(now.sequence, from.sequence + walked.length);
    }),
    { numRuns: 500 },
  );
  t.pass();
});

test('a repeated report of the bank changes nothing', (t) => {
  fc.assert(
    fc.property(start, fc.array(word, { maxLength: 6 }), word, (from, words, last) => {
      let now = from;
      for (const one of [...words, last]) {
        const meaning = meaningOf(now, one, 10);
        if (meaning.kind === 'steps') now = meaning.steps.at(-1)?.next ?? now;
        if (meaning.kind !== 'contradiction') t.is(meaningOf(now, one, 11).kind, 'known');
      }
    }),
  );
  t.pass();
});

test('the first definite word settles a sent payout', (t) => {
  fc.assert(
    fc.property(fc.array(word, { maxLength: 10 }), (words) => {
      const first = words.find(({ kind }) => kind !== 'accepted')?.kind;
      const { paidAt, status } = after(...words);
      t.is(paidAt !== undefined, first === 'paid' || first === 'returned');
      t.is(status === 'sent_to_bank', first === undefined);
    }),
  );
});
