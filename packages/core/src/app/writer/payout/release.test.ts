import test from 'ava';
import { momentIn, type Day } from '../../../kernel/values/time.js';
import { anOrder, NOW, TENANT } from '../../../samples.test.data.js';
import { enter } from '../../../model/payout/payout-machine.js';
import { bankHours, openingOf } from '../../../model/settlement/order/window.js';
import type { Calendar } from '../../../model/tenancy/calendar.js';
import { release } from './release.js';

const ZONE = 'Asia/Kolkata';
const TODAY = '2026-03-02' as Day;
const approved = enter([], NOW);
const released = (payoutDate: string | undefined) =>
  release(anOrder(0, payoutDate === undefined ? {} : { payoutDate }), approved, {
    zone: ZONE,
    today: TODAY,
    at: NOW,
  });

for (const payoutDate of [undefined, '2026-03-02', '2026-03-01']) {
  test(`a payout dated ${payoutDate ?? 'never'} goes to the bank now`, (t) => {
    t.deepEqual(released(payoutDate), {
      steps: [approved],
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
    ['approved', 'scheduled'],
  );
  t.is(work.runAt, momentIn(ZONE, '2026-03-03' as Day));
  t.true(work.runAt > NOW);
});

test('only an approved payout is released', (t) => {
  t.throws(() =>
    release(
      anOrder(0, { payoutDate: '2026-03-03' }),
      { next: { status: 'paid', sequence: 4 }, changes: {}, at: NOW },
      { zone: ZONE, today: TODAY, at: NOW },
    ),
  );
});

test('where the bank has a calendar, a released payout says when its credit is expected', (t) => {
  const until = '2026-12-31';
  const calendar = { calendarCode: 'MUMBAI', until, holidays: { dates: ['2026-03-03'] } };
  const clearing = { calendarCode: 'MUMBAI', creditMinutes: 120 };
  const window = { paymentMethodCode: 'NEFT', from: '09:00', to: '18:00', clearing };
  const hours = bankHours(
    { timeZone: ZONE, calendars: [calendar as unknown as Calendar] },
    { cutOffs: [window as never] },
    'NEFT',
  );
  const { steps, work } = release(
    anOrder(0, { payoutDate: '2026-03-03' }),
    approved,
    { zone: ZONE, today: TODAY, at: NOW },
    (at) => openingOf(hours, at),
  );
  const expectedCreditAt = momentIn(ZONE, '2026-03-04' as Day, 11 * 60);
  t.deepEqual(
    steps.map(({ next, changes }) => [next.expectedCreditAt, changes.expectedCreditAt]),
    [
      [undefined, undefined],
      [expectedCreditAt, expectedCreditAt],
    ],
  );
  // The day that was asked for stands; the bank's hours decide when it has come.
  t.is(work.runAt, momentIn(ZONE, '2026-03-03' as Day));
});
