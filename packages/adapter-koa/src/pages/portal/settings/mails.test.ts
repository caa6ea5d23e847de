import { memoryStorage } from '@hundi/adapter-memory';
import { MailLanguage } from '@hundi/core/wire';
import test from 'ava';
import { titleOf } from '../../../testing/look-after.js';
import { pageFaults } from '../../../testing/page-faults.js';
import { waiting } from '../../../testing/portal.js';
import { logIn, portalBrowser, type PortalBrowser } from '../../../testing/portal-browser.js';
import { serve } from '../../../testing/serve.js';
import { OFFERED } from '../../texts/languages.js';

const CHECKER = 'checker@acme.example';
const AT = '/portal/settings/mails';

const checkedIn = (html: string): ReadonlyArray<string | undefined> =>
  [...html.matchAll(/<input type="checkbox" name="(\w+)" value="yes" checked/g)].map(
    ([, name]) => name,
  );

test('a person chooses on a page what they are mailed of, and finds it as they left it', async (t) => {
  const served = await serve(t, memoryStorage());
  const checker = await logIn(served, CHECKER);
  t.regex((await checker.get('/portal/settings')).html, /href="[^"]*mails"/);
  const before = await checker.get(AT);
  t.is(titleOf(before), 'Mails to you');
  t.deepEqual(pageFaults(before.response), []);
  t.deepEqual(checkedIn(before.html), ['waiting', 'expiring', 'outcomes']);

  const saved = await checker.send(`${AT}/choose`, { expiring: 'yes' });
  t.is(saved.status, 303);
  const after = await checker.get(`${AT}?done=saved`);
  t.regex(after.html, /Your choice is saved/);
  t.deepEqual(checkedIn(after.html), ['expiring']);
});

test('a person chooses in which language they are mailed; until then the page proposes its own', async (t) => {
  const served = await serve(t, memoryStorage());
  const checker = await logIn(served, CHECKER);
  const chosenOn = ({ html }: { readonly html: string }) =>
    /<input type="radio" name="language" value="(\w+)" checked/.exec(html)?.[1];
  t.is(chosenOn(await checker.get(AT)), 'en');
  checker.cookies.set('hundi-language', 'hi');
  t.is(chosenOn(await checker.get(AT)), 'hi');
  await checker.send(`${AT}/choose`, { waiting: 'yes', language: 'hi' });
  checker.cookies.set('hundi-language', 'en');
  t.is(chosenOn(await checker.get(AT)), 'hi');
  await checker.send(`${AT}/choose`, { waiting: 'yes', language: 'fr' });
  t.is(chosenOn(await checker.get(AT)), 'hi');

  await waiting(served, 1);
  await served.sandbox.advance(10 * 60_000);
  const [mail] = served.sandbox.mailbox.mails(CHECKER);
  t.regex(mail?.subject ?? '', /भुगतान आपके निर्णय की प्रतीक्षा में हैं/);
});

test('who comes in on a page in Hindi is mailed in Hindi, unless they have chosen another language of mails', async (t) => {
  const served = await serve(t, memoryStorage());
  const inHindi = (): PortalBrowser => {
    const browser = portalBrowser(served);
    browser.cookies.set('hundi-language', 'hi');
    return browser;
  };
  const settingsOf = async () => {
    const { engine, tenant } = served.sandbox;
    return engine.getNotificationSettings(tenant, { actorUserId: 'u-checker' });
  };
  await logIn(served, CHECKER);
  t.like(await settingsOf(), { right: { language: undefined } });
  const checker = await logIn(served, CHECKER, inHindi());
  t.like(await settingsOf(), { right: { language: 'hi', waiting: true } });
  await checker.get(AT);
  await checker.send(`${AT}/choose`, { waiting: 'yes', language: 'en' });
  await logIn(served, CHECKER, inHindi());
  t.like(await settingsOf(), { right: { language: 'en', expiring: false } });
});

test('who comes in on a page in Hindi is in even where the language of their mails cannot be kept', async (t) => {
  const kept = memoryStorage();
  const away = new Error('the storage is away');
  const served = await serve(t, {
    ...kept,
    atomically: (work) =>
      kept.atomically((stores) => {
        const put = () => Promise.reject(away);
        return work({ ...stores, notifications: { ...stores.notifications, put } });
      }),
  });
  const browser = portalBrowser(served);
  browser.cookies.set('hundi-language', 'hi');
  await logIn(served, CHECKER, browser);
  t.is((await browser.get('/portal/approvals')).status, 200);
  t.deepEqual(served.incidents, [away]);
});

test('the engine mails in each language of the pages', (t) => {
  t.deepEqual(
    OFFERED.map(({ language }) => language).toSorted(),
    Object.keys(MailLanguage.keys).toSorted(),
  );
});

test('the page says which mails always come, and has no switch for them', async (t) => {
  const served = await serve(t, memoryStorage());
  const admin = await logIn(served, 'admin@acme.example');
  const { html } = await admin.get(AT);
  t.regex(html, /<h2>Mails that always come<\/h2>/);
  t.regex(html, /your codes; the removal of your second factors; and, if you look after settings/);
  t.is([...html.matchAll(/type="checkbox"/g)].length, 3);
});

test('in a host that mails nobody no page speaks of mails', async (t) => {
  const served = await serve(t, memoryStorage(), {}, { without: ['notifications'] });
  const checker = await logIn(served, CHECKER);
  t.false((await checker.get('/portal/settings')).html.includes('Mails to you'));
  t.is((await checker.get(AT)).status, 404);
});
