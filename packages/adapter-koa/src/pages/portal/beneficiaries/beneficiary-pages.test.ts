import { memoryStorage } from '@hundi/adapter-memory';
import { demoDocument } from '@hundi/testkit';
import test, { type ExecutionContext } from 'ava';
import { pageFaults } from '../../../testing/page-faults.js';
import { codeFor, comeIn } from '../../../testing/portal.js';
import { hiddenIn, logIn, type PortalBrowser, type Seen } from '../../../testing/portal-browser.js';
import { serve, type Served } from '../../../testing/serve.js';

const MAKER = 'maker@acme.example';
const CHECKER = 'checker@acme.example';
const AT = '/portal/beneficiaries';

const stage = async (t: ExecutionContext, email = MAKER) => {
  const served = await serve(t, memoryStorage(), {}, { document: demoDocument() });
  return { served, browser: await logIn(served, email) };
};

const titleOf = ({ html }: Seen): string => /<h1>(?:<bdi>)?([^<]*)</.exec(html)?.[1] ?? '';

type Fields = Readonly<Record<string, string>>;

const NEW: Fields = {
  name: 'Gupta Glass',
  beneId: 'gupta01',
  phone: '+91 98000 01234',
  type: 'vendor',
  account1Number: '1234 5678 0099',
  account1Ifsc: 'hdfc0000001',
  default: '1',
  'package-VENDOR': 'yes',
};

/** Sends a form, and goes where it leads. */
const follow = async (browser: PortalBrowser, path: string, fields: Fields): Promise<Seen> => {
  const sent = await browser.send(path, fields);
  return sent.location === null ? sent : browser.get(sent.location);
};

/** Fills in the form for a new beneficiary. */
const add = async (browser: PortalBrowser, fields: Fields = {}): Promise<Seen> => {
  await browser.get(`${AT}/new`);
  return follow(browser, `${AT}/new/save`, { ...NEW, ...fields });
};

/** The path of the record that a page shows, from the form or button on it. */
const pathIn = ({ html }: Seen): string => {
  const [, path = ''] = /action="(\/portal\/beneficiaries\/[^"/]+)\//.exec(html) ?? [];
  return path;
};

const pathOf = async (served: Served, beneId: string): Promise<string> =>
  `${AT}/${await served.sandbox.beneficiary(beneId)}`;

const listed = ({ html }: Seen): ReadonlyArray<string> =>
  [...html.matchAll(/<th scope="row"><a [^>]*><bdi>([^<]*)</g)].map(([, name = '']) => name);

/** The fields of the form for a change, as the page shows them. */
const filledIn = ({ html }: Seen): Fields =>
  Object.fromEntries([
    ...[...html.matchAll(/<input type="text"[^>]*>/g)].map(([input]) => [
      /name="([^"]*)"/.exec(input)?.[1] ?? '',
      /value="([^"]*)"/.exec(input)?.[1] ?? '',
    ]),
    ...[...html.matchAll(/name="(package-[^"]*)" value="yes" checked/g)].map(([, name = '']) => [
      name,
      'yes',
    ]),
    ['default', /name="default" value="(\d)" checked/.exec(html)?.[1] ?? ''],
  ]) as Fields;

