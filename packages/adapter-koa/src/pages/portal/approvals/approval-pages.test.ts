import { memoryStorage } from '@hundi/adapter-memory';
import { codeOfApp, demoDocument } from '@hundi/testkit';
import test, { type ExecutionContext } from 'ava';
import { aBatch, postBatch } from '../../../testing/bodies.js';
import { pageFaults } from '../../../testing/page-faults.js';
import { comeIn, statusOf, waiting } from '../../../testing/portal.js';
import {
  hiddenIn,
  logIn,
  portalBrowser,
  type PortalBrowser,
  type Seen,
} from '../../../testing/portal-browser.js';
import { serve } from '../../../testing/serve.js';
import { paiseIn } from '../rupees-typed.js';

const CHECKER = 'checker@acme.example';
const AT = '/portal/approvals';
const REVIEW = `${AT}/review`;
const CONFIRM = `${AT}/decide`;

const stage = async (t: ExecutionContext, secondFactor?: object) => {
  const document = demoDocument(
    secondFactor === undefined ? {} : { secondFactor: secondFactor as never },
  );
  const served = await serve(t, memoryStorage(), {}, { document });
  return { served, browser: await logIn(served, CHECKER) };
};

const picks = (...ids: ReadonlyArray<string | undefined>) =>
  Object.fromEntries(ids.map((id) => [`payout-${String(id)}`, 'yes']));

const titleOf = ({ html }: Seen): string => /<h1>([^<]*)<\/h1>/.exec(html)?.[1] ?? '';

/** Sends a form, and goes where it leads. */
const follow = async (
  browser: PortalBrowser,
  path: string,
  fields: Readonly<Record<string, string>>,
): Promise<Seen> => {
  const sent = await browser.send(path, fields);
  return sent.location === null ? sent : browser.get(sent.location);
};

/** Opens the list and reviews a decision on some payouts. */
const review = async (
  browser: PortalBrowser,
  action: string,
  ...ids: ReadonlyArray<string | undefined>
) => {
  await browser.get(AT);
  return follow(browser, REVIEW, { action, ...picks(...ids) });
};

test('a checker sees counts and sums, selects two payouts, sees their total, and confirms', async (t) => {
  const { served, browser } = await stage(t);
  const { ids } = await waiting(served, 3);
  const list = await browser.get(AT);
  t.is(titleOf(list), 'What waits for you');
  t.regex(list.html, /3 payouts, ₹60,000\.00 together\./);
  t.regex(list.html, /<input type="checkbox" name="payout-[^"]+" aria-label="RUN-\d+-2"/);
  t.deepEqual(pageFaults(list.response), []);
  const asked = await follow(browser, REVIEW, {
    action: 'approve',
    comment: 'fine',
    ...picks(...ids.slice(0, 2)),
  });
  t.is(titleOf(asked), 'Approve 2 payouts, ₹40,000.00?');
  t.is(await statusOf(served, ids[0] ?? ''), 'pending_approval');
  const done = await browser.send(CONFIRM);
  t.is(titleOf(done), 'You approved 2 payouts, ₹40,000.00');
  for (const [i, status] of ['approved', 'approved', 'pending_approval'].entries())
    t.is(await statusOf(served, ids[i] ?? ''), status as 'approved');
});

test('the same confirmation sent twice decides once, and answers the same', async (t) => {
  const { served, browser } = await stage(t);
  const { ids } = await waiting(served, 1);
  const { html } = await review(browser, 'reject', ids[0]);
  const fields = hiddenIn(html, CONFIRM);
  const [one, other] = [await browser.send(CONFIRM, fields), await browser.send(CONFIRM, fields)];
  t.is(titleOf(one), 'You rejected 1 payout, ₹20,000.00');
  t.is(titleOf(other), titleOf(one));
  t.is(await statusOf(served, ids[0] ?? ''), 'rejected');
});

