import test from 'ava';
import { E } from '../../kernel/fp.js';
import { reached } from '../../model/payout/move.js';
import { enter } from '../../model/payout/payout-machine.js';
import { isUnsent, PayoutStatus, type Payout } from '../../model/payout/payout.js';
import { NOTHING_RESOLVED } from '../doubt/doubt.js';
import { accepted, anActor, aRow, NOW } from '../../samples.test.data.js';
import { cancellation } from './cancellation.js';
import { cancelPayout } from './cancel-payout.js';
import type { Canceller } from './cancelled-by.js';

const canceller = (fields: Partial<Canceller> = {}): Canceller => ({
  kind: 'user',
  name: 'u-maker',
  actor: anActor(),
  mayCancelAny: false,
  ...fields,
});
const OPERATOR = { kind: 'operator', name: 'operator Asha', mayCancelAny: true } as const;

const approved = accepted(enter([], NOW).next);
const INPUT = { transactionId: approved.order.transactionId } as never;

const decide = (who: Canceller, payout: Payout = approved, isAgain = false) =>
  cancelPayout.decide({ canceller: who, payout, isAgain }, INPUT, NOW + 1, NOTHING_RESOLVED);

test('a cancellation ends the payout, and the journal names the canceller and their comment', (t) => {
  const decided = cancelPayout.decide(
    { canceller: canceller(), payout: approved, isAgain: false },
    { comment: 'Paid by cheque.' } as never,
    NOW + 1,
    NOTHING_RESOLVED,
  );
  t.like(decided, {
    _tag: 'Right',
    right: { at: NOW + 1, by: { actor: 'u-maker', changes: { comment: 'Paid by cheque.' } } },
  });
  const moves = E.isRight(decided) ? (decided.right?.moves ?? []) : [];
  t.deepEqual(
    moves.map((move) => reached(move).status),
    ['cancelled'],
  );
});

test('the journal names the key by which software cancels', (t) => {
  const via = { keyId: 'key-1', keyName: 'ERP' } as never;
  t.like(decide(canceller({ kind: 'key', via })), { right: { by: { actor: 'u-maker', via } } });
});

test('who may cancel only their own is refused what another made, and does not see what their roles do not reach', (t) => {
  const other = canceller({ name: 'u-other', actor: anActor(undefined, { userId: 'u-other' }) });
  const blind = canceller({
    name: 'u-other',
    actor: anActor([{ packageCodes: ['SALARY'] }], { userId: 'u-other' }),
  });
  t.like(decide(other), { left: { _tag: 'NotItsMaker' } });
  t.like(decide(blind), { left: { _tag: 'PayoutNotFound' } });
  t.true(E.isRight(decide(OPERATOR)));
});

test('a payout on which intake has not decided is refused as queued', (t) => {
  t.like(decide(canceller(), aRow()), { left: { _tag: 'WrongPayoutStatus', status: 'queued' } });
});

test('software that cancels again changes nothing', (t) => {
  t.deepEqual(decide(canceller({ kind: 'key' }), approved, true), E.right(undefined));
});

test('exactly the payouts that are still to be sent can be cancelled', (t) => {
  for (const status of Object.keys(PayoutStatus.keys) as ReadonlyArray<PayoutStatus>) {
    const payout = accepted({ status, sequence: 3 });
    t.is(E.isRight(cancellation(payout, OPERATOR, NOW)), isUnsent(status), status);
  }
});
