import { memoryStorage } from '@hundi/adapter-memory';
import { demoDocument } from '@hundi/testkit';
import test, { type ExecutionContext } from 'ava';
import { archiveAll } from '../../../testing/archived.js';
import { aBatch, aPayment, postBatch } from '../../../testing/bodies.js';
import { pageFaults } from '../../../testing/page-faults.js';
import { comeIn, statusOf, waiting } from '../../../testing/portal.js';
import { hiddenIn, logIn, portalBrowser, type Seen } from '../../../testing/portal-browser.js';
import { serve, type Served } from '../../../testing/serve.js';

const AT = '/portal/payouts';
const CANCEL = `${AT}/cancel`;

const stage = async (t: ExecutionContext, email = 'maker@acme.example') => {
  const served = await serve(t, memoryStorage());
  return { served, browser: await logIn(served, email) };
};

const headingOf = ({ html }: Seen): string =>
  (/<h1>(.*?)<\/h1>/.exec(html)?.[1] ?? '').replaceAll(/<\/?bdi>/g, '');

const timelineOf = ({ html }: Seen): ReadonlyArray<string> => {
  const [, list = ''] = /<ol class="timeline"[^>]*>(.*?)<\/ol>/.exec(html) ?? [];
  return [...list.matchAll(/<strong>(.*?)<\/strong> <bdi>(.*?)<\/bdi>/g)].map(
    ([, what = '', who = '']) => `${what} ${who}`,
  );
};

const takeAwayRoles = ({ sandbox: { storage, tenant } }: Served, roleCode: string) =>
  storage.atomically(async ({ tenancy }) => {
    const role = { roleCode, permissions: [], packageCodes: [], debitAccountIds: [] };
    await tenancy.putRoles(tenant, [role as never]);
    return { _tag: 'Right', right: null } as never;
  });

test('a payout has its reference as heading, says where it stands and why it waits, and what became of it', async (t) => {
  const { served, browser } = await stage(t);
  const { ids } = await waiting(served, 1);
  const [id = ''] = ids;
  const { json } = await served.get(`/v1/partner/payments/transactions/${id}`);
  const shown = await browser.get(`${AT}/${id}`);
  t.is(shown.status, 200);
  t.deepEqual(pageFaults(shown.response), []);
  t.true(shown.html.length < 60_000);
  t.is(headingOf(shown), (json as unknown as { reference: string }).reference);
  t.regex(shown.html, /<strong>Waits for approval<\/strong>/);
  t.regex(shown.html, /It waits for 1 approval at level 1 of 1: /);
  t.regex(shown.html, /Level 1: 0 of 1 approval</);
  t.regex(shown.html, /<ol class="timeline" role="list" aria-labelledby="timeline">/);
  t.deepEqual(timelineOf(shown), ['Made by maker', 'Waits for approval by the service']);
  t.regex(shown.html, /<button class="second">Cancel payout<\/button>/);
  t.notRegex(shown.html, />Approve<\/a>/);
});

test('where the bank is closed today, the page of a payout says for which window it waits and when its credit is expected', async (t) => {
  const { served, browser } = await stage(t);
  const { engine, clock } = served.sandbox;
  const [bank] = demoDocument().bankTenants;
  const today = new Date(clock.now()).toISOString().slice(0, 10);
  const clearing = { calendarCode: 'MUMBAI', creditMinutes: 90 };
  const cutOffs = [{ paymentMethodCode: 'NEFT', from: '09:00', to: '18:00', clearing }];
  const corporates = bank?.corporates.map((one) => ({
    ...one,
    debitAccounts: one.debitAccounts?.map((account) => ({ ...account, cutOffs })) ?? [],
  }));
  const calendar = { calendarCode: 'MUMBAI', until: '2030-12-31', holidays: { dates: [today] } };
  const provisioned = await engine.provision({
    bankTenants: [{ ...bank, corporates, calendars: [calendar] } as never],
  });
  t.is(provisioned._tag, 'Right');
  const payee = await served.sandbox.beneficiary('SHARMA01');
  const { json } = await postBatch(served, aBatch([aPayment(payee, 'CLOSED-1')]), 'CLOSED-1');
  await served.sandbox.runDue();
  const id = String(json.transactions[0]?.transactionId);
  const opensAt = Date.parse(`${today}T09:00:00+05:30`) + 86_400_000;
  t.like((await served.get(`/v1/partner/payments/transactions/${id}`)).json, {
    status: 'approved',
    statusDetails: {
      code: 'bank_window_closed',
      window: { opensAt, from: '09:00', to: '18:00', timeZone: 'Asia/Kolkata' },
    },
    timestamps: { expectedCreditAt: opensAt + 90 * 60_000 },
  });
  const { html } = await browser.get(`${AT}/${id}`);
  t.regex(html, /<dt>Expected credit<\/dt><dd>[^<]*10:30/);
  t.regex(html, /from 09:00 to 18:00 only, and on no holiday of its calendar: next on /);
});

