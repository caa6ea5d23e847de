import { memoryStorage } from '@hundi/adapter-memory';
import { look, storyTeller } from '../../../testing/browser.js';
import {
  askForCode,
  authorizeWith,
  mailedCode,
  openCheckout,
  press,
  reads,
  statusOfCheckout,
} from '../../../testing/payout-checkout.js';
import { serve, type Served } from '../../../testing/serve.js';

const story = await storyTeller();

/** How many payouts there are in all. */
const payouts = async ({ get }: Served): Promise<number> => {
  const { json } = await get('/v1/partner/reports/transactions?initiatedByUserId=u-maker');
  return json.items.length;
};

story('going back after the end shows the end', async (t, { visitor }) => {
  const served = await serve(t, memoryStorage());
  const checkout = await openCheckout(served);
  const page = await visitor(t);
  await page.goto('about:blank');
  await askForCode(page, checkout);
  await authorizeWith(page, mailedCode(served));
  await reads(page, 'Payout submitted');

  await page.goBack();
  await page.reload();
  await reads(page, 'Payout submitted');
  t.is(await payouts(served), 1);
});

story('two tabs make one payout, and the second one says so', async (t, { visitor }) => {
  const served = await serve(t, memoryStorage());
  const checkout = await openCheckout(served);
  const first = await visitor(t);
  const second = await first.context().newPage();
  await askForCode(first, checkout);
  await second.goto(checkout.link);
  await reads(second, 'Authorize this payout');
  const code = mailedCode(served);

  await first.getByLabel('One-time code').fill(code);
  await second.getByLabel('One-time code').fill(code);
  await Promise.all([press(first, 'Authorize payout'), press(second, 'Authorize payout')]);
  await Promise.all([reads(first, 'Payout submitted'), reads(second, 'Payout submitted')]);
  t.is(await payouts(served), 1);
});

story('pressing twice makes one payout', async (t, { visitor }) => {
  const served = await serve(t, memoryStorage());
  const page = await visitor(t);
  await askForCode(page, await openCheckout(served));
  await page.getByLabel('One-time code').fill(mailedCode(served));
  await page.getByRole('button', { name: 'Authorize payout' }).dblclick();
  await reads(page, 'Payout submitted');
  t.is(await payouts(served), 1);
});

story('the link, opened in a second browser, takes the session there', async (t, { visitor }) => {
  const served = await serve(t, memoryStorage());
  const checkout = await openCheckout(served);
  const first = await visitor(t);
  const second = await visitor(t);
  await askForCode(first, checkout);
  await second.goto(checkout.link);
  await reads(second, 'Authorize this payout');

  await authorizeWith(first, mailedCode(served));
  await reads(first, 'This payout is open in another browser');
  await look(t, first, 'payout-8-elsewhere');
  t.is((await statusOfCheckout(served, checkout)).checkout.status, 'open');

  await authorizeWith(second, mailedCode(served));
  await reads(second, 'Payout submitted');
});
