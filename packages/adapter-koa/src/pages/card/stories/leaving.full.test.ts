import { memoryStorage } from '@hundi/adapter-memory';
import { TEST_CARDS } from '@hundi/testkit';
import { DESKTOP, look, storyTeller } from '../../../testing/browser.js';
import {
  here,
  openCard,
  payWith,
  pressPay,
  sessionOf,
  shopSite,
  typeCard,
} from '../../../testing/card-page.js';
import { press, reads } from '../../../testing/payout-checkout.js';
import { comeIn } from '../../../testing/portal.js';
import { serve } from '../../../testing/serve.js';

const story = await storyTeller();

story('a customer cancels and is back at the basket', async (t, { visitor }) => {
  const served = await serve(t, memoryStorage());
  const shop = await shopSite(t);
  const { link, id, address } = await openCard(served, {
    success_url: shop.thanks,
    cancel_url: shop.basket,
  });
  const page = await visitor(t);
  await page.goto(link);
  await press(page, 'Cancel');
  await reads(page, 'Your basket');

  t.is(new URL(page.url()).searchParams.get('status'), 'cancelled');
  t.is((await sessionOf(served, id)).status, 'cancelled');
  await page.goto(address);
  await reads(page, 'Payment cancelled');
  await look(t, page, 'card-7-cancelled');
});

story('after fifteen minutes there is nothing to pay any more', async (t, { visitor }) => {
  const served = await serve(t, memoryStorage());
  const { link, id } = await openCard(served);
  const page = await visitor(t);
  await page.goto(link);
  await typeCard(page, TEST_CARDS.visa);
  await served.sandbox.advance(15 * 60_000);
  await pressPay(page);
  await reads(page, 'This payment has expired');
  await look(t, page, 'card-8-expired');

  t.is((await sessionOf(served, id)).status, 'expired');
  t.deepEqual(await served.sandbox.cards.charges(), []);
});

story('a double click on Pay charges once', async (t, { visitor }) => {
  const served = await serve(t, memoryStorage());
  const { thanks } = await shopSite(t);
  const { link, id } = await openCard(served, { success_url: thanks });
  const page = await visitor(t, DESKTOP);
  await page.goto(link);
  await typeCard(page, TEST_CARDS.visa);
  await page.getByRole('button', { name: /^Pay/ }).dblclick();
  await reads(page, 'Thank you');

  t.is((await served.sandbox.cards.charges(id)).length, 1);
});

story('neither the back button nor a reload charges again', async (t, { visitor }) => {
  const served = await serve(t, memoryStorage());
  const shop = await shopSite(t);
  const { link, id, address } = await openCard(served, {
    success_url: shop.thanks,
    cancel_url: shop.basket,
  });
  const page = await visitor(t);
  await page.goto(link);
  await payWith(page, TEST_CARDS.declined);
  await page.getByText('You can try 2 more times.').waitFor();
  await page.reload();
  await page.goBack().catch(() => undefined);
  await page.goto(address);
  t.is(await page.getByLabel('Card number').inputValue(), '');
  await payWith(page, TEST_CARDS.visa);
  await reads(page, 'Thank you');
  await page.goBack();
  await page.waitForLoadState();
  await page.reload();
  await page.goto(address);
  await reads(page, 'Payment complete');

  t.is((await served.sandbox.cards.charges(id)).length, 2);
  t.is((await sessionOf(served, id)).attempts.used, 2);
});

story('of two tabs one pays, and the other says so', async (t, { visitor }) => {
  const served = await serve(t, memoryStorage());
  const { thanks } = await shopSite(t);
  const { link, id } = await openCard(served, { success_url: thanks });
  const first = await visitor(t);
  const second = await first.context().newPage();
  for (const page of [first, second]) {
    await page.goto(link);
    await typeCard(page, TEST_CARDS.visa);
  }
  await first.bringToFront();
  await pressPay(first);
  await reads(first, 'Thank you');
  await second.bringToFront();
  await pressPay(second);
  await reads(second, 'Payment complete');

  t.is((await served.sandbox.cards.charges(id)).length, 1);
});

