import { memoryStorage } from '@hundi/adapter-memory';
import test, { type ExecutionContext } from 'ava';
import { csvFiles, csvOf } from '../../../testing/csv-files.js';
import { pageFaults } from '../../../testing/page-faults.js';
import { codeFor } from '../../../testing/portal.js';
import {
  hiddenIn,
  logIn,
  portalBrowser,
  type PortalBrowser,
  type Seen,
} from '../../../testing/portal-browser.js';
import { serve, type Served } from '../../../testing/serve.js';

const MAKER = 'maker@acme.example';
const AT = '/portal/upload';
const READ = '/portal/upload/read';
const SUBMIT = '/portal/upload/submit';

const stage = async (
  t: ExecutionContext,
): Promise<{ readonly served: Served; readonly browser: PortalBrowser }> => {
  const served = await serve(t, memoryStorage(), {
    files: csvFiles,
    fileTemplate: () => 'transactionReference,packageCode,amount,beneId\n',
  });
  return { served, browser: await logIn(served, MAKER) };
};

const titleOf = ({ html }: Seen): string => /<h1>([^<]*)<\/h1>/.exec(html)?.[1] ?? '';

/** Brings a file, and goes where that leads. */
const bring = async (
  browser: PortalBrowser,
  content: string,
  fields: Readonly<Record<string, string>> = {},
  name = 'march.csv',
): Promise<Seen> => {
  await browser.get(AT);
  const sent = await browser.sendFiles(READ, [[name, content]], fields);
  return sent.location === null ? sent : browser.get(sent.location);
};

const jobsOf = async ({ sandbox }: Served) => {
  const found = await sandbox.engine.listJobs(sandbox.tenant, {
    actorUserId: 'u-both',
    limit: 50,
  });
  return found._tag === 'Right' ? found.right.items : [];
};

const loseRole = async ({ sandbox }: Served): Promise<void> => {
  await sandbox.storage.atomically(async ({ tenancy }) => {
    const role = { roleCode: 'maker', permissions: [], packageCodes: [], debitAccountIds: [] };
    await tenancy.putRoles(sandbox.tenant, [role as never]);
    return { _tag: 'Right', right: null } as never;
  });
};

test('a maker brings a file, sees it judged, and submits it as one batch of a file', async (t) => {
  const { served, browser } = await stage(t);
  const form = await browser.get(AT);
  t.deepEqual(pageFaults(form.response), []);
  t.regex(form.html, /aria-current="page">Upload</);
  t.regex(form.html, /<label for="file">File<\/label>/);
  const preview = await bring(
    browser,
    csvOf([
      ['UP-1', 150_000],
      ['UP-2', 250_050],
      ['UP-3', 100, 'NOBODY99'],
    ]),
  );
  t.is(preview.status, 200);
  t.deepEqual(pageFaults(preview.response), []);
  t.regex(preview.html, /3 payments, ₹4,001\.50/);
  t.regex(preview.html, /2 payments, ₹4,000\.50/);
  t.regex(preview.html, /1 payment, ₹1\.00/);
  t.regex(preview.html, /<td class="pick">4<\/td><th scope="row"><bdi>UP-3<\/bdi>/);
  t.regex(preview.html, /Sharma Steel[^]*SHARMA01 123456780001/);
  t.regex(preview.html, /the accepted payments are made, and the rejected ones are not/);
  t.deepEqual(await jobsOf(served), []);
  const submitted = await browser.send(SUBMIT);
  t.is(submitted.status, 303);
  const [job, ...others] = await jobsOf(served);
  t.deepEqual(others, []);
  t.is(submitted.location, `/portal/jobs/${String(job?.jobId)}`);
  await served.sandbox.runDue();
  const found = await served.sandbox.engine.browseTransactions(served.sandbox.tenant, {
    initiatedByUserId: 'u-maker',
    search: 'UP-1',
    limit: 1,
  });
  t.like(found, { right: { items: [{ reference: 'UP-1', source: 'file_upload' }] } });
});

test('a file that is submitted twice makes one job', async (t) => {
  const { served, browser } = await stage(t);
  const preview = await bring(browser, csvOf([['UP-1', 100]]));
  const fields = hiddenIn(preview.html, SUBMIT);
  const [one, other] = [await browser.send(SUBMIT, fields), await browser.send(SUBMIT, fields)];
  t.is(one.status, 303);
  t.is(other.location, one.location);
  t.is((await jobsOf(served)).length, 1);
});

