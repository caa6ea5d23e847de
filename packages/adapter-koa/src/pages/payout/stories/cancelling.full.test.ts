import { memoryStorage } from '@hundi/adapter-memory';
import { look, storyTeller } from '../../../testing/browser.js';
import {
  openCheckout,
  partnerSite,
  press,
  reads,
  statusOfCheckout,
} from '../../../testing/payout-checkout.js';
import { serve } from '../../../testing/serve.js';

const story = await storyTeller();

story('cancelling ends the session before the browser goes back', async (t, { visitor }) => {
  const served = await serve(t, memoryStorage());
  const partner = await partnerSite(t);
  const checkout = await openCheckout(served, { cancelUrl: partner.url });
  const page = await visitor(t);
  let atReturn: string | undefined;
  await page.route(`${new URL(partner.url).origin}/**`, async (route) => {
    atReturn = (await statusOfCheckout(served, checkout)).checkout.status;
    await route.continue();
  });

  await page.goto(checkout.link);
  await press(page, 'Cancel');
  await reads(page, 'Back in the ERP');
  t.is(page.url(), `${partner.url}&session_id=${checkout.sessionId}&status=cancelled`);
  t.is(atReturn, 'cancelled');
});

story('without an address to go back to, the page says how it ended', async (t, { visitor }) => {
  const served = await serve(t, memoryStorage());
  const checkout = await openCheckout(served);
  const page = await visitor(t);
  await page.goto(checkout.link);
  await press(page, 'Cancel');
  await reads(page, 'Payout cancelled');
  await look(t, page, 'payout-7-cancelled');

  const another = await visitor(t);
  await another.goto(checkout.link);
  await reads(another, 'This payout was cancelled');
  t.is((await statusOfCheckout(served, checkout)).transaction, null);
});

story('closing the tab changes nothing', async (t, { visitor }) => {
  const served = await serve(t, memoryStorage());
  const checkout = await openCheckout(served);
  const page = await visitor(t);
  await page.goto(checkout.link);
  await reads(page, 'Authorize this payout');
  await page.close({ runBeforeUnload: true });
  t.is((await statusOfCheckout(served, checkout)).checkout.status, 'open');
});
