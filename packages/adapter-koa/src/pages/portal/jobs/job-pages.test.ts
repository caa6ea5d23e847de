import { memoryStorage } from '@hundi/adapter-memory';
import test, { type ExecutionContext } from 'ava';
import { archiveAll } from '../../../testing/archived.js';
import { aBatch, aPayment, postBatch } from '../../../testing/bodies.js';
import { csvFiles, csvOf } from '../../../testing/csv-files.js';
import { pageFaults } from '../../../testing/page-faults.js';
import { statusOf, waiting } from '../../../testing/portal.js';
import {
  hiddenIn,
  logIn,
  portalBrowser,
  type PortalBrowser,
  type Seen,
} from '../../../testing/portal-browser.js';
import { serve, type Served } from '../../../testing/serve.js';

const AT = '/portal/jobs';
const CANCEL = `${AT}/cancel`;

const stage = async (t: ExecutionContext, email = 'maker@acme.example') => {
  const served = await serve(t, memoryStorage(), { files: csvFiles });
  return { served, browser: await logIn(served, email) };
};

const headingOf = ({ html }: Seen): string =>
  (/<h1>(.*?)<\/h1>/.exec(html)?.[1] ?? '').replaceAll(/<\/?bdi>/g, '');

/** A job of the maker with as many rows that go to a checker, and one that names a payee of another package. */
const withRejected = async (served: Served, count: number) => {
  const payee = await served.sandbox.beneficiary('SHARMA01');
  const staff = await served.sandbox.beneficiary('STAFF01');
  const rows = Array.from({ length: count }, (_, n) =>
    aPayment(payee, `ROW-${String(n)}`, { amount: 2_000_000 }),
  );
  const batch = aBatch([...rows, aPayment(staff, '=1+1', { amount: 2_000_000 })], {
    initiatedByUserId: 'u-maker',
    apiRefNumber: 'MARCH "A"',
  });
  const { json } = await postBatch(served, batch, 'march');
  return { jobId: json.jobId, ids: json.transactions.map(({ transactionId }) => transactionId) };
};

test('a job says how far it is and asks again by itself, as long as the service works on it', async (t) => {
  const { served, browser } = await stage(t);
  const { jobId } = await withRejected(served, 2);
  const before = await browser.get(`${AT}/${jobId}`);
  t.deepEqual(pageFaults(before.response), []);
  t.regex(before.html, /<strong>Waits to be checked<\/strong>/);
  t.regex(before.html, /0 of 3 payments checked.*<progress id="progress" max="3" value="0">/);
  const again = `5;url=${AT}/${jobId}?look=again`;
  t.true(before.html.includes(`<noscript><meta http-equiv="refresh" content="${again}"`));
  await served.sandbox.runDue();
  const after = await browser.get(`${AT}/${jobId}`);
  t.is(headingOf(after), 'Job MARCH &quot;A&quot;');
  t.regex(after.html, /<strong>Checked: some payments were rejected<\/strong>/);
  t.notRegex(after.html, /http-equiv="refresh"/);
  t.regex(after.html, /1 of 3 payments paid or ended otherwise/);
  t.regex(
    after.html,
    /Waiting for approval<\/dt><dd class="number">2<span class="sub">₹40,000\.00</,
  );
  t.regex(after.html, /Paid<\/dt><dd class="number">0<\/dd>/);
});

test('rejected payments stand first with their reason, then all of them with links to their payouts', async (t) => {
  const { served, browser } = await stage(t);
  const { jobId, ids } = await withRejected(served, 60);
  await served.sandbox.runDue();
  const first = await browser.get(`${AT}/${jobId}`);
  t.true(first.html.length < 60_000, String(first.html.length));
  const [rejected = '', records = ''] = first.html
    .split('<caption>')
    .filter((part) => /^(?:Rejected payments|Payments in)/.test(part));
  t.regex(rejected, /=1\+1.*package/);
  t.is([...records.matchAll(/href="\/portal\/payouts\/[0-9a-f-]{36}"/g)].length, 50);
  t.true(records.includes(`/portal/payouts/${String(ids[0])}`));
  t.regex(first.html, new RegExp(`href="${AT}/${jobId}\\?page=2">Later rows`));
  const second = await browser.get(`${AT}/${jobId}?page=2`);
  t.true(second.html.includes(`/portal/payouts/${String(ids[59])}`));
  t.notRegex(second.html, /Later rows/);
  t.is((await browser.get(`${AT}/${jobId}?page=-1`)).status, 200);
  t.regex((await browser.get(`${AT}/${jobId}?page=999`)).html, /There are no payments here/);
});

