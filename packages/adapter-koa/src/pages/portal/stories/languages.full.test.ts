import { memoryStorage } from '@hundi/adapter-memory';
import type { Page } from 'playwright-core';
import { DESKTOP, look, storyTeller } from '../../../testing/browser.js';
import { openCard } from '../../../testing/card-page.js';
import { csvFiles, csvOf } from '../../../testing/csv-files.js';
import { mailedCode, openCheckout, press, reads } from '../../../testing/payout-checkout.js';
import { codeFor, waiting } from '../../../testing/portal.js';
import { serve, type Served } from '../../../testing/serve.js';

const story = await storyTeller();

/** The host of the hosted pages, too: a language is chosen for a host. */
const originOf = ({ port }: Served): string => `http://127.0.0.1:${String(port)}`;

const comeInByHindi = async (served: Served, page: Page, email: string): Promise<void> => {
  await page.goto(`${originOf(served)}/portal/login`);
  await page.getByRole('link', { name: 'हिन्दी' }).click();
  await reads(page, 'लॉग इन करें');
  await page.getByRole('textbox', { name: 'ई-मेल' }).fill(email);
  await press(page, 'OTP भेजें');
  await page.getByRole('textbox', { name: 'OTP' }).fill(codeFor(served, email));
  await press(page, 'लॉग इन करें');
};

story(
  'a person picks Hindi at the login, and has it after it and on a hosted page, on a phone',
  async (t, { visitor }) => {
    const served = await serve(t, memoryStorage());
    await waiting(served, 3);
    const checkout = await openCheckout(served);
    const page = await visitor(t);
    await page.goto(`${originOf(served)}/portal/login`);
    await look(t, page, 'hindi-1-english');
    await comeInByHindi(served, page, 'checker@acme.example');
    await reads(page, 'आपके अनुमोदन की प्रतीक्षा में');
    await look(t, page, 'hindi-2-approvals');
    await page.locator('tbody input[type=checkbox]').first().check();
    await press(page, 'अनुमोदित करें');
    await reads(page, '1 भुगतान, ₹20,000.00, अनुमोदित करें?');
    await look(t, page, 'hindi-3-confirm');
    await page.goto(checkout.link);
    await press(page, 'OTP भेजें');
    await page.getByText('आप 0:').waitFor();
    await look(t, page, 'hindi-4-payout');
    await page.getByLabel('OTP').fill(mailedCode(served));
    await press(page, 'भुगतान अधिकृत करें');
    await reads(page, 'भुगतान जमा हो गया');
    await look(t, page, 'hindi-5-submitted');
    await page.getByRole('link', { name: 'English' }).click();
    await reads(page, 'Payout submitted');
    t.is(await page.locator('html').getAttribute('lang'), 'en');
  },
);

story('a maker reads the preview of a file in Hindi', async (t, { visitor }) => {
  const served = await serve(t, memoryStorage(), { files: csvFiles });
  const page = await visitor(t);
  await comeInByHindi(served, page, 'maker@acme.example');
  await page.getByRole('link', { name: 'अपलोड', exact: true }).click();
  await reads(page, 'अपलोड');
  const rows = ['SHARMA01', 'NOBODY99', 'SHARMA01'].map(
    (payee, n) => [`UP-${String(n)}`, 10_000_000, payee] as const,
  );
  await page
    .getByLabel('फ़ाइल', { exact: true })
    .setInputFiles({ name: 'मार्च.csv', mimeType: 'text/csv', buffer: Buffer.from(csvOf(rows)) });
  await press(page, 'पूर्वावलोकन');
  await reads(page, 'पूर्वावलोकन');
  await page.getByText('यह लाभार्थी मौजूद नहीं है।').waitFor();
  await look(t, page, 'hindi-6-preview');
  await press(page, 'जमा करें');
  await page.getByRole('heading', { level: 1, name: /^जॉब / }).waitFor();
  await served.sandbox.runDue();
  await page.getByRole('link', { name: 'ताज़ा स्थिति दिखाएँ' }).click();
  await page.getByText('सेवा द्वारा अस्वीकृत').waitFor();
  await look(t, page, 'hindi-7-job');
});

story('a customer of a shop pays by card in Hindi', async (t, { visitor }) => {
  const served = await serve(t, memoryStorage());
  const { link } = await openCard(served);
  const page = await visitor(t, { ...DESKTOP, locale: 'hi-IN' });
  await page.goto(link);
  await reads(page, 'कार्ड से भुगतान करें');
  await look(t, page, 'hindi-8-card');
  await page.getByRole('button', { name: /^₹2,499.00 का भुगतान करें$/ }).click();
  await page.getByRole('heading', { name: 'कृपया कार्ड का विवरण जाँचें' }).waitFor();
  await look(t, page, 'hindi-9-card-faults');
});

story('an administrator reads the settings of the company in Hindi', async (t, { visitor }) => {
  const served = await serve(t, memoryStorage());
  const page = await visitor(t, DESKTOP);
  await comeInByHindi(served, page, 'admin@acme.example');
  for (const part of ['people', 'keys', 'webhooks', 'policies', 'policies/draft']) {
    await page.goto(`${originOf(served)}/portal/settings/${part}`);
    await look(t, page, `hindi-settings-${part.replace('/', '-')}`);
  }
  for (const part of ['reports', 'payouts', 'settings']) {
    await page.goto(`${originOf(served)}/portal/${part}`);
    await look(t, page, `hindi-${part}`);
  }
  t.pass();
});
