import test from 'ava';
import fc from 'fast-check';
import type { PayoutApproval } from '../approval/matrix/payout-approval.js';
import { E } from '../../kernel/fp.js';
import {
  awaitsApproval,
  followsApproval,
  type PayoutProgress,
  type PayoutStatus,
} from './payout.js';
import { enter, expecting, stepPayout, turnAway, type PayoutCommand } from './payout-machine.js';
import type { StatusDetails } from '../../kernel/values/status-details.js';

const LEVELS = [{ roleCodes: [], approvals: 1 }] as unknown as PayoutApproval['levels'];
const APPROVAL: PayoutApproval = { levels: LEVELS, currentLevel: 1, approvals: [] };
const BY = { userId: 'u-checker', username: 'checker', role: 'checker' };
const DETAILS: StatusDetails = {
  code: 'beneficiary_account_invalid',
  source: 'rail',
  message: '',
  retryable: false,
  nextAction: 'fix_beneficiary',
};

const COMMANDS = {
  approve: { approval: APPROVAL },
  approve_level: { approval: APPROVAL },
  approve_last: { approval: APPROVAL, by: BY },
  reject: { approval: APPROVAL, details: DETAILS },
  expire: { details: { ...DETAILS, code: 'approval_expired' } },
  cancel: { details: { ...DETAILS, code: 'cancelled_by_maker' } },
  schedule: {},
  send: {},
  pay: { utr: 'UTR1', bankReference: 'BR1' },
  fail: { details: DETAILS },
  return: { details: { ...DETAILS, code: 'returned_after_credit' } },
};
type Type = keyof typeof COMMANDS;
const TYPES = Object.keys(COMMANDS) as ReadonlyArray<Type>;
const command = (type: Type, at: number) => ({ type, at, ...COMMANDS[type] }) as PayoutCommand;

/** The rows of decisions §6 that this machine walks by itself. */
const EDGES: Readonly<Record<PayoutStatus, ReadonlyArray<PayoutStatus>>> = {
  pending_approval: ['pending_approval', 'partially_approved', 'approved', 'rejected', 'cancelled'],
  partially_approved: ['partially_approved', 'approved', 'rejected', 'cancelled'],
  approved: ['scheduled', 'sent_to_bank', 'cancelled'],
  scheduled: ['sent_to_bank', 'cancelled'],
  sent_to_bank: ['paid', 'failed'],
  paid: ['failed'],
  failed: [],
  rejected: [],
  cancelled: [],
};

const TIMES = ['approvedAt', 'sentToBankAt', 'paidAt', 'returnedAt'] as const;

const start = fc.boolean().map((auto) => enter(auto ? [] : LEVELS, 1_000).next);
const commands = fc.array(
  fc
    .tuple(fc.constantFrom(...TYPES), fc.nat({ max: 2_000 }))
    .map(([type, at]) => command(type, at)),
  { maxLength: 30 },
);

/** Walks the commands; hands every step that was taken to `see`. */
const walk = (
  from: PayoutProgress,
  list: ReadonlyArray<PayoutCommand>,
  see: (before: PayoutProgress, after: PayoutProgress, taken: PayoutCommand) => void,
): PayoutProgress => {
  let now = from;
  for (const one of list) {
    const taken = stepPayout(now, one);
    if (E.isLeft(taken)) continue;
    see(now, taken.right.next, one);
    now = taken.right.next;
  }
  return now;
};

test('any sequence of commands follows only edges of the table', (t) => {
  fc.assert(
    fc.property(start, commands, (from, list) => {
      walk(from, list, (before, after) => {
        t.true(EDGES[before.status].includes(after.status), `${before.status} → ${after.status}`);
      });
    }),
    { numRuns: 500 },
  );
  t.pass();
});

