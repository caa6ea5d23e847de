import { memoryStorage } from '@hundi/adapter-memory';
import { demoDocument } from '@hundi/testkit';
import test, { type ExecutionContext } from 'ava';
import { pageFaults } from '../../../testing/page-faults.js';
import { statusOf } from '../../../testing/portal.js';
import { hiddenIn, logIn, type Seen } from '../../../testing/portal-browser.js';
import { serve, type Served } from '../../../testing/serve.js';

const AT = '/portal/pay';

const stage = async (t: ExecutionContext, email = 'maker@acme.example') => {
  const served = await serve(t, memoryStorage());
  return { served, browser: await logIn(served, email) };
};

const payment = async ({ sandbox }: Served, members: Readonly<Record<string, string>> = {}) => ({
  beneficiaryId: await sandbox.beneficiary('SHARMA01'),
  amount: '1,00,000.00',
  package: 'VENDOR',
  reference: 'INV-7',
  ...members,
});

const paidAt = /^\/portal\/payouts\/([0-9a-f-]{36})$/;

const payoutsOf = async ({ sandbox: { engine, tenant } }: Served) => {
  const found = await engine.browseTransactions(tenant, {
    initiatedByUserId: 'u-maker',
    limit: 50,
  });
  return found._tag === 'Right' ? found.right.items : [];
};

const noticeOf = ({ html }: Seen): string =>
  /<p class="notice bad" role="alert">(.*?)<\/p>/.exec(html)?.[1] ?? '';

test('a maker pays one beneficiary, and is led to the page of the payout', async (t) => {
  const { served, browser } = await stage(t);
  const form = await browser.get(AT);
  t.deepEqual(pageFaults(form.response), []);
  t.true(form.html.length < 60_000);
  t.regex(form.html, /<select id="beneficiaryId" name="beneficiaryId">/);
  t.true(form.html.includes('\u2068Sharma Steel\u2069 (SHARMA01)'));
  t.false(form.html.includes('Newcomer Supplies'));
  const sent = await browser.send(AT, await payment(served));
  t.is(sent.status, 303);
  const [, id = ''] = paidAt.exec(sent.location ?? '') ?? [];
  const [made] = await payoutsOf(served);
  t.like(made, {
    transactionId: id,
    reference: 'INV-7',
    amount: { value: 10_000_000 },
    source: 'corporate_app',
    initiationMode: 'single',
  });
  t.regex((await browser.get(String(sent.location))).html, /<strong>Being checked<\/strong>/);
  await served.sandbox.runDue();
  t.is(await statusOf(served, id), 'pending_approval');
});

test('the same form sent twice, or at once, pays once and leads to the same payout', async (t) => {
  const { served, browser } = await stage(t);
  const { html } = await browser.get(AT);
  const fields = { ...hiddenIn(html, AT), ...(await payment(served)) };
  const sent = [
    ...(await Promise.all([browser.send(AT, fields), browser.send(AT, fields)])),
    await browser.send(AT, fields),
  ];
  t.is(new Set(sent.map(({ location }) => location)).size, 1);
  t.true(sent.every(({ status }) => status === 303));
  await served.sandbox.runDue();
  t.is((await browser.send(AT, fields)).location, sent[0]?.location ?? '');
  t.is((await payoutsOf(served)).length, 1);
});

test('a form that has paid and is changed afterwards says so, and pays again only when it is sent once more', async (t) => {
  const { served, browser } = await stage(t);
  const { html } = await browser.get(AT);
  const fields = { ...hiddenIn(html, AT), ...(await payment(served)) };
  await browser.send(AT, fields);
  const changed = await browser.send(AT, { ...fields, reference: 'INV-8' });
  t.is(changed.status, 409);
  t.regex(noticeOf(changed), /This form has made a payout already/);
  t.is((await payoutsOf(served)).length, 1);
  const again = { ...fields, reference: 'INV-8', key: hiddenIn(changed.html, AT)['key'] ?? '' };
  t.is((await browser.send(AT, again)).status, 303);
  t.is((await payoutsOf(served)).length, 2);
});

