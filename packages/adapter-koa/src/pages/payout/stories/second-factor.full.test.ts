import { memoryStorage } from '@hundi/adapter-memory';
import { focusOn, look, lookWithoutScript, PHONE, storyTeller } from '../../../testing/browser.js';
import {
  askForCode,
  authorizeWith,
  mailedCode,
  openCheckout,
  press,
  reads,
  statusOfCheckout,
} from '../../../testing/payout-checkout.js';
import { enrolApp, enrolPasskey, serveHosted } from '../../../testing/second-factor.js';

const story = await storyTeller();

const LABEL = 'Code of your app or recovery code';

story('a maker gives a code of their app after the mailed code', async (t, { visitor }) => {
  const served = await serveHosted(t, memoryStorage(), 'any');
  const app = await enrolApp(served);
  const checkout = await openCheckout(served);
  const page = await visitor(t);
  await askForCode(page, checkout);
  await authorizeWith(page, mailedCode(served));
  const field = page.getByLabel(LABEL);
  await field.waitFor();
  t.is(page.url(), checkout.address);
  await look(t, page, 'payout-6-second-factor');

  await field.fill('000000');
  await press(page, 'Authorize payout');
  await page.getByText('was not accepted').first().waitFor();
  await focusOn(field);
  await look(t, page, 'payout-6-wrong-factor');
  t.is((await statusOfCheckout(served, checkout)).checkout.status, 'open');

  await field.fill(app.code());
  await field.press('Enter');
  await reads(page, 'Payout submitted');
});

story('a maker without scripts gives a recovery code', async (t, { visitor }) => {
  const served = await serveHosted(t, memoryStorage(), 'any');
  const { recoveryCodes } = await enrolApp(served);
  const page = await visitor(t, { ...PHONE, javaScriptEnabled: false });
  const checkout = await openCheckout(served);
  await page.goto(checkout.link);
  await press(page, 'Continue');
  await press(page, 'Send code');
  await authorizeWith(page, mailedCode(served));
  await page.getByLabel(LABEL).fill(recoveryCodes[0] ?? '');
  await lookWithoutScript(page, 'payout-6-second-factor-without-script');
  await press(page, 'Authorize payout');
  await reads(page, 'Payout submitted');
  t.pass();
});

story(
  'a maker with a passkey finds its button, and what to do if it fails',
  async (t, { visitor }) => {
    const served = await serveHosted(t, memoryStorage(), 'any');
    await enrolPasskey(served);
    const page = await visitor(t);
    await askForCode(page, await openCheckout(served));
    await authorizeWith(page, mailedCode(served));
    await page.getByRole('button', { name: 'Use a passkey', exact: true }).waitFor();
    await look(t, page, 'payout-6-passkey');

    // The browser of this test has no passkey.
    await press(page, 'Use a passkey');
    await page.getByText('The passkey was not used').waitFor();
    await page.getByLabel(LABEL).waitFor();
  },
);

story('where only a passkey will do, its button is all there is', async (t, { visitor }) => {
  const served = await serveHosted(t, memoryStorage(), 'passkey');
  await enrolPasskey(served);
  const page = await visitor(t);
  await askForCode(page, await openCheckout(served));
  await authorizeWith(page, mailedCode(served));
  await page.getByRole('button', { name: 'Use a passkey', exact: true }).waitFor();
  t.is(await page.getByLabel(LABEL).count(), 0);
  await look(t, page, 'payout-6-only-passkey');
});

story('a maker who has no second factor is told what to do', async (t, { visitor }) => {
  const served = await serveHosted(t, memoryStorage(), 'any');
  const page = await visitor(t);
  await askForCode(page, await openCheckout(served));
  await authorizeWith(page, mailedCode(served));
  await page.getByText('Add an authenticator app or a passkey in the portal').waitFor();
  await look(t, page, 'payout-6-no-factor');
});

story('another choice voids the code that the factor stands on', async (t, { visitor }) => {
  const served = await serveHosted(t, memoryStorage(), 'any');
  await enrolApp(served);
  const page = await visitor(t);
  await askForCode(
    page,
    await openCheckout(served, { amount: { value: 1_500_000, currency: 'INR' } }),
  );
  await authorizeWith(page, mailedCode(served));
  await page.getByLabel(LABEL).waitFor();
  await page.getByLabel('Payment method').selectOption('IMPS');
  await page.getByText('You picked something else after the code was sent').waitFor();
  t.true(await page.getByRole('button', { name: 'Authorize payout' }).isDisabled());
});
