import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import { mailerOf } from './mailer-of.js';
import type { MailCall } from './watched-mailer.js';

/** What a mail server received, line by line. */
const mailServer = async (t: ExecutionContext, refusing = false) => {
  const lines: string[] = [];
  const answer = (socket: Socket, line: string, inData: boolean): boolean => {
    lines.push(line);
    const say = (text: string): void => void socket.write(`${text}\r\n`);
    if (inData) {
      if (line === '.') say('250 kept');
      return line !== '.';
    }
    if (line.startsWith('EHLO')) say('250 here');
    else if (line.startsWith('RCPT') && refusing) say('550 nobody is called CANARY');
    else if (line === 'DATA') say('354 go on');
    else if (line === 'STARTTLS') say('502 no such command');
    else if (line === 'QUIT') socket.end('221 bye\r\n');
    else say('250 fine');
    return line === 'DATA';
  };
  const server: Server = createServer((socket) => {
    let inData = false;
    let rest = '';
    socket.write('220 test\r\n');
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      const parts = (rest + chunk.toString()).split('\r\n');
      rest = parts.pop() ?? '';
      for (const line of parts) inData = answer(socket, line, inData);
    });
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  t.teardown(() => server.close());
  return { lines, url: `smtp://127.0.0.1:${String((server.address() as AddressInfo).port)}` };
};

const MAIL = { to: 'maker@acme.example', subject: '123456 is your code', text: 'A code.\n' };

const opened = (t: ExecutionContext, smtpUrl?: string, smtpTls?: 'required') => {
  const calls: MailCall[] = [];
  const mailer = mailerOf(
    {
      publicUrl: 'https://pay.example',
      ...(smtpUrl !== undefined && { smtpUrl }),
      ...(smtpTls !== undefined && { smtpTls }),
    },
    undefined,
    (mail) => calls.push(mail),
  );
  t.teardown(mailer.close);
  return { mailer, calls };
};

test('where TLS is required, a server that offers none hears of no mail', async (t) => {
  const { lines, url } = await mailServer(t);
  const { mailer, calls } = opened(t, url, 'required');
  await t.throwsAsync(mailer.send(MAIL));

  t.false(lines.some((line) => line.startsWith('MAIL') || line.includes(MAIL.subject)));
  t.is(calls[0]?.outcome, 'failed');
});

test('a mail goes to its one address, from the host of our links', async (t) => {
  const { lines, url } = await mailServer(t);
  const { mailer, calls } = opened(t, url);
  await mailer.send(MAIL);

  t.true(lines.includes('MAIL FROM:<no-reply@pay.example>'));
  t.deepEqual(
    lines.filter((line) => line.startsWith('RCPT')),
    ['RCPT TO:<maker@acme.example>'],
  );
  t.true(lines.includes('Subject: 123456 is your code'));
  t.true(lines.includes('A code.'));
  t.deepEqual(
    calls.map(({ outcome }) => outcome),
    ['sent'],
  );
});

test('a mail with HTML is sent as HTML and as text', async (t) => {
  const { lines, url } = await mailServer(t);
  const { mailer } = opened(t, url);
  await mailer.send({ ...MAIL, html: '<p>A code.</p>' });

  t.true(lines.some((line) => line.startsWith('Content-Type: multipart/alternative')));
  t.true(lines.includes('A code.'));
  t.true(lines.includes('<p>A code.</p>'));
});

test('a text that looks like a list of addresses, or like a header, adds no second recipient', async (t) => {
  const { lines, url } = await mailServer(t);
  const { mailer } = opened(t, url);
  for (const to of ['a,victim@acme.example', 'a@x.example>\r\nRCPT TO:<victim@acme.example'])
    await mailer.send({ ...MAIL, to }).catch(() => undefined);
  await mailer.send({ ...MAIL, subject: 'x\r\nBcc: victim@acme.example' });

  const recipients = lines.filter((line) => line.startsWith('RCPT'));
  t.false(recipients.some((line) => line.includes('<victim@')));
  t.false(lines.some((line) => line.startsWith('Bcc:')));
});

test('a mail that the server refuses, or without a server, fails and is reported', async (t) => {
  const { url } = await mailServer(t, true);
  const refused = opened(t, url);
  const nowhere = opened(t);

  await t.throwsAsync(refused.mailer.send(MAIL));
  await t.throwsAsync(nowhere.mailer.send(MAIL), { message: /SMTP_URL/ });
  for (const { calls } of [refused, nowhere])
    t.deepEqual(
      calls.map(({ outcome }) => outcome),
      ['failed'],
    );
});
