import { memoryStorage } from '@hundi/adapter-memory';
import { demoDocument } from '@hundi/testkit';
import test, { type ExecutionContext } from 'ava';
import { titleOf } from '../../../testing/look-after.js';
import { pageFaults } from '../../../testing/page-faults.js';
import { hiddenIn, logIn, portalBrowser } from '../../../testing/portal-browser.js';
import { serve } from '../../../testing/serve.js';

const ADMIN = 'admin@acme.example';
const AT = '/portal/settings/checkout';

const open = async (t: ExecutionContext, more: object = {}) => {
  const served = await serve(t, memoryStorage(), {}, { document: demoDocument(more) });
  return { served, admin: await logIn(served, ADMIN) };
};

test('a person sees the hosts and the text of card statements, and replaces them', async (t) => {
  const { admin } = await open(t);
  const before = await admin.get(AT);
  t.is(titleOf(before), 'Checkout settings');
  t.deepEqual(pageFaults(before.response), []);
  t.regex(before.html, /<bdi>shop\.example<\/bdi>/);
  const asked = await admin.get(`${AT}/change`);
  t.regex(asked.html, /name="destinationHosts"[^>]*value="shop\.example/);
  const changed = await admin.send(`${AT}/change`, {
    destinationHosts: 'store.example, pay.example:8443',
    statementDescriptor: 'ACME STORE',
  });
  t.is(titleOf(changed), 'The checkout settings are changed');
  const { html } = await admin.get(AT);
  t.regex(html, /<bdi>store\.example<\/bdi>/);
  t.regex(html, /<bdi>pay\.example:8443<\/bdi>/);
  t.regex(html, /<bdi>ACME STORE<\/bdi>/);
  t.notRegex(html, /<bdi>shop\.example<\/bdi>/);
});

test('the engine changes no settings by a form that showed older ones, and the page says how they are now', async (t) => {
  const { served, admin } = await open(t);
  const form = hiddenIn((await admin.get(`${AT}/change`)).html, `${AT}/change`);
  // What is in force may be longer than a form may be.
  t.regex(form['seen'] ?? '', /^[0-9a-f]{64}$/);
  t.is((await admin.get(`${AT}/change?seen=x&since=y`)).status, 200);
  const mine = { destinationHosts: 'mine.example', statementDescriptor: 'MINE' };
  const other = await logIn(served, ADMIN, portalBrowser(served));
  await other.get(`${AT}/change`);
  const theirs = { destinationHosts: 'theirs.example', statementDescriptor: 'THEIRS' };
  await other.send(`${AT}/change`, theirs);
  const late = await admin.send(`${AT}/change`, { ...form, ...mine });
  t.is(late.status, 409);
  t.regex(late.html, /It has changed meanwhile, and nothing was done/);
  t.regex(late.html, /<bdi>theirs\.example<\/bdi>/);
  t.regex(late.html, /value="mine\.example"/);
  t.regex((await other.get(AT)).html, /<bdi>theirs\.example<\/bdi>/);

  const again = { ...hiddenIn(late.html, `${AT}/change`), ...mine };
  t.is(titleOf(await admin.send(`${AT}/change`, again)), 'The checkout settings are changed');
  // The same form once more is answered as it was.
  t.is(titleOf(await admin.send(`${AT}/change`, again)), 'The checkout settings are changed');
});

test('a form that was shown in another language is none that shows older settings', async (t) => {
  const { admin } = await open(t);
  const form = hiddenIn((await admin.get(`${AT}/change`)).html, `${AT}/change`);
  admin.cookies.set('hundi-language', 'hi');
  const typed = { destinationHosts: 'store.example', statementDescriptor: 'ACME' };
  const changed = await admin.send(`${AT}/change`, { ...form, ...typed });
  t.is(titleOf(changed), 'चेकआउट सेटिंग बदल गई');
});

test('a new host waits where the company asks for a second person', async (t) => {
  const { admin } = await open(t, { settingsNeedSecondPerson: true });
  await admin.get(`${AT}/change`);
  const waits = await admin.send(`${AT}/change`, {
    destinationHosts: 'store.example',
    statementDescriptor: 'ACME',
  });
  t.is(titleOf(waits), 'This waits for a second person');
  t.notRegex((await admin.get(AT)).html, /<bdi>store\.example<\/bdi>/);
  t.regex((await admin.get('/portal/settings/waiting')).html, /Other checkout settings/);
});

test('hosts and texts that are none are told beside their fields, and nothing typed is lost', async (t) => {
  const { admin } = await open(t);
  await admin.get(`${AT}/change`);
  const bad = await admin.send(`${AT}/change`, {
    destinationHosts: 'https://store.example/path',
    statementDescriptor: '<b>',
  });
  t.is(bad.status, 400);
  t.regex(bad.html, /Enter at most 50 host names/);
  t.regex(bad.html, /Enter 1 to 22 letters/);
  t.regex(bad.html, /value="https:\/\/store\.example\/path"/);
  t.false(bad.html.includes('<b>'));
});

test('who may only look at settings is not asked for a change, and who may not is refused', async (t) => {
  const roles = demoDocument().bankTenants[0]?.corporates[0]?.roles ?? [];
  const { served } = await open(t, {
    roles: roles.map((role) =>
      role.roleCode === 'head' ? { ...role, permissions: ['settings.view'] as never } : role,
    ),
  });
  const head = await logIn(served, 'head@acme.example', portalBrowser(served));
  t.notRegex((await head.get(AT)).html, /checkout\/change/);
  t.is((await head.get(`${AT}/change`)).status, 403);
  const maker = await logIn(served, 'maker@acme.example', portalBrowser(served));
  t.is((await maker.get(AT)).status, 403);
});