test('a maker adds a beneficiary with two accounts, and a checker approves it', async (t) => {
  const { served, browser } = await stage(t);
  const added = await add(browser, {
    email: 'accounts@gupta.example',
    tags: 'glass, north',
    account3Number: '123456780100',
    account3Ifsc: 'ICIC0000002',
    account3Name: 'Gupta Glass Works',
    default: '3',
  });
  t.is(titleOf(added), 'Gupta Glass');
  t.regex(added.html, /It can be used once a checker has approved it/);
  t.regex(added.html, /GUPTA01/);
  t.regex(added.html, /glass, north/);
  t.notRegex(added.html, /value="approve"/);
  t.deepEqual(pageFaults(added.response), []);

  const checker = await logIn(served, CHECKER);
  const list = await checker.get(`${AT}?state=pending_approval&search=gupta`);
  t.deepEqual(listed(list), ['Gupta Glass']);
  const [, path = ''] = new RegExp(`href="(${AT}/[^"]+)"><bdi>Gupta`).exec(list.html) ?? [];
  const record = await checker.get(path);
  t.regex(record.html, /You can decide on it/);
  t.regex(record.html, /123456780100 ICIC0000002<\/span> <bdi class="sub">Gupta Glass Works/);
  const done = await follow(checker, `${path}/decide`, {
    action: 'approve',
    comment: 'Cheque seen',
  });
  t.regex(done.html, /You approved it/);
  t.regex(done.html, /Cheque seen/);
  t.notRegex(done.html, /value="approve"/);
  t.deepEqual(listed(await checker.get(`${AT}?state=approved&search=GUPTA`)), ['Gupta Glass']);
});

test('the same form sent twice adds one beneficiary; sent with other values it says so, filled', async (t) => {
  const { browser } = await stage(t);
  const { html } = await browser.get(`${AT}/new`);
  const fields = { ...NEW, ...hiddenIn(html, `${AT}/new/save`) };
  const one = await browser.send(`${AT}/new/save`, fields);
  const other = await browser.send(`${AT}/new/save`, fields);
  t.is(one.status, 303);
  t.is(other.location, one.location);
  t.deepEqual(listed(await browser.get(`${AT}?search=Gupta`)), ['Gupta Glass']);
  const changed = await browser.send(`${AT}/new/save`, { ...fields, beneId: 'gupta02' });
  t.is(changed.status, 409);
  t.regex(changed.html, /This form was sent before, with other values/);
  t.regex(changed.html, /value="gupta02"/);
});

test('what is wrong in the form is said at its field, and nothing typed is lost', async (t) => {
  const { browser } = await stage(t);
  const bad = await add(browser, {
    name: '',
    beneId: 'x',
    phone: 'many',
    email: 'none',
    account1Number: '12',
    account4Ifsc: '1',
    'package-VENDOR': 'yes',
  });
  t.is(bad.status, 400);
  for (const field of [
    'name',
    'beneId',
    'phone',
    'email',
    'account1Number',
    'account4Number',
    'account4Ifsc',
  ])
    t.regex(bad.html, new RegExp(`id="${field}-fault"`), field);
  t.notRegex(bad.html, /id="account1Ifsc-fault"/);
  t.regex(bad.html, /<details open>/);
  t.regex(bad.html, /value="many"/);
  t.regex(bad.html, /name="package-VENDOR" value="yes" checked/);
  const { 'package-VENDOR': _none, ...without } = NEW;
  await browser.get(`${AT}/new`);
  const none = await browser.send(`${AT}/new/save`, {
    ...without,
    account1Number: '',
    account1Ifsc: '',
  });
  t.is(none.status, 400);
  t.regex(none.html, /id="packages-fault"/);
  t.regex(none.html, /id="account1Number-fault"/);
});

test('a code or a name and account that another beneficiary has is told', async (t) => {
  const { browser } = await stage(t);
  const code = await add(browser, { beneId: 'SHARMA01' });
  t.is(code.status, 409);
  t.regex(code.html, /A beneficiary with this code exists already/);
  const same = await add(browser, { name: 'Sharma Steel', account1Number: '123456780001' });
  t.is(same.status, 409);
  t.regex(same.html, /with this name and one of these account numbers exists already/);
});

