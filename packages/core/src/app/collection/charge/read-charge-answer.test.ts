import test from 'ava';
import {
  readChargeAnswer,
  readChargeQueryAnswer,
  readReversalAnswer,
} from './read-charge-answer.js';

test('every answer that the port of acquirers has is read as it is', (t) => {
  for (const answer of [
    { kind: 'approved', authCode: '123456' },
    { kind: 'declined', code: 'card_declined' },
    { kind: 'unknown' },
  ]) {
    t.deepEqual(readChargeAnswer(answer) as unknown, answer);
    t.deepEqual(readChargeQueryAnswer(answer) as unknown, answer);
  }
  t.deepEqual(readChargeQueryAnswer({ kind: 'absent' }), { kind: 'absent' });
  t.deepEqual(readReversalAnswer({ kind: 'reversed' }), { kind: 'reversed' });
  t.deepEqual(readReversalAnswer({ kind: 'unknown' }), { kind: 'unknown' });
});

for (const [what, answer, code] of [
  ['approved without an authorization code', { kind: 'approved' }, 'AUTH_CODE_INVALID'],
  ['approved with a blank one', { kind: 'approved', authCode: '' }, 'AUTH_CODE_INVALID'],
  [
    'declined with a code of its own',
    { kind: 'declined', code: 'do_not_honor' },
    'DECLINE_CODE_UNKNOWN',
  ],
  ['a kind of its own', { kind: 'captured' }, 'UNKNOWN_KIND'],
  ['nothing', undefined, 'NOT_AN_ANSWER'],
] as const) {
  test(`an acquirer that answers ${what} has answered nonsense`, (t) => {
    t.deepEqual(readChargeAnswer(answer), { kind: 'nonsense', call: 'charge', code });
    t.deepEqual(readChargeQueryAnswer(answer), { kind: 'nonsense', call: 'query-charge', code });
    t.like(readReversalAnswer(answer), { kind: 'nonsense', call: 'reverse' });
  });
}

test('absent is no answer to a charge', (t) => {
  t.like(readChargeAnswer({ kind: 'absent' }), { kind: 'nonsense', code: 'UNKNOWN_KIND' });
});
