import { memoryStorage } from '@hundi/adapter-memory';
import type { Page } from 'playwright-core';
import { DESKTOP, look, lookWithoutScript, PHONE, storyTeller } from '../../../testing/browser.js';
import { press, reads } from '../../../testing/payout-checkout.js';
import { codeFor, statusOf, waiting } from '../../../testing/portal.js';
import { serve, type Served } from '../../../testing/serve.js';

const story = await storyTeller();

const CHECKER = 'checker@acme.example';

const comeIn = async (served: Served, page: Page): Promise<void> => {
  await page.goto(`http://localhost:${String(served.port)}/portal/login`);
  await page.getByRole('textbox', { name: 'E-mail' }).fill(CHECKER);
  await press(page, 'Send code');
  await page.getByRole('textbox', { name: 'Code' }).fill(codeFor(served, CHECKER));
  await press(page, 'Log in');
  await reads(page, 'What waits for you');
};

story(
  'a checker filters, selects two payouts and approves them, on a phone',
  async (t, { visitor }) => {
    const served = await serve(t, memoryStorage());
    const { ids } = await waiting(served, 3);
    await waiting(served, 2, { by: 'u-both' });
    const page = await visitor(t);
    await comeIn(served, page);
    await look(t, page, 'portal-20-approvals');
    await page.getByText('Filter', { exact: true }).click();
    await page.getByLabel('Maker').selectOption({ label: 'maker' });
    await press(page, 'Show');
    await page.getByText('3 payouts, ₹60,000.00 together.').waitFor();
    await look(t, page, 'portal-21-filtered');
    const boxes = page.locator('tbody input[type=checkbox]');
    const name = (await boxes.first().getAttribute('aria-label')) ?? '';
    await page.getByRole('checkbox', { name, exact: true }).check();
    await boxes.nth(1).check();
    await page.getByRole('textbox', { name: 'Comment' }).fill('March, as agreed');
    await press(page, 'Approve');
    await reads(page, 'Approve 2 payouts, ₹40,000.00?');
    await look(t, page, 'portal-22-confirm');
    await press(page, 'Confirm');
    await reads(page, 'You approved 2 payouts, ₹40,000.00');
    await look(t, page, 'portal-23-done');
    await page.goBack();
    await page.getByText('None of what you selected can be decided by you now.').waitFor();
    const states = await Promise.all(ids.map((id) => statusOf(served, id)));
    t.deepEqual(states.toSorted(), ['approved', 'approved', 'pending_approval']);
  },
);

story('a checker approves a whole job with nothing but a keyboard', async (t, { visitor }) => {
  const served = await serve(t, memoryStorage());
  const { jobId, ids } = await waiting(served, 60);
  const page = await visitor(t, DESKTOP);
  await comeIn(served, page);
  await page.goto(`http://localhost:${String(served.port)}/portal/approvals?job=${jobId}`);
  await page.getByRole('heading', { name: '60 payouts stand out, ₹12,00,000.00' }).waitFor();
  await look(t, page, 'portal-24-job');
  await page.getByRole('checkbox', { name: /^The whole job: 60 payouts/ }).focus();
  await page.keyboard.press('Space');
  await page.getByRole('textbox', { name: 'Comment' }).focus();
  await page.keyboard.type('all of it');
  await page.keyboard.press('Enter');
  await reads(page, 'Approve 60 payouts, ₹12,00,000.00?');
  await page.getByRole('button', { name: 'Confirm' }).focus();
  await page.keyboard.press('Enter');
  await reads(page, 'You approved 60 payouts, ₹12,00,000.00');
  t.is(await statusOf(served, ids[59] ?? ''), 'approved');
});

story('a checker logs in and rejects without scripts', async (t, { visitor }) => {
  const served = await serve(t, memoryStorage());
  const { ids } = await waiting(served, 2);
  const page = await visitor(t, { ...PHONE, javaScriptEnabled: false });
  await comeIn(served, page);
  await press(page, 'Reject');
  t.is(await page.locator(':focus').textContent(), 'Select the payouts first.');
  await page.getByRole('textbox', { name: 'Comment' }).fill('Not ours');
  await press(page, 'Select all on this page');
  t.is(await page.getByRole('textbox', { name: 'Comment' }).inputValue(), 'Not ours');
  await press(page, 'Reject');
  await reads(page, 'Reject 2 payouts, ₹40,000.00?');
  await lookWithoutScript(page, 'portal-25-without-script');
  await press(page, 'Confirm');
  await reads(page, 'You rejected 2 payouts, ₹40,000.00');
  t.is(await statusOf(served, ids[0] ?? ''), 'rejected');
});
