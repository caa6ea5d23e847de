import { memoryStorage } from '@hundi/adapter-memory';
import { codeOfApp, demoDocument } from '@hundi/testkit';
import test from 'ava';
import { pageFaults } from '../../testing/page-faults.js';
import { codeFor, personWith } from '../../testing/portal.js';
import {
  hiddenIn,
  logIn,
  portalBrowser,
  type PortalBrowser,
} from '../../testing/portal-browser.js';
import { serve, type Served } from '../../testing/serve.js';

const CHECKER = 'checker@acme.example';
const MINUTE = 60_000;

test('a person comes in by a mailed code, in a cookie that no script reads, and goes again', async (t) => {
  const served = await serve(t, memoryStorage());
  const browser = portalBrowser(served);
  t.like(await browser.get('/portal'), { status: 303, location: '/portal/login?then=%2Fportal' });
  const login = await browser.get('/portal/login?then=%2Fportal%2Fsettings');
  t.regex(login.html, /<label for="email">E-mail<\/label>/);
  const asked = await browser.send('/portal/login', { email: CHECKER });
  t.regex(asked.html, /<label for="code">Code<\/label>/);
  const opened = await browser.send('/portal/login/code', { code: codeFor(served, CHECKER) });

  t.like(opened, { status: 303, location: '/portal/settings' });
  t.regex(
    opened.response.headers.get('set-cookie') ?? '',
    /^hundi-session=pst_\w+; Path=\/; Max-Age=43200; HttpOnly; SameSite=Lax$/,
  );
  const inside = await browser.get('/portal/settings');
  t.regex(inside.html, /checker, Acme Traders/);
  t.regex(inside.html, /If you do nothing, this session ends at \d\d:\d\d/);
  t.like(await browser.get('/portal/login'), { status: 303, location: '/portal' });
  const left = await browser.send('/portal/logout');
  t.like(left, { status: 303, location: '/portal/login?left=yes' });
  t.is((await browser.get('/portal/settings')).status, 303);
});

test('a cookie is no bearer token, a bearer token no cookie, and a stolen cookie opens no other browser', async (t) => {
  const served = await serve(t, memoryStorage());
  const browser = await logIn(served, CHECKER);
  const token = browser.cookies.get('hundi-session') ?? '';
  t.is((await personWith(served, token).get('/approvals')).status, 401);

  const stranger = portalBrowser(served);
  await stranger.get('/portal/login');
  const other = personWith(served);
  const asked = await other.post<{ readonly challengeId: string }>('/login', { email: CHECKER });
  const bearer = await other.post<{ readonly token: string }>(`/login/${asked.json.challengeId}`, {
    code: codeFor(served, CHECKER),
  });
  stranger.cookies.set('hundi-session', bearer.json.token);
  t.is((await stranger.get('/portal/settings')).status, 303);

  const thief = (userAgent: string, ...names: ReadonlyArray<string>): PortalBrowser => {
    const stolen = portalBrowser(served, userAgent);
    for (const name of names) stolen.cookies.set(name, browser.cookies.get(name) ?? '');
    return stolen;
  };
  const seen = async (one: PortalBrowser) => (await one.get('/portal/settings')).status;
  t.is(await seen(thief('Chrome', 'hundi-session', 'hundi-browser')), 303);
  t.is(await seen(thief('Firefox', 'hundi-session')), 303);
  t.is(await seen(browser), 200);
});

