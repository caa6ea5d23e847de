import { memoryStorage } from '@hundi/adapter-memory';
import { demoDocument } from '@hundi/testkit';
import type { ExecutionContext } from 'ava';
import type { Page } from 'playwright-core';
import { look, lookWithoutScript, PHONE, storyTeller } from '../../../testing/browser.js';
import {
  authorizeWith,
  mailedCode,
  openCheckout,
  press,
  reads,
  statusOfCheckout,
} from '../../../testing/payout-checkout.js';
import { serve, type Served } from '../../../testing/serve.js';

const story = await storyTeller();

const linesOf = (page: Page, label: string): Promise<string[]> =>
  page.getByLabel(label, { exact: true }).locator('option').allInnerTexts();

/** Salaries are paid from another account than the rest, and by RTGS alone. */
const serveTwoWays = (t: ExecutionContext): Promise<Served> => {
  const document = demoDocument();
  const [bank] = document.bankTenants;
  const [acme] = bank?.corporates ?? [];
  const packages = (acme?.packages ?? []).map((one) =>
    one.packageCode === 'SALARY'
      ? {
          ...one,
          catalogConfiguration: {
            ...one.catalogConfiguration,
            debitAccounts: [
              {
                debitAccountId: 'da-second',
                allowedPaymentMethodCodes: ['RTGS'],
                isDefault: true,
              },
            ],
            defaultDebitAccountId: 'da-second',
            defaultPaymentMethodCode: 'RTGS',
          },
        }
      : one,
  );
  return serve(t, memoryStorage(), {}, { document: demoDocument({ packages }) });
};

story(
  'a maker finds what their role may use and what fits the amount, the defaults picked',
  async (t, { visitor }) => {
    const served = await serve(t, memoryStorage());
    const page = await visitor(t);
    const checkout = await openCheckout(served, { makerUserId: 'u-clerk' });
    await page.goto(checkout.link);

    t.is(await page.locator('#packageCode').innerText(), 'Vendor payouts');
    t.is(await page.locator('#debitAccountId').innerText(), 'XXXXXX2222 · Acme current');
    t.deepEqual(await linesOf(page, 'Payment method'), ['NEFT', 'RTGS']);
    t.is(await page.getByLabel('Payment method').inputValue(), 'NEFT');
  },
);

/** Vendors are paid by NEFT alone. */
const serveOneWay = (t: ExecutionContext): Promise<Served> => {
  const packages = (demoDocument().bankTenants[0]?.corporates[0]?.packages ?? []).map((one) => {
    const { allowedPaymentMethods, debitAccounts } = one.catalogConfiguration;
    if (one.packageCode !== 'VENDOR') return one;
    return {
      ...one,
      catalogConfiguration: {
        ...one.catalogConfiguration,
        allowedPaymentMethods: allowedPaymentMethods.filter(
          ({ paymentMethodCode }) => paymentMethodCode === 'NEFT',
        ),
        debitAccounts: debitAccounts.map((account) => ({
          ...account,
          allowedPaymentMethodCodes: ['NEFT'],
        })),
      },
    };
  });
  return serve(t, memoryStorage(), {}, { document: demoDocument({ packages }) });
};

for (const [how, options] of [
  ['with scripts', PHONE],
  ['without scripts', { ...PHONE, javaScriptEnabled: false }],
] as const)
  story(
    `${how} a choice with one line is text, and the payout is authorized with it`,
    async (t, { visitor }) => {
      const served = await serveOneWay(t);
      const checkout = await openCheckout(served, { makerUserId: 'u-clerk' });
      const page = await visitor(t, options);
      await page.goto(checkout.link);
      if (how === 'without scripts') await press(page, 'Continue');
      await reads(page, 'Authorize this payout');

      t.is(await page.locator('select').count(), 0);
      t.is(await page.getByRole('button', { name: 'Update choices' }).count(), 0);
      t.is(await page.locator('#paymentMethodCode').innerText(), 'NEFT');
      if (how === 'with scripts') await look(t, page, 'payout-1-one-way');
      await press(page, 'Send code');
      await authorizeWith(page, mailedCode(served, 'clerk@acme.example'));
      await reads(page, 'Payout submitted');
      t.like(await statusOfCheckout(served, checkout), { checkout: { status: 'submitted' } });
    },
  );

