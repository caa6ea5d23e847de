import { memoryStorage } from '@hundi/adapter-memory';
import { demoDocument } from '@hundi/testkit';
import test, { type ExecutionContext } from 'ava';
import { aBatch, postBatch } from '../../testing/bodies.js';
import { csvFiles, csvOf } from '../../testing/csv-files.js';
import { logIn, portalBrowser, type PortalBrowser } from '../../testing/portal-browser.js';
import { serve } from '../../testing/serve.js';

const LIGHT = 60 * 1_024;
const JOBS = 24;
const ROWS = 3;
const FIRST_ROWS = 60;

/** Many jobs that wait for a checker, whose references and names are as long as may be and end in some text over and over. */
const manyWait = async (t: ExecutionContext, inNames: string, inReferences: string) => {
  const name = inNames.repeat(200).slice(0, 200);
  const [acme] = demoDocument().bankTenants[0]?.corporates ?? [];
  const document = demoDocument({
    users: acme?.users?.map((user) => ({ ...user, username: name })) ?? [],
    beneficiaries: Array.from({ length: FIRST_ROWS }, (_, n) => ({
      beneId: `PAYEE${String(n)}`.padEnd(40, 'X'),
      beneName: name,
      benePhoneNumber: '+919800000001',
      benePackageCodes: ['VENDOR'],
      beneBankAccounts: [{ accountNumber: `9100${String(10_000 + n)}`, ifscCode: 'HDFC0000001' }],
      approvalState: 'approved' as const,
    })),
  });
  const served = await serve(t, memoryStorage(), { files: csvFiles }, { document });
  const reference = (job: number, n: number) =>
    `${String(job)}-${String(n)}-`.padEnd(100, inReferences);
  const rowsOf = (job: number) =>
    Array.from({ length: job === 0 ? FIRST_ROWS : ROWS }, (_, n) => ({
      transactionReference: reference(job, n),
      beneId: `PAYEE${String(n % ROWS)}`.padEnd(40, 'X'),
      packageCode: 'VENDOR',
      amount: 123_456_789,
    }));
  const jobIds: string[] = [];
  for (let job = 0; job < JOBS; job += 1) {
    const apiRefNumber = `${String(job)} `.padEnd(100, inNames);
    const batch = aBatch(rowsOf(job), { initiatedByUserId: 'u-maker', apiRefNumber });
    jobIds.push((await postBatch(served, batch, `job-${String(job)}`)).json.jobId);
  }
  await served.sandbox.runDue();
  const file = csvOf(
    Array.from({ length: 400 }, (_, n) => [
      reference(JOBS, n),
      123_456_789,
      n % 2 === 0 ? '1042' : `PAYEE${String(n % ROWS)}`.padEnd(40, 'X'),
    ]),
  );
  return { served, jobId: jobIds[0] ?? '', file };
};

for (const [what, inNames, inReferences] of [
  ['letters of English', 'x', 'x'],
  ['letters of Hindi, where they may be', 'क', 'x'],
  ['signs of HTML', '"&<>', '"&<>'],
] as const)
  test(`a page with a table weighs at most 60 KB in any language, if names and references are long and of ${what}`, async (t) => {
    const { served, jobId, file } = await manyWait(t, inNames, inReferences);
    const heavy: string[] = [];
    for (const language of ['en', 'hi']) {
      const enter = (who: string) => {
        const browser = portalBrowser(served);
        browser.cookies.set('hundi-language', language);
        return logIn(served, `${who}@acme.example`, browser);
      };
      const weigh = async (browser: PortalBrowser, path: string) => {
        const { status, html } = await browser.get(path);
        t.is(status, 200);
        const bytes = Buffer.byteLength(html);
        if (bytes > LIGHT) heavy.push(`${language} ${path}: ${String(bytes)}`);
      };
      const checker = await enter('checker');
      for (const path of ['', `?job=${jobId}`]) await weigh(checker, `/portal/approvals${path}`);
      const admin = await enter('admin');
      for (const path of ['payouts', 'reports', `jobs/${jobId}`])
        await weigh(admin, `/portal/${path}`);
      const maker = await enter('maker');
      const bring = async (content: string) => {
        await maker.get('/portal/upload');
        return (await maker.sendFiles('/portal/upload/read', [['a.csv', content]])).location ?? '';
      };
      await weigh(maker, '/portal/beneficiaries');
      await weigh(maker, await bring(file));
      await weigh(maker, await bring(file.replaceAll('123456789', '1.5')));
    }
    t.deepEqual(heavy, []);
  });
