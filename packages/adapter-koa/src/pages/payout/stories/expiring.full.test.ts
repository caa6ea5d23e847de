import { memoryStorage } from '@hundi/adapter-memory';
import { look, storyTeller } from '../../../testing/browser.js';
import {
  askForCode,
  authorizeWith,
  mailedCode,
  openCheckout,
  reads,
  statusOfCheckout,
} from '../../../testing/payout-checkout.js';
import { serve } from '../../../testing/serve.js';

const LIFE = 15 * 60_000;

const story = await storyTeller();

story(
  'a session that is over says so, pays nothing, and cannot be opened again',
  async (t, { visitor }) => {
    const served = await serve(t, memoryStorage());
    const checkout = await openCheckout(served);
    const page = await visitor(t);
    await askForCode(page, checkout);
    await served.sandbox.advance(LIFE);

    await authorizeWith(page, mailedCode(served));
    await reads(page, 'This session has expired');
    await look(t, page, 'payout-6-expired');
    const { checkout: session, transaction } = await statusOfCheckout(served, checkout);
    t.is(session.status, 'expired');
    t.is(transaction, null);

    const another = await visitor(t);
    await another.goto(checkout.link);
    await reads(another, 'This session has expired');
    await look(t, another, 'payout-6-expired-link');
  },
);

story('a page that is left open shows the end by itself', async (t, { visitor }) => {
  const served = await serve(t, memoryStorage());
  const checkout = await openCheckout(served);
  const page = await visitor(t);
  await served.sandbox.advance(LIFE - 3_000);
  await page.goto(checkout.link);
  await reads(page, 'Authorize this payout');
  await served.sandbox.advance(3_000);

  await reads(page, 'This session has expired');
  t.pass();
});