test('a batch is called as its maker says, else as its file', async (t) => {
  const { browser } = await stage(t);
  const own = await bring(browser, csvOf([['UP-1', 100]]), { name: 'Vendors, March' });
  t.regex(own.html, /<bdi>Vendors, March<\/bdi>/);
  const file = await bring(browser, csvOf([['UP-1', 100]]), {}, '../\u202eodd  <name>.tar.csv');
  t.regex(file.html, /<bdi>odd &lt;name>\.tar \d{4}-\d{2}-\d{2}<\/bdi>/);
  const nameless = await bring(browser, csvOf([['UP-1', 100]]), {}, '.csv');
  t.regex(nameless.html, /<bdi>Upload \d{4}-\d{2}-\d{2}<\/bdi>/);
  const bad = await bring(browser, csvOf([['UP-1', 100]]), { name: 'x' });
  t.is(bad.status, 400);
  t.regex(bad.html, /A name has 2 to 100 characters/);
});

test('a payment by a number that may have lost its zeros says so where it is rejected', async (t) => {
  const { browser } = await stage(t);
  const preview = await bring(
    browser,
    [
      'transactionReference,packageCode,amount,beneId,beneficiaryAccountNumber',
      'UP-1,VENDOR,100,SHARMA01,401234567',
      'UP-2,VENDOR,100,SHARMA01,0401234567',
      'UP-3,VENDOR,100,1042,',
      'UP-4,VENDOR,100,NOBODY99,',
    ].join('\n'),
  );
  const mend = await browser.get(/href="([^"]*faults\.csv[^"]*)"/.exec(preview.html)?.[1] ?? '');
  for (const text of [preview.html, mend.html]) {
    const hinted = (reference: string): boolean | undefined =>
      text
        .split(/<\/tr>|\r\n/)
        .find((row) => row.includes(reference))
        ?.includes('a spreadsheet may have dropped them');
    t.deepEqual(['UP-1', 'UP-2', 'UP-3', 'UP-4'].map(hinted), [true, false, true, false]);
  }
});

test('control totals are compared with the file; totals that cannot be read are told', async (t) => {
  const { browser } = await stage(t);
  const file = csvOf([
    ['UP-1', 100_000],
    ['UP-2', 200_000],
  ]);
  const right = await bring(browser, file, { count: '2', sum: '₹3,000.00' });
  t.is(titleOf(right), 'Preview');
  const wrong = await bring(browser, file, { count: '3', sum: '3000' });
  t.is(titleOf(wrong), 'Upload');
  t.regex(wrong.html, /name="count"[^>]* value="3"[^]*You typed 3 payments; the file has 2\./);
  t.regex(wrong.html, /value="3000"/);
  t.notRegex(wrong.html, />Submit<|controlTotals|You typed ₹|Mend the file/);
  const sum = await bring(browser, file, { count: '2', sum: '12,345.00' });
  t.regex(sum.html, /You typed ₹12,345\.00; the payments of the file are ₹3,000\.00 together\./);
  const held = await bring(browser, `${file}\nTOTAL,,3,`);
  t.is(titleOf(held), 'This file needs mending');
  t.regex(held.html, /The whole file<.*The TOTAL row says 3 payments; the file has 2\./);
  t.regex(
    held.html,
    /The TOTAL row says ₹0\.01; the payments of the file are ₹3,000\.00 together\./,
  );
  t.notRegex(held.html, /controlTotals|expected/);
  const other = await bring(browser, `${file}\nTOTAL,,3,`, { count: '2', sum: '3000' });
  t.is(other.status, 400);
  t.regex(other.html, /The control totals in the file are not those that you typed/);
  const half = await bring(browser, file, { count: '2' });
  t.is(half.status, 400);
  t.regex(half.html, /Enter the sum in rupees/);
  t.regex(half.html, /value="2"/);
});

