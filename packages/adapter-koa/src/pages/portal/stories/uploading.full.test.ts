import { memoryStorage } from '@hundi/adapter-memory';
import type { Page } from 'playwright-core';
import { DESKTOP, look, lookWithoutScript, PHONE, storyTeller } from '../../../testing/browser.js';
import { csvFiles, csvOf } from '../../../testing/csv-files.js';
import { press, reads } from '../../../testing/payout-checkout.js';
import { codeFor } from '../../../testing/portal.js';
import { serve, type Served } from '../../../testing/serve.js';

const story = await storyTeller();

const MAKER = 'maker@acme.example';

const comeIn = async (served: Served, page: Page): Promise<void> => {
  await page.goto(`http://localhost:${String(served.port)}/portal/login`);
  await page.getByRole('textbox', { name: 'E-mail' }).fill(MAKER);
  await press(page, 'Send code');
  await page.getByRole('textbox', { name: 'Code' }).fill(codeFor(served, MAKER));
  await press(page, 'Log in');
  await page.getByRole('link', { name: 'Upload', exact: true }).click();
  await reads(page, 'Upload');
};

const choose = async (page: Page, content: string, name = 'vendors march.csv'): Promise<void> => {
  await page
    .getByLabel('File', { exact: true })
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });
};

const options = { files: csvFiles, fileTemplate: () => csvOf([]) };

story('a maker brings a file, mends it, and submits it, on a phone', async (t, { visitor }) => {
  const served = await serve(t, memoryStorage(), options);
  const page = await visitor(t);
  await comeIn(served, page);
  await look(t, page, 'portal-40-upload');
  await choose(page, 'transactionReference,packageCode,amout,beneId\nUP-1,VENDOR,100,SHARMA01');
  await press(page, 'Preview');
  await reads(page, 'This file needs mending');
  await look(t, page, 'portal-41-upload-faults');
  await page.getByRole('link', { name: 'Choose another file' }).click();
  await page.getByText('Name and control totals').click();
  await page.getByRole('textbox', { name: 'Number of payments' }).fill('30');
  await page.getByRole('textbox', { name: /^Sum of their amounts/ }).fill('30,000.00');
  await look(t, page, 'portal-42-upload-totals');
  const long = 'INVOICE-2026-'.padEnd(100, '0123456789');
  await choose(
    page,
    csvOf(
      Array.from(
        { length: 30 },
        (_, n) =>
          [
            n === 3 || n === 9 ? `${long.slice(0, -2)}${String(n + 10)}` : `UP-${String(n)}`,
            100_000,
            n % 10 === 3 ? 'NOBODY99' : 'SHARMA01',
          ] as const,
      ),
    ),
  );
  await press(page, 'Preview');
  await reads(page, 'Preview');
  await look(t, page, 'portal-43-upload-preview');
  await press(page, 'Submit');
  await page.waitForURL(/\/portal\/jobs\/[0-9a-f-]{36}$/);
  await page.goBack();
  await page.getByText('You have probably brought this file before.').waitFor();
  await look(t, page, 'portal-45-upload-brought-before');
  t.is(await page.getByRole('button', { name: 'Submit' }).count(), 0);
  const jobs = await served.sandbox.engine.listJobs(served.sandbox.tenant, {
    actorUserId: 'u-both',
    limit: 10,
  });
  t.like(jobs, { right: { items: { length: 1 } } });
});

story('a maker brings a file without scripts', async (t, { visitor }) => {
  const served = await serve(t, memoryStorage(), options);
  const page = await visitor(t, { ...PHONE, javaScriptEnabled: false });
  await comeIn(served, page);
  await choose(page, csvOf([['UP-1', 100_000]]));
  await press(page, 'Preview');
  await reads(page, 'Preview');
  await lookWithoutScript(page, 'portal-44-upload-without-script');
  await press(page, 'Submit');
  await page.waitForURL(/\/portal\/jobs\//);
  t.pass();
});

story('a maker submits a file with nothing but a keyboard', async (t, { visitor }) => {
  const served = await serve(t, memoryStorage(), options);
  const page = await visitor(t, DESKTOP);
  await comeIn(served, page);
  await choose(page, csvOf([['UP-1', 100_000]]));
  await page.getByRole('button', { name: 'Preview' }).focus();
  await page.keyboard.press('Enter');
  await reads(page, 'Preview');
  await page.getByRole('button', { name: 'Submit' }).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/portal\/jobs\//);
  t.pass();
});
