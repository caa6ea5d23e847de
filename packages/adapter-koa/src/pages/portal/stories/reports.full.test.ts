import { memoryStorage } from '@hundi/adapter-memory';
import { readFile } from 'node:fs/promises';
import { look, lookWithoutScript, PHONE, storyTeller } from '../../../testing/browser.js';
import { press, reads } from '../../../testing/payout-checkout.js';
import { codeFor, waiting } from '../../../testing/portal.js';
import { serve } from '../../../testing/serve.js';

const story = await storyTeller();

const MAKER = 'maker@acme.example';

story('a maker reads a report, its tables, and keeps it as a file', async (t, { visitor }) => {
  for (const javaScriptEnabled of [true, false]) {
    const served = await serve(t, memoryStorage());
    for (const [day, count] of [1, 4, 2, 6].entries()) {
      if (day > 0) served.sandbox.clock.advance(86_400_000);
      await waiting(served, count);
    }
    const page = await visitor(t, { ...PHONE, javaScriptEnabled });
    await page.goto(`http://localhost:${String(served.port)}/portal/login`);
    await page.getByRole('textbox', { name: 'E-mail' }).fill(MAKER);
    await press(page, 'Send code');
    await page.getByRole('textbox', { name: 'Code' }).fill(codeFor(served, MAKER));
    await press(page, 'Log in');
    await page.getByRole('link', { name: 'Reports' }).click();
    await reads(page, 'Reports');
    await page.getByText('As a table').first().click();
    await (javaScriptEnabled
      ? look(t, page, 'portal-50-reports')
      : lookWithoutScript(page, 'portal-51-reports-without-script'));
    await page.getByRole('textbox', { name: 'Search' }).fill('Sharma');
    await page.getByLabel('State', { exact: true }).selectOption('Waits for approval');
    await press(page, 'Show');
    await page.getByText('13 payouts, ₹2,60,000.00 together.').waitFor();
    const coming = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download all of them as CSV' }).click();
    const file = await readFile(await (await coming).path(), 'utf8');
    t.is(file.split('\r\n').length, 15);
  }
});
