import { memoryStorage } from '@hundi/adapter-memory';
import { E } from '@hundi/core';
import { verifyReturn } from '@hundi/core/receiver';
import { TEST_CARDS } from '@hundi/testkit';
import type { Page } from 'playwright-core';
import { look, storyTeller } from '../../../testing/browser.js';
import {
  openCard,
  payWith,
  pressPay,
  sessionOf,
  shopSite,
  typeCard,
} from '../../../testing/card-page.js';
import { merchantOf } from '../../../testing/merchant.js';
import { reads } from '../../../testing/payout-checkout.js';
import { serve } from '../../../testing/serve.js';

const story = await storyTeller();

story('a customer pays by card and comes back to the shop, signed', async (t, { visitor }) => {
  const served = await serve(t, memoryStorage());
  const shop = await shopSite(t);
  const checkout = await openCard(served, { success_url: shop.thanks, cancel_url: shop.basket });
  const page = await visitor(t);

  await page.goto(checkout.link);
  await reads(page, 'Pay by card');
  t.is(page.url(), checkout.address);
  const shown = await page.locator('main').innerText();
  for (const text of ['₹2,499.00', 'Acme Traders', 'ACME', 'ORDER-1001', 'A pair of shoes'])
    t.true(shown.includes(text), text);
  await look(t, page, 'card-1-open');

  await typeCard(page, TEST_CARDS.visa);
  t.is(await page.getByLabel('Card number').inputValue(), '4242 4242 4242 4242');
  t.is(await page.getByLabel('Expiry (MM / YY)').inputValue(), '12 / 34');
  t.is(await page.locator('#brand').innerText(), 'Visa');
  await look(t, page, 'card-2-typed');
  await page.getByRole('button', { name: 'Pay ₹2,499.00', exact: true }).click();
  await reads(page, 'Thank you');

  const { pathname, search } = new URL(page.url());
  t.is(pathname, '/thanks');
  const verified = verifyReturn(search.slice(1), merchantOf(served).key, {
    toleranceSeconds: 300,
    now: served.sandbox.clock.now(),
  });
  t.true(E.isRight(verified), JSON.stringify(verified));
  t.like(E.isRight(verified) ? verified.right : {}, {
    sessionId: checkout.id,
    reference: 'ORDER-1001',
    status: 'completed',
  });
  t.is(new URLSearchParams(search).get('order'), '7');
  const session = await sessionOf(served, checkout.id);
  t.deepEqual([session.status, session.payment?.card_last4], ['complete', '4242']);

  await page.goto(checkout.address);
  await reads(page, 'Payment complete');
  await look(t, page, 'card-3-complete');
  await page.getByRole('link', { name: 'Return to 127.0.0.1' }).click();
  await reads(page, 'Thank you');
  t.is((await served.sandbox.cards.charges(checkout.id)).length, 1);
});

for (const [brand, name, number] of [
  ['mastercard', 'Mastercard', TEST_CARDS.mastercard],
  ['rupay', 'RuPay', TEST_CARDS.rupay],
  ['amex', 'American Express', TEST_CARDS.amex],
] as const) {
  story(`a customer pays with ${name}`, async (t, { visitor }) => {
    const served = await serve(t, memoryStorage());
    const shop = await shopSite(t);
    const { id, link } = await openCard(served, {
      success_url: shop.thanks,
      cancel_url: shop.basket,
    });
    const page = await visitor(t);
    await page.goto(link);
    await page.getByLabel('Card number').pressSequentially(number);
    t.is(await page.locator('#brand').innerText(), name);
    await page.getByLabel('Card number').fill('');
    await payWith(page, number);
    await reads(page, 'Thank you');
    t.is((await sessionOf(served, id)).payment?.card_brand, brand);
  });
}

/** How far the page can be scrolled sideways. */
const sideways = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

story(
  'on a phone a long word of the shop breaks, and nothing scrolls sideways',
  async (t, { visitor }) => {
    const served = await serve(t, memoryStorage());
    const { link } = await openCard(served, {
      description: 'D'.repeat(120),
      reference: 'R'.repeat(40),
    });
    const page = await visitor(t);
    await page.goto(link);

    t.is(await sideways(page), 0);
    await look(t, page, 'card-long-words');
  },
);

story(
  'the boxes for expiry and CVC begin at one height, also with a fault',
  async (t, { visitor }) => {
    const served = await serve(t, memoryStorage());
    const { link } = await openCard(served);
    const page = await visitor(t);
    const heights = () =>
      Promise.all(
        ['#expiry', '#cvc'].map(async (box) => (await page.locator(box).boundingBox())?.y),
      );
    await page.goto(link);
    const [expiry, cvc] = await heights();
    await typeCard(page, TEST_CARDS.visa, '9');
    await pressPay(page);
    await page.locator('#cvc-fault').waitFor();
    const [expiryOfFault, cvcOfFault] = await heights();

    t.is(expiry, cvc);
    t.is(expiryOfFault, cvcOfFault);
    t.is(await sideways(page), 0);
  },
);

story(
  'what is wrong is said beside its field, and no card stays in the page',
  async (t, { visitor }) => {
    const served = await serve(t, memoryStorage());
    const { link, id } = await openCard(served);
    const page = await visitor(t);
    await page.goto(link);
    await typeCard(page, '4242424242424241', '99');
    await page.getByRole('button', { name: /^Pay/ }).click();
    await page.getByRole('alert').waitFor();

    const number = page.getByLabel('Card number');
    t.is(await number.getAttribute('aria-invalid'), 'true');
    t.is(
      await page.locator('#number-fault').innerText(),
      'Check the card number: at least one digit is wrong.',
    );
    t.is(await page.locator('#cvc-fault').innerText(), 'The CVC has 3 digits.');
    t.is(await number.inputValue(), '');
    t.is(await page.getByLabel('CVC').inputValue(), '');
    t.is(await page.getByLabel('Name on card').inputValue(), 'Asha Rao');
    t.is(await page.getByLabel('Expiry (MM / YY)').inputValue(), '12 / 34');
    t.notRegex(await page.content(), /4242/);
    t.is(await page.locator(':focus').getAttribute('id'), 'number');
    await look(t, page, 'card-4-wrong');
    t.is((await sessionOf(served, id)).attempts.used, 0);
  },
);

story(
  'three declined cards end it, each with its reason and what is left',
  async (t, { visitor }) => {
    const served = await serve(t, memoryStorage());
    const shop = await shopSite(t);
    const { link, id } = await openCard(served, {
      success_url: shop.thanks,
      cancel_url: shop.basket,
    });
    const page = await visitor(t);
    await page.goto(link);
    await payWith(page, TEST_CARDS.declined);
    await page.getByText('You can try 2 more times.').waitFor();
    await look(t, page, 'card-5-declined');
    await payWith(page, TEST_CARDS.insufficientFunds);
    await page.getByText('insufficient funds').waitFor();
    await page.getByText('You can try one more time.').waitFor();
    await payWith(page, TEST_CARDS.wrongCvc);
    await reads(page, 'Payment failed');
    await look(t, page, 'card-6-failed');

    t.is((await sessionOf(served, id)).status, 'failed');
    await page.getByRole('link', { name: 'Return to 127.0.0.1' }).click();
    await reads(page, 'Your basket');
    t.is(new URL(page.url()).searchParams.get('status'), 'failed');
  },
);
