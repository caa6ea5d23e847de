import { memoryStorage } from '@hundi/adapter-memory';
import { E } from '@hundi/core';
import test, { type ExecutionContext } from 'ava';
import { takeRolesFrom, titleOf } from '../../../testing/look-after.js';
import { pageFaults } from '../../../testing/page-faults.js';
import { hiddenIn, logIn, portalBrowser } from '../../../testing/portal-browser.js';
import { serve } from '../../../testing/serve.js';

const ADMIN = 'admin@acme.example';
const AT = '/portal/settings/links';

const open = async (t: ExecutionContext) => {
  const served = await serve(t, memoryStorage());
  return { served, admin: await logIn(served, ADMIN) };
};

const LINK = {
  amount: '1,250.50',
  reference: 'INV-7',
  description: 'Paint',
  email: 'asha@example.com',
};

const right = <A>(answer: E.Either<unknown, A>): A => {
  if (E.isLeft(answer)) throw new Error('refused');
  return answer.right;
};

const countOf = (html: string): number => [...html.matchAll(/<bdi>INV-7<\/bdi>/g)].length;

test('a person makes a payment link, which is mailed and listed, and the form sent twice makes one', async (t) => {
  const { served, admin } = await open(t);
  t.regex((await admin.get(AT)).html, /There is no payment link/);
  const { html } = await admin.get(`${AT}/make`);
  const fields = { ...hiddenIn(html, `${AT}/make`), ...LINK };
  const made = await admin.send(`${AT}/make`, fields);
  t.is(titleOf(made), 'The payment link is made');
  t.deepEqual(pageFaults(made.response), []);
  const url = /<bdi>(http[^<]+\/link\/[^<]+)<\/bdi>/.exec(made.html)?.[1] ?? '';
  t.not(url, '');
  t.regex((await admin.send(`${AT}/make`, fields)).html, /The payment link is made/);
  t.is(served.sandbox.mailbox.mails(LINK.email).length, 1);

  const list = await admin.get(AT);
  t.deepEqual(pageFaults(list.response), []);
  t.is(countOf(list.html), 1);
  t.true(list.html.includes(url));
  t.regex(list.html, /₹1,250\.50/);
  const changed = await admin.send(`${AT}/make`, { ...fields, amount: '1' });
  t.is(changed.status, 409);
  t.regex(changed.html, /You sent this form before, with other values/);
});

test('an open link is mailed again and cancelled, each only after the page has asked', async (t) => {
  const { served, admin } = await open(t);
  await admin.get(`${AT}/make`);
  await admin.send(`${AT}/make`, LINK);
  const act = (html: string, verb: string): string =>
    new RegExp(`href="(${AT}/${verb}\\?[^"]+)"`).exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const { html } = await admin.get(AT);
  await admin.get(act(html, 'resend'));
  t.is((await admin.send(`${AT}/resend`)).status, 429);
  served.sandbox.clock.advance(31_000);
  await admin.get(act(html, 'resend'));
  t.is(titleOf(await admin.send(`${AT}/resend`)), 'The payment link is mailed again');
  t.is(served.sandbox.mailbox.mails(LINK.email).length, 2);
  const asked = await admin.get(act(html, 'cancel'));
  t.is(titleOf(asked), 'Cancel this payment link?');
  t.regex(asked.html, /<button>Cancel/);
  t.is(titleOf(await admin.send(`${AT}/cancel`)), 'The payment link is cancelled');
  const after = await admin.get(AT);
  t.regex(after.html, /<span class="sub">Cancelled<\/span>/);
  t.is(act(after.html, 'cancel'), '');
  t.notRegex((await admin.get(act(html, 'cancel'))).html, /<button>Cancel/);
  t.is((await admin.send(`${AT}/cancel`)).status, 409);
  const absent = await admin.get(`${AT}/cancel?linkId=pl_${'0'.repeat(32)}`);
  t.is(absent.status, 404);
  t.regex(absent.html, /This does not exist, or not any more/);
});

