import test from 'ava';
import { E } from '../../kernel/fp.js';
import { anOrder, TENANT } from '../../samples.test.data.js';
import { payoutEntries } from './payout-entry.js';
import { enter, stepPayout } from './payout-machine.js';

test('an entry has from, to, sequence and just the values that the step set', (t) => {
  const { next: approved } = enter([], 1);
  const sent = stepPayout(approved, { type: 'send', at: 2 });
  t.true(E.isRight(sent));
  if (E.isLeft(sent)) return;

  t.deepEqual(payoutEntries(anOrder(), approved, [sent.right], 'send-to-bank') as unknown, [
    {
      tenant: TENANT,
      subjectKind: 'payout',
      subjectId: anOrder().transactionId,
      sequence: 2,
      from: 'approved',
      to: 'sent_to_bank',
      at: 2,
      actor: 'send-to-bank',
      changes: { sentToBankAt: 2 },
    },
  ]);
});

test('steps in a row follow each other, and the first state comes from nowhere', (t) => {
  const first = enter([], 1);
  const scheduled = stepPayout(first.next, { type: 'schedule', at: 1 });
  t.true(E.isRight(scheduled));
  if (E.isLeft(scheduled)) return;
  const entries = payoutEntries(anOrder(), undefined, [first, scheduled.right], 'intake');

  t.deepEqual(
    entries.map(({ from, to, sequence, changes }) => [from, to, sequence, changes]),
    [
      [undefined, 'approved', 1, { approvedAt: 1 }],
      ['approved', 'scheduled', 2, {}],
    ],
  );
  t.false('from' in (entries[0] ?? {}));
});

test('an entry is never earlier than the one before it, even if the clock went back', (t) => {
  const first = enter([], 5);
  const sent = stepPayout(first.next, { type: 'send', at: 2 });
  t.true(E.isRight(sent));
  if (E.isLeft(sent)) return;

  t.deepEqual(
    payoutEntries(anOrder(), undefined, [first, sent.right], 'intake').map(({ at }) => at),
    [5, 5],
  );
});
