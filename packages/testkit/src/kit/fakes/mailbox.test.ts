import test from 'ava';
import { fakeClock } from './fake-clock.js';
import { mailbox } from './mailbox.js';

test('the mailbox lists sent mails, newest first, with the moment of sending', async (t) => {
  const clock = fakeClock(1_000);
  const { send, mails } = mailbox(clock);
  await send({ to: 'maker@acme.example', subject: 'One', text: 'first' });
  clock.advance(5);
  await send({ to: 'checker@acme.example', subject: 'Two', text: 'second' });

  t.deepEqual(mails(), [
    { id: 'mail-2', to: 'checker@acme.example', subject: 'Two', text: 'second', sentAt: 1_005 },
    { id: 'mail-1', to: 'maker@acme.example', subject: 'One', text: 'first', sentAt: 1_000 },
  ]);
});

test('the mails to one address are distinguished', async (t) => {
  const { send, mails } = mailbox(fakeClock(0));
  await send({ to: 'a@acme.example', subject: 'One', text: 'first' });
  await send({ to: 'b@acme.example', subject: 'Two', text: 'second' });

  t.deepEqual(
    mails('a@acme.example').map(({ subject }) => subject),
    ['One'],
  );
  t.deepEqual(mails('c@acme.example'), []);
});
