import test from 'ava';
import { MINUTE } from '../../../kernel/values/time.js';
import { reached } from '../../../model/payout/move.js';
import type { PayoutProgress } from '../../../model/payout/payout.js';
import { accepted, anOrder, NOW, TENANT } from '../../../samples.test.data.js';
import type { Work } from '../../../storage/work-store.js';
import type { PayerToday } from '../../../model/settlement/order/bank-order.js';
import { screenedWithin } from './guarding.js';
import { HELD_FOR_REVIEW } from './held-for-review.js';
import type { Moments } from './fate.js';
import { planSends, type Leaving } from './plan-sends.js';

const APPROVED: PayoutProgress = { status: 'approved', sequence: 2, approvedAt: NOW };
const SENT: PayoutProgress = { ...APPROVED, status: 'sent_to_bank', sequence: 3, sentToBankAt: 1 };
const OPEN = { at: NOW } as ReturnType<Leaving['opening']>;

const plan = (
  progress: PayoutProgress,
  leaving: Partial<Leaving> = {},
  { markedBefore, ...moments }: Partial<Moments> & Pick<Work, 'markedBefore'> = {},
) => {
  const payout = accepted(progress, anOrder());
  const { transactionId: subject, tenant } = payout.order;
  const [duty, token, attempts, failures] = ['query-unknowns', 7, 1, 0] as const;
  const marks = markedBefore !== undefined && { markedBefore };
  const work = { duty, subject, tenant, runAt: NOW, attempts, failures, token, ...marks };
  const planned = planSends(
    {
      tenant: TENANT,
      work: [work],
      payouts: new Map([[subject, payout]]),
      sentIn: () => 'itself',
      isCut: false,
      strays: [],
      wait: () => undefined,
      opening: () => OPEN,
      departure: () => 'may_leave',
      screening: () => 'may_leave',
      isReported: () => false,
      isNeverAbsent: false,
      payer: {} as PayerToday,
      groupMax: 1,
      ...leaving,
    },
    { now: NOW, line: undefined, ...moments },
  );
  const { moves = [], handled = {}, incidents = [], explained = [] } = planned.changes;
  const dueAgain = (all: ReadonlyArray<Pick<Work, 'duty' | 'runAt'>> = []) =>
    all.map((one) => [one.duty, one.runAt - NOW] as const);
  return {
    sent: planned.sending.length,
    to: moves.map((move) => reached(move).status),
    over: (handled.over ?? []).length,
    later: dueAgain(handled.later),
    givenBack: dueAgain(handled.givenBack),
    incidents: incidents.map(({ kind }) => kind),
    says: explained.map(({ statusDetails }) => statusDetails?.code),
  };
};

const NOTHING = { sent: 0, to: [], over: 0, later: [], givenBack: [], incidents: [], says: [] };

test('an approved payout leaves with its intent', (t) => {
  t.deepEqual(plan(APPROVED), { ...NOTHING, sent: 1, to: ['sent_to_bank'] });
});

test('one that is at the bank leaves again as it is', (t) => {
  t.deepEqual(plan(SENT), { ...NOTHING, sent: 1 });
});

test('one that was cancelled meanwhile never leaves', (t) => {
  t.deepEqual(plan({ ...APPROVED, status: 'cancelled' }), { ...NOTHING, over: 1 });
});

test('one that the bank has reported on before it was sent is asked about, whatever keeps it back', (t) => {
  const until = NOW + MINUTE;
  const wait = () => ({ until, why: HELD_FOR_REVIEW });
  const planned = plan(APPROVED, { isReported: () => true, wait });

  t.like(planned, { sent: 0, to: ['sent_to_bank'], later: [['query-unknowns', 0]] });
});

test('one that a restored database may have forgotten to have sent is asked about, and never sent', (t) => {
  const doubt = { line: NOW + 1 };

  t.deepEqual(plan(APPROVED, {}, doubt), {
    ...NOTHING,
    to: ['sent_to_bank'],
    later: [['query-unknowns', 0]],
    incidents: ['database_restored'],
  });
  t.deepEqual(plan(SENT, {}, doubt), {
    ...NOTHING,
    later: [['query-unknowns', 0]],
    incidents: ['database_restored'],
  });
  t.like(plan(SENT, {}, { ...doubt, markedBefore: NOW + 1 }), { sent: 1 });
});

test('one whose bank has closed since it lost the order is asked about', (t) => {
  const opening = () => ({ ...OPEN, at: NOW + MINUTE });

  t.deepEqual(plan(SENT, { opening }), { ...NOTHING, later: [['query-unknowns', 0]] });
});

test('one that is held, or whose window is closed, waits and says why', (t) => {
  const wait = () => ({ until: NOW + MINUTE, why: HELD_FOR_REVIEW });

  t.deepEqual(plan(APPROVED, { wait }), {
    ...NOTHING,
    later: [['send-to-bank', MINUTE]],
    says: ['held_for_review'],
  });
});

test('one whose signatures nobody has looked at is due again, and its claim does not count', (t) => {
  t.deepEqual(plan(APPROVED, { departure: () => 'unchecked' }), {
    ...NOTHING,
    givenBack: [['send-to-bank', 0]],
  });
});

test('one that people did not sign like this stays, and an incident names it', (t) => {
  const departure = () => 'not_proven' as const;

  t.like(plan(APPROVED, { departure }), {
    sent: 0,
    to: [],
    says: ['approval_not_proven'],
    incidents: ['approval_not_proven'],
  });
  // Not even where it was sent before.
  t.like(plan(SENT, { departure }), { sent: 0, incidents: ['approval_not_proven'] });
});

test('one that the guard was not asked about, or holds, stays; of what was sent the guard is not asked again', (t) => {
  t.like(plan(APPROVED, { screening: () => 'unasked' }), { sent: 0, to: [], later: [] });
  t.like(plan(SENT, { screening: () => 'unasked' }), { sent: 1 });
  for (const progress of [APPROVED, SENT])
    t.like(plan(progress, { screening: () => 'held' }), {
      sent: 0,
      to: [],
      says: ['held_for_review'],
    });
});

test('payouts that the guard is being asked about are due again once it can have answered about all of them', (t) => {
  t.is(screenedWithin(600), 2 * MINUTE);
  t.is(screenedWithin(20_000), 200 * 20_000);
});
