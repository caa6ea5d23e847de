import { memoryStorage } from '@hundi/adapter-memory';
import { behaviours, demoDocument } from '@hundi/testkit';
import test, { type ExecutionContext } from 'ava';
import { confirmAgain, takeRolesFrom, titleOf } from '../../../testing/look-after.js';
import { pageFaults } from '../../../testing/page-faults.js';
import { waiting } from '../../../testing/portal.js';
import {
  hiddenIn,
  logIn,
  portalBrowser,
  type PortalBrowser,
} from '../../../testing/portal-browser.js';
import { serve } from '../../../testing/serve.js';

const ADMIN = 'admin@acme.example';
const AT = '/portal/settings/webhooks';
const HOOK = 'https://hooks.acme.example/hundi';

const secretIn = (html: string): string => /<pre>(whsec_[^<]+)<\/pre>/.exec(html)?.[1] ?? '';

const idIn = (html: string): string => /change\?endpointId=(we_[\w-]+)/.exec(html)?.[1] ?? '';

const add = async (admin: PortalBrowser, fields: Readonly<Record<string, string>> = {}) => {
  await admin.get(`${AT}/make`);
  const made = await admin.send(`${AT}/make`, { url: HOOK, eventTypes: '*', ...fields });
  return { made, endpointId: idIn((await admin.get(AT)).html) };
};

const open = async (t: ExecutionContext, more: object = {}) => {
  const served = await serve(t, memoryStorage(), {}, { document: demoDocument(more) });
  await served.sandbox.runDue();
  return { served, admin: await logIn(served, ADMIN) };
};

test('a person adds an endpoint, whose secret is shown once, and finds it in the list', async (t) => {
  const { admin } = await open(t);
  const { made } = await add(admin, {
    eventTypes: 'transaction.*, payment.job.completed',
    description: 'Ledger',
  });
  t.is(titleOf(made), 'The endpoint is added');
  const secret = secretIn(made.html);
  t.regex(secret, /^whsec_/);
  const list = await admin.get(AT);
  t.is(titleOf(list), 'Webhooks');
  t.deepEqual(pageFaults(list.response), []);
  t.regex(list.html, /<bdi>transaction\.\*, payment\.job\.completed<\/bdi>/);
  t.regex(list.html, /Enabled/);
  t.false(list.html.includes(secret));
});

test('a bad address and bad events are told beside their fields, and nothing typed is lost', async (t) => {
  const { admin } = await open(t);
  const { made } = await add(admin, {
    url: 'http://10.0.0.1/<b>',
    eventTypes: 'payouts.*',
    description: '\u202e',
  });
  t.is(made.status, 400);
  t.regex(made.html, /only events that there are/);
  t.regex(made.html, /value="http:\/\/10\.0\.0\.1\/&lt;b>"/);
  t.regex((await add(admin, { url: 'http://10.0.0.1/' })).made.html, /Enter an https address/);
  t.regex((await admin.get(AT)).html, /There is no endpoint/);
});

test('an endpoint is changed, disabled and enabled; each is asked first', async (t) => {
  const { admin } = await open(t);
  const { endpointId } = await add(admin, { description: 'Ledger' });
  const ask = await admin.get(`${AT}/change?endpointId=${endpointId}`);
  t.regex(ask.html, /value="Ledger"/);
  const changed = await admin.send(`${AT}/change`, {
    url: `${HOOK}/2`,
    eventTypes: 'beneficiary.*',
  });
  t.is(titleOf(changed), 'The endpoint is changed');
  const list = (await admin.get(AT)).html;
  t.regex(list, /<bdi>https:\/\/hooks\.acme\.example\/hundi\/2<\/bdi>/);
  t.notRegex(list, /Ledger/);
  await admin.get(`${AT}/disable?endpointId=${endpointId}`);
  t.notRegex((await admin.get(AT)).html, /Disabled/);
  await admin.get(`${AT}/disable?endpointId=${endpointId}`);
  t.is(titleOf(await admin.send(`${AT}/disable`)), 'The endpoint is disabled');
  const off = (await admin.get(AT)).html;
  t.regex(off, /by a person\. Its events wait until you enable it/);
  t.notRegex(off, /Send a test/);
  await admin.get(`${AT}/test?endpointId=${endpointId}`);
  const refused = await admin.send(`${AT}/test`);
  t.is(refused.status, 409);
  t.regex(refused.html, /The webhook endpoint is disabled\. Enable it first/);
  await admin.get(`${AT}/enable?endpointId=${endpointId}`);
  t.is(titleOf(await admin.send(`${AT}/enable`)), 'The endpoint is enabled');
});