test('a form of another site, one without its token and one without a cookie are refused', async (t) => {
  const served = await serve(t, memoryStorage());
  const browser = await logIn(served, CHECKER);
  await browser.get('/portal/settings');
  for (const [fields, headers] of [
    [{ form_token: 'x' }, {}],
    [{}, { 'sec-fetch-site': 'cross-site' }],
    [{}, { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' }],
    [{}, { cookie: `hundi-session=${browser.cookies.get('hundi-session') ?? ''}` }],
    [{}, { cookie: '' }],
  ] as const) {
    const refused = await browser.send('/portal/logout', fields, headers);
    t.is(refused.status, 403, JSON.stringify([fields, headers]));
    t.deepEqual(pageFaults(refused.response), []);
    await browser.get('/portal/settings');
  }
  t.is((await browser.get('/portal/settings')).status, 200);
});

test('every page is closed to frames and caches, and weighs less than 60 KB', async (t) => {
  const served = await serve(t, memoryStorage());
  const browser = portalBrowser(served);
  for (const path of [
    '/portal/login',
    '/portal/login/code',
    '/portal/logout',
    '/portal/settings',
  ]) {
    const { response, html } = await browser.get(path);
    t.deepEqual(pageFaults(response), [], path);
    t.true(html.length < 60_000);
  }
  await logIn(served, CHECKER, browser);
  for (const path of ['/portal', '/portal/settings', '/portal/stay', '/portal/settings/nowhere']) {
    const { response, html } = await browser.get(path);
    t.deepEqual(pageFaults(response), [], path);
    t.true(html.length < 60_000);
  }
  t.is((await fetch(`http://127.0.0.1:${String(served.port)}/portal/nowhere`)).status, 404);
});

test('wrong, used and late codes say what to do, and the address is still there', async (t) => {
  const served = await serve(t, memoryStorage());
  const browser = portalBrowser(served);
  await browser.get('/portal/login');
  t.regex((await browser.send('/portal/login', { email: 'nobody' })).html, /such as asha@example/);
  await browser.send('/portal/login', { email: CHECKER });
  const short = await browser.send('/portal/login/code', { code: '12' });
  t.is(short.status, 400);
  t.regex(short.html, /Enter the digits of the mailed code/);
  t.is(hiddenIn(short.html, '/portal/login/code')['email'], CHECKER);
  const right = codeFor(served, CHECKER);
  const wrong = right === '000000' ? '000001' : '000000';
  t.regex((await browser.send('/portal/login/code', { code: wrong })).html, /not the code/);
  served.sandbox.clock.advance(5 * MINUTE);
  const late = await browser.send('/portal/login/code', { code: right });
  t.is(late.status, 409);
  t.regex(late.html, /no longer valid/);
  t.regex(late.html, new RegExp(`value="${CHECKER}"`));
});

test('the address that a login leads on to is one of our own', async (t) => {
  const served = await serve(t, memoryStorage());
  for (const then of ['https://evil.example', '//evil.example', '/portals', '/portal\\@evil']) {
    const browser = portalBrowser(served);
    await browser.get(`/portal/login?then=${encodeURIComponent(then)}`);
    await browser.send('/portal/login', { email: CHECKER });
    const opened = await browser.send('/portal/login/code', { code: codeFor(served, CHECKER) });
    t.is(opened.location, '/portal', then);
    served.sandbox.clock.advance(61 * MINUTE);
  }
});

test('a session that is over in the middle of a form loses nothing: the form comes back filled', async (t) => {
  const served = await serve(t, memoryStorage());
  const browser = await logIn(served, CHECKER);
  await browser.get('/portal/settings');
  served.sandbox.clock.advance(16 * MINUTE);
  const name = 'Asha’s <phone> & "tablet"';
  const over = await browser.send('/portal/settings/factors', { name, kind: 'totp' });
  t.is(over.status, 403);
  t.regex(over.html, /what you typed is kept/);
  await browser.send('/portal/login', { email: CHECKER });
  const again = await browser.send('/portal/login/code', { code: codeFor(served, CHECKER) });
  t.is(again.status, 200);
  t.regex(again.html, /You are logged in again/);
  const filled = await browser.send('/portal/settings/factors');
  t.is(filled.status, 200);
  t.true(filled.html.includes('value="Asha’s &lt;phone> &amp; &quot;tablet&quot;"'), filled.html);
  t.regex(filled.html, /You have none yet/);
});

const enrol = async (served: Served, browser: PortalBrowser) => {
  await browser.get('/portal/settings');
  const added = await browser.send('/portal/settings/factors', { name: 'Phone', kind: 'totp' });
  const { enrolment = '' } = hiddenIn(added.html, '/portal/settings/factors/confirm');
  const { uri } = JSON.parse(enrolment) as { readonly uri: string };
  const code = (): string => codeOfApp(uri, served.sandbox.clock.now());
  const wrong = await browser.send('/portal/settings/factors/confirm', { code: '000000' });
  const done = await browser.send('/portal/settings/factors/confirm', { code: code() });
  served.sandbox.clock.advance(30_000);
  return { code, wrong, done };
};

test('a form with an enrolment that no page showed is refused in words', async (t) => {
  const served = await serve(t, memoryStorage(), {}, { document: demoDocument() });
  const browser = await logIn(served, CHECKER);
  for (const uri of ['otpauth://\ud800', 'otpauth://\u0928', 'https://evil.example']) {
    await browser.get('/portal/settings');
    await browser.send('/portal/settings/factors', { name: 'Phone', kind: 'totp' });
    const enrolment = JSON.stringify({ factorId: 'f_x', uri });
    const form = { factorId: 'f_x', code: 'zz', enrolment };
    const answer = await browser.send('/portal/settings/factors/confirm', form);
    t.is(answer.status, 409, JSON.stringify(uri));
  }
});

test('a person enrols an app, proves themselves with it at login, and removes it', async (t) => {
  const document = demoDocument({ secondFactor: { login: 'any', approval: 'none' } as never });
  const served = await serve(t, memoryStorage(), {}, { document });
  const browser = await logIn(served, CHECKER);
  t.is((await browser.get('/portal')).location, '/portal/settings');
  const { code, wrong, done } = await enrol(served, browser);
  t.regex(wrong.html, /not what the app shows/);
  t.regex(wrong.html, /<svg class="qr" role="img" aria-label="QR code for the authenticator app"/);
  t.regex(done.html, /The second factor is added/);
  t.is([...done.html.matchAll(/<li>[A-Za-z2-7-]{19}<\/li>/g)].length, 10);

  const again = portalBrowser(served);
  await again.get('/portal/login');
  await again.send('/portal/login', { email: CHECKER });
  const next = await again.send('/portal/login/code', { code: codeFor(served, CHECKER) });
  t.regex(next.html, /Enter the six digits that your authenticator app shows/);
  const missed = await again.send('/portal/login/factor', { code: '000000' });
  t.is(missed.status, 400);
  t.regex(missed.html, /That code is wrong/);
  t.is((await again.send('/portal/login/factor', { code: code() })).location, '/portal');

  served.sandbox.clock.advance(6 * MINUTE);
  const page = await again.get('/portal/settings');
  const { factorId = '' } = hiddenIn(page.html, '/portal/settings/factors/remove');
  const asked = await again.send('/portal/settings/factors/remove', { factorId });
  t.regex(asked.html, /Confirm that it is you/);
  const confirmed = await again.send('/portal/confirm/code', { code: codeFor(served, CHECKER) });
  t.regex(confirmed.html, /That is confirmed/);
  const factor = await again.send('/portal/settings/factors/remove');
  t.regex(factor.html, /needs one of your second factors/);
  await again.send('/portal/confirm/factor', { code: code() });
  t.is(
    (await again.send('/portal/settings/factors/remove')).location,
    '/portal/settings?done=removed',
  );
  t.regex((await again.get('/portal/settings?done=removed')).html, /The second factor is removed/);
});

test('a person ends another session of theirs, and none of others', async (t) => {
  const served = await serve(t, memoryStorage());
  const one = await logIn(served, CHECKER);
  const other = await logIn(served, CHECKER);
  const { html } = await other.get('/portal/settings');
  const { sessionId = '' } = hiddenIn(html, '/portal/settings/sessions/end');
  t.is((await other.send('/portal/settings/sessions/end', { sessionId })).status, 303);
  t.is((await one.get('/portal/settings')).status, 303);
  const gone = await other.send('/portal/settings/sessions/end', { sessionId });
  t.is(gone.status, 409);
  t.regex(gone.html, / tabindex="-1" autofocus>That session is over already/);
});

test('who is logged in as one person and asks to log in as another is shown the login, and who they are now; the session before ends', async (t) => {
  const served = await serve(t, memoryStorage());
  const browser = await logIn(served, 'maker@acme.example');
  const page = await browser.get(`/portal/login?email=${encodeURIComponent(CHECKER)}`);
  t.is(page.status, 200);
  t.regex(page.html, /You are logged in as maker\. Request a code to log in with this address/);
  t.regex(page.html, new RegExp(`value="${CHECKER}"`));
  await browser.send('/portal/login', { email: CHECKER });
  const maker = new Map(browser.cookies);
  await browser.send('/portal/login/code', { code: codeFor(served, CHECKER) });
  t.regex((await browser.get('/portal/settings')).html, /checker, Acme Traders/);
  for (const path of ['/portal/login', '/portal/login?email=Checker%40acme.example'])
    t.is((await browser.get(path)).location, '/portal', path);

  for (const [name, value] of maker) browser.cookies.set(name, value);
  t.is((await browser.get('/portal')).location, '/portal/login?then=%2Fportal');
});

test('a code that is sent again by the person whom it let in leads on to where they were going', async (t) => {
  const served = await serve(t, memoryStorage());
  const browser = portalBrowser(served);
  await browser.get('/portal/login?then=%2Fportal%2Fsettings');
  const { html } = await browser.send('/portal/login', { email: CHECKER });
  const { challenge = '' } = hiddenIn(html, '/portal/login/code');
  const fields = { code: codeFor(served, CHECKER), challenge };
  await browser.send('/portal/login/code', fields);
  t.is((await browser.send('/portal/login/code', fields)).location, '/portal/settings');

  const other = await logIn(served, 'maker@acme.example');
  await other.get(`/portal/login?email=${encodeURIComponent(CHECKER)}`);
  await other.send('/portal/login', { email: CHECKER });
  const refused = await other.send('/portal/login/code', fields);
  t.is(refused.status, 409);
  t.regex(refused.html, /This code was already used/);
});

test('a second factor that is sent again does so, too', async (t) => {
  const document = demoDocument({ secondFactor: { login: 'any', approval: 'none' } as never });
  const served = await serve(t, memoryStorage(), {}, { document });
  const { code } = await enrol(served, await logIn(served, CHECKER));
  const browser = portalBrowser(served);
  await browser.get('/portal/login?then=%2Fportal%2Fsettings');
  await browser.send('/portal/login', { email: CHECKER });
  await browser.send('/portal/login/code', { code: codeFor(served, CHECKER) });
  const fields = { code: code() };
  await browser.send('/portal/login/factor', fields);
  t.is((await browser.send('/portal/login/factor', fields)).location, '/portal/settings');
});

test('an address with a slash at its end leads to the page without it, and what is no page to the portal', async (t) => {
  const served = await serve(t, memoryStorage());
  const browser = await logIn(served, CHECKER);
  for (const [path, location] of [
    ['/portal/', '/portal'],
    ['/portal/pay/?beneficiaryId=x', '/portal/pay?beneficiaryId=x'],
    ['/portal/payouts/one/', '/portal/payouts/one'],
  ] as const)
    t.like(await browser.get(path), { status: 303, location }, path);
  for (const path of ['/portal/nowhere', '/portal/nowhere/', '/portal//']) {
    const { status, html, response } = await browser.get(path);
    t.is(status, 404, path);
    t.regex(html, /<a class="button" href="\/portal">To the portal<\/a>/);
    t.deepEqual(pageFaults(response), []);
  }
  t.is((await browser.send('/portal/logout/')).status, 404);
});
