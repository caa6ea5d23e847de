import fc from 'fast-check';
import test from 'ava';
import { DAY, HOUR } from '../../kernel/values/time.js';
import {
  noNotifications,
  summed,
  type OutcomeSum,
} from '../../model/notification/kept/person-notifications.js';
import {
  afterNoAnswer,
  afterTelling,
  notificationDue,
  type NotificationFacts,
  type Waiting,
} from './notification-due.js';

const NOW = 1_800_000_000_000;
const tenant = { bankTenantId: 'bank', corporateTenantId: 'acme' } as never;
const nothing = noNotifications(tenant, 'u-1' as never);

const one = (subject: string, more: Partial<Waiting> = {}): Waiting => ({
  subject,
  count: 1,
  amount: 100n,
  expiresAt: NOW + 90 * DAY,
  ...more,
});

const factsOf = (...waiting: Waiting[]): NotificationFacts => ({
  waiting,
  isWhole: true,
  sees: () => true,
});

const failed = (count: number, packageCode = 'VENDOR'): OutcomeSum =>
  ({ state: 'failed', packageCode, count, amount: String(count * 100) }) as OutcomeSum;

/** What a person knows once they were told of these facts. */
const told = (facts: NotificationFacts, known = nothing, at = NOW) => {
  const notification = notificationDue(known, facts, at);
  if (notification === undefined) throw new Error('nothing was due');
  return afterTelling(known, { known, facts, notification }, at);
};

test('nothing is due where nothing waits and nothing became of anything', (t) => {
  t.is(notificationDue(nothing, factsOf(), NOW), undefined);
});

test('a person is told of all that waits when something new does', (t) => {
  const known = told(factsOf(one('a')));
  const facts = factsOf(one('a'), one('b', { count: 3, amount: 700n }));

  t.is(notificationDue(known, factsOf(one('a')), NOW + HOUR), undefined);
  t.is(notificationDue(known, facts, NOW + HOUR - 1), undefined);
  t.deepEqual(notificationDue(known, facts, NOW + HOUR), {
    waiting: { count: 4, amount: 800n, isWhole: true },
  });
});

test('what waits again after it was decided is told again', (t) => {
  const known = told(factsOf(one('b')), told(factsOf(one('a'))), NOW + HOUR);

  t.truthy(notificationDue(known, factsOf(one('a')), NOW + 2 * HOUR));
});

test('a person is warned once of what expires within three days', (t) => {
  const expiresAt = NOW + 10 * DAY;
  const facts = factsOf(one('a', { expiresAt }), one('b'));
  const known = told(facts);
  const soon = expiresAt - 3 * DAY;

  t.is(notificationDue(known, facts, soon - 1), undefined);
  t.deepEqual(notificationDue(known, facts, soon), {
    expiring: { count: 1, amount: 100n, firstAt: expiresAt },
  });
  t.is(notificationDue(told(facts, known, soon), facts, soon + HOUR), undefined);
});

test('what is new and expires soon is told and warned of in one mail', (t) => {
  const facts = factsOf(one('a', { expiresAt: NOW + DAY }));

  t.deepEqual(Object.keys(notificationDue(nothing, facts, NOW) ?? {}), ['waiting', 'expiring']);
  t.is(notificationDue(told(facts), facts, NOW + HOUR), undefined);
});

test('a job some of whose payouts expire later is warned of again for those', (t) => {
  const known = told(factsOf(one('a', { expiresAt: NOW + DAY })));
  const facts = factsOf(one('a', { expiresAt: NOW + 2 * DAY }));

  t.deepEqual(Object.keys(notificationDue(known, facts, NOW + HOUR) ?? {}), ['expiring']);
});

test('outcomes are told in totals, and those that come up while the mail is sent with the next', (t) => {
  const known = { ...nothing, outcomes: [failed(3), failed(2, 'SALARY')] };
  const due = notificationDue(known, factsOf(), NOW);

  t.deepEqual(due, { outcomes: { failed: { count: 5, amount: 500n } } });
  const fresh = { ...known, outcomes: summed([...known.outcomes, failed(1)]) };
  const next = afterTelling(fresh, { known, facts: factsOf(), notification: due ?? {} }, NOW);
  t.deepEqual(next.outcomes, [failed(1)]);
});

test('an outcome that the person may not see is not told, then or later', (t) => {
  const known = { ...nothing, outcomes: [failed(3), failed(2, 'SALARY')] };
  const facts = { ...factsOf(), sees: ({ packageCode }: OutcomeSum) => packageCode === 'SALARY' };
  const due = notificationDue(known, facts, NOW);

  t.deepEqual(due, { outcomes: { failed: { count: 2, amount: 200n } } });
  t.deepEqual(afterTelling(known, { known, facts, notification: due ?? {} }, NOW).outcomes, []);
});

test('what a person switched off is not told, and does not hold back the rest', (t) => {
  const facts = factsOf(one('a', { expiresAt: NOW + DAY }));
  const known = { ...nothing, outcomes: [failed(1)] };
  const parts = (off: ReadonlyArray<'waiting' | 'expiring' | 'outcomes'>) =>
    Object.keys(notificationDue({ ...known, off: [...off] }, facts, NOW) ?? {});

  t.deepEqual(parts(['waiting']), ['expiring', 'outcomes']);
  t.deepEqual(parts(['expiring']), ['waiting', 'outcomes']);
  t.deepEqual(parts(['outcomes']), ['waiting', 'expiring']);
  t.deepEqual(parts(['waiting', 'expiring', 'outcomes']), []);
});

test('a person who may have been mailed is told what there is in an hour', (t) => {
  const facts = factsOf(one('a'));
  const known = afterNoAnswer(nothing, NOW);

  t.is(notificationDue(known, facts, NOW + HOUR - 1), undefined);
  t.truthy(notificationDue(known, facts, NOW + HOUR));
});

test('however often one looks, mails are an hour apart, and one who was just told is due nothing', (t) => {
  const look = fc.record({
    after: fc.nat(2 * HOUR),
    waiting: fc.array(
      fc.record({
        subject: fc.constantFrom('a', 'b', 'c'),
        count: fc.integer({ min: 1, max: 9 }),
        amount: fc.bigInt(1n, 10n ** 15n),
        expiresAt: fc.integer({ min: NOW, max: NOW + 5 * DAY }),
      }),
    ),
  });
  fc.assert(
    fc.property(fc.array(look, { maxLength: 20 }), (looks) => {
      let known = nothing;
      let at = NOW;
      let last = -Infinity;
      for (const { after, waiting } of looks) {
        at += after;
        const facts = factsOf(...waiting);
        const due = notificationDue(known, facts, at);
        if (due === undefined) continue;
        if (at - last < HOUR) return false;
        last = at;
        known = afterTelling(known, { known, facts, notification: due }, at);
        const { sentAt: _, ...again } = known;
        if (notificationDue(again, facts, at) !== undefined) return false;
      }
      return true;
    }),
  );
  t.pass();
});

test('sums less themselves are nothing, and add up beyond what a double holds', (t) => {
  const large = { ...failed(1), amount: String(2n ** 60n) };

  t.deepEqual(summed([large, failed(2)], [large, failed(2)]), []);
  t.deepEqual(summed([large, large])[0]?.amount, String(2n ** 61n));
});