test('an endpoint is deleted after the page has asked, and waits where a second person is asked for', async (t) => {
  const { admin } = await open(t);
  const { endpointId } = await add(admin);
  const asked = await admin.get(`${AT}/delete?endpointId=${endpointId}`);
  t.is(titleOf(asked), 'Delete this endpoint?');
  t.true((await admin.get(AT)).html.includes(endpointId));
  const fields = hiddenIn(asked.html, `${AT}/delete`);
  t.is(titleOf(await admin.send(`${AT}/delete`, fields)), 'The endpoint is deleted');
  t.is(titleOf(await admin.send(`${AT}/delete`, fields)), 'The endpoint is deleted');
  t.false((await admin.get(AT)).html.includes(endpointId));

  const careful = await open(t, {
    settingsNeedSecondPerson: true,
    webhookEndpoints: [{ url: HOOK, eventTypes: ['*'] }],
  });
  const id = idIn((await careful.admin.get(AT)).html);
  await careful.admin.get(`${AT}/delete?endpointId=${id}`);
  t.is(titleOf(await careful.admin.send(`${AT}/delete`)), 'This waits for a second person');
  t.true((await careful.admin.get(AT)).html.includes(id));
});

test('an endpoint that somebody else moved is neither enabled, disabled nor deleted by a page that showed the old one', async (t) => {
  const { served, admin } = await open(t);
  const { endpointId } = await add(admin);
  const other = await logIn(served, ADMIN, portalBrowser(served));
  for (const [n, verb] of ['disable', 'rotate', 'delete'].entries()) {
    const asked = await admin.get(`${AT}/${verb}?endpointId=${endpointId}`);
    await other.get(`${AT}/change?endpointId=${endpointId}`);
    await other.send(`${AT}/change`, { url: `${HOOK}/moved/${String(n)}`, eventTypes: '*' });
    const late = await admin.send(`${AT}/${verb}`, hiddenIn(asked.html, `${AT}/${verb}`));
    t.is(late.status, 409, verb);
    t.regex(late.html, new RegExp(`/moved/${String(n)}<`));
  }
  t.notRegex((await admin.get(AT)).html, /Disabled/);
});

test('a proposed change of an endpoint names a description only where one is given or taken away', async (t) => {
  const { admin } = await open(t, {
    settingsNeedSecondPerson: true,
    webhookEndpoints: [{ url: HOOK, eventTypes: ['*'] }],
  });
  const path = `${AT}/change?endpointId=${idIn((await admin.get(AT)).html)}`;
  const propose = async (fields: Readonly<Record<string, string>>): Promise<string> => {
    await admin.get(path);
    await admin.send(`${AT}/change`, { url: HOOK, eventTypes: '*', ...fields });
    return (await admin.get('/portal/settings/waiting')).html;
  };
  t.notRegex(await propose({ url: `${HOOK}/2` }), />Description</);
  await propose({ description: 'Ledger' });
  t.regex(await propose({ url: `${HOOK}/3` }), />Description<[^]*empty/);
});

