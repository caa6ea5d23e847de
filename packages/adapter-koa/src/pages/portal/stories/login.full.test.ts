import { memoryStorage } from '@hundi/adapter-memory';
import type { Page } from 'playwright-core';
import {
  DESKTOP,
  focusOn,
  look,
  lookWithoutScript,
  PHONE,
  storyTeller,
} from '../../../testing/browser.js';
import { press, reads } from '../../../testing/payout-checkout.js';
import { codeFor } from '../../../testing/portal.js';
import { serve, type Served } from '../../../testing/serve.js';

const story = await storyTeller();

const CHECKER = 'checker@acme.example';

const addressOf = ({ port }: Served): string => `http://localhost:${String(port)}`;

const comeIn = async (served: Served, page: Page, email = CHECKER): Promise<void> => {
  await page.goto(`${addressOf(served)}/portal/login`);
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await press(page, 'Send code');
  await page.getByRole('textbox', { name: 'Code' }).fill(codeFor(served, email));
  await press(page, 'Log in');
};

story('a person logs in, looks at their settings and goes, on a phone', async (t, { visitor }) => {
  const served = await serve(t, memoryStorage());
  const page = await visitor(t);
  await page.goto(`${addressOf(served)}/portal`);
  await look(t, page, 'portal-1-login');
  await page.getByRole('textbox', { name: 'E-mail' }).fill(CHECKER);
  await press(page, 'Send code');
  await page.getByRole('textbox', { name: 'Code' }).waitFor();
  await look(t, page, 'portal-2-code');
  await page.getByRole('textbox', { name: 'Code' }).fill('000');
  await press(page, 'Log in');
  await page.getByText('Enter the digits of the mailed code.').waitFor();
  await look(t, page, 'portal-3-wrong-code');
  await page.getByRole('textbox', { name: 'Code' }).fill(codeFor(served, CHECKER));
  await press(page, 'Log in');
  await page.getByRole('button', { name: 'Log out' }).waitFor();
  await page.getByRole('link', { name: 'Settings' }).click();
  await reads(page, 'Settings');
  await look(t, page, 'portal-4-settings');
  await press(page, 'Log out');
  await page.getByText('You are logged out.').waitFor();
});

story('a person logs in with nothing but a keyboard', async (t, { visitor }) => {
  const served = await serve(t, memoryStorage());
  const page = await visitor(t, DESKTOP);
  await page.goto(`${addressOf(served)}/portal/login`);
  await focusOn(page.getByRole('textbox', { name: 'E-mail' }));
  await page.keyboard.type(CHECKER);
  await page.keyboard.press('Enter');
  await focusOn(page.getByRole('textbox', { name: 'Code' }));
  await page.keyboard.type(codeFor(served, CHECKER));
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Log out' }).waitFor();
  t.pass();
});

story('a person logs in without scripts', async (t, { visitor }) => {
  const served = await serve(t, memoryStorage());
  const page = await visitor(t, { ...PHONE, javaScriptEnabled: false });
  await comeIn(served, page);
  await page.getByRole('link', { name: 'Settings' }).click();
  await reads(page, 'Settings');
  await page.getByText(/If you do nothing, this session ends at/).waitFor();
  await lookWithoutScript(page, 'portal-5-without-script');
  t.pass();
});

story(
  'a person enrols an app, and sees when the session is about to end',
  async (t, { visitor }) => {
    const served = await serve(t, memoryStorage());
    const page = await visitor(t, DESKTOP);
    await comeIn(served, page);
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('x'.repeat(100));
    await press(page, 'Add an authenticator app');
    await reads(page, 'Set up the authenticator app');
    await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
    await look(t, page, 'portal-6-totp');
    served.sandbox.clock.advance(12 * 60_000);
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.clock.install();
    await page.reload();
    await page.clock.fastForward('13:30');
    await page.getByText('This session ends within two minutes.').waitFor();
    await look(t, page, 'portal-7-session-ends');
  },
);
