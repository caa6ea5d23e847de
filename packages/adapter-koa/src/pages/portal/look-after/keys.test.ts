import { memoryStorage } from '@hundi/adapter-memory';
import test, { type ExecutionContext } from 'ava';
import { pageFaults } from '../../../testing/page-faults.js';
import { codeFor } from '../../../testing/portal.js';
import { confirmAgain, follow, takeRolesFrom, titleOf } from '../../../testing/look-after.js';
import { hiddenIn, logIn, portalBrowser } from '../../../testing/portal-browser.js';
import { serve } from '../../../testing/serve.js';

const ADMIN = 'admin@acme.example';
const AT = '/portal/settings/keys';

const open = async (t: ExecutionContext) => {
  const served = await serve(t, memoryStorage());
  return { served, admin: await logIn(served, ADMIN) };
};

const keyIn = (html: string, prefix: string): string =>
  new RegExp(`<pre>(${prefix}_\\w+)</pre>`).exec(html)?.[1] ?? '';

const usable = async (
  { get }: Awaited<ReturnType<typeof open>>['served'],
  key: string,
): Promise<number> => (await get('/v1/partner/beneficiaries', { key })).status;

test('a person makes a key, which is shown once and works, and finds it in the list', async (t) => {
  const { served, admin } = await open(t);
  await admin.get(`${AT}/partner/make`);
  const made = await admin.send(`${AT}/partner/make`, {
    name: 'ledger',
    'scope-payments': 'yes',
    actsAsUserId: 'u-erp',
    lifeDays: '30',
  });
  t.is(titleOf(made), 'The key ledger is made');
  t.deepEqual(pageFaults(made.response), []);
  const key = keyIn(made.html, 'pak');
  t.is(await usable(served, key), 200);

  const list = await admin.get(AT);
  t.is(titleOf(list), 'Keys');
  t.deepEqual(pageFaults(list.response), []);
  t.regex(list.html, /<bdi>ledger<\/bdi>/);
  t.regex(list.html, /<bdi>admin \(u-admin\)<\/bdi>/);
  t.regex(list.html, /<bdi>erp \(u-erp\)<\/bdi>/);
  t.false(list.html.includes(key));
  t.regex(list.html, /<bdi>Never<\/bdi>/);
});

test('the form of one page sent twice makes one key, and shows the same', async (t) => {
  const { admin } = await open(t);
  const { html } = await admin.get(`${AT}/secret/make`);
  const fields = { ...hiddenIn(html, `${AT}/secret/make`), name: 'shop 2' };
  const one = await admin.send(`${AT}/secret/make`, fields);
  const other = await admin.send(`${AT}/secret/make`, fields);
  t.regex(keyIn(one.html, 'sk'), /^sk_/);
  t.is(keyIn(other.html, 'sk'), keyIn(one.html, 'sk'));
  t.is([...(await admin.get(AT)).html.matchAll(/<bdi>shop 2<\/bdi>/g)].length, 1);
  const changed = await admin.send(`${AT}/secret/make`, { ...fields, name: 'shop 3' });
  t.is(changed.status, 409);
  t.regex(changed.html, / tabindex="-1" autofocus>You sent this form before, with other values/);
  t.regex(changed.html, /value="shop 3"/);
});

test('a key is replaced and revoked, each only after the page has asked', async (t) => {
  const { served, admin } = await open(t);
  const { acmeKey } = served;
  const keyId = acmeKey.split('_')[1] ?? '';
  const asked = await admin.get(`${AT}/partner/rotate?keyId=${keyId}`);
  t.is(titleOf(asked), 'Replace the key erp?');
  const rotated = await admin.send(`${AT}/partner/rotate`);
  t.is(await usable(served, keyIn(rotated.html, 'pak')), 200);
  t.is(await usable(served, acmeKey), 200);

  const ask = await admin.get(`${AT}/partner/revoke?keyId=${keyId}`);
  t.regex(ask.html, /It is refused from the next request on/);
  t.is(await usable(served, acmeKey), 200);
  const revoked = await admin.send(`${AT}/partner/revoke`);
  t.is(titleOf(revoked), 'The key erp is revoked');
  t.is(await usable(served, acmeKey), 401);
  t.regex((await admin.get(AT)).html, /Revoked \d+ \w+ \d{4}/);
});