test('a payout that moved on, and one that somebody else decided, are told and left out', async (t) => {
  const { served, browser } = await stage(t);
  const { ids } = await waiting(served, 3);
  await browser.get(AT);
  const both = await comeIn(served, 'both@acme.example');
  await both.post('/approvals', { action: 'approve', transactionIds: ids.slice(0, 1) });
  const asked = await follow(browser, REVIEW, { action: 'approve', ...picks(...ids.slice(0, 2)) });
  t.is(titleOf(asked), 'Approve 1 payout, ₹20,000.00?');
  t.regex(asked.html, /1 payout will be left out:/);
  await both.post('/approvals', { action: 'reject', transactionIds: ids.slice(1, 2) });
  const done = await browser.send(CONFIRM);
  t.is(titleOf(done), 'Nothing was decided');
  t.regex(done.html, /1 payout stayed as it was:[^]*RUN-\d+-1: /);
  const none = await review(browser, 'approve', ids[0]);
  t.is(none.status, 409);
  t.regex(none.html, /None of what you selected can be decided/);
});

test('a role that was taken away in between is said in words', async (t) => {
  const { served, browser } = await stage(t);
  const { ids } = await waiting(served, 1);
  await review(browser, 'approve', ids[0]);
  await served.sandbox.storage.atomically(async ({ tenancy }) => {
    const role = { roleCode: 'checker', permissions: [], packageCodes: [], debitAccountIds: [] };
    await tenancy.putRoles(served.sandbox.tenant, [role as never]);
    return { _tag: 'Right', right: null } as never;
  });
  const done = await browser.send(CONFIRM);
  t.is(done.status, 403);
  t.regex(done.html, /Deciding on payouts is not among your roles/);
  t.notRegex(done.html, />Approvals</);
  t.is((await browser.get(AT)).status, 403);
});

test('everything on the page that is looked at is selected at once, and the comment stays', async (t) => {
  const { served, browser } = await stage(t);
  await waiting(served, 60);
  const first = await browser.get(AT);
  const [, older = ''] = /href="(\/portal\/approvals\?after=[^"]*)"/.exec(first.html) ?? [];
  const second = await browser.get(older);
  const [, review = ''] =
    /action="(\/portal\/approvals\/review\?after=[^"]*)"/.exec(second.html) ?? [];
  const all = await browser.send(review, { action: 'select', comment: 'March' });
  t.is(all.status, 200);
  t.is([...all.html.matchAll(/type="checkbox"[^>]* checked/g)].length, 10);
  t.regex(all.html, />March<\/textarea>|value="March"/);
});

test('nothing selected, a long comment and ids that are none are told, and nothing typed is lost', async (t) => {
  const { served, browser } = await stage(t);
  const { ids } = await waiting(served, 1);
  const none = await review(browser, 'approve');
  t.is(none.status, 400);
  t.regex(none.html, / tabindex="-1" autofocus>Select the payouts first/);
  await browser.get(AT);
  const long = await browser.send(REVIEW, {
    action: 'approve',
    comment: 'x'.repeat(501),
    ...picks(...ids),
  });
  t.is(long.status, 400);
  t.regex(long.html, /at most 500 characters/);
  t.regex(long.html, /aria-label="RUN-\d+-0" checked/);
  t.true(long.html.includes('x'.repeat(501)));
  t.is((await review(browser, 'approve', 'nonsense')).status, 400);
});

test('a reason is given on the page that asks once more, wherever a person comes from; a long one is not lost', async (t) => {
  const { served, browser } = await stage(t);
  const { ids } = await waiting(served, 1);
  const [id = ''] = ids;
  t.true((await browser.get(AT)).html.includes(`<a href="/portal/payouts/${id}">`));
  await browser.get(`${AT}/confirm?action=reject&ids=${id}`);
  const long = await browser.send(CONFIRM, { comment: 'x'.repeat(501) });
  t.is(long.status, 400);
  t.regex(long.html, /at most 500 characters/);
  t.true(long.html.includes('x'.repeat(501)));
  t.is(await statusOf(served, id), 'pending_approval');
  t.is(
    titleOf(await browser.send(CONFIRM, { comment: ' the wrong payee ' })),
    'You rejected 1 payout, ₹20,000.00',
  );
  t.regex((await browser.get(`/portal/payouts/${id}`)).html, /the wrong payee/);
});

