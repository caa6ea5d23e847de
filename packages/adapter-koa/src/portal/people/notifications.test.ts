import { memoryStorage } from '@hundi/adapter-memory';
import test from 'ava';
import { comeIn } from '../../testing/portal.js';
import { serve } from '../../testing/serve.js';

const EVERYTHING = { waiting: true, expiring: true, outcomes: true };

test('a person is mailed of everything until they switch something off, and others still are', async (t) => {
  const served = await serve(t, memoryStorage());
  const checker = await comeIn(served, 'checker@acme.example');
  const maker = await comeIn(served, 'maker@acme.example');
  t.deepEqual((await checker.get('/notifications')).json as unknown, EVERYTHING);
  const chosen = { ...EVERYTHING, waiting: false };
  const put = await checker.put('/notifications', chosen);

  t.is(put.status, 200);
  t.deepEqual(put.json as unknown, chosen);
  t.deepEqual((await checker.get('/notifications')).json as unknown, chosen);
  t.deepEqual((await maker.get('/notifications')).json as unknown, EVERYTHING);
});

test('a person sets in which language they are mailed; a change that names none keeps it', async (t) => {
  const served = await serve(t, memoryStorage());
  const checker = await comeIn(served, 'checker@acme.example');
  const inHindi = { ...EVERYTHING, language: 'hi' };
  t.deepEqual((await checker.put('/notifications', inHindi)).json as unknown, inHindi);
  const off = { ...EVERYTHING, waiting: false };
  t.deepEqual((await checker.put('/notifications', off)).json as unknown, {
    ...off,
    language: 'hi',
  });
});

test('a code is mailed in the language in which it is asked for, else in English; one that confirms, in that of their mails', async (t) => {
  const served = await serve(t, memoryStorage());
  const email = 'checker@acme.example';
  const newest = () => served.sandbox.mailbox.mails(email)[0]?.subject;
  const ask = (body: object) => served.post('/portal/v1/login', body, { key: null });
  t.is((await ask({ email, language: 'fr' })).status, 400);
  await ask({ email, language: 'hi' });
  t.is(newest(), 'Acme Traders के लिए आपका OTP');
  const checker = await comeIn(served, email);
  t.is(newest(), 'Your code for Acme Traders');
  await checker.put('/notifications', { ...EVERYTHING, language: 'hi' });
  t.is((await checker.post('/confirmations')).status, 202);
  t.is(newest(), 'Acme Traders के लिए आपका OTP');
});

test('a choice that leaves something out is 400 at the member', async (t) => {
  const served = await serve(t, memoryStorage());
  const checker = await comeIn(served, 'checker@acme.example');
  for (const [body, pointer] of [
    [{ waiting: true, expiring: true }, '/outcomes'],
    [{ ...EVERYTHING, waiting: 'no' }, '/waiting'],
    [{ ...EVERYTHING, language: 'fr' }, '/language'],
  ] as const) {
    const { status, json } = await checker.put('/notifications', body);
    t.is(status, 400);
    t.is(json.errors?.[0]?.pointer, pointer);
  }
});

test('in a host that mails nobody there is nothing to choose', async (t) => {
  const served = await serve(t, memoryStorage(), {}, { without: ['notifications'] });
  const checker = await comeIn(served, 'checker@acme.example');
  t.is((await checker.get('/notifications')).status, 404);
  t.is((await checker.put('/notifications', EVERYTHING)).status, 404);
});