test('the faults of a file are told with line and column, and come as a file', async (t) => {
  const { browser } = await stage(t);
  const columns = await bring(browser, 'transactionReference,=HYPERLINK()\nUP-1,x');
  t.is(titleOf(columns), 'This file needs mending');
  t.regex(columns.html, /<td class="pick">1<\/td>/);
  t.notRegex(columns.html, />Submit</);
  const [, link = ''] = /href="(\/portal\/upload\/faults\.csv[^"]*)"/.exec(columns.html) ?? [];
  const csv = await browser.get(link);
  t.is(csv.response.headers.get('content-type'), 'text/csv; charset=utf-8');
  t.is(csv.response.headers.get('content-disposition'), 'attachment; filename="faults.csv"');
  t.is(
    csv.html,
    'Line,Reference,Column,Code,What is wrong\r\n' +
      `1,,'=HYPERLINK(),unknown_column,There is no such column.\r\n`,
  );
  const values = await bring(
    browser,
    csvOf([
      ['UP-1', 100],
      ['UP-2', '1.5'],
    ]),
  );
  t.is(titleOf(values), 'This file needs mending');
  t.regex(values.html, /<td class="pick">3<\/td><th scope="row"><bdi>amount<\/bdi>/);
});

test('in Hindi a fault of a value says what its column expects', async (t) => {
  const { served } = await stage(t);
  const browser = portalBrowser(served);
  browser.cookies.set('hundi-language', 'hi');
  await logIn(served, MAKER, browser);
  const { html } = await bring(
    browser,
    ['transactionReference,packageCode,amount,beneId', 'UP-1,VENDOR,1.5,X'].join('\n'),
  );
  t.regex(html, /<bdi>amount<\/bdi><\/th><td><bdi>राशि कम से कम 0\.01 रुपये की हो/);
  t.regex(html, /<bdi>beneId<\/bdi><\/th><td><bdi>लाभार्थी के कोड में 3 से 40 अक्षर/);
  const [, link = ''] = /href="(\/portal\/upload\/faults\.csv[^"]*)"/.exec(html) ?? [];
  t.regex((await browser.get(link)).html, /राशि कम से कम 0\.01 रुपये की हो/);
});

test('rejected payments come as a file to mend, whose cells no spreadsheet calculates', async (t) => {
  const { browser } = await stage(t);
  const preview = await bring(browser, csvOf([['=1+1', 100, 'NOBODY99']]));
  t.regex(preview.html, /Nothing of this file can be submitted/);
  t.notRegex(preview.html, />Submit</);
  const [, link = ''] = /href="(\/portal\/upload\/faults\.csv[^"]*)"/.exec(preview.html) ?? [];
  const { html, response } = await browser.get(link);
  t.is(response.headers.get('content-disposition'), 'attachment; filename="rejected.csv"');
  const [header = '', line = ''] = html.split('\r\n');
  t.regex(
    header,
    /^\ufeff?transactionReference,packageCode,amountRupees,beneficiaryId,beneId,.*,fault$/,
  );
  t.regex(line, /^'=1\+1,VENDOR,1\.00,,NOBODY99,,+"?The beneficiary/);
});

test('a package that takes a file whole or not at all is told as such', async (t) => {
  const { browser } = await stage(t);
  const { html } = await bring(
    browser,
    [
      'transactionReference,packageCode,amount,beneId',
      'PAY-1,SALARY,100,PATEL01',
      'PAY-2,SALARY,100,NOBODY99',
      'UP-1,VENDOR,100,SHARMA01',
    ].join('\n'),
  );
  t.regex(html, /1 payment is rejected because of another payment/);
  t.regex(html, /1 payment, ₹1\.00/);
  t.regex(html, /2 payments, ₹2\.00/);
});

test('a large file is shown as its totals and a part of its rows', async (t) => {
  const { browser } = await stage(t);
  const reference = (kind: string, n: number) => `${kind}-${String(n)}`.padEnd(100, 'x');
  const rows = Array.from(
    { length: 400 },
    (_, n) => [reference('UP', n), 100, n % 2 === 0 ? 'NOBODY99' : 'SHARMA01'] as const,
  );
  const { html } = await bring(browser, csvOf(rows));
  t.is([...html.matchAll(/<tr>/g)].length, 100 + 20 + 2);
  t.regex(html, /And 100 more payments\./);
  t.regex(html, /And 180 more payments\./);
  const [, link = ''] = /href="(\/portal\/upload\/preview\.csv[^"]*)"/.exec(html) ?? [];
  const [, first, second, ...others] = (await browser.get(link)).html.split('\r\n');
  t.is(others.length, 398 + 1);
  t.regex(first ?? '', /^2,UP-0x*,1\.00,Rejected,,,,beneficiary_not_found,/);
  t.regex(second ?? '', /^3,UP-1x*,1\.00,Accepted,\d+\.\d\d,0,\d{4}-\d\d-\d\d,,$/);
  t.true(html.length < 60_000, String(html.length));
});

