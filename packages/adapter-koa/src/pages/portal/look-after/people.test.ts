import { memoryStorage } from '@hundi/adapter-memory';
import { codeOfApp, demoDocument } from '@hundi/testkit';
import test, { type ExecutionContext } from 'ava';
import { confirmAgain, takeRolesFrom, titleOf } from '../../../testing/look-after.js';
import { pageFaults } from '../../../testing/page-faults.js';
import { comeIn, waiting } from '../../../testing/portal.js';
import { hiddenIn, logIn, portalBrowser } from '../../../testing/portal-browser.js';
import { enrolApp } from '../../../testing/second-factor.js';
import { serve } from '../../../testing/serve.js';

const [ADMIN, HEAD, MAKER] = ['admin', 'head', 'maker'].map((who) => `${who}@acme.example`) as [
  string,
  string,
  string,
];
const AT = '/portal/settings/people';
const corporate = demoDocument().bankTenants[0]?.corporates[0];

/** The head approves settings, too. */
const open = async (t: ExecutionContext, more: object = {}) => {
  const document = demoDocument({
    roles: (corporate?.roles ?? []).map((role) =>
      role.roleCode === 'head' ? { ...role, permissions: ['settings.approve'] as never } : role,
    ),
    ...more,
  });
  const served = await serve(t, memoryStorage(), {}, { document });
  return { served, admin: await logIn(served, ADMIN) };
};

test('a person sees everybody with roles and state, and suspends a user at once', async (t) => {
  const { served, admin } = await open(t);
  const { ids } = await waiting(served, 2);
  const list = await admin.get(AT);
  t.is(titleOf(list), 'People');
  t.deepEqual(pageFaults(list.response), []);
  t.true(list.html.length < 60_000);
  t.regex(list.html, /Not approved by the bank yet/);
  t.regex(list.html, /make payouts, /);
  t.notRegex(list.html, /transaction\.make/);
  t.notRegex(list.html, /suspend\?userId=u-admin/);

  await admin.get(`${AT}/suspend?userId=u-maker`);
  const suspended = await admin.send(`${AT}/suspend`, { hold: 'yes' });
  t.is(titleOf(suspended), 'maker is suspended');
  t.regex(suspended.html, new RegExp(`${String(ids.length)} payouts that they made`));
  await t.throwsAsync(comeIn(served, MAKER));
  t.regex(
    (await admin.get(AT)).html,
    /Suspended [^<]* by admin \(u-admin\)\. Their payouts are held/,
  );
});

test('another person releases what is held, and not the one who asked for it; then the user is reinstated', async (t) => {
  const { served, admin } = await open(t);
  await admin.get(`${AT}/suspend?userId=u-maker`);
  await admin.send(`${AT}/suspend`, { hold: 'yes' });
  await admin.get(`${AT}/release?userId=u-maker`);
  const own = await admin.send(`${AT}/release`);
  t.is(own.status, 409);
  t.regex(own.html, /Nobody who asked for the hold can release it/);
  const head = await logIn(served, HEAD, portalBrowser(served));
  t.notRegex((await head.get(AT)).html, /suspend\?/);
  await head.get(`${AT}/release?userId=u-maker`);
  t.is(titleOf(await head.send(`${AT}/release`)), 'The payouts of maker are released');
  await admin.get(`${AT}/reinstate?userId=u-maker`);
  t.is(titleOf(await admin.send(`${AT}/reinstate`)), 'maker is reinstated');
  await t.notThrowsAsync(comeIn(served, MAKER));
});

test('a form to release, reinstate or reset does nothing where its page showed another hold, suspension or factors', async (t) => {
  const { served, admin } = await open(t);
  const head = await logIn(served, HEAD, portalBrowser(served));
  const other = await logIn(served, ADMIN, portalBrowser(served));
  const page = (verb: string) => `${AT}/${verb}?userId=u-maker`;
  const stateOfMaker = async () =>
    /Suspended [^<]* Their payouts are held[^<]*/.exec((await admin.get(AT)).html)?.[0] ?? '-';
  const stop = async () => {
    await admin.get(page('suspend'));
    await admin.send(`${AT}/suspend`, { hold: 'yes' });
    return stateOfMaker();
  };
  const factors = hiddenIn((await other.get(page('reset'))).html, `${AT}/reset`);
  await enrolApp(served);
  const first = await stop();
  const hold = hiddenIn((await head.get(page('release'))).html, `${AT}/release`);
  const suspension = hiddenIn((await other.get(page('reinstate'))).html, `${AT}/reinstate`);
  await head.get(page('release'));
  await head.send(`${AT}/release`);
  await admin.get(page('reinstate'));
  t.is(titleOf(await admin.send(`${AT}/reinstate`)), 'maker is reinstated');
  served.sandbox.clock.advance(60_000);
  const second = await stop();
  t.not(second, first);

  for (const [browser, verb, fields] of [
    [head, 'release', hold],
    [other, 'reinstate', suspension],
    [other, 'reset', factors],
  ] as const) {
    const late = await browser.send(`${AT}/${verb}`, fields);
    t.is(late.status, 409, verb);
    t.regex(late.html, /It has changed meanwhile, and nothing was done/);
    t.true(late.html.includes(second), verb);
  }
  t.is(await stateOfMaker(), second);
  await head.get(page('release'));
  t.is(titleOf(await head.send(`${AT}/release`)), 'The payouts of maker are released');
});

