import test from 'ava';
import fc from 'fast-check';
import { DAY, dayIn, type Day } from '../../kernel/values/time.js';
import { APPROVAL_LIFE, expiresAt } from './expiry.js';

const ZONE = 'Asia/Kolkata';
const CREATED = Date.UTC(2026, 2, 2, 4, 30);

test('a payout waits for approval for 90 days', (t) => {
  t.is(expiresAt({ createdAt: CREATED }, ZONE), CREATED + 90 * DAY);
});

test('a dated payout waits until its day is over in the zone of the bank', (t) => {
  const payoutDate = '2026-03-05' as Day;

  t.is(expiresAt({ createdAt: CREATED, payoutDate }, ZONE), Date.UTC(2026, 2, 5, 18, 30));
  t.is(expiresAt({ createdAt: CREATED, payoutDate }, 'UTC'), Date.UTC(2026, 2, 6));
});

test('the event that comes first ends the wait', (t) => {
  const payoutDate = '2026-12-31' as Day;

  t.is(expiresAt({ createdAt: CREATED, payoutDate }, ZONE), CREATED + APPROVAL_LIFE);
});

test('storage finds as overdue exactly the expired records', (t) => {
  const zones = ['Asia/Kolkata', 'UTC', 'America/New_York', 'Pacific/Apia'];
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 400 * DAY }),
      fc.option(fc.integer({ min: 0, max: 400 }), { nil: undefined }),
      fc.integer({ min: 0, max: 400 * DAY }),
      fc.constantFrom(...zones),
      (created, dated, passed, zone) => {
        const createdAt = CREATED + created;
        const now = CREATED + passed;
        const payoutDate =
          dated === undefined
            ? undefined
            : (new Date(CREATED + dated * DAY).toISOString().slice(0, 10) as Day);
        const order = { createdAt, ...(payoutDate !== undefined && { payoutDate }) };
        const overdue =
          createdAt <= now - APPROVAL_LIFE ||
          (payoutDate !== undefined && payoutDate < dayIn(zone, now));
        t.is(expiresAt(order, zone) <= now, overdue);
      },
    ),
  );
});