test('a file that was submitted before is told as such, with the job that it made', async (t) => {
  const { served, browser } = await stage(t);
  const file = csvOf([
    ['UP-1', 100],
    ['UP-2', 100],
  ]);
  await bring(browser, file);
  const { location } = await browser.send(SUBMIT);
  await served.sandbox.runDue();
  const again = await bring(browser, file);
  t.regex(again.html, /You have probably brought this file before\./);
  t.true(again.html.includes(`<a href="${String(location)}">`));
  t.notRegex(again.html, />Submit</);
});

test('what changed since the preview is shown again, and nothing is submitted', async (t) => {
  const { served, browser } = await stage(t);
  const file = csvOf([
    ['UP-1', 100],
    ['UP-2', 100],
  ]);
  const first = await bring(browser, file);
  const second = await bring(browser, csvOf([['UP-2', 100]]));
  await browser.send(SUBMIT, hiddenIn(second.html, SUBMIT));
  await served.sandbox.runDue();
  const changed = await browser.send(SUBMIT, hiddenIn(first.html, SUBMIT));
  t.is(changed.status, 409);
  t.regex(changed.html, /Some of what you were shown has changed meanwhile/);
  t.is((await jobsOf(served)).length, 1);
  t.is((await browser.send(SUBMIT)).status, 303);
  t.is((await jobsOf(served)).length, 2);
});

test('a preview that is older than ten minutes is made anew before anything is submitted', async (t) => {
  const { served, browser } = await stage(t);
  await bring(browser, csvOf([['UP-1', 100]]));
  served.sandbox.clock.advance(11 * 60_000);
  const over = await browser.send(SUBMIT);
  t.is(over.status, 409);
  t.regex(over.html, /The preview was older than ten minutes/);
  t.deepEqual(await jobsOf(served), []);
  t.is((await browser.send(SUBMIT)).status, 303);
});

test('no file, two files and a file of another kind are told, and what was typed stays', async (t) => {
  const { browser } = await stage(t);
  await browser.get(AT);
  const none = await browser.sendFiles(READ, [['', '']], { name: 'Vendors' });
  t.is(none.status, 400);
  t.regex(none.html, /Choose a file first/);
  t.regex(none.html, /value="Vendors"/);
  t.regex((await browser.sendFiles(READ, [])).html, /Choose a file first/);
  t.is((await browser.send(READ)).status, 400);
  const one = csvOf([['UP-1', 100]]);
  await browser.get(AT);
  const two = await browser.sendFiles(READ, [
    ['a.csv', one],
    ['b.csv', one],
  ]);
  t.is(two.status, 400);
  t.is(titleOf(two), 'The file did not arrive whole');
  const pdf = await bring(browser, `%PDF-1.7\n${'x'.repeat(1_000_000)}`, {}, 'scan.csv');
  t.regex(pdf.html, /This is a PDF\. Save the table as CSV\./);
});

test('a file of more than 16 MiB is refused, whether its form says so or not', async (t) => {
  const { browser } = await stage(t);
  await browser.get(AT);
  const large = await browser.sendFiles(READ, [['a.csv', 'x'.repeat(17 * 1_024 * 1_024)]]);
  t.is(large.status, 413);
  t.is(titleOf(large), 'The file is too large');
  await browser.get(AT);
  const barely = await browser.sendFiles(READ, [['a.csv', 'x'.repeat(16 * 1_024 * 1_024 + 1)]]);
  t.is(barely.status, 413);
});

test('a form with a file carries the token of its browser, as every form does', async (t) => {
  const { browser } = await stage(t);
  await browser.get(AT);
  const forged = await browser.sendFiles(READ, [['a.csv', csvOf([['UP-1', 100]])]], {
    form_token: 'of another browser',
  });
  t.is(forged.status, 403);
  t.is(titleOf(forged), 'This form did not come from our page');
});

