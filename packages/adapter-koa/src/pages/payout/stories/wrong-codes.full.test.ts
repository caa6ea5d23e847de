import { memoryStorage } from '@hundi/adapter-memory';
import { focusOn, look, storyTeller } from '../../../testing/browser.js';
import {
  askForCode,
  authorizeWith,
  mailedCode,
  openCheckout,
  otherThan,
  press,
  reads,
  statusOfCheckout,
} from '../../../testing/payout-checkout.js';
import { serve } from '../../../testing/serve.js';

const story = await storyTeller();

story('five wrong codes lock the code, and a new one goes on', async (t, { visitor }) => {
  const served = await serve(t, memoryStorage());
  const checkout = await openCheckout(served);
  const page = await visitor(t);
  await askForCode(page, checkout);
  const right = mailedCode(served);
  const field = page.getByLabel('One-time code');

  for (const left of ['4 more times', '3 more times', '2 more times', 'once more']) {
    await authorizeWith(page, otherThan(right));
    await page.getByText(`You can try ${left}.`).first().waitFor();
    t.is(await field.getAttribute('aria-invalid'), 'true');
    await focusOn(field);
  }
  t.regex((await field.getAttribute('aria-describedby')) ?? '', /code-fault/);
  await look(t, page, 'payout-4-wrong-code');

  await authorizeWith(page, otherThan(right));
  await page.getByText('this code is locked').first().waitFor();
  await authorizeWith(page, right);
  await page.getByText('this code is locked').first().waitFor();
  await look(t, page, 'payout-4-locked');
  t.is((await statusOfCheckout(served, checkout)).checkout.status, 'open');

  await served.sandbox.advance(30_000);
  await page.goto(checkout.address);
  await press(page, 'Send code');
  await page.getByText('Six digits, sent to').waitFor();
  await authorizeWith(page, mailedCode(served));
  await reads(page, 'Payout submitted');
});

story('what cannot be a code is no try', async (t, { visitor }) => {
  const served = await serve(t, memoryStorage());
  const page = await visitor(t);
  await askForCode(page, await openCheckout(served));
  for (const typed of ['', '12345', 'abcdef']) {
    await authorizeWith(page, typed);
    await page.getByRole('alert').waitFor();
  }
  const code = mailedCode(served);
  await authorizeWith(page, `${code.slice(0, 3)} ${code.slice(3)}`);
  await reads(page, 'Payout submitted');
  t.pass();
});

story('an old code is refused, and three codes are all there are', async (t, { visitor }) => {
  const served = await serve(t, memoryStorage());
  const checkout = await openCheckout(served);
  const page = await visitor(t);
  await askForCode(page, checkout);
  const first = mailedCode(served);
  await served.sandbox.advance(5 * 60_000);
  await authorizeWith(page, first);
  await page.getByText('This code has expired. Press Send code').first().waitFor();

  for (const _ of [2, 3]) {
    await press(page, 'Send code');
    await page.getByText('Six digits, sent to').waitFor();
    await served.sandbox.advance(30_000);
    await page.goto(checkout.address);
  }
  await page.getByText('That was the last code of this session.').waitFor();
  t.true(await page.getByRole('button', { name: 'Send code', exact: true }).isDisabled());
  await look(t, page, 'payout-5-last-code');
  await authorizeWith(page, mailedCode(served));
  await reads(page, 'Payout submitted');
});