test('a changed account waits with the old one beside the new one, and the checker decides on exactly that', async (t) => {
  const { served, browser } = await stage(t);
  const path = await pathOf(served, 'SHARMA01');
  const form = await browser.get(`${path}/change`);
  const sent = await follow(browser, `${path}/change/save`, {
    ...filledIn(form),
    account1Number: '999988887777',
  });
  t.regex(sent.html, /A checker has to approve this/);
  t.regex(sent.html, /maker asked for it on/);
  t.notRegex(sent.html, />Change</);
  t.is((await browser.get(`${path}/change`)).status, 409);

  const checker = await logIn(served, CHECKER);
  t.deepEqual(listed(await checker.get(`${AT}?state=change`)), ['Sharma Steel']);
  const record = await checker.get(path);
  t.regex(record.html, /A change waits for approval/);
  const [, changes = ''] = record.html.split('What changes</caption>');
  t.regex(changes, /123456780001[^]*999988887777/);
  t.notRegex(changes.split('</table>')[0] ?? '', />(?:Phone|Packages)</);

  const maker = await comeIn(served, MAKER);
  const id = path.slice(`${AT}/`.length);
  await maker.post(`/beneficiaries/${id}/deactivate`, {});
  await maker.patch(`/beneficiaries/${id}`, { beneName: 'Other Steel' });
  const late = await checker.send(`${path}/decide`, { action: 'approve', comment: 'ok' });
  t.is(late.status, 409);
  t.regex(late.html, /It has changed meanwhile, and nothing was done/);
  t.regex(late.html, /value="ok"/);
});

test('saving a beneficiary changes the fields that the maker edited, and no others', async (t) => {
  const { served, browser } = await stage(t);
  const maker = await comeIn(served, MAKER);
  const checker = await comeIn(served, CHECKER);
  const values = {
    beneId: 'SPACED01',
    beneName: ' Lead Name ',
    beneType: '  sup  plier ',
    beneCategory: ' cat ',
    benePhoneNumber: '+919811111112',
    tags: ['North, India', ' lead'],
    benePackageCodes: ['VENDOR'],
    beneBankAccounts: [
      { accountNumber: '55667703', ifscCode: 'HDFC0000001', accountName: ' Other Name ' },
    ],
  };
  interface Made {
    readonly beneficiary: { readonly beneficiaryId: string };
  }
  const { json: made } = await maker.post<Made>('/beneficiaries', values);
  const { beneficiaryId: id } = made.beneficiary;
  const path = `${AT}/${id}`;
  await checker.post(`/beneficiaries/${id}/authorize`, { action: 'approve' });
  const shown = async () => {
    const { json } = await maker.get<Record<string, unknown>>(`/beneficiaries/${id}`);
    const { revision: _, ...rest } = json;
    return rest;
  };
  const before = await shown();
  const form = await browser.get(`${path}/change`);
  const fields = { ...filledIn(form), phone: '+919822222222' };
  t.regex(
    (await follow(browser, `${path}/change/save`, fields)).html,
    /The beneficiary is changed/,
  );
  t.deepEqual(await shown(), { ...before, phoneNumber: '+919822222222' });

  const again = filledIn(await browser.get(`${path}/change`));
  await follow(browser, `${path}/change/save`, { ...again, type: '' });
  t.is((await shown())['beneficiaryType'], 'vendor');
});

test('a decision sent twice decides once and leads to the same page', async (t) => {
  const { served, browser } = await stage(t, CHECKER);
  const list = await browser.get(`${AT}?search=Newcomer`);
  const [, path = ''] = new RegExp(`href="(${AT}/[^"]+)"><bdi>Newcomer`).exec(list.html) ?? [];
  const { html } = await browser.get(path);
  const fields = { ...hiddenIn(html, `${path}/decide`), action: 'reject' };
  const one = await browser.send(`${path}/decide`, fields);
  const other = await browser.send(`${path}/decide`, fields);
  t.is(one.location, `${path}?done=rejected`);
  t.is(other.location, one.location);
  const approve = await browser.send(`${path}/decide`, { ...fields, action: 'approve' });
  t.is(approve.status, 409);
  const maker = await logIn(served, MAKER);
  t.regex((await maker.get(path)).html, />Send again</);
  const form = await maker.get(`${path}/change`);
  t.regex(form.html, /A checker has to approve it before it can be used/);
  const sent = await follow(maker, `${path}/change/save`, filledIn(form));
  t.regex(
    sent.html,
    /The beneficiary is sent again\. It can be used once a checker has approved it/,
  );
});