test('a comment is taken in either of the two ways in which Unicode writes some letters', async (t) => {
  const { served, browser } = await stage(t);
  const { ids } = await waiting(served, 1);
  const [id = ''] = ids;
  await browser.get(AT);
  const comment = 'ब\u095cा Cafe\u0301';
  const asked = await browser.send(REVIEW, { action: 'reject', comment, ...picks(id) });
  t.is(asked.status, 303);
  await browser.get(asked.location ?? '');
  const done = await browser.send(CONFIRM, { comment });
  t.is(titleOf(done), 'You rejected 1 payout, ₹20,000.00');
  const record = await browser.get(`/portal/payouts/${id}`);
  t.true(record.html.includes(comment.normalize()));
});

test('the list is narrowed by package, amount, age, maker and job; a bad amount is told', async (t) => {
  const { served, browser } = await stage(t);
  const { jobId } = await waiting(served, 2);
  await waiting(served, 1, { by: 'u-both' });
  const count = async (query: string) =>
    [...(await browser.get(`${AT}?${query}`)).html.matchAll(/name="payout-/g)].length;
  t.is(await count(''), 3);
  t.is(await count('package=VENDOR'), 3);
  t.is(await count('package=CAPEX'), 0);
  t.is(await count('min=20%2C000.00&max=20000'), 3);
  t.is(await count('min=20000.01'), 0);
  t.is(await count('maker=u-both'), 1);
  t.is(await count(`job=${jobId}`), 2);
  t.regex((await browser.get(`${AT}?job=${jobId}`)).html, /The whole job: 2 payouts/);
  // What would be decided on is the job, and not what a filter leaves of it.
  t.notRegex((await browser.get(`${AT}?job=${jobId}&max=20000`)).html, /The whole job/);
  t.is(await count('age=1'), 0);
  served.sandbox.clock.advance(86_400_000);
  await logIn(served, CHECKER, browser);
  t.is(await count('age=1'), 3);
  const bad = await browser.get(`${AT}?min=many`);
  t.is(bad.status, 400);
  t.regex(bad.html, /Enter rupees, such as 1,00,000\.00/);
});

test('amounts are read as people write them', (t) => {
  for (const [text, paise] of [
    ['1,00,000.00', 10_000_000],
    ['₹ 2500', 250_000],
    ['0.5', 50],
    ['0', undefined],
    ['1e5', undefined],
    ['-1', undefined],
    ['1.234', undefined],
    ['9'.repeat(19), undefined],
  ] as const)
    t.is(paiseIn(text), paise, text);
});

test('a whole job is approved at once, shown as sums and never as all of its lines', async (t) => {
  const { served, browser } = await stage(t);
  const { jobId, ids } = await waiting(served, 60);
  const list = await browser.get(AT);
  t.true(list.html.length < 60_000, String(list.html.length));
  t.is([...list.html.matchAll(/name="payout-/g)].length, 50);
  t.regex(list.html, new RegExp(`href="/portal/approvals\\?job=${jobId}"`));
  const job = await browser.get(`${AT}?job=${jobId}`);
  t.regex(job.html, /The whole job: 60 payouts, ₹12,00,000\.00/);
  t.true(job.html.length < 60_000, String(job.html.length));
  const asked = await follow(browser, `${REVIEW}?job=${jobId}`, {
    action: 'approve',
    whole: 'yes',
  });
  t.is(titleOf(asked), 'Approve 60 payouts, ₹12,00,000.00?');
  t.true(asked.html.length < 25_000, String(asked.html.length));
  const done = await browser.send(CONFIRM);
  t.is(titleOf(done), 'You approved 60 payouts, ₹12,00,000.00');
  t.is(await statusOf(served, ids[59] ?? ''), 'approved');
  t.regex(done.html, new RegExp(`href="/portal/jobs/${jobId}"`));
  const twice = await browser.send(CONFIRM, hiddenIn(asked.html, CONFIRM));
  t.is(titleOf(twice), 'Nothing in this job waits for you any more');
});

test('a whole job is approved as far as the page showed it; what came to its checker since stays', async (t) => {
  const level = (role: string) => ({ roleCodes: [role], approvals: 1 });
  const tiers = [{ upToAmount: null, levels: [level('checker'), level('head')] }];
  const document = demoDocument({ approvalMatrix: [{ packageCodes: null, tiers }] });
  const served = await serve(t, memoryStorage(), {}, { document });
  const { jobId, ids } = await waiting(served, 5);
  const checker = await comeIn(served, CHECKER);
  await checker.post('/approvals', { action: 'approve', transactionIds: ids.slice(0, 3) });
  const browser = await logIn(served, 'head@acme.example');
  await browser.get(`${AT}?job=${jobId}`);
  const whole = { action: 'approve', whole: 'yes' };
  const asked = await follow(browser, `${REVIEW}?job=${jobId}`, whole);
  t.is(titleOf(asked), 'Approve 3 payouts, ₹60,000.00?');
  served.sandbox.clock.advance(1_000);
  await checker.post('/approvals', { action: 'approve', transactionIds: ids.slice(3) });

  for (const unseen of [{ seenAt: 'nonsense' }, { seenAs: 'another' }]) {
    const done = await browser.send(CONFIRM, unseen);
    t.is(done.status, 409);
    t.is(titleOf(done), 'Approve 5 payouts, ₹1,00,000.00?');
  }
  t.is(
    titleOf(await browser.send(CONFIRM, hiddenIn(asked.html, CONFIRM))),
    'You approved 3 payouts, ₹60,000.00',
  );
  t.is(await statusOf(served, ids[4] ?? ''), 'partially_approved');
});

test('a whole job of which another checker decided a part meanwhile is approved without it, and the page says so', async (t) => {
  const { served, browser } = await stage(t);
  const { jobId, ids } = await waiting(served, 3);
  await browser.get(`${AT}?job=${jobId}`);
  await follow(browser, `${REVIEW}?job=${jobId}`, { action: 'approve', whole: 'yes' });
  const head = await comeIn(served, 'head@acme.example');
  await head.post('/approvals', { action: 'reject', transactionIds: ids.slice(0, 1) });
  const done = await browser.send(CONFIRM);
  t.is(titleOf(done), 'You approved 2 payouts, ₹40,000.00');
  t.regex(
    done.html,
    /1 payout that waited for you when the page was shown is not decided on by this/,
  );
  t.is(await statusOf(served, ids[0] ?? ''), 'rejected');
});

test('a whole job that is decided on twice by one form says that the form was sent before', async (t) => {
  const level = (role: string) => ({ roleCodes: [role], approvals: 1 });
  const tiers = [
    { upToAmount: 2_000_000, levels: [level('checker')] },
    { upToAmount: null, levels: [level('head')] },
  ];
  const document = demoDocument({ approvalMatrix: [{ packageCodes: null, tiers }] as never });
  const served = await serve(t, memoryStorage(), {}, { document });
  const { jobId } = await waiting(served, 3, { amounts: [2_000_000, 2_000_000, 2_000_001] });
  const browser = await logIn(served, CHECKER);
  await browser.get(`${AT}?job=${jobId}`);
  const whole = { action: 'approve', whole: 'yes' };
  const asked = await follow(browser, `${REVIEW}?job=${jobId}`, whole);
  const fields = hiddenIn(asked.html, CONFIRM);
  const first = await browser.send(CONFIRM, fields);
  t.is(titleOf(first), 'You approved 2 payouts, ₹40,000.00');
  t.notRegex(first.html, /when the page was shown/);
  const again = await browser.send(CONFIRM, fields);
  t.is(titleOf(again), 'Nothing was decided');
  t.regex(again.html, /2 payouts .* are not decided on by this: .* or this form was sent before/);
});

test('payouts of a job that may no longer be decided on together stay, and the page says why', async (t) => {
  const { served, browser } = await stage(t);
  const { jobId } = await waiting(served, 2);
  const { sandbox } = served;
  await browser.get(`${AT}?job=${jobId}`);
  await follow(browser, `${REVIEW}?job=${jobId}`, { action: 'approve', whole: 'yes' });
  await sandbox.storage.atomically(async ({ tenancy }) => {
    const [vendor] = await tenancy.packages(sandbox.tenant, ['VENDOR' as never]);
    const catalogConfiguration = { ...vendor?.catalogConfiguration, bulkApprovalEnabled: false };
    await tenancy.putPackages(sandbox.tenant, [{ ...vendor, catalogConfiguration } as never]);
    return { _tag: 'Right', right: null } as never;
  });
  const done = await browser.send(CONFIRM);
  t.is(titleOf(done), 'Nothing was decided');
  t.regex(done.html, /2 payouts stayed as they were:/);
});

test('a job and its confirmation say which payouts stand out, and why', async (t) => {
  const { served, browser } = await stage(t);
  const { jobId, ids } = await waiting(served, 30);
  t.notRegex((await browser.get(AT)).html, /stand out/);
  const first = await browser.get(`${AT}?job=${jobId}`);
  t.regex(first.html, /<h2>30 payouts stand out, ₹6,00,000\.00<\/h2>/);
  t.regex(first.html, /New payee: 30 \(₹6,00,000\.00\)/);
  t.regex(first.html, /Payouts that stand out: the largest of each kind/);
  const asked = await follow(browser, `${REVIEW}?job=${jobId}`, {
    action: 'approve',
    whole: 'yes',
  });
  t.regex(asked.html, /<h2>30 payouts stand out/);
  await browser.send(CONFIRM);
  await served.sandbox.runDue();
  t.is(await statusOf(served, ids[0] ?? ''), 'paid');
  const again = await waiting(served, 2);
  const second = await browser.get(`${AT}?job=${again.jobId}`);
  t.regex(second.html, /No payout stands out/);
  t.deepEqual(pageFaults(first.response), []);
});

/** Payees with long names, of whom some were paid before; and a job in which thirty payouts stand out among fifty. */
const manyStandOut = async (t: ExecutionContext, letter: string) => {
  const name = letter.repeat(200);
  const numbers = Array.from({ length: 30 }, (_, n) => n);
  const accountOf = (n: number, which: number) => `9${String(which)}00${String(10_000 + n)}`;
  const [acme] = demoDocument().bankTenants[0]?.corporates ?? [];
  const served = await serve(
    t,
    memoryStorage(),
    {},
    {
      document: demoDocument({
        users: acme?.users?.map((user) => ({ ...user, username: name })) ?? [],
        beneficiaries: numbers.map((n) => ({
          beneId: `PAYEE${String(n)}`,
          beneName: name,
          benePhoneNumber: '+919800000001',
          benePackageCodes: ['VENDOR'],
          beneBankAccounts: [1, 2].map((which) => ({
            accountNumber: accountOf(n, which),
            ifscCode: 'HDFC0000001',
          })),
          approvalState: 'approved',
        })),
      }),
    },
  );
  const pay = (kind: string, from: number, to: number, amount: number, more = {}) =>
    numbers.slice(from, to).map((n) => ({
      transactionReference: `${kind}-${String(n)}`,
      beneId: `PAYEE${String(n)}`,
      packageCode: 'VENDOR',
      amount,
      ...more,
    }));
  await postBatch(served, aBatch(pay('BEFORE', 10, 30, 1_000_000)), 'before');
  await served.sandbox.runDue();
  const { json } = await postBatch(
    served,
    aBatch([
      ...pay('NEW', 0, 10, 1_100_000),
      ...pay('MORE', 10, 20, 3_100_000),
      ...pay('OTHER', 20, 30, 1_100_000).map((payment, i) => ({
        ...payment,
        beneficiaryAccountNumber: accountOf(20 + i, 2),
      })),
      ...pay('USUAL', 10, 30, 1_100_000),
    ]),
    'job',
  );
  await served.sandbox.runDue();
  return { served, jobId: json.jobId };
};

for (const letter of ['x', 'क', '"']) {
  test(`a job of fifty payouts, of which thirty stand out, to payees whose names are 200 times ${letter} is a page of at most 60 KB`, async (t) => {
    const { served, jobId } = await manyStandOut(t, letter);
    const browser = portalBrowser(served);
    browser.cookies.set('hundi-language', 'hi');
    await logIn(served, CHECKER, browser);
    const { html } = await browser.get(`${AT}?job=${jobId}`);

    t.is([...html.matchAll(/<bdi>(?:NEW|MORE|OTHER)-/g)].length >= 30, true);
    t.true(Buffer.byteLength(html) < 60 * 1_024, String(Buffer.byteLength(html)));
  });
}

test('a second factor is given in the same step; without one the page says where to add it', async (t) => {
  const { served, browser } = await stage(t, { login: 'none', approval: 'any' });
  const { ids } = await waiting(served, 2);
  const refused = await review(browser, 'approve', ids[0]);
  t.is(refused.status, 403);
  t.regex(refused.html, /<a class="button" href="\/portal\/settings">Add a second factor<\/a>/);
  t.is((await review(browser, 'reject', ids[1])).status, 200);

  await browser.get('/portal/settings');
  const added = await browser.send('/portal/settings/factors', { name: 'Phone', kind: 'totp' });
  const { enrolment = '' } = hiddenIn(added.html, '/portal/settings/factors/confirm');
  const { uri } = JSON.parse(enrolment) as { readonly uri: string };
  const code = (): string => codeOfApp(uri, served.sandbox.clock.now());
  await browser.send('/portal/settings/factors/confirm', { code: code() });
  served.sandbox.clock.advance(30_000);
  const asked = await review(browser, 'approve', ids[0]);
  t.regex(asked.html, /for exactly these payouts/);
  const wrong = await browser.send(CONFIRM, { code: '000000' });
  t.is(wrong.status, 409);
  t.regex(wrong.html, /That code is wrong/);
  t.is(await statusOf(served, ids[0] ?? ''), 'pending_approval');
  t.is(titleOf(await browser.send(CONFIRM, { code: code() })), 'You approved 1 payout, ₹20,000.00');
  t.is(await statusOf(served, ids[0] ?? ''), 'approved');
});

test('a session that is over while a person selects brings the selection back, and decides nothing', async (t) => {
  const { served, browser } = await stage(t);
  const { ids } = await waiting(served, 2);
  await browser.get(AT);
  served.sandbox.clock.advance(16 * 60_000);
  const over = await browser.send(REVIEW, {
    action: 'approve',
    comment: 'after lunch',
    ...picks(ids[0]),
  });
  t.is(over.status, 403);
  await browser.send('/portal/login', { email: CHECKER });
  const code = served.sandbox.mailbox.mails(CHECKER)[0]?.text.split(' ', 1)[0] ?? '';
  await browser.send('/portal/login/code', { code });
  const back = await browser.send(REVIEW);
  t.is(titleOf(back), 'What waits for you');
  t.regex(back.html, /value="after lunch"/);
  t.is([...back.html.matchAll(/ checked/g)].length, 1);
  t.is(await statusOf(served, ids[0] ?? ''), 'pending_approval');
});

test('a name with markup, right-to-left text and 200 characters stays in its place', async (t) => {
  const { served, browser } = await stage(t);
  const { tenant, storage } = served.sandbox;
  const username = `<b onclick="x">\u05d0\u05d1&\u202e${'x'.repeat(180)}`;
  await storage.atomically(async ({ tenancy }) => {
    const [maker] = await tenancy.actors(tenant, ['u-maker' as never]);
    if (maker !== undefined)
      await tenancy.putUsers(tenant, [{ ...maker.user, username: username as never }]);
    return { _tag: 'Right', right: null } as never;
  });
  await waiting(served, 1);
  const { html } = await browser.get(AT);
  t.false(html.includes('<b onclick'));
  t.true(html.includes(`<bdi>&lt;b onclick=&quot;x&quot;>\u05d0\u05d1&amp;`));
});

test('a maker who approves nothing has no such page in the menu, and is told so at its address', async (t) => {
  const { served } = await stage(t);
  const maker = await logIn(served, 'maker@acme.example', portalBrowser(served));
  t.notRegex((await maker.get('/portal/settings')).html, />Approvals</);
  const told = await maker.get(AT);
  t.is(told.status, 403);
  t.is(titleOf(told), 'What waits for you');
  t.regex(told.html, /Deciding on payouts is not among your roles/);
});
