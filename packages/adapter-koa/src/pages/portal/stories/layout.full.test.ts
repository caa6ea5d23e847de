import { memoryStorage } from '@hundi/adapter-memory';
import type { Locator, Page } from 'playwright-core';
import { look, storyTeller } from '../../../testing/browser.js';
import { aBatch, aPayment, postBatch } from '../../../testing/bodies.js';
import { press } from '../../../testing/payout-checkout.js';
import { codeFor } from '../../../testing/portal.js';
import { serve, type Served } from '../../../testing/serve.js';

const story = await storyTeller();

const comeIn = async (served: Served, page: Page, who: string): Promise<void> => {
  await page.goto(`http://localhost:${String(served.port)}/portal/login`);
  await page.getByRole('textbox', { name: 'E-mail' }).fill(`${who}@acme.example`);
  await press(page, 'Send code');
  await page.getByRole('textbox', { name: 'Code' }).fill(codeFor(served, `${who}@acme.example`));
  await press(page, 'Log in');
};

const boxOf = async (of: Locator) => {
  const { x = 0, y = 0, width = 0, height = 0 } = (await of.first().boundingBox()) ?? {};
  return { x, y, width, height, below: y + height };
};

story(
  'on a phone a name has the width of its table, and an amount stands beside it',
  async (t, { visitor }) => {
    const served = await serve(t, memoryStorage());
    const payee = await served.sandbox.beneficiary('SHARMA01');
    const apiRefNumber = 'Vendors of March, the second half '.padEnd(99, 'and others ');
    const payments = ['A', 'B'].map((name) => aPayment(payee, name, { amount: 2_000_000 }));
    const batch = aBatch(payments, { initiatedByUserId: 'u-maker', apiRefNumber });
    await postBatch(served, batch, 'one');
    await served.sandbox.runDue();
    const page = await visitor(t);
    await comeIn(served, page, 'checker');
    const job = page.getByRole('region', { name: 'By job' });
    const name = await boxOf(job.locator('tbody bdi'));
    t.true(name.height < 80, String(name.height));
    const total = await boxOf(job.locator('tbody .num'));
    t.true(total.y < name.below, `${String(total.y)} ${String(name.below)}`);
    await look(t, page, 'portal-26-jobs-on-a-phone');
    await page.getByRole('link', { name: 'Reports' }).click();
    const list = page.locator('table').last().locator('tbody tr').first();
    const [reference, amount] = [
      await boxOf(list.locator('th a')),
      await boxOf(list.locator('.num')),
    ];
    t.true(
      Math.abs(reference.y - amount.y) < reference.height,
      `${String(reference.y)} ${String(amount.y)}`,
    );
  },
);

story(
  'more choices of a payment have room between a field and the next label',
  async (t, { visitor }) => {
    const served = await serve(t, memoryStorage());
    const page = await visitor(t);
    await comeIn(served, page, 'maker');
    await page.getByRole('link', { name: 'Pay', exact: true }).click();
    await page.getByText('More choices').click();
    const account = await boxOf(page.getByLabel('Debit account'));
    const label = await boxOf(page.locator('label[for=method]'));
    t.true(label.y - account.below >= 12, String(label.y - account.below));
  },
);