test('contact data change at once; a form that shows older values than there are saves nothing, and says how each is now', async (t) => {
  const { served, browser } = await stage(t);
  const path = await pathOf(served, 'PATEL01');
  const fields = filledIn(await browser.get(`${path}/change`));
  const seen = hiddenIn((await browser.get(`${path}/change`)).html, `${path}/change/save`);
  const changed = await follow(browser, `${path}/change/save`, {
    ...fields,
    email: 'pay@patel.example',
  });
  t.regex(changed.html, /The beneficiary is changed/);
  t.regex(changed.html, /pay@patel\.example/);
  const { key: _used, ...stale } = seen;
  const late = await browser.send(`${path}/change/save`, {
    ...fields,
    ...stale,
    key: 'another-form',
    phone: '+91 11111 11111',
  });
  t.is(late.status, 409);
  t.regex(late.html, /Somebody changed it meanwhile, and nothing was saved/);
  t.regex(late.html, /\+91 11111 11111/);
  t.regex(late.html, /id="email-hint"><strong>Now: <bdi>pay@patel\.example</);
  t.regex(late.html, /id="phone-hint">Such as [^<]*<strong>Now: </);
  t.notRegex(late.html, /id="name-hint">[^<]*<strong>/);
  const record = await browser.get(path);
  t.regex(record.html, /pay@patel\.example/);
  t.notRegex(record.html, /11111/);
});

test('a form with a fault over older values says how each is now, and a change that waits meanwhile takes nothing from it', async (t) => {
  const { served, browser } = await stage(t);
  const path = await pathOf(served, 'PATEL01');
  const form = await browser.get(`${path}/change`);
  const seen = { ...filledIn(form), ...hiddenIn(form.html, `${path}/change/save`) };
  const { 'package-VENDOR': _untick, ...theirs } = filledIn(await browser.get(`${path}/change`));
  await follow(browser, `${path}/change/save`, { ...theirs, email: 'pay@patel.example' });
  const { 'package-SALARY': _chosen, ...mine } = seen;
  const faulty = await browser.send(`${path}/change/save`, { ...mine, key: 'f', phone: 'many' });
  t.is(faulty.status, 400);
  t.regex(faulty.html, /Somebody changed it meanwhile/);
  t.regex(faulty.html, /id="email-hint"><strong>Now: <bdi>pay@patel\.example</);
  t.regex(faulty.html, /VENDOR [^\n]*<strong> It is not chosen now\./);
  t.regex(faulty.html, /SALARY [^\n]*<strong> It is chosen now\./);
  const again = { ...hiddenIn(faulty.html, `${path}/change/save`), ...theirs, phone: 'still many' };
  const still = await browser.send(`${path}/change/save`, again);
  t.is(still.status, 400);
  t.regex(still.html, /id="email-hint"><strong>Now: <bdi>pay@patel\.example</);

  const now = filledIn(await browser.get(`${path}/change`));
  await follow(browser, `${path}/change/save`, { ...now, account1Number: '999988887777' });
  const late = await browser.send(`${path}/change/save`, { ...seen, key: 'l', tags: 'north' });
  t.is(late.status, 409);
  t.regex(late.html, /A checker has to decide first/);
  t.regex(late.html, /value="north"/);
});

test('the account that is chosen as the default has to be filled in', async (t) => {
  const { browser } = await stage(t);
  const added = await add(browser, { default: '2' });
  t.is(added.status, 400);
  t.regex(added.html, /id="account2Number-fault"/);
  t.notRegex(added.html, /id="account1Number-fault"/);
  t.regex(added.html, /<details open>/);
});