test("another person's file, and one that is over, are as absent as one that never was", async (t) => {
  const { served, browser } = await stage(t);
  await browser.get(AT);
  const { location } = await browser.sendFiles(READ, [['a.csv', csvOf([['UP-1', 100]])]]);
  const address = String(location);
  t.is((await browser.get(address)).status, 200);
  const both = await logIn(served, 'both@acme.example', portalBrowser(served));
  const foreign = await both.get(address);
  t.is(foreign.status, 404);
  t.regex(foreign.html, /This file is not kept any more/);
  const [, uploadId = ''] = address.split('upload=');
  await both.get(AT);
  t.is((await both.send(SUBMIT, { upload: uploadId, token: 'x' })).status, 403);
  t.is((await browser.get(`${AT}/preview?upload=nonsense`)).status, 404);
  t.is((await browser.get(`${AT}/preview`)).status, 404);
  served.sandbox.clock.advance(61 * 60_000);
  await logIn(served, MAKER, browser);
  t.is((await browser.get(address)).status, 404);
});

test('a maker whose role was taken away in between is told so, and submits nothing', async (t) => {
  const { served, browser } = await stage(t);
  const preview = await bring(browser, csvOf([['UP-1', 100]]));
  await loseRole(served);
  const submitted = await browser.send(SUBMIT, hiddenIn(preview.html, SUBMIT));
  t.is(submitted.status, 403);
  const brought = await browser.sendFiles(READ, [['a.csv', 'x']], hiddenIn(preview.html, SUBMIT));
  t.is(brought.status, 403);
  const form = await browser.get(AT);
  t.is(form.status, 403);
  t.regex(form.html, /Your role does not permit making payments/);
  t.notRegex(form.html, />Upload</);
  t.deepEqual(await jobsOf(served), []);
});

test('a session that is over while a person chooses a file brings the form back without it', async (t) => {
  const { served, browser } = await stage(t);
  await browser.get(AT);
  served.sandbox.clock.advance(16 * 60_000);
  const over = await browser.sendFiles(READ, [['a.csv', csvOf([['UP-1', 100]])]], {
    name: 'After lunch',
  });
  t.is(over.status, 403);
  await browser.send('/portal/login', { email: MAKER });
  await browser.send('/portal/login/code', { code: codeFor(served, MAKER) });
  const back = await browser.send(READ);
  t.is(back.status, 200);
  t.regex(back.html, /Choose the file again/);
  t.regex(back.html, /value="After lunch"/);
});

test('a session that is over before Submit comes back to the preview, and submits nothing', async (t) => {
  const { served, browser } = await stage(t);
  await bring(browser, csvOf([['UP-1', 100]]));
  served.sandbox.clock.advance(16 * 60_000);
  await browser.send(SUBMIT);
  await browser.send('/portal/login', { email: MAKER });
  await browser.send('/portal/login/code', { code: codeFor(served, MAKER) });
  const back = await browser.send(SUBMIT);
  const preview = await browser.get(String(back.location));
  t.is(titleOf(preview), 'Preview');
  t.deepEqual(await jobsOf(served), []);
});

test('the template is a file to fill', async (t) => {
  const { browser } = await stage(t);
  t.regex((await browser.get(AT)).html, /href="\/portal\/upload\/template\.csv"/);
  const { html, response } = await browser.get(`${AT}/template.csv`);
  t.is(html, 'transactionReference,packageCode,amount,beneId\n');
  t.regex(response.headers.get('content-disposition') ?? '', /attachment; filename="payments.csv"/);
});

test('where the host reads no files there is no such page and no link', async (t) => {
  const served = await serve(t, memoryStorage());
  const browser = await logIn(served, MAKER);
  t.notRegex((await browser.get('/portal/settings')).html, />Upload</);
  t.is((await browser.get(AT)).status, 404);
});

test('markup, right-to-left text and long values of a file stay in their places', async (t) => {
  const { browser } = await stage(t);
  const name = `<b onclick="x">\u05d0\u05d1&${'x'.repeat(70)}`;
  const preview = await bring(browser, csvOf([['<i>UP</i>', 100]]), { name });
  t.false(preview.html.includes('<b onclick') || preview.html.includes('<i>UP'));
  t.true(preview.html.includes('<bdi>&lt;i>UP&lt;/i></bdi>'));
  const column = `<u>${'y'.repeat(200)}`;
  const faults = await bring(browser, `${column}\nx`);
  t.false(faults.html.includes('<u>'));
});