test('where a second person is asked for, a reinstatement waits', async (t) => {
  const { admin } = await open(t, { settingsNeedSecondPerson: true });
  await admin.get(`${AT}/suspend?userId=u-maker`);
  t.is(titleOf(await admin.send(`${AT}/suspend`)), 'maker is suspended');
  await admin.get(`${AT}/reinstate?userId=u-maker`);
  t.is(titleOf(await admin.send(`${AT}/reinstate`)), 'This waits for a second person');
  t.regex((await admin.get('/portal/settings/waiting')).html, /<bdi>maker \(u-maker\)<\/bdi>/);
});

test('sessions of a user are ended, once for each form', async (t) => {
  const { served, admin } = await open(t);
  const maker = await logIn(served, MAKER, portalBrowser(served));
  const { html } = await admin.get(`${AT}/end?userId=u-maker`);
  const fields = hiddenIn(html, `${AT}/end`);
  t.is(titleOf(await admin.send(`${AT}/end`, fields)), '1 session is ended');
  t.is((await maker.get('/portal/settings')).status, 303);
  t.is(titleOf(await admin.send(`${AT}/end`, fields)), '1 session is ended');
});

test('a reset of second factors waits for another person, who makes it', async (t) => {
  const { served, admin } = await open(t);
  const factors = async () =>
    [...(await admin.get(AT)).html.matchAll(/<dt>Second factors<\/dt><dd><bdi>([^<]*)/g)].map(
      ([, text]) => text,
    );
  t.true((await factors()).every((text) => text === 'None'));
  await enrolApp(served);
  t.is((await factors()).filter((text) => text === '1 authenticator app').length, 1);
  await admin.get(`${AT}/reset?userId=u-maker`);
  t.is(titleOf(await admin.send(`${AT}/reset`)), 'This waits for a second person');
  const head = await logIn(served, HEAD, portalBrowser(served));
  const { html } = await head.get('/portal/settings/waiting');
  t.regex(html, /Removal of all second factors of a user/);
  const changeId = /approve\?changeId=(sc_[\w-]+)/.exec(html)?.[1] ?? '';
  await head.get(`/portal/settings/waiting/approve?changeId=${changeId}`);
  t.is(titleOf(await head.send('/portal/settings/waiting/approve')), 'The change is approved');
  await admin.get(`${AT}/reset?userId=u-maker`);
  t.is(titleOf(await admin.send(`${AT}/reset`)), 'maker has no second factor');
});

test('where the company asks for factors, who proposes a reset gives one, or is told to add one', async (t) => {
  const { served, admin } = await open(t, {
    secondFactor: { login: 'none', approval: 'any', hosted: 'none' },
  });
  await enrolApp(served);
  await admin.get(`${AT}/reset?userId=u-maker`);
  const refused = await admin.send(`${AT}/reset`);
  t.is(refused.status, 403);
  t.regex(refused.html, /Add one first, then come back/);

  await admin.get('/portal/settings');
  const added = await admin.send('/portal/settings/factors', { name: 'Phone', kind: 'totp' });
  const { enrolment = '' } = hiddenIn(added.html, '/portal/settings/factors/confirm');
  const { uri } = JSON.parse(enrolment) as { readonly uri: string };
  const code = (): string => codeOfApp(uri, served.sandbox.clock.now());
  await admin.send('/portal/settings/factors/confirm', { code: code() });
  served.sandbox.clock.advance(6 * 60_000);
  await admin.get(`${AT}/reset?userId=u-maker`);
  await admin.send(`${AT}/reset`);
  const asked = await confirmAgain(served, admin, ADMIN, `${AT}/reset`);
  t.regex(asked.html, /needs one of your second factors/);
  await admin.send('/portal/confirm/factor', { code: code() });
  t.is(titleOf(await admin.send(`${AT}/reset`)), 'This waits for a second person');
});

test('what cannot be done is said in words: oneself, the last who can reinstate, a user who is none', async (t) => {
  const { served, admin } = await open(t, { roles: corporate?.roles ?? [] });
  const { html } = await admin.get(`${AT}/suspend?userId=u-maker`);
  const own = await admin.send(`${AT}/suspend`, {
    ...hiddenIn(html, `${AT}/suspend`),
    userId: 'u-admin',
  });
  t.is(own.status, 409);
  t.regex(own.html, /You cannot suspend yourself/);
  for (const id of ['nobody', '', '%00'])
    t.is((await admin.get(`${AT}/suspend?userId=${id}`)).status, 404, id);
  await admin.get(`${AT}/suspend?userId=u-maker`);
  await takeRolesFrom(served, 'u-admin');
  t.is((await admin.send(`${AT}/suspend`)).status, 403);
  t.is((await admin.get(AT)).status, 403);
  await t.notThrowsAsync(comeIn(served, MAKER));
});

test('a name with markup, right-to-left text and 120 characters stays in its place', async (t) => {
  const username = `<b onclick="x">\u05d0\u05d1&${'x'.repeat(100)}`;
  const { admin } = await open(t, {
    users: (corporate?.users ?? []).map((user) =>
      user.userId === 'u-maker' ? { ...user, username } : user,
    ),
  });
  for (const path of [AT, `${AT}/suspend?userId=u-maker`]) {
    const { html } = await admin.get(path);
    t.false(html.includes('<b onclick'), path);
    t.regex(html, /<bdi>[^<]*&lt;b onclick=&quot;x&quot;>\u05d0\u05d1&amp;x/);
  }
});