test('what the engine rejects is told in words on the form, which stays filled, and makes nothing', async (t) => {
  const { served, browser } = await stage(t);
  const staff = await served.sandbox.beneficiary('STAFF01');
  const { html } = await browser.get(AT);
  const fields = { ...hiddenIn(html, AT), ...(await payment(served)) };
  const refused = await browser.send(AT, { ...fields, beneficiaryId: staff, remark: 'March <b>' });
  t.is(refused.status, 409);
  t.regex(noticeOf(refused), /^Nothing was paid\. .*package/);
  t.regex(refused.html, /name="amount" [^>]*value="1,00,000\.00"/);
  t.regex(refused.html, /name="remark" [^>]*value="March &lt;b>"/);
  t.regex(refused.html, new RegExp(`<option value="${staff}" selected>`));
  t.is((await payoutsOf(served)).length, 0);
  await browser.send(AT, fields);
  await served.sandbox.runDue();
  await browser.get(AT);
  const taken = await browser.send(AT, await payment(served));
  t.is(taken.status, 409);
  t.regex(noticeOf(taken), /Another payout has this reference/);
  t.is((await payoutsOf(served)).length, 1);
});

test('each field that cannot be read is told at its place, and nothing typed is lost', async (t) => {
  const { served, browser } = await stage(t);
  for (const [members, said] of [
    [{ beneficiaryId: '' }, 'Choose the beneficiary.'],
    [{ beneficiaryId: 'no such id' }, 'Choose the beneficiary.'],
    [{ amount: '-5' }, 'Enter rupees, such as 1,00,000.00.'],
    [{ amount: '1.234' }, 'Enter rupees, such as 1,00,000.00.'],
    // Elsewhere a comma separates decimals: fifteen rupees for one and a half would be paid tenfold.
    [{ amount: '1,5' }, 'Enter rupees, such as 1,00,000.00.'],
    [{ amount: '1,00' }, 'Enter rupees, such as 1,00,000.00.'],
    [{ amount: '99,99,99,99,99,99,999.00' }, 'Enter rupees, such as 1,00,000.00.'],
    [{ package: '' }, 'Choose the package.'],
    [{ reference: 'two words' }, 'Enter up to 100 letters, digits and signs, without spaces.'],
    [{ account: 'da-foreign' }, 'Choose one of these accounts.'],
    [{ day: 'tomorrow' }, 'Choose a day.'],
    [{ remark: 'x'.repeat(101) }, 'Enter up to 100 characters, without line breaks.'],
  ] as const) {
    await browser.get(AT);
    const sent = await browser.send(AT, await payment(served, members));
    t.is(sent.status, 400, said);
    t.true(sent.html.includes(`>${said}</p>`), said);
    t.is(noticeOf(sent), 'Nothing was paid. Look at the fields below.');
    t.regex(sent.html, /aria-invalid="true"/);
  }
  t.is((await payoutsOf(served)).length, 0);
});

test('a preview says fees, approvals and the day, and makes nothing', async (t) => {
  const { served, browser } = await stage(t);
  await browser.get(AT);
  const seen = await browser.send(AT, await payment(served, { action: 'preview' }));
  t.is(seen.status, 200);
  t.regex(seen.html, /<dt>Fees<\/dt><dd>₹\d+\.\d\d<\/dd>/);
  t.regex(seen.html, /<dt>Approvals<\/dt><dd>1 level of approval<\/dd>/);
  t.regex(seen.html, /<dt>Goes to the bank<\/dt><dd>[^<]*, if it is approved in time/);
  t.is((await payoutsOf(served)).length, 0);
  t.is((await browser.send(AT, await payment(served))).status, 303);
});