test('every edge of the table is walked by some command', (t) => {
  const approval = { ...APPROVAL, currentLevel: 0 };
  for (const [status, edges] of Object.entries(EDGES)) {
    const from: PayoutProgress = { status: status as PayoutStatus, sequence: 1, approval };
    const reached = TYPES.flatMap((type) => {
      const taken = stepPayout(from, command(type, 1));
      return E.isRight(taken) ? [taken.right.next.status] : [];
    });
    t.deepEqual([...new Set(reached)].sort(), [...edges].sort(), status);
  }
});

test('only what awaits approval expires, and nothing is cancelled once it is at the bank', (t) => {
  const from = (type: Type) =>
    (Object.keys(EDGES) as PayoutStatus[]).filter((status) =>
      E.isRight(stepPayout({ status, sequence: 1 }, command(type, 1))),
    );

  t.deepEqual(from('expire'), ['pending_approval', 'partially_approved']);
  t.deepEqual(from('cancel'), ['pending_approval', 'partially_approved', 'approved', 'scheduled']);
});

test('a payout that awaits approval enters only states that may follow', (t) => {
  for (const [status, edges] of Object.entries(EDGES)) {
    if (!awaitsApproval(status as PayoutStatus)) continue;
    t.true(edges.every((next) => awaitsApproval(next) || followsApproval(next)));
  }
});

test('after a restore an order found at the bank moves its payout to sent_to_bank from every earlier state, and from no other', (t) => {
  const from = (Object.keys(EDGES) as PayoutStatus[]).filter((status) => {
    const taken = stepPayout({ status, sequence: 1 }, { type: 'recover', at: 7 });
    if (E.isRight(taken)) t.like(taken.right.next, { status: 'sent_to_bank', sentToBankAt: 7 });
    return E.isRight(taken);
  });

  t.deepEqual(from, ['pending_approval', 'partially_approved', 'approved', 'scheduled']);
});

test('nothing leads out of a terminal state but a return after credit', (t) => {
  fc.assert(
    fc.property(start, commands, (from, list) => {
      walk(from, list, (before, after, { type }) => {
        t.false(['failed', 'rejected', 'cancelled'].includes(before.status));
        if (before.status === 'paid') t.is(type, 'return');
        if (type === 'return') t.is(before.status, 'paid');
        if (after.status === 'paid') t.is(type, 'pay');
      });
    }),
  );
  t.pass();
});

test('the sequence counts the changes of state', (t) => {
  fc.assert(
    fc.property(start, commands, (from, list) => {
      let steps = 0;
      const end = walk(from, list, (before, after) => {
        steps += 1;
        t.is(after.sequence, before.sequence + 1);
      });
      t.is(from.sequence, 1);
      t.is(end.sequence, 1 + steps);
    }),
  );
});

test('times never go backwards, even if the clock does', (t) => {
  fc.assert(
    fc.property(start, commands, (from, list) => {
      walk(from, list, (_, after) => {
        const times = TIMES.flatMap((name) => after[name] ?? []);
        t.deepEqual(
          times,
          [...times].sort((a, b) => a - b),
        );
      });
    }),
    { numRuns: 500 },
  );
  t.pass();
});

test('known fields stay unchanged, except the approval and the reason for waiting', (t) => {
  fc.assert(
    fc.property(start, commands, (from, list) => {
      walk(from, list, (before, after) => {
        for (const name of [...TIMES, 'utr', 'bankReference', 'approvedBy'] as const) {
          if (before[name] !== undefined) t.deepEqual(after[name], before[name]);
        }
      });
    }),
  );
  t.pass();
});

test('a payout is paid if and only if it has the moment, UTR and reference of it', (t) => {
  fc.assert(
    fc.property(start, commands, (from, list) => {
      const end = walk(from, list, () => undefined);
      const paidOnce = end.status === 'paid' || end.returnedAt !== undefined;
      t.is(end.paidAt !== undefined, paidOnce);
      t.is(end.utr !== undefined, paidOnce);
      t.is(end.bankReference !== undefined, paidOnce);
    }),
  );
});

