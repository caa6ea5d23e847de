import { memoryStorage } from '@hundi/adapter-memory';
import type { Page } from 'playwright-core';
import { DESKTOP, focusOn, storyTeller } from '../../../testing/browser.js';
import { mailedCode, openCheckout, reads } from '../../../testing/payout-checkout.js';
import { serve } from '../../../testing/serve.js';

const story = await storyTeller();

const focused = (page: Page): Promise<string | null> =>
  page.locator(':focus').evaluate((element) => element.id || element.textContent);

/** Where Tab leads to, one after the other. */
const tabs = async (page: Page, count: number): Promise<ReadonlyArray<string | null>> => {
  const stops: (string | null)[] = [];
  for (let i = 0; i < count; i += 1) {
    await page.keyboard.press('Tab');
    stops.push(await focused(page));
  }
  return stops;
};

story('a payout is authorized with nothing but a keyboard', async (t, { visitor }) => {
  const served = await serve(t, memoryStorage());
  const page = await visitor(t, DESKTOP);
  await page.goto((await openCheckout(served)).link);
  await reads(page, 'Authorize this payout');

  t.deepEqual(await tabs(page, 5), [
    'To the content',
    'packageCode',
    'debitAccountId',
    'paymentMethodCode',
    'send',
  ]);
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('ArrowDown');
  t.is(await page.getByLabel('Payment method').inputValue(), 'RTGS');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');

  await focusOn(page.getByLabel('One-time code'));
  await page.keyboard.type(mailedCode(served));
  await page.keyboard.press('Enter');
  await reads(page, 'Payout submitted');
});

story('a payout is cancelled with nothing but a keyboard', async (t, { visitor }) => {
  const served = await serve(t, memoryStorage());
  const page = await visitor(t, DESKTOP);
  await page.goto((await openCheckout(served)).link);
  await reads(page, 'Authorize this payout');

  t.deepEqual((await tabs(page, 6)).at(-1), 'Cancel');
  await page.keyboard.press('Space');
  await reads(page, 'Payout cancelled');
});
