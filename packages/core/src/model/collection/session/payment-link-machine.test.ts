import test from 'ava';
import fc from 'fast-check';
import { E } from '../../../kernel/fp.js';
import { mailAgain, stepLink, type LinkCommand } from './payment-link-machine.js';
import { LINK_MAILS_MAX, LINK_SESSIONS_MAX, type PaymentLink } from './payment-link.js';

const START = 1_000_000;
const END = START + 86_400_000;

const OPEN = {
  linkId: 'pl_1',
  bankTenantId: 'bank',
  corporateTenantId: 'acme',
  amount: 100,
  reference: 'R-1',
  status: 'open',
  createdBy: 'u-maker',
  sequence: 1,
  createdAt: START,
  expiresAt: END,
  changedAt: START,
  sessions: 0,
  mails: 1,
  mailedAt: START,
  email: 'asha@mail.example',
  sealedToken: 'sealed',
} as unknown as PaymentLink;

type Undated<C> = C extends unknown ? Omit<C, 'at'> : never;
type Command = Undated<LinkCommand> | { readonly type: 'resend' };

const take = (link: PaymentLink, command: Command, at: number) =>
  command.type === 'resend' ? mailAgain(link, { at }) : stepLink(link, { ...command, at });

const statusAfter = (link: PaymentLink, command: Command, at: number) => {
  const taken = take(link, command, at);
  return E.isRight(taken) ? taken.right.status : taken.left;
};

const start = (replaces = false): Command => ({ type: 'start', sessionId: 'cs_1', replaces });

test('an open link starts sessions, is mailed, cancelled, paid, and expires after its day', (t) => {
  t.is(statusAfter(OPEN, start(), START), 'open');
  t.is(statusAfter(OPEN, { type: 'resend' }, START + 30_000), 'open');
  t.is(statusAfter(OPEN, { type: 'cancel' }, END - 1), 'cancelled');
  t.is(statusAfter(OPEN, { type: 'pay' }, END), 'paid');
  t.is(statusAfter(OPEN, { type: 'expire' }, END - 1), 'open');
  for (const type of ['expire', 'cancel', 'resend'] as const)
    t.is(statusAfter(OPEN, { type }, END), 'expired');
});

test('a link is mailed no more often than every half a minute, and ten times in all', (t) => {
  t.deepEqual(statusAfter(OPEN, { type: 'resend' }, START + 29_000), {
    _tag: 'TooManyMails',
    retryAfterSeconds: 1,
  });
  for (const at of [START + 60_000, END - 1])
    t.deepEqual(statusAfter({ ...OPEN, mails: LINK_MAILS_MAX }, { type: 'resend' }, at), {
      _tag: 'LinkMailedOut',
      max: 10,
    });
  const { email: _, ...plain } = OPEN;
  t.deepEqual(statusAfter(plain, { type: 'resend' }, START), { _tag: 'LinkWithoutEmail' });
});

test('a link is used up after as many sessions as it may start', (t) => {
  t.deepEqual(statusAfter({ ...OPEN, sessions: LINK_SESSIONS_MAX }, start(), START), {
    _tag: 'LinkEnded',
    status: 'used_up',
  });
});

test('a session that expires without a tried card does not use up a link', (t) => {
  const last = { ...OPEN, sessions: LINK_SESSIONS_MAX };
  const started = take(last, start(true), START);
  t.like(E.isRight(started) && started.right, { sessionId: 'cs_1', sessions: LINK_SESSIONS_MAX });
});

test('no history leads on from a link that is over, or makes it count wrong', (t) => {
  const command: fc.Arbitrary<Command> = fc.constantFrom<Command[]>(
    start(),
    start(true),
    { type: 'resend' },
    { type: 'cancel' },
    { type: 'pay' },
    { type: 'expire' },
  );
  const at = fc.integer({ min: START - 1_000, max: END + 1_000 });
  fc.assert(
    fc.property(fc.array(fc.tuple(command, at), { maxLength: 60 }), (events) => {
      let link = OPEN;
      for (const [one, moment] of events) {
        const taken = take(link, one, moment);
        if (E.isLeft(taken)) continue;
        const next = taken.right;
        if (link.status !== 'open') return false;
        if (next !== link && next.sequence !== link.sequence + 1) return false;
        if (next.changedAt < link.changedAt || next.mails > LINK_MAILS_MAX) return false;
        if (next.sessions > LINK_SESSIONS_MAX) return false;
        link = next;
      }
      return true;
    }),
  );
  t.pass();
});
