import test from 'ava';
import { EVENT_TYPES } from '../../journal/entry/event-type.js';
import { hearsOf, isNarrower, isSubscription, typesMeant } from './subscription.js';

test('a name of an event type means only itself', (t) => {
  for (const name of EVENT_TYPES) t.deepEqual(typesMeant([name]), [name]);
});

test('a family means every type that begins with its name and a dot', (t) => {
  t.deepEqual(typesMeant(['payment.job.*']), ['payment.job.result_page', 'payment.job.completed']);
  t.deepEqual(typesMeant(['payment.*']), typesMeant(['payment.job.*']));
  t.deepEqual(typesMeant(['checkout.*']), [
    'checkout.session.completed',
    'checkout.session.expired',
    'checkout.session.failed',
  ]);
  t.is(typesMeant(['transaction.*'])?.length, 10);
});

test('a star means all types, even beside other types', (t) => {
  t.is(typesMeant(['*']), undefined);
  t.is(typesMeant(['transaction.paid', '*']), undefined);
  for (const type of EVENT_TYPES) t.true(hearsOf(['*'], type));
});

test('several subscriptions mean their union, each type once', (t) => {
  t.deepEqual(typesMeant(['transaction.paid', 'beneficiary.*', 'transaction.paid']), [
    'transaction.paid',
    'beneficiary.pending_approval',
    'beneficiary.approved',
    'beneficiary.rejected',
    'beneficiary.change_pending',
    'beneficiary.changed',
    'beneficiary.change_rejected',
    'beneficiary.deactivated',
  ]);
  t.deepEqual(typesMeant([]), []);
});

for (const [before, next, narrower] of [
  [['*'], ['transaction.*', '*'], false],
  [['transaction.paid', 'transaction.*'], ['transaction.*'], false],
  [['transaction.paid'], ['transaction.*'], false],
  [['payment.job.*'], ['payment.*'], false],
  [['transaction.*'], ['transaction.paid'], true],
  [['transaction.paid', 'beneficiary.*'], ['beneficiary.*', 'payment.*'], true],
  [['*'], ['transaction.paid'], true],
  // What a family gains later would be missed.
  [['beneficiary.*'], typesMeant(['beneficiary.*']) ?? [], true],
  [['*'], EVENT_TYPES, true],
] as const) {
  test(`${next.join(', ')} is ${narrower ? 'narrower' : 'no narrower'} than ${before.join(', ')}`, (t) => {
    t.is(isNarrower(next, before), narrower);
  });
}

for (const text of [
  '',
  '.*',
  '**',
  'transaction',
  'transaction.',
  'transaction*',
  'transaction.pai',
  'transaction.paid.*',
  'transaction.pa*',
  'Transaction.paid',
  '*.paid',
  'transactions.*',
  ' transaction.paid',
  'account.*',
]) {
  test(`${JSON.stringify(text)} subscribes to no event`, (t) => {
    t.false(isSubscription(text));
  });
}

test('names, families and the star are subscriptions', (t) => {
  for (const text of [...EVENT_TYPES, '*', 'transaction.*', 'payment.*', 'checkout.session.*'])
    t.true(isSubscription(text), text);
});