test('account, method, remark and day are the payout’s', async (t) => {
  const { served, browser } = await stage(t);
  await browser.get(AT);
  const day = new Date(served.sandbox.clock.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  const more = { account: 'da-second', method: 'NEFT', remark: 'March', day, amount: '5000' };
  await browser.send(AT, await payment(served, more));
  await served.sandbox.runDue();
  t.like((await payoutsOf(served))[0], {
    status: 'scheduled',
    paymentMethod: 'NEFT',
    remark: 'March',
    timestamps: { payoutDate: day },
  });
});

test('a maker who may look at no beneficiaries types the code of one', async (t) => {
  const { browser } = await stage(t, 'clerk@acme.example');
  const form = await browser.get(AT);
  t.regex(form.html, /<input type="text" id="beneId" name="beneId"[^>]* list="codes"/);
  t.notRegex(form.html, /Sharma Steel|SALARY|da-second/);
  const typed = { beneId: 'sharma01', amount: '100', package: 'VENDOR', reference: 'C-1' };
  t.is((await browser.send(AT, { ...typed, package: 'SALARY' })).status, 409);
  await browser.get(AT);
  t.regex((await browser.send(AT, typed)).location ?? '', paidAt);
});

test('of many beneficiaries fifty are in the choice, and a search finds the others', async (t) => {
  const [bank] = demoDocument().bankTenants;
  const [acme] = bank?.corporates ?? [];
  const [first] = acme?.beneficiaries ?? [];
  if (first === undefined) throw new Error('the demo has no beneficiaries');
  const beneficiaries = Array.from({ length: 120 }, (_, n) => ({
    ...first,
    beneId: `PAYEE${String(n)}`,
    beneName: `${'\u05d0\u05d1'.repeat(90)} <i> ${String(n)}`,
    beneBankAccounts: [{ accountNumber: String(10 ** 11 + n), ifscCode: 'HDFC0000001' }],
  }));
  const served = await serve(t, memoryStorage(), {}, { document: demoDocument({ beneficiaries }) });
  const browser = await logIn(served, 'maker@acme.example');
  const form = await browser.get(AT);
  t.true(form.html.length < 60_000, String(form.html.length));
  t.false(form.html.includes('<i>'));
  t.is([...form.html.matchAll(/\(PAYEE\d+\)<\/option>/g)].length, 50);
  t.regex(form.html, /The choice below has 50 of 120 beneficiaries/);
  const typed = { amount: '2,500', package: 'VENDOR', reference: 'P-9' };
  const [, chosen = '', code = ''] =
    /value="([^"]+)">[^<]*\((PAYEE\d+)\)<\/option>/.exec(form.html) ?? [];
  const typedFirst = { ...typed, beneficiaryId: chosen, searched: '' };
  const fields = { ...hiddenIn(form.html, AT), ...typedFirst };
  const chosenIn = ({ html }: Seen) => /selected>[^<]*\((PAYEE\d+)\)<\/option>/.exec(html)?.[1];
  for (const action of ['search', 'enter']) {
    const found = await browser.send(AT, { ...fields, action, payee: '100000000119' });
    t.is(found.status, 200);
    t.is(chosenIn(found), 'PAYEE119');
    t.regex(found.html, /name="amount" [^>]*value="2,500"/);
    t.regex(found.html, /<option value="VENDOR" selected>/);
    t.regex(found.html, /name="reference" [^>]*value="P-9"/);
    const after = { ...fields, ...hiddenIn(found.html, AT) };
    const refused = await browser.send(AT, { ...after, payee: '7', action: 'pay', amount: 'x' });
    t.is([...refused.html.matchAll(/\(PAYEE\d+\)<\/option>/g)].length, 1);
    t.regex(refused.html, /name="payee" [^>]*value="100000000119"/);
  }
  const kept = await browser.send(AT, { ...fields, payee: '\u05d0\u05d1', action: 'search' });
  t.is(chosenIn(kept), code);
  const unknown = await browser.send(AT, { ...fields, payee: 'Unknown', action: 'search' });
  t.regex(unknown.html, /No beneficiary that can be paid is like/);
  t.is(chosenIn(unknown), undefined);
  t.deepEqual(await payoutsOf(served), []);
  const enter = await browser.send(AT, { ...fields, payee: '', action: 'enter' });
  t.regex(enter.location ?? '', paidAt);
});

test('who makes no payouts has no such link, and is told so; a role lost meanwhile pays nothing', async (t) => {
  const { served, browser } = await stage(t);
  const checker = await logIn(served, 'checker@acme.example');
  t.notRegex((await checker.get('/portal/settings')).html, />Pay<\/a>/);
  t.is((await checker.get(AT)).status, 403);
  const form = await browser.get(AT);
  t.regex(form.html, /<a href="\/portal\/pay" aria-current="page">Pay<\/a>/);
  await served.sandbox.storage.atomically(async ({ tenancy }) => {
    const role = { roleCode: 'maker', permissions: [], packageCodes: [], debitAccountIds: [] };
    await tenancy.putRoles(served.sandbox.tenant, [role as never]);
    return { _tag: 'Right', right: null } as never;
  });
  const lost = await browser.send(AT, await payment(served));
  t.is(lost.status, 403);
  t.regex(lost.html, /Your role does not let you make payouts/);
});

test('a session that is over while a person fills the form brings it back, and pays nothing', async (t) => {
  const { served, browser } = await stage(t);
  await browser.get(AT);
  served.sandbox.clock.advance(16 * 60_000);
  t.is((await browser.send(AT, await payment(served))).status, 403);
  await browser.send('/portal/login', { email: 'maker@acme.example' });
  const code = served.sandbox.mailbox.mails('maker@acme.example')[0]?.text.split(' ', 1)[0] ?? '';
  await browser.send('/portal/login/code', { code });
  const back = await browser.send(AT);
  t.is(back.status, 200);
  t.regex(back.html, /name="reference" [^>]*value="INV-7"/);
  t.is((await payoutsOf(served)).length, 0);
  t.is((await browser.send(AT, await payment(served))).status, 303);
});