test('a job that is with the bank asks again, but not beside later rows, and is no use of the session', async (t) => {
  const { served, browser } = await stage(t);
  const { engine, tenant } = served.sandbox;
  const { jobId, ids } = await waiting(served, 60);
  const at = `${AT}/${jobId}`;
  t.notRegex((await browser.get(at)).html, /http-equiv="refresh"/);
  await engine.decidePayouts(tenant, {
    actorUserId: 'u-checker',
    action: 'approve',
    transactionIds: ids,
  });
  const { html } = await browser.get(at);
  t.true(html.includes(`<meta http-equiv="refresh" content="15;url=${at}?look=again"`));
  t.true(html.includes(`data-then="${at}?look=again"`));
  t.notRegex((await browser.get(`${at}?page=2`)).html, /http-equiv="refresh"/);
  served.sandbox.clock.advance(14 * 60_000);
  const seen = await browser.get(`${at}?look=again`);
  t.regex(seen.html, /data-idle-seconds="60" data-stay-seconds="900"/);
  served.sandbox.clock.advance(60_000);
  t.regex(String((await browser.get(`${at}?look=again`)).location), /^\/portal\/login/);
});

/** A job of a file that the maker brings, with payments to unknown payees among others. */
const broughtBy = async (browser: PortalBrowser, count: number): Promise<string> => {
  await browser.get('/portal/upload');
  const rows = Array.from(
    { length: count },
    (_, n) => [`ROW-${String(n)}`, 2_000_000, n % 3 === 1 ? 'NOBODY99' : 'SHARMA01'] as const,
  );
  const file = csvOf([...rows, ['-1', 100, 'NOBODY99'], ['ROW-0', 100]]);
  const { location } = await browser.sendFiles('/portal/upload/read', [['a.csv', file]]);
  await browser.get(String(location));
  return String((await browser.send('/portal/upload/submit')).location);
};