test('a checker decides from the page of a payout, and then reads there who approved it', async (t) => {
  const { served, browser } = await stage(t, 'checker@acme.example');
  const { ids } = await waiting(served, 1);
  const at = `${AT}/${String(ids[0])}`;
  const before = await browser.get(at);
  const [, link = ''] = /href="([^"]*action=approve[^"]*)"/.exec(before.html) ?? [];
  t.notRegex(before.html, /Cancel payout/);
  await browser.get(link.replaceAll('&amp;', '&'));
  t.is((await browser.send('/portal/approvals/decide', {})).status, 200);
  const after = await browser.get(at);
  t.regex(after.html, /Level 1: 1 of 1 approval<.*checker.*not signed/);
  t.deepEqual(timelineOf(after).slice(2), ['Approved at level 1 by checker']);
  t.notRegex(after.html, />Approve<\/a>/);
  await served.sandbox.runDue();
  const paid = await browser.get(at);
  t.regex(paid.html, /<strong>Paid<\/strong>/);
  t.is(timelineOf(paid).at(-1), 'Paid by the bank');
});

test('a payout that was paid at once has no approvals on its page, and one with two levels has both', async (t) => {
  const { served, browser } = await stage(t);
  const payee = await served.sandbox.beneficiary('SHARMA01');
  const row = { beneficiaryId: payee, amount: 50_000 };
  const { json } = await served.post(
    '/v1/partner/payments/batches',
    {
      initiatedByUserId: 'u-maker',
      apiRefNumber: 'TWO',
      payments: [
        { ...row, transactionReference: 'SMALL', packageCode: 'VENDOR' },
        { ...row, transactionReference: 'LARGE', packageCode: 'CAPEX', amount: 90_000_000 },
      ],
    },
    { headers: { 'idempotency-key': 'two' } },
  );
  const [small, large] = json.transactions.map(({ transactionId }) => transactionId);
  await served.sandbox.runDue();
  t.notRegex((await browser.get(`${AT}/${String(small)}`)).html, /<h2>Approvals<\/h2>/);
  const both = await browser.get(`${AT}/${String(large)}`);
  t.regex(
    both.html,
    /Level 1: 0 of 1 approval<.*\(role checker\).*Level 2: 0 of 1 approval<.*\(role head\)/,
  );
  await served.sandbox.engine.decidePayouts(served.sandbox.tenant, {
    actorUserId: 'u-checker',
    action: 'approve',
    transactionIds: [String(large)],
  });
  const half = await browser.get(`${AT}/${String(large)}`);
  t.is(timelineOf(half).at(-1), 'Approved at level 1 by checker');
  t.regex(half.html, /Level 1: 1 of 1 approval<.*<bdi>checker<\/bdi>/);
});

test('a maker cancels a payout after one more question, and the same confirmation twice cancels once', async (t) => {
  const { served, browser } = await stage(t);
  const { ids } = await waiting(served, 1);
  const [id = ''] = ids;
  const asked = await browser.get(`${AT}/${id}/cancel`);
  t.regex(headingOf(asked), /^Cancel RUN-\d+-0, ₹20,000\.00\?$/);
  t.is(await statusOf(served, id), 'pending_approval');
  const fields = { ...hiddenIn(asked.html, CANCEL), comment: 'ordered twice' };
  const done = [await browser.send(CANCEL, fields), await browser.send(CANCEL, fields)];
  t.deepEqual(
    done.map(({ status, location }) => [status, location]),
    [303, 303].map((status) => [status, `${AT}/${id}`]),
  );
  const shown = await browser.get(`${AT}/${id}`);
  t.deepEqual(timelineOf(shown), [
    'Made by maker',
    'Waits for approval by the service',
    'Cancelled by maker',
  ]);
  t.regex(shown.html, /<bdi>ordered twice<\/bdi>/);
  t.notRegex(shown.html, /Cancel payout/);
  t.is((await browser.get(`${AT}/${id}/cancel`)).status, 409);
});

