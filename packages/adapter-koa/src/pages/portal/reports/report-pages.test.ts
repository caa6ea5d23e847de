import { memoryStorage } from '@hundi/adapter-memory';
import type { Storage } from '@hundi/core';
import { demoDocument } from '@hundi/testkit';
import test, { type ExecutionContext } from 'ava';
import { pageFaults } from '../../../testing/page-faults.js';
import { waiting } from '../../../testing/portal.js';
import { logIn, type PortalBrowser, type Seen } from '../../../testing/portal-browser.js';
import { serve, type Served } from '../../../testing/serve.js';

const AT = '/portal/reports';

const stage = async (
  t: ExecutionContext,
  email = 'maker@acme.example',
  storage: Storage = memoryStorage(),
  corporate: Parameters<typeof demoDocument>[0] = {},
) => {
  const served = await serve(t, storage, {}, { document: demoDocument(corporate) });
  return { served, browser: await logIn(served, email) };
};

const references = ({ html }: Seen): number => [...html.matchAll(/<bdi>RUN-\d+-\d+</g)].length;

const linesOf = (text: string): ReadonlyArray<string> =>
  text.replace('\ufeff', '').split('\r\n').slice(0, -1);

const loseRole = (served: Served) =>
  served.sandbox.storage.atomically(async ({ tenancy }) => {
    const role = { roleCode: 'maker', permissions: [], packageCodes: [], debitAccountIds: [] };
    await tenancy.putRoles(served.sandbox.tenant, [role as never]);
    return { _tag: 'Right', right: null } as never;
  });

/** Two payouts of today that are approved, and one of today that waits. */
const approveTwo = async (served: Served): Promise<void> => {
  const { ids } = await waiting(served, 3);
  const checker = await logIn(served, 'checker@acme.example');
  await checker.get('/portal/approvals');
  const picked = Object.fromEntries(ids.slice(0, 2).map((id) => [`payout-${id}`, 'yes']));
  const { location } = await checker.send('/portal/approvals/review', {
    action: 'approve',
    ...picked,
  });
  await checker.get(location ?? '');
  await checker.send('/portal/approvals/decide');
  await served.sandbox.runDue();
};

test('a person sees totals, pictures with their tables, and the payouts of the last 31 days', async (t) => {
  const { served, browser } = await stage(t);
  await approveTwo(served);
  const page = await browser.get(AT);
  t.deepEqual(pageFaults(page.response), []);
  t.regex(page.html, /3 payouts, ₹60,000\.00 together\./);
  t.regex(page.html, /<svg class="bars" viewBox="[^"]*" role="img" aria-label="A bar for each day/);
  t.is([...page.html.matchAll(/<summary>As a table<\/summary>/g)].length, 2);
  t.regex(
    page.html,
    /Waits for approval<\/bdi> <span class="number">1 payout, the oldest for 0 days/,
  );
  t.is(references(page), 3);
  t.notRegex(page.html, /style="/);
  t.true(page.html.length < 60_000, String(page.html.length));
});

test('fifty payouts stand on a page below 60 KB with all pictures, and older ones on the next', async (t) => {
  const { served, browser } = await stage(t);
  await waiting(served, 60);
  const first = await browser.get(AT);
  t.is(references(first), 50);
  t.true(first.html.length < 60_000, String(first.html.length));
  const [, next = ''] = /href="([^"]+)">Older payouts/.exec(first.html) ?? [];
  const second = await browser.get(next.replaceAll('&amp;', '&'));
  t.is(references(second), 10);
  t.regex(second.html, /60 payouts/);
});

test('the report is narrowed by every filter, and what cannot be read is told at its field', async (t) => {
  const { served, browser } = await stage(t);
  const { ids } = await waiting(served, 2);
  const count = async (query: string) => references(await browser.get(`${AT}?${query}`));
  t.is(await count(''), 2);
  t.is(await count('state=pending_approval'), 2);
  t.is(await count('state=paid'), 0);
  t.is(await count('package=VENDOR%2C+SALARY'), 2);
  t.is(await count('package=CAPEX'), 0);
  t.is(await count('method=RTGS'), 0);
  t.is(await count('account=da-main'), 2);
  t.is(await count('source=partner_api'), 2);
  t.is(await count('source=file_upload'), 0);
  t.is(await count('min=20%2C000&max=20000'), 2);
  t.is(await count('max=19999'), 0);
  t.is(await count(`transaction=${ids[0] ?? ''}`), 1);
  t.is(await count('search=Sharma'), 2);
  t.is(await count('search=20%2C000'), 2);
  t.is(await count('search=%E2%82%B9+20000'), 2);
  t.is(await count('from=2020-01-01&to=2020-02-01'), 0);
  for (const [query, field] of [
    ['from=yesterday', 'from'],
    ['from=2026-02-30', 'from'],
    ['from=2026-01-02&to=2026-01-01', 'to'],
    ['from=2025-01-01&to=2026-01-01', 'to'],
    ['min=many', 'min'],
    ['min=2&max=1', 'max'],
    ['state=lost', 'state'],
    ['transaction=nonsense', 'transaction'],
    ['account=da-nowhere', 'account'],
    [`search=${'x'.repeat(211)}`, 'search'],
  ] as const) {
    const bad = await browser.get(`${AT}?${query}`);
    t.is(bad.status, 400, query);
    t.regex(bad.html, new RegExp(`id="${field}-fault"`), query);
  }
});

