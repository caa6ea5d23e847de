import { memoryStorage } from '@hundi/adapter-memory';
import test, { type ExecutionContext } from 'ava';
import { mailedCode, openCheckout, otherThan } from '../../testing/payout-checkout.js';
import { serve } from '../../testing/serve.js';
import { enter, submit, visit } from '../../testing/without-browser.js';

const SECOND = 1_000;
const AGAIN = 'start again from where you came';
const PRESS = /Press Send code/;

/** A maker to whom every code of the session was sent, and who has the last of them. */
const atLastCode = async (t: ExecutionContext) => {
  const served = await serve(t, memoryStorage());
  const checkout = await openCheckout(served);
  const { cookie, fields, headers } = await enter(checkout);
  const post = async (step: string, more: Readonly<Record<string, string>> = {}) => {
    const answer = await submit(`${checkout.address}/${step}`, { ...fields, ...more }, headers);
    return answer.text();
  };
  for (const _ of [1, 2, 3]) {
    await post('code');
    await served.sandbox.advance(30 * SECOND);
  }
  return { served, post, page: async () => (await visit(checkout.address, cookie)).text() };
};

test('when the last code is locked, the page says to start over, and offers no other code', async (t) => {
  const { served, post, page } = await atLastCode(t);
  const code = otherThan(mailedCode(served));
  for (const _ of [1, 2, 3, 4]) await post('authorize', { code });
  for (const said of [await post('authorize', { code }), await post('authorize', { code })]) {
    t.true(said.includes('this code is locked'));
    t.true(said.includes(AGAIN));
    t.false(said.includes('That was the last code'));
    t.notRegex(said.replace(/<p[^>]*id="changed"[^]*?<\/p>/, ''), PRESS);
  }
  t.true((await page()).includes(AGAIN));
});

test('when the last code has expired, the page says to start over', async (t) => {
  const { served, post } = await atLastCode(t);
  await served.sandbox.advance(5 * 60 * SECOND);
  const said = await post('authorize', { code: mailedCode(served) });

  t.true(said.includes('This code has expired. No more codes can be sent'));
  t.notRegex(said, PRESS);
  t.false(said.includes('That was the last code'));
});

test('when the choice changed after the last code, the page says to start over', async (t) => {
  const { served, post, page } = await atLastCode(t);
  const code = mailedCode(served);
  for (const said of [await post('authorize', { code, paymentMethodCode: 'IMPS' }), await page()]) {
    t.true(said.includes(AGAIN));
    t.notRegex(said, PRESS);
    t.regex(said, /<button id="send"[^>]* disabled/);
  }
});

test('when the last code could not be mailed, the page says to start over', async (t) => {
  const served = await serve(t, memoryStorage());
  const checkout = await openCheckout(served);
  const { fields, headers } = await enter(checkout);
  const send = () => submit(`${checkout.address}/code`, fields, headers);
  Object.assign(served.sandbox.mailbox, { send: () => Promise.reject(new Error('no server')) });
  const said = [await send(), await send(), await send()].map((answer) => answer.text());
  const [first = '', , last = ''] = await Promise.all(said);

  t.regex(first, /could not be sent. Press Send code again/);
  t.regex(last, /could not be sent. No more codes can be sent/);
});

test('a browser outside a session sees a notice in the name of its bank', async (t) => {
  const served = await serve(t, memoryStorage());
  const checkout = await openCheckout(served);
  const nameOn = async (answer: Promise<Response>) =>
    /<span class="bank">([^<]*)</.exec(await (await answer).text())?.[1];
  const token = new URL(checkout.link).searchParams.get('token') ?? '';

  t.is(await nameOn(visit(checkout.link)), 'Demo Bank');
  t.is(await nameOn(visit(checkout.address)), 'Demo Bank');
  t.is(await nameOn(submit(`${checkout.address}/code`, {}, {})), 'Demo Bank');
  t.is(await nameOn(submit(`${checkout.address}/code`, {}, { origin: 'null' })), 'Demo Bank');
  const forged = submit(`${checkout.address}/code`, {}, { 'sec-fetch-site': 'cross-site' });
  t.is(await nameOn(forged), 'Demo Bank');
  await served.sandbox.advance(15 * 60 * SECOND);
  t.is(await nameOn(submit(`${checkout.address}/enter`, { token })), 'Demo Bank');
  t.is(await nameOn(submit(`${checkout.address}/enter`, { token: 'x' })), 'Demo Bank');

  const none = checkout.address.replace(checkout.sessionId, `pcs_${'0'.repeat(32)}`);
  t.is(await nameOn(visit(`${none}?token=${token}`)), 'No Bank');
  t.is(await nameOn(submit(`${none}/code`, {}, { 'sec-fetch-site': 'cross-site' })), 'No Bank');
});

test('a link that leads no further is shown in the name of its bank, with the phone to call', async (t) => {
  const served = await serve(t, memoryStorage());
  const checkout = await openCheckout(served);
  const token = new URL(checkout.link).searchParams.get('token') ?? '';
  const { fields, headers, cookie } = await enter(checkout);
  const textOf = async (answer: Promise<Response>) => (await answer).text();
  const CALL = /Call Demo Bank: <a class="left" href="tel:18001234567">1800 123 4567<\/a>/;

  t.notRegex(await textOf(visit(checkout.address, cookie)), CALL);
  t.regex(await textOf(visit(checkout.address)), CALL);
  t.regex(await textOf(submit(`${checkout.address}/enter`, { token: 'x' })), CALL);
  await submit(`${checkout.address}/cancel`, fields, headers);
  t.regex(await textOf(submit(`${checkout.address}/enter`, { token })), CALL);
  const late = await openCheckout(served);
  const inside = await enter(late);
  await served.sandbox.advance(15 * 60 * SECOND);
  t.regex(await textOf(visit(late.address, inside.cookie)), CALL);
  const unknown = late.link.replace(late.sessionId, `pcs_${'0'.repeat(32)}`);
  t.regex(
    await textOf(visit(unknown.replace('?token=', '?other='))),
    /Do you need help\? Ask No Bank\./,
  );
});