test('a purpose and an LEI are entered, shown and taken away in the form, and faults stand beside them', async (t) => {
  const { served, browser } = await stage(t);
  const path = await pathOf(served, 'PATEL01');
  const save = async (fields: Fields): Promise<Seen> => {
    const typed = filledIn(await browser.get(`${path}/change`));
    return follow(browser, `${path}/change/save`, { ...typed, ...fields });
  };
  const wrong = await save({ purpose: 'FOOD' });
  t.is(wrong.status, 400);
  t.regex(wrong.html, /Enter a code of your bank's list, or none/);
  const slip = await save({ lei: '335800SHARMASTEEL089' });
  t.is(slip.status, 400);
  t.regex(slip.html, /Enter the 20 letters and digits of the LEI, or none/);
  const right = await save({ purpose: 'supp', lei: '335800SHARMASTEEL098' });
  t.regex(right.html, /The beneficiary is changed/);
  t.regex(right.html, /<dt>Purpose of payments<\/dt><dd><bdi>SUPP</);
  t.regex(right.html, /<dt>LEI<\/dt><dd><bdi>335800SHARMASTEEL098</);
  const gone = await save({ purpose: '', lei: '' });
  t.notRegex(gone.html, /SUPP|335800SHARMASTEEL098/);
});

test('a beneficiary is deactivated after one more question, once', async (t) => {
  const { served, browser } = await stage(t);
  const path = await pathOf(served, 'MEHTA02');
  const asked = await browser.get(`${path}/deactivate`);
  t.is(titleOf(asked), 'Deactivate Mehta Logistics (MEHTA02)?');
  const fields = hiddenIn(asked.html, `${path}/deactivate/confirm`);
  const one = await browser.send(`${path}/deactivate/confirm`, { ...fields, comment: 'Closed' });
  const other = await browser.send(`${path}/deactivate/confirm`, { ...fields, comment: 'Closed' });
  t.is(one.location, `${path}?done=deactivated`);
  t.is(other.location, one.location);
  t.regex((await browser.get(path)).html, /Closed/);
  t.is((await browser.get(`${path}/deactivate`)).status, 409);
});

test('names with markup, right-to-left text and 200 characters stay inside their place', async (t) => {
  const { browser } = await stage(t);
  const markup = await add(browser, { name: '<img src=x onerror=1>', beneId: 'MARKUP1' });
  t.notRegex(markup.html, /<img/);
  t.regex(markup.html, /<h1><bdi>&lt;img/);
  const hebrew = await add(browser, {
    name: 'שלום (ספקים)',
    beneId: 'RTL1',
    account1Number: '123456780101',
  });
  t.regex(hebrew.html, /<h1><bdi>שלום \(ספקים\)<\/bdi>/);
  const long = await add(browser, {
    name: 'x'.repeat(200),
    beneId: 'LONG1',
    account1Number: '123456780102',
  });
  t.is(titleOf(long), 'x'.repeat(200));
  const list = await browser.get(AT);
  t.regex(list.html, /<bdi>שלום \(ספקים\)<\/bdi>/);
  t.notRegex(list.html, /<img/);
});

test('a name in letters of another script, with the same account, is told to the checker', async (t) => {
  const { served, browser } = await stage(t);
  const added = await add(browser, { name: 'Ѕharma Steel', account1Number: '123456780001' });
  t.is(added.status, 200);
  const checker = await logIn(served, CHECKER);
  const list = await checker.get(`${AT}?state=pending_approval`);
  const [, path = ''] = new RegExp(`href="(${AT}/[^"]+)"><bdi>Ѕharma`).exec(list.html) ?? [];
  const { html } = await checker.get(path);
  t.regex(html, /a name that looks the same/);
  t.regex(html, /<bdi>Sharma Steel<\/bdi><\/a> SHARMA01/);
});

test('fifty beneficiaries stand on a page below 60 KB, and the next page goes on', async (t) => {
  const { served, browser } = await stage(t);
  const maker = await comeIn(served, MAKER);
  for (let n = 0; n < 45; n += 1)
    await maker.post('/beneficiaries', {
      beneId: `MANY${String(n)}`,
      beneName: `Many Suppliers ${String(n)} ${'x'.repeat(180)}`,
      benePhoneNumber: '+919800001234',
      benePackageCodes: ['VENDOR', 'SALARY', 'CAPEX'],
      beneBankAccounts: [{ accountNumber: `9000000${String(100 + n)}`, ifscCode: 'HDFC0000001' }],
    });
  const first = await browser.get(AT);
  t.is(listed(first).length, 50);
  t.true(first.html.length < 60_000, String(first.html.length));
  const [, next = ''] = /href="([^"]+)">Next page/.exec(first.html) ?? [];
  const second = await browser.get(next.replaceAll('&amp;', '&'));
  t.is(listed(second).length, 7);
  t.regex(second.html, /href="\/portal\/beneficiaries">First page/);
  t.is(new Set([...listed(first), ...listed(second)]).size, 57);
  const made = await browser.get(`${AT}?after=made-up&search=many`);
  t.deepEqual([made.status, made.location], [303, `${AT}?search=many`]);
  t.is((await browser.get(`${AT}?search=${'x'.repeat(211)}`)).status, 400);
});

