import test from 'ava';
import fc from 'fast-check';
import { E } from '../../../kernel/fp.js';
import {
  beginAttempt,
  stepCollection,
  type CollectionCommand,
  type CollectionStep,
} from './collection-machine.js';
import { ATTEMPTS_MAX, inFlight, paidBy, type CollectionSession } from './collection-session.js';

const START = 1_000_000;
const END = START + 900_000;

const OPEN = {
  sessionId: 'cs_1',
  bankTenantId: 'bank',
  corporateTenantId: 'acme',
  amount: 100,
  reference: 'R-1',
  status: 'open',
  attempts: [],
  sequence: 1,
  createdAt: START,
  expiresAt: END,
  changedAt: START,
  sealedToken: 'sealed',
} as unknown as CollectionSession;

const card = { brand: 'visa', last4: '4242' } as const;
const approved = { kind: 'approved', authCode: '123456' } as const;
const declined = { kind: 'declined', code: 'card_declined' } as const;

type Undated<C> = C extends unknown ? Omit<C, 'at'> : never;
type Command = Undated<CollectionCommand> | { readonly type: 'begin'; readonly attempt: number };
interface Event {
  readonly command: Command;
  readonly at: number;
}

const take = (session: CollectionSession, { command, at }: Event) =>
  command.type === 'begin'
    ? beginAttempt(session, { attempt: command.attempt, card, at })
    : stepCollection(session, { ...command, at });

/** Takes events one after the other; returns the session and the outcome of each. */
const play = (...events: ReadonlyArray<Event>) => {
  let session = OPEN;
  const outcomes: string[] = [];
  for (const event of events) {
    const taken = take(session, event);
    outcomes.push(E.isRight(taken) ? taken.right.outcome : taken.left._tag);
    if (E.isRight(taken)) session = taken.right.next;
  }
  return { session, outcomes };
};

const on = (command: Command, at = START + 1): Event => ({ command, at });
const answer = (
  attempt: number,
  outcome: Extract<CollectionCommand, { type: 'answer' }>['answer'],
) => ({ type: 'answer', attempt, answer: outcome }) as const;

test('a success in time completes the session', (t) => {
  const { session, outcomes } = play(
    on({ type: 'begin', attempt: 1 }),
    on(answer(1, approved), END - 1),
  );

  t.deepEqual(outcomes, ['begun', 'paid']);
  t.is(session.status, 'complete');
  t.is(session.endedAt, END - 1);
});

test('the moment of expiry is already too late for a success: the session expires, the money goes back', (t) => {
  const { session, outcomes } = play(
    on({ type: 'begin', attempt: 1 }),
    on(answer(1, approved), END),
    on({ type: 'reversed', attempt: 1 }, END),
  );

  t.deepEqual(outcomes, ['begun', 'late', 'reversed']);
  t.deepEqual([session.status, session.attempts[0]?.state], ['expired', 'reversed']);
});

test('a success that is late only since a restore keeps its money, and completes nothing', (t) => {
  const old = { ...answer(1, approved), isOld: true };
  const { session, outcomes } = play(
    on({ type: 'begin', attempt: 1 }),
    on(old, END),
    on(old, END),
    on(answer(1, declined), END),
  );

  t.deepEqual(outcomes, ['begun', 'kept', 'unchanged', 'contradicted']);
  t.deepEqual([session.status, session.attempts[0]?.state], ['expired', 'approved']);
  t.is(paidBy(session), undefined);
});

test('a success from before a restore that comes in time completes the session', (t) => {
  const old = { ...answer(1, approved), isOld: true };
  t.deepEqual(play(on({ type: 'begin', attempt: 1 }), on(old)).outcomes, ['begun', 'paid']);
});

test('a success is given back of an attempt that was over already, also from before a restore', (t) => {
  const old = { ...answer(1, approved), isOld: true };
  const events = [on({ type: 'begin', attempt: 1 }), on(answer(1, declined)), on(old)];
  t.deepEqual(play(...events).outcomes, ['begun', 'declined', 'late']);
});

test('an expired session stays expired, even if the clock goes back', (t) => {
  const { session, outcomes } = play(
    on({ type: 'begin', attempt: 1 }),
    on({ type: 'expire' }, END),
    on(answer(1, approved), START + 2),
    on({ type: 'begin', attempt: 2 }, START + 2),
  );

  t.deepEqual(outcomes, ['begun', 'expired', 'late', 'CollectionEnded']);
  t.is(session.status, 'expired');
});

