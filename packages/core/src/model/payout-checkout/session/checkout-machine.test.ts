import test from 'ava';
import fc from 'fast-check';
import { E } from '../../../kernel/fp.js';
import { MINUTE, SECOND } from '../../../kernel/values/time.js';
import { NOW } from '../../../samples.test.data.js';
import { PayoutCheckoutClosed } from './checkout-errors.js';
import { CODES_MAX, sendNextCode, stepCheckout, type CheckoutCommand } from './checkout-machine.js';
import type { PayoutCheckout } from './payout-checkout.js';
import { aChoice, anOpenSession } from '../../../app/payout-checkout/sample-session.test.data.js';

const EXPIRES_AT = NOW + 15 * MINUTE;

const sent = (at: number) => ({
  hash: 'hash',
  sealedKey: 'sealed',
  choice: aChoice(),
  sentAt: at,
  expiresAt: at + 5 * MINUTE,
});

type Step =
  | CheckoutCommand
  | { readonly type: 'send'; readonly at: number; readonly code: ReturnType<typeof sent> };

const take = (session: PayoutCheckout, step: Step) =>
  step.type === 'send' ? sendNextCode(session, step) : stepCheckout(session, step);

/** Any command at any moment from before the session to after it: clocks jump. */
const steps: fc.Arbitrary<ReadonlyArray<Step>> = fc.array(
  fc
    .record({
      type: fc.constantFrom('look', 'enter', 'send', 'send', 'miss', 'change', 'submit', 'cancel'),
      at: fc.integer({ min: NOW - MINUTE, max: EXPIRES_AT + MINUTE }),
    })
    .map(
      ({ type, at }) =>
        ({ type, at, browserDigest: 'b', transactionId: 't', code: sent(at) }) as unknown as Step,
    ),
  { maxLength: 30 },
);

test('an open session ends once, and nothing leads out of its end', (t) => {
  fc.assert(
    fc.property(steps, (history) => {
      let session: PayoutCheckout = anOpenSession();
      for (const step of history) {
        const stepped = take(session, step);
        if (session.status !== 'open') {
          t.deepEqual(stepped, E.left(PayoutCheckoutClosed(session.status)));
          continue;
        }
        if (E.isRight(stepped)) session = stepped.right;
      }
    }),
  );
  t.pass();
});

test('no session is submitted at or after its end, even if the clock went back before', (t) => {
  fc.assert(
    fc.property(steps, (history) => {
      let session: PayoutCheckout = anOpenSession();
      let overdue = false;
      for (const step of history) {
        if (session.status !== 'open') break;
        overdue ||= step.at >= EXPIRES_AT;
        const stepped = take(session, step);
        if (E.isRight(stepped)) session = stepped.right;
        if (session.status === 'submitted') {
          t.false(overdue);
          t.true(session.closedAt >= NOW && session.closedAt < EXPIRES_AT);
        }
        if (overdue) t.not(session.status, 'open');
        if (session.status === 'expired') t.is(session.closedAt, EXPIRES_AT);
      }
    }),
  );
});

test('frozen fields stay unchanged, and each change is one revision', (t) => {
  const frozen = ({ amount, reference, beneficiaryId, beneficiaryAccountNumber }: PayoutCheckout) =>
    JSON.stringify([amount, reference, beneficiaryId, beneficiaryAccountNumber]);
  fc.assert(
    fc.property(steps, (history) => {
      let session: PayoutCheckout = anOpenSession();
      for (const step of history) {
        const stepped = take(session, step);
        if (E.isLeft(stepped)) continue;
        t.is(frozen(stepped.right), frozen(session));
        t.is(stepped.right.revision, session.revision + (stepped.right === session ? 0 : 1));
        session = stepped.right;
      }
    }),
  );
});

test('a session gets three codes, half a minute apart unless a mail was missed', (t) => {
  fc.assert(
    fc.property(steps, (history) => {
      let session: PayoutCheckout = anOpenSession();
      let notBefore = NOW;
      let codes = 0;
      for (const step of history) {
        const stepped = take(session, step);
        if (E.isLeft(stepped)) continue;
        session = stepped.right;
        if (session.status !== 'open') break;
        if (step.type === 'miss') notBefore = step.at;
        if (step.type !== 'send') continue;
        t.true(step.at >= notBefore);
        notBefore = step.at + 30 * SECOND;
        codes += 1;
        t.is(session.code?.number, codes);
      }
      t.true(codes <= CODES_MAX);
    }),
  );
});

test('the end takes the code with it, and leaves the browser that holds the session', (t) => {
  const entered = stepCheckout(anOpenSession(), { type: 'enter', browserDigest: 'b', at: NOW });
  if (E.isLeft(entered)) return t.fail();
  const coded = sendNextCode(entered.right, { code: sent(NOW), at: NOW });
  if (E.isLeft(coded)) return t.fail();
  const ended = stepCheckout(coded.right, { type: 'cancel', at: NOW });
  if (E.isLeft(ended)) return t.fail();

  t.is(ended.right.code, undefined);
  t.is(ended.right.browserDigest, 'b');
});
