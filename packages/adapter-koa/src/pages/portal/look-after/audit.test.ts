import { memoryStorage } from '@hundi/adapter-memory';
import test from 'ava';
import { raiseUnknown, takeRolesFrom, titleOf } from '../../../testing/look-after.js';
import { pageFaults } from '../../../testing/page-faults.js';
import { comeIn, waiting } from '../../../testing/portal.js';
import { logIn, portalBrowser } from '../../../testing/portal-browser.js';
import { serve } from '../../../testing/serve.js';

const ADMIN = 'admin@acme.example';
const JOURNAL = '/portal/settings/journal';
const INCIDENTS = '/portal/settings/incidents';

test('the journal says what was done, by whom and when, page after page, and about one thing alone', async (t) => {
  const served = await serve(t, memoryStorage());
  const { ids } = await waiting(served, 30);
  const checker = await comeIn(served, 'checker@acme.example');
  await checker.post('/approvals', { action: 'approve', transactionIds: ids.slice(0, 1) });
  const admin = await logIn(served, ADMIN);
  const first = await admin.get(JOURNAL);
  t.is(titleOf(first), 'Journal');
  t.deepEqual(pageFaults(first.response), []);
  t.true(first.html.length < 60_000, String(first.html.length));
  const next = /href="(\/portal\/settings\/journal\?after=[^"]+)"/.exec(first.html)?.[1] ?? '';
  const second = await admin.get(next);
  t.is(second.status, 200);
  t.not(second.html, first.html);

  const one = await admin.get(`${JOURNAL}?subject=${ids[0] ?? ''}`);
  t.regex(one.html, /Approved, Waits for approval before/);
  t.regex(one.html, /askedAt: \d+ \w+ \d{4}, \d\d:\d\d/);
  t.regex(one.html, /<bdi>The service<\/bdi>/);
  t.notRegex(one.html, /pending_approval|>intake<|\{&quot;/);
  t.regex(one.html, /<bdi>checker \(u-checker\)<\/bdi>/);
  t.notRegex(one.html, new RegExp(`<bdi>${ids[1] ?? ''}</bdi>`));
  t.regex(one.html, /Show everything/);
});

test('the journal page has words for each state, in both languages', async (t) => {
  const served = await serve(t, memoryStorage());
  for (const language of ['en', 'hi']) {
    const browser = portalBrowser(served);
    browser.cookies.set('hundi-language', language);
    const admin = await logIn(served, ADMIN, browser);
    const { html } = await admin.get(JOURNAL);
    const states = [...html.matchAll(/<\/bdi> ?<span class="sub">([^<]*)</g)].map(([, one]) => one);
    t.true(states.length > 10);
    for (const state of states)
      t.regex(state ?? '', language === 'hi' ? /^[^A-Za-z_]+$/ : /^[A-Z][^_]+$/);
  }
});

test('a checker reads of the payouts that their roles reach, and of no incident', async (t) => {
  const served = await serve(t, memoryStorage());
  await waiting(served, 1);
  const checker = await logIn(served, 'checker@acme.example');
  const { html } = await checker.get(JOURNAL);
  t.regex(html, /<bdi>Payout<\/bdi>/);
  t.notRegex(html, /<bdi>Partner key<\/bdi>/);
  t.notRegex(html, />Incidents</);
  const refused = await checker.get(INCIDENTS);
  t.is(refused.status, 403);
  t.regex(refused.html, /Your role does not let you do this/);
});

test('an incident says what has happened, what becomes of it, and what the person can do', async (t) => {
  const served = await serve(t, memoryStorage());
  const admin = await logIn(served, ADMIN);
  t.regex((await admin.get(INCIDENTS)).html, /There is no incident/);
  await raiseUnknown(served, '<b>late</b>');
  const seen = await admin.get(INCIDENTS);
  t.deepEqual(pageFaults(seen.response), []);
  t.regex(seen.html, /The bank has not confirmed a payout for over an hour/);
  t.regex(seen.html, /neither fails the payout nor sends it twice/);
  t.regex(seen.html, /What you can do.*Call your bank, and ask what became of this payout/);
  t.notRegex(seen.html, /hundi payouts|takeBankReports/);
  t.regex(seen.html, /<bdi><span lang="en">&lt;b>late&lt;\/b>/);
});

test('an address with a subject or a place that is none, and a lost role, are told', async (t) => {
  const served = await serve(t, memoryStorage());
  const admin = await logIn(served, ADMIN, portalBrowser(served));
  t.is((await admin.get(`${JOURNAL}?subject=%00`)).status, 404);
  t.regex((await admin.get(`${JOURNAL}?subject=nobody`)).html, /Nothing was done yet/);
  t.is((await admin.get(`${JOURNAL}?after=nonsense`)).location, JOURNAL);
  t.is((await admin.get(`${INCIDENTS}?after=nonsense`)).location, INCIDENTS);
  await takeRolesFrom(served, 'u-admin');
  t.is((await admin.get(JOURNAL)).status, 403);
  t.is((await admin.get(INCIDENTS)).status, 403);
});