story(
  'while the answer is awaited the page waits, and goes on by itself',
  async (t, { visitor }) => {
    const served = await serve(t, memoryStorage());
    const { link, id } = await openCard(served);
    const page = await visitor(t);
    await page.goto(link);
    await payWith(page, TEST_CARDS.unknown);
    await reads(page, 'Your payment is being confirmed');
    await look(t, page, 'card-9-waiting');
    await served.sandbox.advance(60_000);
    await reads(page, 'Payment complete');

    t.is((await served.sandbox.cards.charges(id)).length, 1);
  },
);

story('a payment link is opened twice, and paid once', async (t, { visitor }) => {
  const served = await serve(t, memoryStorage());
  const admin = await comeIn(served, 'admin@acme.example');
  const made = await admin.post<{ readonly url: string }>('/payment-links', {
    amount: 50_050,
    currency: 'INR',
    reference: 'INVOICE-7',
    email: 'asha@mail.example',
  });
  const mail = served.sandbox.mailbox.mails('asha@mail.example')[0]?.text ?? '';
  const url = here(served, /https:\S+/.exec(mail)?.[0] ?? made.json.url);
  const [first, second] = [await visitor(t), await visitor(t)];
  await first.goto(url);
  await reads(first, 'Pay by card');
  await second.goto(url);
  await reads(second, 'Pay by card');
  await payWith(first, TEST_CARDS.rupay);
  await reads(first, 'Payment complete');
  await first.getByText('You can close this page.').waitFor();
  await look(t, first, 'link-1-paid');
  await payWith(second, TEST_CARDS.visa);
  await reads(second, 'Payment complete');
  await second.goto(url);
  await reads(second, 'This link was paid');
  await second.getByRole('link', { name: '1800 123 4567' }).waitFor();
  t.is(await second.locator('.bank').innerText(), 'Demo Bank');
  await look(t, second, 'link-2-over');

  t.is((await served.sandbox.cards.charges()).length, 1);
});

story('everything works without scripts', async (t, { visitor }) => {
  const served = await serve(t, memoryStorage());
  const shop = await shopSite(t);
  const { link, id } = await openCard(served, {
    success_url: shop.thanks,
    cancel_url: shop.basket,
  });
  const page = await visitor(t, { ...DESKTOP, javaScriptEnabled: false });
  await page.goto(link);
  await payWith(page, '4242424242424241');
  await page.getByText('Please check the card').waitFor();
  await page.getByLabel('Name on card').fill('');
  await page.getByLabel('Expiry (MM / YY)').fill('');
  await payWith(page, TEST_CARDS.declined);
  await page.getByText('You can try 2 more times.').waitFor();
  await payWith(page, TEST_CARDS.visa);
  await reads(page, 'Thank you');

  t.is((await sessionOf(served, id)).status, 'complete');
});

story('a card is paid with by nothing but a keyboard', async (t, { visitor }) => {
  const served = await serve(t, memoryStorage());
  const shop = await shopSite(t);
  const { link } = await openCard(served, { success_url: shop.thanks, cancel_url: shop.basket });
  const page = await visitor(t, DESKTOP);
  await page.goto(link);
  await reads(page, 'Pay by card');
  const stops: (string | null)[] = [];
  for (const text of ['', TEST_CARDS.visa, '1234', '123', 'Asha Rao']) {
    await page.keyboard.press('Tab');
    stops.push(
      await page.locator(':focus').evaluate((element) => element.id || element.textContent),
    );
    await page.keyboard.type(text);
  }
  t.deepEqual(stops, ['To the content', 'number', 'expiry', 'cvc', 'name']);
  await page.keyboard.press('Enter');
  await reads(page, 'Thank you');
});