story('another package brings its own accounts and methods at once', async (t, { visitor }) => {
  const served = await serveTwoWays(t);
  const checkout = await openCheckout(served);
  const page = await visitor(t);
  await page.goto(checkout.link);
  await page.getByLabel('Package').selectOption({ label: 'Salaries' });

  t.deepEqual(await linesOf(page, 'Debit account'), ['XXXXXX3333 · Acme projects']);
  t.deepEqual(await linesOf(page, 'Payment method'), ['RTGS']);
  await press(page, 'Send code');
  await page.getByLabel('One-time code').waitFor();
  t.is(await page.getByLabel('Package').inputValue(), 'SALARY');
  await authorizeWith(page, mailedCode(served));
  await reads(page, 'Payout submitted');
  const { transaction } = await statusOfCheckout(served, checkout);
  const paid = await served.get(
    `/v1/partner/payments/transactions/${transaction?.transactionId ?? ''}`,
  );
  t.like(JSON.parse(paid.text), { packageCode: 'SALARY', paymentMethod: 'RTGS' });
});

story(
  'another choice voids the code, and the page says so before it is sent',
  async (t, { visitor }) => {
    const served = await serveTwoWays(t);
    const page = await visitor(t);
    await page.goto((await openCheckout(served)).link);
    await press(page, 'Send code');
    const authorize = page.getByRole('button', { name: 'Authorize payout' });
    await authorize.waitFor();

    await page.getByLabel('Payment method').selectOption('RTGS');
    await page.getByRole('status').waitFor();
    t.true(await authorize.isDisabled());
    await look(t, page, 'payout-9-changed');
    await page.getByLabel('Payment method').selectOption('NEFT');
    t.false(await authorize.isDisabled());
  },
);

const MISFIT =
  'The account does not go with this package. Look at the one that is shown now, and press Send code again.';

const WITHOUT_SCRIPT = { ...PHONE, javaScriptEnabled: false };

story('without scripts everything works, a button more', async (t, { visitor }) => {
  const served = await serveTwoWays(t);
  const checkout = await openCheckout(served);
  const page = await visitor(t, WITHOUT_SCRIPT);
  await page.goto(checkout.link);
  await press(page, 'Continue');
  await reads(page, 'Authorize this payout');
  t.is(page.url(), checkout.address);

  await page.getByLabel('Package').selectOption({ label: 'Salaries' });
  await press(page, 'Update choices');
  t.is(await page.getByLabel('Package').inputValue(), 'SALARY');
  t.deepEqual(await linesOf(page, 'Debit account'), ['XXXXXX3333 · Acme projects']);
  t.deepEqual(await linesOf(page, 'Payment method'), ['RTGS']);
  await lookWithoutScript(page, 'payout-1-open-without-script');
  await press(page, 'Send code');
  await page.getByLabel('One-time code').fill(mailedCode(served));
  await lookWithoutScript(page, 'payout-2-code-sent-without-script');
  // As Enter in the field does.
  await page.getByLabel('One-time code').press('Enter');
  await reads(page, 'Payout submitted');
});

story(
  'without scripts the page marks the choice that does not go together',
  async (t, { visitor }) => {
    const served = await serveTwoWays(t);
    const page = await visitor(t, WITHOUT_SCRIPT);
    await page.goto((await openCheckout(served)).link);
    await press(page, 'Continue');
    await page.getByLabel('Package').selectOption({ label: 'Salaries' });
    await press(page, 'Send code');

    await page.getByRole('alert').waitFor();
    t.is(await page.getByLabel('Debit account').getAttribute('aria-invalid'), 'true');
    t.deepEqual(await linesOf(page, 'Debit account'), ['XXXXXX3333 · Acme projects']);
    t.is(await page.locator('#debitAccountId-fault').innerText(), MISFIT);
    await lookWithoutScript(page, 'payout-9-unfit');
  },
);

story('without scripts a changed choice is refused with the old code', async (t, { visitor }) => {
  const served = await serveTwoWays(t);
  const checkout = await openCheckout(served);
  const page = await visitor(t, WITHOUT_SCRIPT);
  await page.goto(checkout.link);
  await press(page, 'Continue');
  await press(page, 'Send code');
  await page.getByLabel('Payment method').selectOption('RTGS');
  await authorizeWith(page, mailedCode(served));

  await page.getByText('You picked something else after the code was sent.').first().waitFor();
  t.is((await statusOfCheckout(served, checkout)).checkout.status, 'open');
});
