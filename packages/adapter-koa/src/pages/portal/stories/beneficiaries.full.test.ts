import { memoryStorage } from '@hundi/adapter-memory';
import type { Page } from 'playwright-core';
import { DESKTOP, look, lookWithoutScript, PHONE, storyTeller } from '../../../testing/browser.js';
import { press, reads } from '../../../testing/payout-checkout.js';
import { codeFor } from '../../../testing/portal.js';
import { serve, type Served } from '../../../testing/serve.js';

const story = await storyTeller();

const comeIn = async (served: Served, page: Page, email: string): Promise<void> => {
  await page.goto(`http://localhost:${String(served.port)}/portal/login`);
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await press(page, 'Send code');
  await page.getByRole('textbox', { name: 'Code' }).fill(codeFor(served, email));
  await press(page, 'Log in');
  await page.getByRole('link', { name: 'Beneficiaries' }).click();
  await reads(page, 'Beneficiaries');
};

const fill = (page: Page, name: string, text: string): Promise<void> =>
  page.getByRole('textbox', { name, exact: true }).first().fill(text);

story(
  'a maker adds a beneficiary and a checker compares and approves a change of it, on a phone',
  async (t, { visitor }) => {
    const served = await serve(t, memoryStorage());
    const page = await visitor(t);
    await comeIn(served, page, 'maker@acme.example');
    await look(t, page, 'portal-40-beneficiaries');
    await page.getByRole('link', { name: 'Add a beneficiary' }).click();
    await fill(page, 'Name', 'שלום Glass <b>Works</b>');
    await press(page, 'Add');
    await page.getByText('Nothing was saved. Look at what is marked below.').waitFor();
    await look(t, page, 'portal-41-faults');
    await fill(page, 'Code', 'GLASS01');
    await fill(page, 'Phone', '+91 98000 01234');
    await fill(page, 'Account number', '123456780099');
    await fill(page, 'IFSC', 'HDFC0000001');
    await page.getByText('More accounts').click();
    const second = page.getByRole('group', { name: 'Account 2' });
    await second.getByRole('textbox', { name: 'Account number' }).fill('123456780088');
    await second.getByRole('textbox', { name: 'IFSC' }).fill('HDFC0000001');
    await second.getByRole('radio').check();
    await page.getByRole('checkbox', { name: /^VENDOR/ }).check();
    await press(page, 'Add');
    await reads(page, 'שלום Glass <b>Works</b>');
    t.regex(
      await page.locator('main').innerText(),
      /123456780099[^]*123456780088[^]*Default account/,
    );
    await look(t, page, 'portal-42-added');

    await page.getByRole('link', { name: 'Beneficiaries' }).click();
    await page.getByRole('textbox', { name: 'Search' }).fill('sharma');
    await press(page, 'Show');
    await page.getByRole('link', { name: 'Sharma Steel' }).click();
    await press(page, 'Change');
    await look(t, page, 'portal-43-change');
    await fill(page, 'Account number', '999988887777');
    await press(page, 'Save');
    await page.getByText('A checker has to approve this').waitFor();
    await press(page, 'Log out');

    await comeIn(served, page, 'checker@acme.example');
    await page.getByLabel('State').selectOption('A change waits');
    await press(page, 'Show');
    await page.getByRole('link', { name: 'Sharma Steel' }).click();
    await look(t, page, 'portal-44-compare');
    await page.getByRole('textbox', { name: 'Comment' }).fill('Cheque seen');
    await press(page, 'Approve');
    await page.getByText('You approved it.').waitFor();
    t.regex(await page.content(), /999988887777/);
    await page.goBack();
    await page.getByRole('heading', { name: 'Record' }).waitFor();
    t.is(await page.getByRole('button', { name: 'Approve' }).count(), 0);
  },
);

story(
  'a maker deactivates a beneficiary with a keyboard, without scripts',
  async (t, { visitor }) => {
    const served = await serve(t, memoryStorage());
    const page = await visitor(t, { ...PHONE, ...DESKTOP, javaScriptEnabled: false });
    await comeIn(served, page, 'maker@acme.example');
    await page.getByRole('link', { name: 'Mehta Logistics' }).focus();
    await page.keyboard.press('Enter');
    await reads(page, 'Mehta Logistics');
    await lookWithoutScript(page, 'portal-45-record');
    await page.getByRole('button', { name: 'Deactivate' }).focus();
    await page.keyboard.press('Enter');
    await reads(page, 'Deactivate Mehta Logistics (MEHTA02)?');
    await lookWithoutScript(page, 'portal-46-deactivate');
    await page.getByRole('textbox', { name: 'Comment' }).focus();
    await page.keyboard.type('Closed down');
    await page.keyboard.press('Enter');
    await page.getByText('The beneficiary is deactivated.').waitFor();
    await page.getByRole('button', { name: 'Send again' }).waitFor();
    t.pass();
  },
);
