import test from 'ava';
import fc from 'fast-check';
import type { Day } from '../../../kernel/values/time.js';
import type { RejectionCode } from '../../../model/payout/rejection.js';
import type { Verdict } from './batch-preview.js';
import { changesSince, keepVerdicts } from './kept-verdicts.js';
import { inWords } from './verdict.js';

const money = (value: number) => ({ value, currency: 'INR' }) as const;

const accepted = (fee = 500, levelsRequired = 1, releaseDate = '2026-01-05'): Verdict => ({
  outcome: 'accepted',
  rejectionCode: null,
  rejectionMessage: null,
  fees: { base: money(fee), gst: money(90), total: money(fee + 90) },
  levelsRequired,
  releaseDate: releaseDate as Day,
});

const rejected = (code: RejectionCode = 'beneficiary_not_found'): Verdict => ({
  outcome: 'rejected',
  rejectionCode: code,
  rejectionMessage: 'The rule is broken.',
  fees: null,
  levelsRequired: null,
  releaseDate: null,
});

const anyVerdict = fc.oneof(
  fc.constantFrom(accepted(), rejected(), rejected('payment_method_missing')),
  fc.tuple(fc.nat(2_000), fc.nat(5)).map(([fee, levels]) => accepted(fee, levels)),
);

const keep = (verdicts: ReadonlyArray<Verdict>) => keepVerdicts(verdicts.map(inWords), '');
const changes = (kept: ReturnType<typeof keep>, verdicts: ReadonlyArray<Verdict>) =>
  changesSince(kept, verdicts.map(inWords), '');

/** Runs of equal verdicts, as batches have them, and any mixture. */
const anyBatch = fc
  .array(fc.tuple(anyVerdict, fc.integer({ min: 1, max: 40 })), { minLength: 1, maxLength: 60 })
  .map((runs) => runs.flatMap(([verdict, count]) => Array<Verdict>(count).fill(verdict)));

test('verdicts that are the same are no change', (t) => {
  fc.assert(
    fc.property(anyBatch, (verdicts) => {
      t.deepEqual(changes(keep(verdicts), verdicts), []);
    }),
  );
});

test('each verdict that changed is found, at its row or in the rows behind those that are kept', (t) => {
  fc.assert(
    fc.property(anyBatch, fc.nat(), (verdicts, n) => {
      const row = n % verdicts.length;
      const now = verdicts.with(row, rejected('package_not_found'));
      const kept = keep(verdicts);
      const rows = kept.runs.reduce((sum, [, count]) => sum + count, 0);
      const [change, ...others] = changes(kept, now);

      t.deepEqual(others, []);
      t.is(change?.pointer, row < rows ? `/payments/${String(row)}` : '/payments');
    }),
  );
});

for (const [what, other] of [
  ['fee', accepted(501)],
  ['level of approval', accepted(500, 2)],
  ['day of release', accepted(500, 1, '2026-01-06')],
  ['outcome', rejected()],
] as const) {
  test(`another ${what} is another verdict`, (t) => {
    t.is(changes(keep([accepted()]), [other]).length, 1);
  });
}

test('another wording of the same rejection is no other verdict', (t) => {
  const reworded = { ...rejected(), rejectionMessage: 'Worded otherwise.' };

  t.deepEqual(changes(keep([rejected()]), [reworded]), []);
});

test('however verdicts change from row to row, what is kept is short', (t) => {
  const verdicts = Array.from({ length: 20_000 }, (_, row) => accepted(row, row % 7));
  const kept = keep(verdicts);

  t.true(JSON.stringify(kept).length < 2_500);
  t.true(kept.runs.length > 10);
  t.deepEqual(changes(kept, verdicts), []);
  t.deepEqual(
    changes(kept, verdicts.with(19_999, rejected())).map(({ pointer }) => pointer),
    ['/payments'],
  );
});

test('a large batch of one verdict is kept to the last row', (t) => {
  const verdicts = Array<Verdict>(20_000).fill(accepted());
  const kept = keep(verdicts);

  t.true(JSON.stringify(kept).length < 350);
  t.deepEqual(
    changes(kept, verdicts.with(19_999, rejected())).map(({ pointer }) => pointer),
    ['/payments/19999'],
  );
});

test('other terms are a change, once, where every verdict is the same', (t) => {
  const words = [accepted(), accepted()].map(inWords);
  const kept = keepVerdicts(words, 'to A, to B');
  const pointers = (now: ReadonlyArray<string>, terms: string) =>
    changesSince(kept, now, terms).map(({ pointer }) => pointer);

  t.deepEqual(pointers(words, 'to A, to B'), []);
  t.deepEqual(pointers(words, 'to B, to A'), ['/payments']);
  t.deepEqual(pointers(words.with(1, inWords(rejected())), 'to A, '), ['/payments/1']);
});
