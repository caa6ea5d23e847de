import test from 'ava';
import type { TransactionId } from '../../kernel/values/ids.js';
import { HOUR, MINUTE, SECOND } from '../../kernel/values/time.js';
import { reached } from '../../model/payout/move.js';
import type { AcceptedPayout, PayoutProgress } from '../../model/payout/payout.js';
import { accepted, anOrder, NOW } from '../../samples.test.data.js';
import type { Closed } from './closed-until.js';
import { decideAnswers, type AnsweredOrder, type AnswersRead } from './decide-answers.js';

const RAIL = {
  name: 'a rail',
  traits: { deduplicates: true, canQuery: true, absenceFinalAfterMs: HOUR },
};
const SENT: PayoutProgress = { status: 'sent_to_bank', sequence: 3, sentToBankAt: NOW };
const PAID = { kind: 'paid', utr: 'UTR1', bankReference: 'BR1' } as const;
const ID: string = anOrder().transactionId;

const answeredWith = (
  answer: AnsweredOrder['answer'],
  { attempts = 1, ...more }: Partial<AnsweredOrder> & { readonly attempts?: number } = {},
): AnsweredOrder => {
  const payout = accepted(SENT, anOrder());
  const { tenant, transactionId: subject } = payout.order;
  const [duty, token, failures] = ['query-unknowns', 7, 0] as const;
  const work = { duty, subject, tenant, runAt: NOW, attempts, failures, token };
  return { payout, work, answer, ...more };
};

const decide = (one: AnsweredOrder, read: Partial<AnswersRead> = {}, at = NOW) => {
  const current: ReadonlyMap<string, AcceptedPayout> = new Map([[ID, one.payout]]);
  const none = new Set<string>();
  const nothing = { late: [], never: none, denied: none, closed: new Map<string, Closed>() };
  const all = { answered: [one], ours: [one], current, ...nothing, ...read };
  const { moves = [], handled = {}, incidents = [], explained = [] } = decideAnswers(all, RAIL, at);
  return {
    to: moves.map((move) => reached(move).status),
    over: (handled.over ?? []).map(({ subject }) => subject),
    later: (handled.later ?? []).map(({ duty, runAt }) => [duty, runAt - at] as const),
    incidents: incidents.map(({ kind }) => kind),
    explained,
  };
};

test('a verdict moves the payout, and nothing more is due of it', (t) => {
  const decided = decide(answeredWith(PAID));

  t.like(decided, { to: ['paid'], over: [ID], later: [] });
});

test('an order that the bank denies after it has said that it has it is asked about, and people are told', (t) => {
  const decided = decide(answeredWith({ kind: 'absent' }), { denied: new Set([ID]) });

  t.like(decided, {
    to: [],
    later: [['query-unknowns', 30 * SECOND]],
    incidents: ['contradictory_answer'],
  });
});

test('where the bank says nothing of an order it is asked again at once, and then ever more rarely', (t) => {
  const pauses = [1, 2, 3, 4, 5, 6, 7, 70].map((attempts) => {
    const [asked] = decide(answeredWith({ kind: 'unknown' }, { attempts })).later;
    return asked?.[1];
  });

  t.deepEqual(pauses, [
    0,
    30 * SECOND,
    MINUTE,
    2 * MINUTE,
    5 * MINUTE,
    10 * MINUTE,
    15 * MINUTE,
    15 * MINUTE,
  ]);
});

test('an order that the bank never got is sent again, one of a group when the others can go with it', (t) => {
  const never = new Set([ID]);
  const absent = { kind: 'absent' } as const;

  t.deepEqual(decide(answeredWith(absent), { never }).later, [['send-to-bank', 0]]);
  t.deepEqual(decide(answeredWith(absent, { groupRef: 'G1' }), { never }).later, [
    ['send-to-bank', 5 * SECOND],
  ]);
  t.deepEqual(decide(answeredWith(absent)).later, [['query-unknowns', 30 * SECOND]]);
});

test('while the bank is closed it is asked on about an order that it never got, and the payout says so', (t) => {
  const why = {
    statusDetails: {
      code: 'window_closed',
      source: 'business',
      message: 'closed',
      retryable: false,
      nextAction: 'none',
    },
  } as const;
  const closed = new Map([[ID, { until: NOW + 10 * SECOND, why }]]);

  const decided = decide(answeredWith({ kind: 'absent' }), { never: new Set([ID]), closed });

  t.deepEqual(decided.later, [['query-unknowns', 10 * SECOND]]);
  t.like(decided.explained, { length: 1, 0: { transactionId: ID as TransactionId, ...why } });
});

test('a payout that left the bank meanwhile keeps its end, and a verdict that denies it is an incident', (t) => {
  const failed: PayoutProgress = { ...SENT, status: 'failed', sequence: 4 };
  const current = new Map([[ID, accepted(failed, anOrder())]]);

  const decided = decide(answeredWith(PAID), { current });

  t.like(decided, { to: [], over: [ID], later: [], incidents: ['contradictory_answer'] });
});

test('an outcome that the bank owes for longer than it declares is an incident', (t) => {
  const answered = answeredWith({ kind: 'accepted' });

  t.deepEqual(decide(answered, {}, NOW + HOUR - 1).incidents, []);
  t.deepEqual(decide(answered, {}, NOW + HOUR).incidents, ['outcome_unknown']);
});

test('an answer under a claim that has lapsed moves nothing, unless the money has moved', (t) => {
  const one = answeredWith({ kind: 'unknown' });
  const none: Partial<AnswersRead> = { ours: [], current: new Map() };

  t.like(decide(one, none), { to: [], over: [], later: [] });
  t.like(decide(one, { ...none, late: [{ payout: one.payout, answer: PAID }] }), { to: ['paid'] });
});