test('a test is sent, its attempt is listed, and what failed is sent again', async (t) => {
  const { served, admin } = await open(t);
  const { sandbox } = served;
  const { endpointId } = await add(admin);
  const attempts = `${AT}/attempts?endpointId=${endpointId}`;
  t.regex((await admin.get(attempts)).html, /Nothing was sent in the last 30 days/);
  await admin.get(`${AT}/test?endpointId=${endpointId}`);
  t.is(titleOf(await admin.send(`${AT}/test`)), 'A test event is on its way');
  const answer = { kind: 'answered', status: 200, text: '<b>thanks</b>' } as const;
  sandbox.receivers.behave(HOOK, () => answer);
  await sandbox.runDue();
  const tested = await admin.get(attempts);
  t.deepEqual(pageFaults(tested.response), []);
  t.regex(tested.html, /webhook\.test<\/bdi><span class="sub">Delivered/);
  t.regex(tested.html, /&lt;b>thanks&lt;\/b>/);

  sandbox.receivers.behave(HOOK, behaviours.slow);
  await waiting(served, 1);
  await sandbox.runDue();
  const failed = (await admin.get(attempts)).html;
  t.regex(failed, /Failed; will be tried again/);
  t.regex(failed, /<bdi>None in time<\/bdi>/);
  sandbox.receivers.behave(HOOK, behaviours.healthy);
  await admin.get(`${AT}/replay?endpointId=${endpointId}`);
  const form = hiddenIn(
    (await admin.get(`${AT}/replay?endpointId=${endpointId}`)).html,
    `${AT}/replay`,
  );
  const again = await admin.send(`${AT}/replay`, { ...form, hours: '1' });
  t.regex(titleOf(again), /^[1-9]\d* events? will be sent again$/);
  t.is(titleOf(await admin.send(`${AT}/replay`, { ...form, hours: '1' })), titleOf(again));
  await sandbox.runDue();
  const done = (await admin.get(attempts)).html;
  t.regex(done, /transaction\.pending_approval<\/bdi><span class="sub">Delivered/);
  const one = /\/replay\?endpointId=[\w-]+&amp;eventId=evt_[\w-]+/.exec(done)?.[0] ?? '';
  await admin.get(`${AT}${one.replace('&amp;', '&')}`);
  t.is(titleOf(await admin.send(`${AT}/replay`)), '1 event will be sent again');
  t.is((await admin.get(`${attempts}&after=nonsense`)).status, 303);
});

test('the secret is replaced; where a second person is asked for, the page says that it waits', async (t) => {
  const { admin } = await open(t);
  const { endpointId, made } = await add(admin);
  await admin.get(`${AT}/rotate?endpointId=${endpointId}`);
  const rotated = await admin.send(`${AT}/rotate`);
  t.is(titleOf(rotated), 'The secret is replaced');
  t.not(secretIn(rotated.html), secretIn(made.html));
  t.regex((await admin.get(AT)).html, /Old secret valid until/);

  const careful = await open(t, { settingsNeedSecondPerson: true });
  const waits = (await add(careful.admin)).made;
  t.is(titleOf(waits), 'This waits for a second person');
  t.regex(secretIn(waits.html), /^whsec_/);
  t.regex((await careful.admin.get('/portal/settings/waiting')).html, /New webhook endpoint/);
});

test('a code that is asked for in between loses nothing that was typed', async (t) => {
  const { served, admin } = await open(t);
  const address = `${AT}/make`;
  await admin.get(address);
  served.sandbox.clock.advance(6 * 60_000);
  const fields = { url: HOOK, eventTypes: '*', description: 'Ledger & more' };
  t.regex((await admin.send(address, fields)).html, /Confirm that it is you/);
  t.is(titleOf(await confirmAgain(served, admin, ADMIN, address)), 'The endpoint is added');
  t.regex((await admin.get(AT)).html, /<bdi>Ledger &amp; more<\/bdi>/);
});

test('ids that are none, another company and a lost role are told', async (t) => {
  const { served, admin } = await open(t);
  const { endpointId } = await add(admin);
  const stranger = await logIn(served, 'admin@globex.example', portalBrowser(served));
  for (const [browser, id] of [
    [admin, 'nonsense'],
    [admin, ''],
    [admin, 'we_019c2f5e-6a00-7c3a-9b1e-2f4d6a8c0e12'],
    [stranger, endpointId],
  ] as const)
    for (const page of ['change', 'attempts', 'rotate']) {
      const seen = await browser.get(`${AT}/${page}?endpointId=${id}`);
      t.is(seen.status, 404, `${page} ${id}`);
      t.regex(seen.html, /This does not exist, or not any more/);
    }
  await admin.get(`${AT}/disable?endpointId=${endpointId}`);
  await takeRolesFrom(served, 'u-admin');
  const refused = await admin.send(`${AT}/disable`);
  t.is(refused.status, 403);
  t.regex(refused.html, /Your role does not let you do this/);
  t.is((await admin.get(AT)).status, 403);
});
