import { setImmediate } from 'node:timers/promises';
import type { Mail } from '@hundi/core';
import test from 'ava';
import { mailerOf } from './mailer-of.js';

const MAIL: Mail = { to: 'admin@acme.example', subject: 'Your code', text: '123456' };

const quiet = () => undefined;

test('once the mails of an answer were awaited, they are in the mailbox', async (t) => {
  const kept: Mail[] = [];
  const send = async (mail: Mail) => {
    await setImmediate();
    kept.push(mail);
  };
  const mailer = mailerOf({}, { mailbox: { send } }, quiet);
  const sending = mailer.send(MAIL);
  t.deepEqual(kept, []);
  await mailer.handedOver();

  t.deepEqual(kept, [MAIL]);
  await sending;
});

test('waiting for mails includes one that could not be handed over', async (t) => {
  const mailer = mailerOf({}, undefined, quiet);
  const sending = t.throwsAsync(mailer.send(MAIL), { message: /set SMTP_URL/ });
  await mailer.handedOver();

  await sending;
});