test('a payout that has moved on meanwhile is not cancelled, and a long comment comes back as it was typed', async (t) => {
  const { served, browser } = await stage(t);
  const { ids } = await waiting(served, 1);
  const [id = ''] = ids;
  const asked = await browser.get(`${AT}/${id}/cancel`);
  const fields = hiddenIn(asked.html, CANCEL);
  const long = await browser.send(CANCEL, { ...fields, comment: 'x'.repeat(501) });
  t.is(long.status, 400);
  t.regex(long.html, /at most 500 characters/);
  t.true(long.html.includes('x'.repeat(501)));
  const checker = await comeIn(served, 'checker@acme.example');
  await checker.post('/approvals', { action: 'approve', transactionIds: [id] });
  await served.sandbox.runDue();
  const late = await browser.send(CANCEL, { ...fields, comment: '' });
  t.is(late.status, 409);
  t.regex(late.html, /has been sent to the bank or has ended/);
});

test('what another maker made is shown, and refused to be cancelled', async (t) => {
  const { served, browser } = await stage(t, 'maker-2@acme.example');
  const { ids } = await waiting(served, 1);
  const at = `${AT}/${String(ids[0])}`;
  t.notRegex((await browser.get(at)).html, /Cancel payout/);
  t.is((await browser.get(`${at}/cancel`)).status, 403);
  await browser.get('/portal/settings');
  const forced = await browser.send(CANCEL, {
    ...hiddenIn((await browser.get('/portal/settings')).html, '/portal/logout'),
    transactionId: String(ids[0]),
    key: 'k',
    comment: '',
  });
  t.is(forced.status, 403);
  t.is(await statusOf(served, ids[0] ?? ''), 'pending_approval');
});

test('a foreign id, a text that is no id and what the roles do not reach are the same page', async (t) => {
  const { served, browser } = await stage(t, 'clerk@acme.example');
  const foreign = await waiting(served, 1, { key: served.globexKey });
  for (const id of [foreign.ids[0], 'nonsense', '01890000-0000-7000-8000-000000000001'])
    for (const at of [`${AT}/${String(id)}`, `${AT}/${String(id)}/cancel`]) {
      const absent = await browser.get(at);
      t.is(absent.status, 404, at);
      t.is(headingOf(absent), 'There is no such payout');
    }
});

test('an archived payout says that it is in the archive', async (t) => {
  const { served } = await stage(t);
  const payee = await served.sandbox.beneficiary('SHARMA01');
  const { json } = await postBatch(served, aBatch([aPayment(payee, 'OLD')]), 'old');
  const [id = ''] = json.transactions.map(({ transactionId }) => transactionId);
  await archiveAll(served.sandbox);
  const browser = await logIn(served, 'maker@acme.example', portalBrowser(served));
  const shown = await browser.get(`${AT}/${id}`);
  t.is(shown.status, 410);
  t.is(headingOf(shown), 'This payout is in the archive');
  t.true(shown.html.includes(id));
});

test('the list has fifty payouts a page, the newest first, and goes on to the older ones', async (t) => {
  const { served, browser } = await stage(t);
  const { ids } = await waiting(served, 60);
  const first = await browser.get(AT);
  t.deepEqual(pageFaults(first.response), []);
  t.true(first.html.length < 60_000, String(first.html.length));
  const idsIn = ({ html }: Seen) =>
    [...html.matchAll(/href="\/portal\/payouts\/([0-9a-f-]{36})"/g)].map(([, id = '']) => id);
  t.deepEqual(idsIn(first), ids.toReversed().slice(0, 50));
  const [, older = ''] = /<a href="([^"]*)">Older payouts<\/a>/.exec(first.html) ?? [];
  const second = await browser.get(older.replaceAll('&amp;', '&'));
  t.deepEqual(idsIn(second), ids.toReversed().slice(50));
  t.notRegex(second.html, /Older payouts/);
  t.regex(second.html, /<a href="\/portal\/payouts">Newest payouts<\/a>/);
});