test('a link that is used up is shown as such, and offers no mail', async (t) => {
  const { served, admin } = await open(t);
  const { engine } = served.sandbox;
  await admin.get(`${AT}/make`);
  await admin.send(`${AT}/make`, LINK);
  const { html } = await admin.get(AT);
  const [, linkId = '', token = ''] = /\/link\/([^?<]+)\?token=([^<]+)</.exec(html) ?? [];
  for (let tries = 0; tries < 20; tries += 1) {
    const { sessionId, token: mine } = right(await engine.openPaymentLink({ linkId, token }));
    const key = right(await engine.enterCollection({ sessionId, token: mine }));
    right(await engine.cancelCollection({ sessionId, key }));
  }

  const after = await admin.get(AT);
  t.regex(after.html, /<span class="sub">Used up by too many attempts<\/span>/);
  t.notRegex(after.html, /\/links\/resend/);
  t.regex(after.html, /\/links\/cancel/);
  await admin.get(`${AT}/resend?linkId=${linkId}`);
  const refused = await admin.send(`${AT}/resend`);
  t.is(refused.status, 409);
  t.regex(refused.html, /Create another link/);
  t.is(served.sandbox.mailbox.mails(LINK.email).length, 1);
});

test('a link is mailed in the language that its maker chose for the customer; the page proposes its own', async (t) => {
  const { served, admin } = await open(t);
  const chosenOn = ({ html }: { readonly html: string }) =>
    /<input type="radio" name="language" value="(\w+)" checked/.exec(html)?.[1];
  t.is(chosenOn(await admin.get(`${AT}/make`)), 'en');
  const bad = await admin.send(`${AT}/make`, { ...LINK, amount: '', language: 'hi' });
  t.deepEqual([bad.status, chosenOn(bad)], [400, 'hi']);
  t.is((await admin.send(`${AT}/make`, { ...LINK, language: 'hi' })).status, 200);
  t.regex(served.sandbox.mailbox.mails(LINK.email)[0]?.subject ?? '', /भुगतान माँगा है/);
  admin.cookies.set('hundi-language', 'hi');
  t.is(chosenOn(await admin.get(`${AT}/make`)), 'hi');
});

test('bad values of a link are told beside their fields, and nothing typed is lost', async (t) => {
  const { admin } = await open(t);
  await admin.get(`${AT}/make`);
  const bad = await admin.send(`${AT}/make`, {
    amount: '1e5',
    reference: '',
    email: 'nobody',
    description: '<b>',
  });
  t.is(bad.status, 400);
  t.regex(bad.html, /Enter an amount in rupees/);
  t.regex(bad.html, /Enter 1 to 64 letters/);
  t.regex(bad.html, /Enter an e-mail address/);
  t.regex(bad.html, /value="1e5"/);
  t.false(bad.html.includes('<b>'));
  await admin.get(`${AT}/make`);
  const phishing = await admin.send(`${AT}/make`, { ...LINK, description: 'see evil.example' });
  t.is(phishing.status, 400);
  t.regex(phishing.html, /it must not look like a web or e-mail address/);
});

test('a person who makes no payment links is led to none of it, and told so where the role is gone', async (t) => {
  const { served, admin } = await open(t);
  const checker = await logIn(served, 'checker@acme.example', portalBrowser(served));
  t.notRegex((await checker.get('/portal/settings')).html, />Payment links</);
  for (const path of ['', '/make', '/cancel?linkId=x'])
    t.is((await checker.get(`${AT}${path}`)).status, 403, path);
  await admin.get(`${AT}/make`);
  await takeRolesFrom(served, 'u-admin');
  const refused = await admin.send(`${AT}/make`, LINK);
  t.is(refused.status, 403);
  t.regex(refused.html, /Your role does not let you do this/);
});
