import test from 'ava';
import { momentIn, type Day } from '../../kernel/values/time.js';
import { anOrder, NOW, TENANT } from '../../samples.test.data.js';
import { enter } from '../payout-machine.js';
import { release } from './release.js';

const ZONE = 'Asia/Kolkata';
const TODAY = '2026-03-02' as Day;
const { next: approved } = enter([], NOW);
const released = (payoutDate: string | undefined) =>
  release(anOrder(0, payoutDate === undefined ? {} : { payoutDate }), approved, {
    zone: ZONE,
    today: TODAY,
    at: NOW,
  });

for (const payoutDate of [undefined, '2026-03-02', '2026-03-01']) {
  test(`a payout dated ${payoutDate ?? 'never'} goes to the bank now`, (t) => {
    t.deepEqual(released(payoutDate), {
      steps: [],
      work: {
        duty: 'send-to-bank',
        subject: anOrder().transactionId,
        tenant: TENANT,
        runAt: NOW,
      },
    });
  });
}

test('a payout of a later bank day waits as scheduled for the start of that day', (t) => {
  const { steps, work } = released('2026-03-03');

  t.deepEqual(
    steps.map(({ next }) => next.status),
    ['scheduled'],
  );
  t.is(work.runAt, momentIn(ZONE, '2026-03-03' as Day));
  t.true(work.runAt > NOW);
});

test('only an approved payout is released', (t) => {
  t.throws(() =>
    release(
      anOrder(0, { payoutDate: '2026-03-03' }),
      { status: 'paid', sequence: 4 },
      { zone: ZONE, today: TODAY, at: NOW },
    ),
  );
});
