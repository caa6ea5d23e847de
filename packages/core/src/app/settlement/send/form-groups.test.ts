import test from 'ava';
import fc from 'fast-check';
import { accepted, anOrder, JOB_ID, NOW, someTerms } from '../../../samples.test.data.js';
import type { TransactionId } from '../../../kernel/values/ids.js';
import { MINUTE } from '../../../kernel/values/time.js';
import { rowId } from '../../../kernel/values/uuid.js';
import type { ActorRef } from '../../../model/tenancy/user.js';
import type { PayerToday } from '../../../model/settlement/order/bank-order.js';
import { newGroups, sameGroups, type ForGroup } from './form-groups.js';

const LATER = NOW + 10_000;

interface Drawn {
  readonly account?: number;
  readonly method?: number;
  readonly amount?: number;
  readonly approvedAt?: number;
  readonly approvedBy?: ActorRef;
}

const CHECKER: ActorRef = { userId: 'u-checker', username: 'checker', role: 'checker' };

const candidate = (
  row: number,
  { account = 0, method = 0, amount = 100, approvedAt = NOW, approvedBy }: Drawn = {},
): ForGroup => {
  const order = anOrder(row, { transactionId: rowId(JOB_ID, row), amount });
  const terms = someTerms({
    debitAccountId: `da-${String(account)}`,
    paymentMethod: `METHOD${String(method)}`,
  });
  const by = approvedBy !== undefined && { approvedBy };
  const progress = { status: 'approved', sequence: 1, approvedAt, ...by } as const;
  return {
    payout: accepted(progress, order, terms),
    payer: {} as PayerToday,
    work: {
      duty: 'query-unknowns',
      subject: order.transactionId,
      tenant: order.tenant,
      runAt: LATER,
      attempts: 1,
      failures: 0,
      token: row + 1,
    },
    step: {
      next: { status: 'sent_to_bank', sequence: 2, sentToBankAt: LATER },
      changes: { sentToBankAt: LATER },
      at: LATER,
    },
  };
};

const FORMING = { max: 20_000, now: LATER, isCut: false, unchecked: [] };
const rowsOf = (all: ReadonlyArray<{ readonly subject: string }>) =>
  all.map(({ subject }) => subject as TransactionId);

test('each payout is in one group, with those of its account and method, and no group is too large', (t) => {
  const drawn = fc.array(
    fc.record({
      account: fc.nat({ max: 2 }),
      method: fc.nat({ max: 2 }),
      amount: fc.integer({ min: 1, max: 9_999 }),
    }),
    { maxLength: 40 },
  );
  fc.assert(
    fc.property(drawn, fc.integer({ min: 1, max: 12 }), (rows, max) => {
      const candidates = rows.map((one, row) => candidate(row, one));
      const { sending, moved, gathering } = newGroups(candidates, { ...FORMING, max });
      t.deepEqual(gathering, []);
      t.deepEqual(
        rowsOf(sending.map(({ work }) => work)).sort(),
        rowsOf(candidates.map(({ work }) => work)).sort(),
      );
      for (const groupRef of new Set(sending.map(({ group }) => group?.groupRef))) {
        const own = sending.filter(({ group }) => group?.groupRef === groupRef);
        const keys = own.map(({ payout: { terms } }) => [
          terms.debitAccountId,
          terms.paymentMethod,
        ]);
        t.is(new Set(keys.map(String)).size, 1);
        t.true(own.length <= max);
        t.is(own[0]?.group?.count, own.length);
        t.is(
          own[0]?.group?.sum,
          own.reduce((sum, { payout }) => sum + payout.order.amount, 0),
        );
      }
      const journaled = new Map(
        moved.map(({ payout, steps }) => [payout.order.transactionId, steps[0]?.changes.groupRef]),
      );
      for (const { payout, group } of sending)
        t.is(journaled.get(payout.order.transactionId), group?.groupRef);
    }),
  );
});

test('a group waits until five seconds after its last approval, and another of its job does not', (t) => {
  const waiting = [
    candidate(0, { approvedBy: CHECKER }),
    candidate(1, { approvedAt: LATER - 4_000, approvedBy: CHECKER }),
  ];
  const ready = candidate(2, { method: 1 });
  const { sending, gathering } = newGroups([...waiting, ready], FORMING);
  t.deepEqual(rowsOf(sending.map(({ work }) => work)), [ready.work.subject]);
  t.deepEqual(
    gathering.map(({ subject, duty, runAt }) => [subject, duty, runAt]),
    waiting.map(({ work }) => [work.subject, 'send-to-bank', LATER + 1_000]),
  );
});

test('a group that intake approved leaves at once', (t) => {
  const { sending } = newGroups([candidate(0, { approvedAt: LATER }), candidate(1)], FORMING);
  t.is(sending.length, 2);
});

test('no group waits for an approval that is dated by a clock ahead', (t) => {
  const ahead = { approvedAt: LATER + 9_000, approvedBy: CHECKER };
  const { sending } = newGroups([candidate(0, ahead)], FORMING);
  t.is(sending.length, 1);
});

test('a group waits for payouts of its job that are to be checked, and where the call is full', (t) => {
  const unchecked = newGroups([candidate(0)], { ...FORMING, unchecked: [candidate(1)] });
  const cut = newGroups([candidate(0)], { ...FORMING, isCut: true });
  for (const { sending, gathering } of [unchecked, cut]) {
    t.deepEqual(sending, []);
    t.deepEqual(
      gathering.map(({ runAt }) => runAt),
      [LATER],
    );
  }
});

test('a group that is all here is sent again as it was; of another, the bank is asked about each order', (t) => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: 1, max: 9 }),
      fc.nat(),
      (whole, part, draw) => {
        const first = newGroups(
          Array.from({ length: whole }, (_, i) => candidate(i)),
          FORMING,
        );
        const second = newGroups(
          Array.from({ length: part + 1 }, (_, i) => candidate(100 + i)),
          FORMING,
        );
        const missing = draw % (part + 1);
        const again = [...first.sending, ...second.sending.filter((_, i) => i !== missing)].map(
          ({ payout, payer, work, group }) => ({
            payout,
            payer,
            work,
            groupRef: group?.groupRef ?? '',
          }),
        );
        const isNeverAbsent = draw % 2 === 0;
        const { sending, apart } = sameGroups(again.reverse(), { now: LATER, isNeverAbsent });
        t.is(sending.length, whole);
        for (const { group } of sending) t.deepEqual(group, first.sending[0]?.group);
        t.is(apart.length, part);
        for (const { duty, runAt } of apart) {
          t.is(duty, isNeverAbsent ? 'send-to-bank' : 'query-unknowns');
          t.true(runAt > LATER && runAt % MINUTE === 0);
        }
      },
    ),
  );
});
