import test from 'ava';
import fc from 'fast-check';
import { TransactionId } from '../../../kernel/values/ids.js';
import { timeOf } from '../../../kernel/values/uuid.js';
import { CHECKOUT_ID_BYTES, checkoutId } from './checkout-id.js';
import { payoutIdOf } from './payout-id.js';

const sessions = fc.record({
  sessionId: fc
    .uint8Array({ minLength: CHECKOUT_ID_BYTES, maxLength: CHECKOUT_ID_BYTES })
    .map(checkoutId),
  createdAt: fc.integer({ min: 0, max: 2 ** 48 - 1 }),
});

test('a session becomes one payout whenever it is submitted, and its id says how old it is', (t) => {
  fc.assert(
    fc.property(sessions, (session) => {
      const id = payoutIdOf(session);
      t.true(TransactionId.is(id));
      t.is(payoutIdOf({ ...session }), id);
      t.is(timeOf(id), session.createdAt);
    }),
  );
});

test('two sessions of one moment become two payouts', (t) => {
  fc.assert(
    fc.property(sessions, sessions, (one, other) => {
      fc.pre(one.sessionId !== other.sessionId);
      t.not(payoutIdOf(one), payoutIdOf({ ...other, createdAt: one.createdAt }));
    }),
  );
});