test('filters narrow the list, and stay as they were typed', async (t) => {
  const { served, browser } = await stage(t);
  const { ids } = await waiting(served, 2);
  const count = async (query: string): Promise<number> => {
    const { html, status } = await browser.get(`${AT}?${query}`);
    t.is(status, 200, query);
    return [...html.matchAll(/<th scope="row">/g)].length;
  };
  const day = new Date(served.sandbox.clock.now() + 5.5 * 3_600_000).toISOString().slice(0, 10);
  for (const [query, expected] of [
    ['status=pending_approval', 2],
    ['status=paid', 0],
    ['package=VENDOR&account=da-main', 2],
    ['package=SALARY', 0],
    ['account=da-poor', 0],
    [`from=${day}&to=${day}`, 2],
    ['to=2020-01-01', 0],
    ['min=20%2C000&max=20%2C000.00', 2],
    ['min=20%2C000.01', 0],
    ['search=sharma', 2],
    ['search=20%2C000.00', 2],
    ['search=%E2%82%B920000', 2],
  ] as const)
    t.is(await count(query), expected, query);
  const typed = await browser.get(`${AT}?min=20%2C000&status=paid`);
  t.regex(typed.html, /name="min" [^>]*value="20,000"/);
  t.regex(typed.html, /<option value="paid" selected>Paid<\/option>/);
  t.regex(typed.html, /No payout that your roles let you see is like this/);
  t.is(ids.length, 2);
});

test('filters that cannot be read are told at their field, and a broken cursor leads to the first page', async (t) => {
  const { served, browser } = await stage(t);
  await waiting(served, 1);
  for (const [query, said] of [
    ['min=-5', 'Enter rupees, such as 1,00,000.00.'],
    ['max=abc', 'Enter rupees, such as 1,00,000.00.'],
    ['from=31-12-2026', 'Enter a day, such as 2026-03-31.'],
    ['from=2026-02-02&to=2026-02-01', 'Choose a day that is not before the first one.'],
    ['status=lost', 'This is no longer among your choices. Choose another.'],
    ['account=da-foreign', 'This is no longer among your choices. Choose another.'],
    [`search=${'x'.repeat(211)}`, 'Search for at most 210 characters, without line breaks.'],
  ] as const) {
    const { status, html } = await browser.get(`${AT}?${query}`);
    t.is(status, 400, query);
    t.true(html.includes(said), query);
  }
  const broken = await browser.get(`${AT}?status=paid&after=nonsense`);
  t.deepEqual([broken.status, broken.location], [303, `${AT}?status=paid`]);
});

test('a reference that looks like rupees is found as it is written', async (t) => {
  const { served, browser } = await stage(t);
  const payee = await served.sandbox.beneficiary('SHARMA01');
  const { json } = await postBatch(served, aBatch([aPayment(payee, '7,777')]), 'comma');
  const id = json.transactions[0]?.transactionId ?? '';
  t.is((await browser.get(`${AT}?search=7%2C777`)).location, `${AT}/${id}`);
});

test('every page has the search, and one payout by its whole reference, id or UTR is shown at once', async (t) => {
  const { served, browser } = await stage(t, 'both@acme.example');
  const { ids } = await waiting(served, 2);
  const [id = ''] = ids;
  for (const path of ['/portal/settings', '/portal/approvals', AT, `${AT}/${id}`])
    t.regex(
      (await browser.get(path)).html,
      /role="search" method="get" action="\/portal\/payouts"><input type="search" name="search"[^>]*aria-label="Find a payout"/,
      path,
    );
  const reference = headingOf(await browser.get(`${AT}/${id}`));
  t.is((await browser.get(`${AT}?search=${reference}`)).location, `${AT}/${id}`);
  t.is((await browser.get(`${AT}?search=${id}`)).location, `${AT}/${id}`);
  const some = await browser.get(`${AT}?search=${reference.slice(0, -2)}`);
  t.is([...some.html.matchAll(/<th scope="row">/g)].length, 2);
  t.is((await browser.get(`${AT}?search=${reference}&status=paid`)).status, 200);
});

test('a search for a whole reference opens its payout also where more than a page of references begin with it', async (t) => {
  const { served, browser } = await stage(t);
  const payee = await served.sandbox.beneficiary('SHARMA01');
  const whole = await postBatch(served, aBatch([aPayment(payee, 'INV-1')]), 'whole');
  served.sandbox.clock.advance(1_000);
  const longer = Array.from({ length: 55 }, (_, n) => aPayment(payee, `INV-1${String(n)}`));
  await postBatch(served, aBatch(longer), 'longer');
  const [id = ''] = whole.json.transactions.map(({ transactionId }) => transactionId);
  t.is((await browser.get(`${AT}?search=INV-1`)).location, `${AT}/${id}`);
  // Beside another filter a search narrows the list, in which it is the first one.
  const narrowed = await browser.get(`${AT}?search=INV-1&package=VENDOR`);
  t.is(narrowed.status, 200);
  t.is(/<th scope="row"><a href="([^"]*)"/.exec(narrowed.html)?.[1], `${AT}/${id}`);
  t.regex(narrowed.html, /Older payouts/);
});