test("a call after a session's end first expires the session", (t) => {
  for (const command of [
    { type: 'begin', attempt: 1 },
    { type: 'cancel' },
    { type: 'close' },
  ] as const)
    t.deepEqual(play(on(command, END)).outcomes, ['expired']);
  t.deepEqual(play(on({ type: 'expire' }, END - 1)).outcomes, ['unchanged']);
});

test('three declined cards fail the session', (t) => {
  const { session, outcomes } = play(
    ...[1, 2, 3].flatMap((n) => [on({ type: 'begin', attempt: n }), on(answer(n, declined))]),
    on({ type: 'begin', attempt: 4 }),
  );

  t.deepEqual(outcomes, [
    'begun',
    'declined',
    'begun',
    'declined',
    'begun',
    'failed',
    'CollectionEnded',
  ]);
  t.is(session.status, 'failed');
});

test('a form is valid for one attempt, and no attempt begins while another is in progress', (t) => {
  t.deepEqual(play(on({ type: 'begin', attempt: 2 })).outcomes, ['FormUsed']);
  t.deepEqual(play(on({ type: 'begin', attempt: 1 }), on({ type: 'begin', attempt: 1 })).outcomes, [
    'begun',
    'PaymentInProgress',
  ]);
  t.deepEqual(
    play(
      on({ type: 'begin', attempt: 1 }),
      on(answer(1, declined)),
      on({ type: 'begin', attempt: 1 }),
    ).outcomes,
    ['begun', 'declined', 'FormUsed'],
  );
});

test('neither customer nor merchant ends a session while a card is being charged', (t) => {
  t.deepEqual(
    play(on({ type: 'begin', attempt: 1 }), on({ type: 'cancel' }), on({ type: 'close' })).outcomes,
    ['begun', 'PaymentInProgress', 'PaymentInProgress'],
  );
});

test('a success after a decline of the same attempt goes back, and a denied success is a contradiction', (t) => {
  const begun = on({ type: 'begin', attempt: 1 });
  t.deepEqual(
    play(begun, on(answer(1, declined)), on(answer(1, approved))).outcomes.at(-1),
    'late',
  );
  t.deepEqual(
    play(begun, on(answer(1, approved)), on(answer(1, declined))).outcomes.at(-1),
    'contradicted',
  );
});

test('an answer about an attempt that never was is a defect', (t) => {
  t.throws(() => play(on(answer(1, approved))));
});

const attempt = fc.integer({ min: 1, max: 4 });
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ type: fc.constant('begin' as const), attempt }) },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('answer' as const),
      attempt,
      answer: fc.constantFrom(approved, declined, { kind: 'absent' } as const),
    }),
  },
  fc.record({ type: fc.constant('reversed' as const), attempt }),
  fc.constantFrom(
    { type: 'cancel' as const },
    { type: 'close' as const },
    { type: 'expire' as const },
  ),
);
const event = fc.record({ command, at: fc.integer({ min: START - 100_000, max: END + 100_000 }) });

/** What I23 says of one change. */
const faultOf = (
  before: CollectionSession,
  { next, outcome }: CollectionStep,
  at: number,
): string | undefined => {
  if (before.status !== 'open' && next.status !== before.status) return 'reopened';
  if (before.status !== 'complete' && next.status === 'complete' && at >= END) return 'too late';
  if (next.attempts.length > ATTEMPTS_MAX) return 'a fourth attempt';
  if (next.attempts.filter(({ state }) => state === 'charging').length > 1) return 'two in flight';
  const paid = next.attempts.filter(({ state }) => state === 'approved').length;
  if (paid !== (next.status === 'complete' ? 1 : 0)) return 'paid is not complete';
  if (next !== before && next.sequence !== before.sequence + 1) return 'a gap';
  if (next.changedAt < before.changedAt) return 'back in time';
  if ((outcome === 'unchanged') !== (next === before) && outcome !== 'contradicted')
    return 'said otherwise';
  if (before.status === 'open' && next.status === 'cancelled' && inFlight(before) !== undefined)
    return 'left in the middle';
  return undefined;
};

test('no history charges a fourth card, succeeds twice or too late, or reopens what is over', (t) => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 40 }), (events) => {
      let session = OPEN;
      for (const one of events) {
        if ('attempt' in one.command && one.command.type !== 'begin') {
          if (session.attempts[one.command.attempt - 1] === undefined) continue;
        }
        const taken = take(session, one);
        if (E.isLeft(taken)) continue;
        const fault = faultOf(session, taken.right, one.at);
        if (fault !== undefined) throw new Error(fault);
        session = taken.right.next;
      }
      return true;
    }),
    { numRuns: 2_000 },
  );
  t.pass();
});
