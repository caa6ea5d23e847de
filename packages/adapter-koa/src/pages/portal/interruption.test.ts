import { memoryStorage } from '@hundi/adapter-memory';
import test, { type ExecutionContext } from 'ava';
import { titleOf } from '../../testing/look-after.js';
import { codeFor } from '../../testing/portal.js';
import { hiddenIn, logIn, type PortalBrowser } from '../../testing/portal-browser.js';
import { enrolApp } from '../../testing/second-factor.js';
import { serve, type Served } from '../../testing/serve.js';

const ADMIN = 'admin@acme.example';
const MAKER = 'maker@acme.example';
const OTHER = 'maker@globex.example';
const MINUTE = 60_000;
const CODE = '/portal/confirm/code';
const FACTOR = '/portal/confirm/factor';
const PAY = '/portal/pay';
const FACTORS = '/portal/settings/factors';
const ADD_ENDPOINT = '/portal/settings/webhooks/make';
const PAYMENT = { reference: 'ACME-SECRET-7', amount: '1,23,456.00' };

const comeInAs = async (served: Served, browser: PortalBrowser, email: string) => {
  await browser.send('/portal/login', { email });
  return browser.send('/portal/login/code', { code: codeFor(served, email) });
};

test('a session that ends where a form waits for a mailed code gives the form back after the login', async (t) => {
  const served = await serve(t, memoryStorage());
  const browser = await logIn(served, ADMIN);
  served.sandbox.clock.advance(6 * MINUTE);
  await browser.get(ADD_ENDPOINT);
  const asked = await browser.send(ADD_ENDPOINT, { url: 'https://shop.example/hook' });
  t.is(titleOf(asked), 'Confirm that it is you');
  served.sandbox.clock.advance(16 * MINUTE);
  const over = await browser.send(CODE, { code: '123456' });
  t.regex(over.html, /what you typed is kept/);
  await comeInAs(served, browser, ADMIN);
  await browser.send(CODE);
  const filled = await browser.send(ADD_ENDPOINT);
  t.is(filled.status, 200);
  t.regex(filled.html, /https:\/\/shop\.example\/hook/);
});

test('so does one that ends where a form waits for a second factor', async (t) => {
  const served = await serve(t, memoryStorage());
  await enrolApp(served);
  const browser = await logIn(served, MAKER);
  await browser.get('/portal/settings');
  await browser.send(FACTORS, { name: 'Tablet', kind: 'totp' });
  served.sandbox.clock.advance(16 * MINUTE);
  await browser.send(FACTOR, { code: '000000' });
  await comeInAs(served, browser, MAKER);
  await browser.send(FACTOR);
  t.regex((await browser.send(FACTORS)).html, /value="Tablet"/);
});

test('so does one that ends while a person adds an authenticator app', async (t) => {
  const served = await serve(t, memoryStorage());
  const browser = await logIn(served, MAKER);
  await browser.get('/portal/settings');
  const added = await browser.send(FACTORS, { name: 'Phone', kind: 'totp' });
  const { enrolment } = hiddenIn(added.html, `${FACTORS}/confirm`);
  served.sandbox.clock.advance(16 * MINUTE);
  await browser.send(`${FACTORS}/confirm`, { code: '000000' });
  await comeInAs(served, browser, MAKER);
  const again = await browser.send(`${FACTORS}/confirm`);
  t.is(hiddenIn(again.html, `${FACTORS}/confirm`)['enrolment'], enrolment);
});

test('a mailed code and a second factor that are sent again do not ask for another one', async (t) => {
  const served = await serve(t, memoryStorage());
  const { code } = await enrolApp(served);
  const browser = await logIn(served, MAKER);
  served.sandbox.clock.advance(6 * MINUTE);
  await browser.get('/portal/settings');
  const asked = await browser.send(FACTORS, { name: 'Tablet', kind: 'totp' });
  const mailed = { ...hiddenIn(asked.html, CODE), code: codeFor(served, MAKER) };
  await browser.send(CODE, mailed);
  t.is(titleOf(await browser.send(CODE, mailed)), 'That is confirmed');

  const next = await browser.send(FACTORS);
  const factor = { ...hiddenIn(next.html, FACTOR), code: code() };
  await browser.send(FACTOR, factor);
  t.is(titleOf(await browser.send(FACTOR, factor)), 'That is confirmed');
  t.regex((await browser.send(FACTORS)).html, /class="qr"/);
});

/** The form of a maker of Acme whose session is over, on the page on which one logs in again. */
const endedOnPay = async (t: ExecutionContext) => {
  const served = await serve(t, memoryStorage());
  const browser = await logIn(served, MAKER);
  await browser.get(PAY);
  served.sandbox.clock.advance(16 * MINUTE);
  await browser.send(PAY, PAYMENT);
  return { served, browser };
};

test('a form comes back to the person who had filled it', async (t) => {
  const { served, browser } = await endedOnPay(t);
  await comeInAs(served, browser, MAKER);
  t.regex((await browser.send(PAY)).html, /value="ACME-SECRET-7"/);
});

test('another person who logs in where a session ended is told that the form is not theirs, and sees nothing of it', async (t) => {
  const { served, browser } = await endedOnPay(t);
  const opened = await comeInAs(served, browser, OTHER);
  t.is(titleOf(opened), 'This form is not yours');
  t.notRegex(opened.html, /ACME-SECRET-7|1,23,456/);
  t.regex(opened.html, /href="\/portal"/);
  t.regex((await browser.get('/portal/settings')).html, /maker, Globex/);
});

test('so is one who sends the form of a page that somebody else had opened', async (t) => {
  const served = await serve(t, memoryStorage());
  const browser = await logIn(served, MAKER);
  const { html } = await browser.get(PAY);
  const left = hiddenIn(html, PAY);
  await browser.send('/portal/logout');
  await logIn(served, OTHER, browser);
  const sent = await browser.send(PAY, { ...left, ...PAYMENT });
  t.is(sent.status, 403);
  t.is(titleOf(sent), 'This form is not yours');
  t.notRegex(sent.html, /ACME-SECRET-7/);
});