test('a search for any of the names that the bank has for one payout opens its page', async (t) => {
  const { served, browser } = await stage(t);
  const payee = await served.sandbox.beneficiary('SHARMA01');
  const { json } = await postBatch(served, aBatch([aPayment(payee, 'ONE')]), 'one');
  const [id = ''] = json.transactions.map(({ transactionId }) => transactionId);
  await served.sandbox.runDue();
  const { utr, bankReference } = (await served.get(`/v1/partner/payments/transactions/${id}`))
    .json as unknown as { readonly utr: string; readonly bankReference: string };
  const [order] = await served.sandbox.bank.orders();
  t.truthy(order?.bankRef);
  for (const name of [utr, bankReference, String(order?.bankRef)])
    t.is((await browser.get(`${AT}?search=${name}`)).location, `${AT}/${id}`, name);
});

test('a person who may not look at payouts has no such link and no search, and is told so', async (t) => {
  const { served, browser } = await stage(t, 'clerk@acme.example');
  const front = await browser.get('/portal');
  t.is(front.location, AT);
  t.regex((await browser.get(AT)).html, /There are no payouts that your roles let you see/);
  await takeAwayRoles(served, 'clerk');
  const refused = await browser.get(AT);
  t.is(refused.status, 403);
  t.is(headingOf(refused), 'You cannot look at payouts');
  t.notRegex(refused.html, />Payouts<\/a>|Find a payout/);
  t.is((await browser.get('/portal')).location, '/portal/settings');
});

test('masked account numbers stay masked, in the list, on the page and in the filter', async (t) => {
  const [bank] = demoDocument().bankTenants;
  const [acme] = bank?.corporates ?? [];
  const packages = (acme?.packages ?? []).map((one) => ({
    ...one,
    catalogConfiguration: { ...one.catalogConfiguration, maskConfidentialDetails: true },
  }));
  const served = await serve(t, memoryStorage(), {}, { document: demoDocument({ packages }) });
  const browser = await logIn(served, 'maker@acme.example');
  const { ids } = await waiting(served, 1);
  for (const path of [AT, `${AT}/${String(ids[0])}`]) {
    const { html } = await browser.get(path);
    t.true(html.includes('XXXXXX0001'), path);
    t.notRegex(html, /123456780001|50200011112222/);
  }
});

test('names with markup, right-to-left text and 200 characters stay in their place', async (t) => {
  const { served, browser } = await stage(t);
  const { tenant, storage } = served.sandbox;
  const name = `<b onclick="x">\u05d0\u05d1&\u202e${'x'.repeat(180)}`;
  await storage.atomically(async ({ tenancy }) => {
    const [maker] = await tenancy.actors(tenant, ['u-maker' as never]);
    if (maker !== undefined)
      await tenancy.putUsers(tenant, [{ ...maker.user, username: name as never }]);
    return { _tag: 'Right', right: null } as never;
  });
  const { ids } = await waiting(served, 1);
  for (const path of [AT, `${AT}/${String(ids[0])}`]) {
    const { html } = await browser.get(path);
    t.false(html.includes('<b onclick'), path);
    t.regex(html, /<bdi>[^<]*&lt;b onclick=&quot;x&quot;>/);
  }
});

test('a session that is over while a person cancels brings the comment back, and cancels nothing', async (t) => {
  const { served, browser } = await stage(t);
  const { ids } = await waiting(served, 1);
  const [id = ''] = ids;
  const asked = await browser.get(`${AT}/${id}/cancel`);
  const fields = hiddenIn(asked.html, CANCEL);
  served.sandbox.clock.advance(16 * 60_000);
  t.is((await browser.send(CANCEL, { ...fields, comment: 'after lunch' })).status, 403);
  await browser.send('/portal/login', { email: 'maker@acme.example' });
  const code = served.sandbox.mailbox.mails('maker@acme.example')[0]?.text.split(' ', 1)[0] ?? '';
  await browser.send('/portal/login/code', { code });
  const back = await browser.send(CANCEL);
  t.regex(back.html, /value="after lunch"/);
  t.is(await statusOf(served, id), 'pending_approval');
});
