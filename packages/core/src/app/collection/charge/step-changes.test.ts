import { together } from '../../writer/changes.js';
import test from 'ava';
import { LEASE_MS } from '../../duty/duty.js';
import { E } from '../../../kernel/fp.js';
import { MINUTE } from '../../../kernel/values/time.js';
import { NOW, TENANT } from '../../../samples.test.data.js';
import {
  beginAttempt,
  stepCollection,
} from '../../../model/collection/session/collection-machine.js';
import type { CollectionSession } from '../../../model/collection/session/collection-session.js';
import type { PaymentLink } from '../../../model/collection/session/payment-link.js';
import { cancelLink } from '../link/end-link.js';
import { payLink, takeStep } from './step-changes.js';

const OPEN = {
  sessionId: 'cs_1',
  ...TENANT,
  amount: 100,
  reference: 'R-1',
  status: 'open',
  attempts: [],
  sequence: 1,
  createdAt: NOW,
  expiresAt: NOW + 15 * MINUTE,
  changedAt: NOW,
  sealedToken: 'sealed',
} as unknown as CollectionSession;

const LINK = { ...OPEN, linkId: 'pl_1', sessionId: 'cs_1', sessions: 1, mails: 0 };
const LINK_OPEN = LINK as unknown as PaymentLink;

const BY = { actor: 'customer' };
const CARD = { brand: 'visa', last4: '4242' } as const;
const APPROVED = { kind: 'approved', authCode: '123456' } as const;
const DECLINED = { kind: 'declined', code: 'card_declined' } as const;

const rightOf = <A>(taken: E.Either<unknown, A>): A => {
  if (E.isLeft(taken)) throw new Error('the step is refused');
  return taken.right;
};

const begin = (session: CollectionSession, attempt = 1, at = NOW) =>
  rightOf(beginAttempt(session, { attempt, card: CARD, at }));
const answer = (
  session: CollectionSession,
  given: typeof APPROVED | typeof DECLINED,
  at = NOW,
  attempt = 1,
) => rightOf(stepCollection(session, { type: 'answer', attempt, answer: given, at }));

const CHARGING = begin(OPEN).next;
const PAID = answer(CHARGING, APPROVED).next;
const REVERSING = answer(CHARGING, APPROVED, OPEN.expiresAt).next;

for (const [title, before, step, expected] of [
  [
    'the outcome of a card that is being charged is asked for when its process may have died',
    OPEN,
    begin(OPEN),
    { work: [['query-charges', LEASE_MS]], writes: 1 },
  ],
  [
    'with a success nothing more is due of the charge, nor of its session',
    CHARGING,
    answer(CHARGING, APPROVED),
    { drops: ['cs_1-1', 'cs_1'], writes: 1 },
  ],
  [
    'after a card was declined its session still expires in time',
    CHARGING,
    answer(CHARGING, DECLINED),
    { drops: ['cs_1-1'], writes: 1 },
  ],
  [
    'a success that comes too late is given back at once, and a person hears of it',
    CHARGING,
    answer(CHARGING, APPROVED, OPEN.expiresAt),
    {
      work: [['reverse-charges', OPEN.expiresAt - NOW]],
      incidents: ['late_charge'],
      writes: 1,
    },
  ],
  [
    'a success that is late only since a restore is not given back, and a person hears of it',
    CHARGING,
    rightOf(
      stepCollection(CHARGING, {
        type: 'answer',
        attempt: 1,
        answer: APPROVED,
        isOld: true,
        at: OPEN.expiresAt,
      }),
    ),
    { drops: ['cs_1-1'], incidents: ['forgotten_charge'], writes: 1 },
  ],
  [
    'an answer that is known already only ends the question',
    PAID,
    answer(PAID, APPROVED),
    { drops: ['cs_1-1'] },
  ],
  [
    'where the acquirer denies a success whose money goes back, the money goes back all the same',
    REVERSING,
    answer(REVERSING, DECLINED),
    { incidents: ['contradictory_answer'] },
  ],
] as const)
  test(title, (t) => {
    const at = step.outcome === 'late' ? OPEN.expiresAt : NOW;
    const changes = together([takeStep(before, step, BY, at)]);

    t.deepEqual(
      {
        work: changes.work.map(({ duty, runAt }) => [duty, runAt - NOW]),
        drops: changes.drops.map(({ subject }) => subject),
        incidents: changes.incidents.map(({ kind }) => kind),
        writes: changes.saves.length,
        entries: changes.entries.length,
      },
      {
        work: [],
        drops: [],
        incidents: [],
        writes: 0,
        ...expected,
        entries: 'writes' in expected ? 1 : 0,
      },
    );
  });

test('a link cannot be paid that is over, because its session ended with it', (t) => {
  t.throws(() => payLink(PAID, { ...LINK_OPEN, status: 'cancelled' }, NOW), { message: /is over/ });
});

for (const [title, session, ended] of [
  ['a link that no customer has opened is cancelled alone', undefined, ['pl_1']],
  ['a cancelled link ends its open session', OPEN, ['cs_1', 'pl_1']],
  ['a cancelled link leaves a session alone that has ended', PAID, ['pl_1']],
  ['a link is not cancelled while a card is being charged by it', CHARGING, 'PaymentInProgress'],
] as const)
  test(title, (t) => {
    const cancelled = cancelLink(LINK_OPEN, session, BY.actor, NOW);

    const found = E.isLeft(cancelled)
      ? cancelled.left._tag
      : cancelled.right.changes.entries?.map(({ subjectId }) => subjectId);
    t.deepEqual(found, ended);
  });