test('the maker of a job downloads its payments as they sent them, and the rejected ones to mend', async (t) => {
  const { served, browser } = await stage(t);
  const at = await broughtBy(browser, 1_200);
  t.notRegex((await browser.get(at)).html, /rejected\.csv/);
  await served.sandbox.runDue();
  const all = await browser.get(`${at}/payments.csv`);
  t.regex(
    all.response.headers.get('content-disposition') ?? '',
    /^attachment; filename="payments-a_[\d-]+\.csv"$/,
  );
  const lines = all.html.split('\r\n');
  t.is(lines.length, 1 + 1_202 + 1);
  t.regex(lines[1] ?? '', /^ROW-0,VENDOR,20000\.00,,SHARMA01,/);
  const rejected = (await browser.get(`${at}/rejected.csv`)).html.split('\r\n');
  // The reference that was there twice is not offered again.
  t.is(rejected.length, 1 + 401 + 1);
  t.regex(rejected[1] ?? '', /^ROW-1,VENDOR,20000\.00,,NOBODY99,.*beneficiary/);
  t.regex(rejected[401] ?? '', /^'-1,VENDOR,1\.00,,NOBODY99,/);
  t.regex((await browser.get(at)).html, /payments\.csv.*rejected\.csv/);
});

test('a checker, and a maker in whose name software sent a job, download none of its payments', async (t) => {
  const { served, browser } = await stage(t);
  const at = await broughtBy(browser, 3);
  const { jobId } = await withRejected(served, 2);
  await served.sandbox.runDue();
  const checker = await logIn(served, 'checker@acme.example', portalBrowser(served));
  for (const [who, path] of [
    [checker, at],
    [browser, `${AT}/${jobId}`],
  ] as const) {
    t.notRegex((await who.get(path)).html, /payments\.csv/);
    for (const name of ['payments.csv', 'rejected.csv'])
      t.is((await who.get(`${path}/${name}`)).status, 404);
  }
});

test('the results are a file in which no reference is a formula', async (t) => {
  const { served, browser } = await stage(t);
  const { jobId, ids } = await withRejected(served, 2);
  await served.sandbox.runDue();
  const { response, html, status } = await browser.get(`${AT}/${jobId}/results.csv`);
  t.is(status, 200);
  t.is(response.headers.get('content-type'), 'text/csv; charset=utf-8');
  t.is(response.headers.get('content-disposition'), 'attachment; filename="results-MARCH__A_.csv"');
  t.is(response.headers.get('cache-control'), 'no-store');
  const [head, one, , rejected, end] = html.split('\r\n');
  t.is(head?.replace('\ufeff', ''), 'Row,Reference,Id,Outcome,Status,Rejection,Why');
  t.is(one, `1,ROW-0,${String(ids[0])},accepted,pending_approval,,`);
  t.regex(
    rejected ?? '',
    new RegExp(`^3,'=1\\+1,${String(ids[2])},rejected,rejected,beneficiary_not_mapped_to_package,`),
  );
  t.is(end, '');
});

test('a file of more rows than one read has all of them once', async (t) => {
  const { served, browser } = await stage(t);
  const { jobId } = await withRejected(served, 1_500);
  const { html } = await browser.get(`${AT}/${jobId}/results.csv`);
  const rows = html.split('\r\n').slice(1, -1);
  t.deepEqual(
    rows.map((row) => Number(row.split(',', 1)[0])),
    Array.from({ length: 1_501 }, (_, n) => n + 1),
  );
});

test('the maker of a job cancels the rest of it after one more question, and twice is once', async (t) => {
  const { served, browser } = await stage(t);
  const { jobId, ids } = await waiting(served, 3);
  t.regex((await browser.get(`${AT}/${jobId}`)).html, /<button class="second">Cancel job</);
  const asked = await browser.get(`${AT}/${jobId}/cancel`);
  t.regex(headingOf(asked), /^Cancel the job RUN-\d+\?$/);
  const fields = hiddenIn(asked.html, CANCEL);
  for (const _ of ['once', 'twice']) {
    const done = await browser.send(CANCEL, fields);
    t.deepEqual([done.status, done.location], [303, `${AT}/${jobId}`]);
  }
  for (const id of ids) t.is(await statusOf(served, id), 'cancelled');
  const after = await browser.get(`${AT}/${jobId}`);
  t.notRegex(after.html, /Cancel job/);
  t.is((await browser.get(`${AT}/${jobId}/cancel`)).status, 409);
});

test('another maker sees the job and cannot cancel it; a checker is led to decide on it', async (t) => {
  const { served, browser } = await stage(t, 'maker-2@acme.example');
  const { jobId } = await waiting(served, 2);
  t.notRegex((await browser.get(`${AT}/${jobId}`)).html, /Cancel job|Decide on/);
  t.is((await browser.get(`${AT}/${jobId}/cancel`)).status, 403);
  const checker = await logIn(served, 'checker@acme.example', portalBrowser(served));
  t.regex(
    (await checker.get(`${AT}/${jobId}`)).html,
    new RegExp(`href="/portal/approvals\\?job=${jobId}">Decide on what waits for you`),
  );
});

test('a foreign job, a text that is no id and an archived job are told, also where the file is asked for', async (t) => {
  const { served, browser } = await stage(t);
  const foreign = await waiting(served, 1, { key: served.globexKey });
  for (const id of [foreign.jobId, 'nonsense'])
    for (const more of ['', '/results.csv', '/cancel'])
      t.is((await browser.get(`${AT}/${id}${more}`)).status, 404, id + more);
  const payee = await served.sandbox.beneficiary('SHARMA01');
  const { json } = await postBatch(served, aBatch([aPayment(payee, 'OLD')]), 'old');
  await archiveAll(served.sandbox);
  const later = await logIn(served, 'maker@acme.example', portalBrowser(served));
  const archived = await later.get(`${AT}/${json.jobId}`);
  t.is(archived.status, 410);
  t.is(headingOf(archived), 'This job is in the archive');
});