test('a form that is sent after the session ended comes back filled after the login, and has done nothing', async (t) => {
  const { served, browser } = await stage(t);
  await browser.get(`${AT}/new`);
  served.sandbox.clock.advance(16 * 60_000);
  const over = await browser.send(`${AT}/new/save`, NEW);
  t.is(over.status, 403);
  t.regex(over.html, /Your session is over/);
  await browser.send('/portal/login', { email: MAKER });
  const again = await browser.send('/portal/login/code', { code: codeFor(served, MAKER) });
  t.is(again.status, 200);
  const filled = await browser.send(`${AT}/new/save`);
  t.is(titleOf(filled), 'Add a beneficiary');
  t.regex(filled.html, /value="Gupta Glass"/);
  t.deepEqual(listed(await browser.get(`${AT}?search=Gupta`)), []);
});

test('foreign ids, people without the role and a role that was taken away are told in words', async (t) => {
  const { served, browser } = await stage(t);
  for (const path of [
    `${AT}/nonsense`,
    `${AT}/%00`,
    `${AT}/nonsense/change`,
    `${AT}/x/deactivate`,
  ]) {
    const none = await browser.get(path);
    t.is(none.status, 404, path);
    t.regex(none.html, /It does not exist, or your roles include none of its packages/);
  }
  const globex = { ...served.sandbox.tenant, corporateTenantId: 'globex' } as never;
  const foreign = await served.sandbox.beneficiary('SHARMA01', globex);
  t.is((await browser.get(`${AT}/${foreign}`)).status, 404);
  await browser.get(`${AT}/new`);

  const clerk = await logIn(served, 'clerk@acme.example');
  t.notRegex((await clerk.get('/portal/settings')).html, />Beneficiaries</);
  t.is((await clerk.get(AT)).status, 403);
  const checker = await logIn(served, CHECKER);
  t.is((await checker.get(`${AT}/new`)).status, 403);
  const path = await pathOf(served, 'SHARMA01');
  t.notRegex((await checker.get(path)).html, />Change</);
  t.is((await checker.get(`${path}/change`)).status, 403);

  await served.sandbox.storage.atomically(async ({ tenancy }) => {
    const role = { roleCode: 'maker', permissions: [], packageCodes: [], debitAccountIds: [] };
    await tenancy.putRoles(served.sandbox.tenant, [role as never]);
    return { _tag: 'Right', right: null } as never;
  });
  const lost = await browser.send(`${AT}/new/save`, NEW);
  t.is(lost.status, 403);
  t.regex(lost.html, /Your role does not let you do this with beneficiaries/);
  t.is(pathIn(lost), '');
});
