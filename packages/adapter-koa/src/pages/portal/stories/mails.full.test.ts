import { memoryStorage } from '@hundi/adapter-memory';
import type { Page } from 'playwright-core';
import { DESKTOP, look, lookWithoutScript, PHONE, storyTeller } from '../../../testing/browser.js';
import { press, reads } from '../../../testing/payout-checkout.js';
import { codeFor } from '../../../testing/portal.js';
import { serve, type Served } from '../../../testing/serve.js';

const story = await storyTeller();

const CHECKER = 'checker@acme.example';

const openMails = async (served: Served, page: Page): Promise<void> => {
  await page.goto(`http://localhost:${String(served.port)}/portal/login`);
  await page.getByRole('textbox', { name: 'E-mail' }).fill(CHECKER);
  await press(page, 'Send code');
  await page.getByRole('textbox', { name: 'Code' }).fill(codeFor(served, CHECKER));
  await press(page, 'Log in');
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'Choose what you are mailed of' }).click();
  await reads(page, 'Mails to you');
};

const WAITING = { name: 'payments wait for your decision', exact: true } as const;

story('a person switches one kind of mail off, on a phone', async (t, { visitor }) => {
  const served = await serve(t, memoryStorage());
  const page = await visitor(t);
  await openMails(served, page);
  await page.getByRole('checkbox', WAITING).uncheck();
  await press(page, 'Save');
  await page.getByText('Your choice is saved.').waitFor();
  t.false(await page.getByRole('checkbox', WAITING).isChecked());
  t.is(await page.getByRole('checkbox', { checked: true }).count(), 2);
  await look(t, page, 'portal-mails');
});

story('a person switches mails off with nothing but a keyboard', async (t, { visitor }) => {
  const served = await serve(t, memoryStorage());
  const page = await visitor(t, DESKTOP);
  await openMails(served, page);
  await page.getByRole('checkbox', WAITING).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await page.getByText('Your choice is saved.').waitFor();
  t.false(await page.getByRole('checkbox', WAITING).isChecked());
});

story('a person switches mails off without scripts', async (t, { visitor }) => {
  const served = await serve(t, memoryStorage());
  const page = await visitor(t, { ...PHONE, javaScriptEnabled: false });
  await openMails(served, page);
  await page.getByRole('checkbox', WAITING).uncheck();
  await press(page, 'Save');
  await page.getByText('Your choice is saved.').waitFor();
  await lookWithoutScript(page, 'portal-mails-without-script');
  t.pass();
});
