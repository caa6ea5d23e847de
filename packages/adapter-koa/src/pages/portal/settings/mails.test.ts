import { memoryStorage } from '@hundi/adapter-memory';
import test from 'ava';
import { titleOf } from '../../../testing/look-after.js';
import { pageFaults } from '../../../testing/page-faults.js';
import { logIn } from '../../../testing/portal-browser.js';
import { serve } from '../../../testing/serve.js';

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
