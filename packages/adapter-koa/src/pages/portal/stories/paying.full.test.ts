import { memoryStorage } from '@hundi/adapter-memory';
import type { Page } from 'playwright-core';
import { aBatch, aPayment, postBatch } from '../../../testing/bodies.js';
import { DESKTOP, look, lookWithoutScript, PHONE, storyTeller } from '../../../testing/browser.js';
import { press, reads } from '../../../testing/payout-checkout.js';
import { codeFor, statusOf } from '../../../testing/portal.js';
import { serve, type Served } from '../../../testing/serve.js';

const story = await storyTeller();

const [MAKER, CHECKER] = ['maker@acme.example', 'checker@acme.example'];

const at = ({ port }: Served, path: string): string => `http://localhost:${String(port)}${path}`;

const comeIn = async (served: Served, page: Page, email: string): Promise<void> => {
  await page.goto(at(served, '/portal/login'));
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await press(page, 'Send code');
  await page.getByRole('textbox', { name: 'Code' }).fill(codeFor(served, email));
  await press(page, 'Log in');
  await page.getByRole('button', { name: 'Log out' }).waitFor();
};

/** Fills the form of one payment, and presses the button. */
const pay = async ({ sandbox }: Served, page: Page, reference: string): Promise<void> => {
  await page.getByRole('link', { name: 'Pay', exact: true }).click();
  await page
    .getByRole('combobox', { name: 'Beneficiary' })
    .selectOption(await sandbox.beneficiary('SHARMA01'));
  await page.getByRole('textbox', { name: 'Amount' }).fill('1,00,000.00');
  await page.getByRole('combobox', { name: 'Package' }).selectOption('VENDOR');
  await page.getByRole('textbox', { name: 'Reference' }).fill(reference);
};

const PAYOUT = /\/portal\/payouts\/[0-9a-f-]{36}$/;

story(
  'a maker pays on a phone, a checker approves on a desktop, and both read on its page that it is paid',
  async (t, { visitor }) => {
    const served = await serve(t, memoryStorage());
    const [maker, checker] = [await visitor(t), await visitor(t, DESKTOP)];
    await comeIn(served, maker, MAKER);
    await look(t, maker, 'portal-30-no-payouts');
    await pay(served, maker, 'INV-7');
    await look(t, maker, 'portal-31-pay');
    await press(maker, 'Preview');
    await maker.getByRole('heading', { name: 'What will happen' }).waitFor();
    await look(t, maker, 'portal-32-pay-preview');
    await press(maker, 'Pay');
    await maker.waitForURL(PAYOUT);
    await reads(maker, 'INV-7');
    await look(t, maker, 'portal-33-payout-queued');
    await served.sandbox.runDue();
    // The page asks again by itself.
    await maker.getByText('Waits for approval').first().waitFor();
    await look(t, maker, 'portal-34-payout-waits');

    await comeIn(served, checker, CHECKER);
    await checker.getByRole('searchbox', { name: 'Find a payout' }).fill('INV-7');
    await checker.keyboard.press('Enter');
    await checker.waitForURL(PAYOUT);
    await checker.getByRole('link', { name: 'Approve', exact: true }).click();
    await reads(checker, 'Approve 1 payout, ₹1,00,000.00?');
    await press(checker, 'Confirm');
    await reads(checker, 'You approved 1 payout, ₹1,00,000.00');
    await served.sandbox.runDue();
    for (const page of [maker, checker]) {
      await page.getByRole('searchbox', { name: 'Find a payout' }).fill('INV-7');
      await page.getByRole('button', { name: 'Find', exact: true }).click();
      await page.waitForURL(PAYOUT);
      const steps = page.getByRole('list', { name: 'Timeline' }).getByRole('listitem');
      await steps.filter({ hasText: 'Paid' }).waitFor();
      t.is(await steps.count(), 5);
    }
    await look(t, checker, 'portal-35-payout-paid');
    await checker.getByRole('link', { name: 'Payouts', exact: true }).click();
    await checker.getByText('Filter', { exact: true }).click();
    await look(t, checker, 'portal-36-payouts');
    t.is(await statusOf(served, maker.url().split('/').at(-1) ?? ''), 'paid');
  },
);

story('a maker pays and cancels without scripts', async (t, { visitor }) => {
  const served = await serve(t, memoryStorage());
  const page = await visitor(t, { ...PHONE, javaScriptEnabled: false });
  await comeIn(served, page, MAKER);
  await pay(served, page, 'INV-8');
  await page.getByRole('textbox', { name: 'Amount' }).fill('one lakh');
  await press(page, 'Pay');
  await page.getByText('Enter rupees, such as 1,00,000.00.').waitFor();
  await lookWithoutScript(page, 'portal-40-pay-fault');
  await page.getByRole('textbox', { name: 'Amount' }).fill('1,00,000.00');
  await press(page, 'Pay');
  await reads(page, 'INV-8');
  await served.sandbox.runDue();
  await page.getByRole('link', { name: 'Show the newest state' }).click();
  await page.getByRole('button', { name: 'Cancel payout' }).click();
  await reads(page, 'Cancel INV-8, ₹1,00,000.00?');
  await page.getByRole('textbox', { name: 'Comment' }).fill('ordered twice');
  await lookWithoutScript(page, 'portal-41-cancel');
  await press(page, 'Confirm');
  await page.getByRole('list', { name: 'Timeline' }).getByText('ordered twice').waitFor();
  t.is(await statusOf(served, page.url().split('/').at(-1) ?? ''), 'cancelled');
});

story('a maker follows a job, and finds what was rejected first', async (t, { visitor }) => {
  const served = await serve(t, memoryStorage());
  const { sandbox } = served;
  const payee = await sandbox.beneficiary('SHARMA01');
  const staff = await sandbox.beneficiary('STAFF01');
  const payments = [
    ...Array.from({ length: 4 }, (_, n) =>
      aPayment(payee, `ROW-${String(n)}`, { amount: 2_000_000 }),
    ),
    aPayment(staff, 'STAFF', { amount: 2_000_000 }),
    aPayment(payee, 'x'.repeat(100), { amount: 2_000_000 }),
  ];
  const batch = aBatch(payments, { initiatedByUserId: 'u-maker', apiRefNumber: 'March vendors' });
  const { json } = await postBatch(served, batch, 'march');
  const page = await visitor(t);
  await comeIn(served, page, MAKER);
  await page.goto(at(served, `/portal/jobs/${json.jobId}`));
  await reads(page, 'Job March vendors');
  await look(t, page, 'portal-37-job-queued');
  await sandbox.runDue();
  await page.getByText('Checked: some payments were rejected').waitFor();
  await page.getByText('₹1,00,000.00').first().waitFor();
  await look(t, page, 'portal-38-job');
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download the results (CSV)' }).click();
  t.is((await download).suggestedFilename(), 'results-March_vendors.csv');
  await page.getByRole('button', { name: 'Cancel job' }).click();
  await reads(page, 'Cancel the job March vendors?');
  await press(page, 'Confirm');
  await reads(page, 'Job March vendors');
  await page.goto(at(served, '/portal/payouts'));
  await look(t, page, 'portal-39-payouts');
});