test('bad values are told beside their fields, and nothing typed is lost', async (t) => {
  const { admin } = await open(t);
  await admin.get(`${AT}/partner/make`);
  const bad = await admin.send(`${AT}/partner/make`, {
    name: '\u202e<b>',
    lifeDays: 'long',
    'scope-x': 'yes',
  });
  t.is(bad.status, 400);
  t.regex(bad.html, /Enter a name of 1 to 120 characters/);
  t.regex(bad.html, /Select at least one scope/);
  t.regex(bad.html, /Enter a whole number from 1 to 365/);
  t.regex(bad.html, /value="long"/);
  t.false(bad.html.includes('<b>'));
  const maker = await admin.send(`${AT}/partner/make`, {
    name: 'x',
    'scope-payments': 'yes',
    actsAsUserId: 'u-maker',
  });
  t.is(maker.status, 400);
  t.regex(maker.html, /Select a service user/);
});

test('a key that is not there, and one of another company, are told the same', async (t) => {
  const { served, admin } = await open(t);
  const foreign = served.globexKey.split('_')[1] ?? '';
  for (const keyId of ['nobody', foreign, '%00', '']) {
    const asked = await admin.get(`${AT}/partner/revoke?keyId=${keyId}`);
    t.is(asked.status, 404, keyId);
    t.regex(asked.html, /This does not exist, or not any more/);
  }
  await admin.get(`${AT}/secret/make`);
  const { html } = await admin.get(`${AT}/partner/rotate?keyId=${served.acmeKey.split('_')[1]}`);
  const fields = { ...hiddenIn(html, `${AT}/partner/rotate`), keyId: foreign };
  t.is((await admin.send(`${AT}/partner/rotate`, fields)).status, 404);
  t.is(await usable(served, served.globexKey), 200);
});

test('a role that is taken away in mid-form is said in words, and nothing is made', async (t) => {
  const { served, admin } = await open(t);
  await admin.get(`${AT}/secret/make`);
  await takeRolesFrom(served, 'u-admin');
  const refused = await admin.send(`${AT}/secret/make`, { name: 'late' });
  t.is(refused.status, 403);
  t.regex(refused.html, /Your role does not let you do this, or does not any more/);
  t.is((await admin.get(AT)).status, 403);
  t.notRegex((await admin.get('/portal/settings')).html, />Keys</);
});

test('a person without settings is led to none of it, and refused at its addresses', async (t) => {
  const { served } = await open(t);
  const checker = await logIn(served, 'checker@acme.example', portalBrowser(served));
  t.notRegex((await checker.get('/portal/settings')).html, />Keys</);
  for (const path of ['', '/partner/make', '/secret/revoke?keyId=x'])
    t.is((await checker.get(`${AT}${path}`)).status, 403, path);
});

test('a key is made only after a code of the last minutes; the form goes on by itself after it', async (t) => {
  const { served, admin } = await open(t);
  const address = `${AT}/secret/make`;
  await admin.get(address);
  served.sandbox.clock.advance(6 * 60_000);
  const asked = await admin.send(address, { name: 'shop 2' });
  t.regex(asked.html, /Confirm that it is you/);
  const made = await confirmAgain(served, admin, ADMIN, address);
  t.is(titleOf(made), 'The key shop 2 is made');
});

test('a session that is over in mid-form brings the form back filled, and makes nothing', async (t) => {
  const { served, admin } = await open(t);
  const address = `${AT}/secret/make`;
  await admin.get(address);
  served.sandbox.clock.advance(16 * 60_000);
  await admin.send(address, { name: 'after lunch' });
  await admin.send('/portal/login', { email: ADMIN });
  await admin.send('/portal/login/code', { code: codeFor(served, ADMIN) });
  const back = await follow(admin, address);
  t.is(titleOf(back), 'Make a secret key?');
  t.regex(back.html, /value="after lunch"/);
  t.notRegex((await admin.get(AT)).html, /after lunch/);
});