test('all payouts of a report are downloaded as a file that no spreadsheet takes for formulas', async (t) => {
  const formula = '=HYPERLINK("https://evil.example","x")';
  const payees = demoDocument().bankTenants[0]?.corporates[0]?.beneficiaries ?? [];
  const beneficiaries = payees.map((one) =>
    one.beneId === 'SHARMA01' ? { ...one, beneName: formula } : one,
  );
  const { served, browser } = await stage(t, undefined, undefined, { beneficiaries });
  await waiting(served, 501);
  const { response, html } = await browser.get(`${AT}/payouts.csv?state=pending_approval`);
  t.is(response.headers.get('content-type'), 'text/csv; charset=utf-8');
  t.regex(
    response.headers.get('content-disposition') ?? '',
    /^attachment; filename="payouts-2025-12-06-2026-01-05\.csv"$/,
  );
  t.is(response.headers.get('cache-control'), 'no-store');
  const lines = linesOf(html);
  t.is(lines.length, 502);
  t.regex(lines[0] ?? '', /^transactionId,reference,createdAt,state,amount,/);
  t.regex(
    lines[1] ?? '',
    /,RUN-\d+-500,2026-01-05T[^,]*,pending_approval,20000\.00,SHARMA01,"'=HYPERLINK\(""https:\/\/evil\.example"",""x""\)",/,
  );
  t.is((await browser.get(`${AT}/payouts.csv?from=never`)).status, 400);
});

test('a person without the permission, and one who lost it, is told so and sees nothing', async (t) => {
  const { served, browser } = await stage(t);
  const clerk = await logIn(served, 'clerk@acme.example');
  const outside = async (one: PortalBrowser) => {
    for (const path of [AT, `${AT}/payouts.csv`]) {
      const seen = await one.get(path);
      t.is(seen.status, 403);
      t.regex(seen.html, /Your role does not let you view reports/);
      t.notRegex(seen.html, />Reports<\/a>/);
    }
  };
  await outside(clerk);
  t.is((await browser.get(AT)).status, 200);
  await loseRole(served);
  await outside(browser);
});

test('who looks after webhooks sees how deliveries stand', async (t) => {
  const { served, browser } = await stage(t, 'admin@acme.example');
  const page = await browser.get(AT);
  t.regex(page.html, />Webhook deliveries</);
  t.regex(page.html, /There is no webhook endpoint/);
  const maker = await logIn(served, 'maker@acme.example');
  t.notRegex((await maker.get(AT)).html, />Webhook deliveries</);
});

/** A storage that waits for a promise before it reads and counts a report. */
const readingAfter = (first: Promise<unknown>): Storage => {
  const storage = memoryStorage();
  return {
    ...storage,
    read: (work) =>
      storage.read((stores) =>
        work({
          ...stores,
          payouts: {
            ...stores.payouts,
            report: async (...of) => {
              await first;
              return stores.payouts.report(...of);
            },
            tallySpans: async (...of) => {
              await first;
              return stores.payouts.tallySpans(...of);
            },
          },
        }),
      ),
  };
};

test('the browser has the filters of a report while its payouts are read and counted, then the rest', async (t) => {
  let go = (): void => undefined;
  const storage = readingAfter(new Promise<void>((resolve) => (go = resolve)));
  const { served, browser } = await stage(t, 'maker@acme.example', storage);
  await waiting(served, 2);
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const answer = await fetch(`http://127.0.0.1:${String(served.port)}${AT}`, {
    headers: { cookie, 'user-agent': 'Firefox' },
  });
  const chunks = answer.body?.pipeThrough(new TextDecoderStream()) ?? [];
  const texts: string[] = [];
  for await (const chunk of chunks) {
    if (texts.length === 0) go();
    texts.push(chunk);
  }
  const [first = ''] = texts;
  t.is(answer.status, 200);
  t.regex(first, /^<!doctype html>/);
  t.regex(first, /name="from"/);
  t.notRegex(first, /together\.|<\/main>/);
  t.regex(texts.join(''), /2 payouts, ₹40,000\.00 together\.[^]*<\/main>[^]*<\/html>$/);
  t.notRegex(texts.join(''), /later-part/);
});

test('where reading a report fails, its page says so below the filters, and the failure is reported', async (t) => {
  const failure = Promise.reject(new Error('the disk is gone'));
  failure.catch(() => undefined);
  const { served, browser } = await stage(t, 'maker@acme.example', readingAfter(failure));
  const page = await browser.get(AT);
  t.is(page.status, 200);
  t.regex(page.html, /name="from"[^]*Something went wrong on our side[^]*<\/main>[^]*<\/html>$/);
  t.regex(page.html, /<p class="number">[0-9a-f-]{36}<\/p>/);
  t.like(served.incidents, [{ message: 'the disk is gone' }]);
});