test('a step returns exactly the values that it set', (t) => {
  fc.assert(
    fc.property(start, commands, (from, list) => {
      let now = from;
      for (const one of list) {
        const taken = stepPayout(now, one);
        if (E.isLeft(taken)) continue;
        const { next, changes } = taken.right;
        const { statusDetails: _waited, ...kept } = now;
        t.deepEqual(next, {
          ...kept,
          ...changes,
          status: next.status,
          sequence: next.sequence,
        });
        t.false('status' in changes || 'sequence' in changes);
        now = next;
      }
    }),
  );
  t.pass();
});

test('a refused command changes nothing and names the state', (t) => {
  const { next } = enter([], 1);
  const before = structuredClone(next);

  t.deepEqual(
    stepPayout(next, command('pay', 2)),
    E.left({ _tag: 'WrongPayoutStatus', status: 'approved' }),
  );
  t.deepEqual(next, before);
});

test('why a payout waited is over once it moves', (t) => {
  const waiting: PayoutProgress = { ...enter([], 1).next, statusDetails: DETAILS };
  const sent = stepPayout(waiting, command('send', 2));

  t.true(E.isRight(sent) && !('statusDetails' in sent.right.next));
  t.is(waiting.statusDetails, DETAILS);
});

test('a payout that needs no level starts as approved, without an approver', (t) => {
  t.deepEqual(enter([], 7), {
    next: { status: 'approved', sequence: 1, approvedAt: 7 },
    changes: { approvedAt: 7 },
    at: 7,
  });
});

test("an approval that completes no level keeps the payout's status, and counts as a change", (t) => {
  for (const status of ['pending_approval', 'partially_approved'] as const) {
    const from: PayoutProgress = { status, sequence: 4, approval: APPROVAL };
    const stayed = stepPayout(from, command('approve', 9));
    const passed = stepPayout(from, command('approve_level', 9));
    t.like(stayed, { right: { next: { status, sequence: 5 } } });
    t.like(passed, { right: { next: { status: 'partially_approved', sequence: 5 } } });
  }
});

test('a payout that needs levels starts as pending, and keeps its policy', (t) => {
  t.deepEqual(enter(LEVELS, 7).next, {
    status: 'pending_approval',
    sequence: 1,
    approval: { levels: LEVELS, currentLevel: 0, approvals: [], askedAt: 7 },
  });
});

test('no step is dated before the approval that it follows, nor before it was asked for', (t) => {
  const { next: waiting } = enter(LEVELS, 70);
  const approval = {
    ...APPROVAL,
    approvals: [{ userId: 'u-1' as never, level: 1, at: 90 }],
  };
  const rejected = stepPayout(waiting, { ...command('reject', 2) });
  const approved = stepPayout({ ...waiting, approval }, command('approve', 3));

  t.true(E.isRight(rejected) && rejected.right.at === 70);
  t.true(E.isRight(approved) && approved.right.at === 90);
});

test('a row that intake rejects ends with its first state', (t) => {
  for (const status of ['rejected', 'cancelled'] as const) {
    const over = turnAway(status);
    t.deepEqual(over, { status, sequence: 1 });
    for (const type of TYPES) t.true(E.isLeft(stepPayout(over, command(type, 1))));
  }
});

test('the expected credit shows in the step that names it, and is gone with the next', (t) => {
  fc.assert(
    fc.property(start, commands, (from, list) => {
      const expectedCreditAt = 99;
      const named = expecting({ next: from, changes: {}, at: 0 }, expectedCreditAt);
      t.deepEqual(named.next, { ...from, expectedCreditAt });
      t.deepEqual(named.changes, { expectedCreditAt });
      const next = list.map((command) => stepPayout(named.next, command)).find(E.isRight);
      if (next !== undefined) t.false('expectedCreditAt' in next.right.next);
    }),
  );
  const step = { next: enter([], 1).next, changes: {}, at: 1 };
  t.is(expecting(step, undefined), step);
});
