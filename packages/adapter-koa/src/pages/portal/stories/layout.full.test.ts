import { memoryStorage } from '@hundi/adapter-memory';
import { demoDocument } from '@hundi/testkit';
import type { Locator, Page } from 'playwright-core';
import { newBeneficiary } from '../../../examples/beneficiaries.js';
import { look, PHONE, storyTeller } from '../../../testing/browser.js';
import { aBatch, aPayment, postBatch } from '../../../testing/bodies.js';
import { press } from '../../../testing/payout-checkout.js';
import { codeFor, comeIn as logIn } from '../../../testing/portal.js';
import { serve, type Served } from '../../../testing/serve.js';

const story = await storyTeller();

const comeIn = async (served: Served, page: Page, who: string): Promise<void> => {
  await page.goto(`http://localhost:${String(served.port)}/portal/login`);
  await page.getByRole('textbox', { name: 'E-mail' }).fill(`${who}@acme.example`);
  await press(page, 'Send code');
  await page.getByRole('textbox', { name: 'Code' }).fill(codeFor(served, `${who}@acme.example`));
  await press(page, 'Log in');
};

const boxOf = async (of: Locator) => {
  const { x = 0, y = 0, width = 0, height = 0 } = (await of.first().boundingBox()) ?? {};
  return { x, y, width, height, below: y + height };
};

story(
  'on a phone a name has the width of its table, and an amount stands beside it',
  async (t, { visitor }) => {
    const served = await serve(t, memoryStorage());
    const payee = await served.sandbox.beneficiary('SHARMA01');
    const apiRefNumber = 'Vendors of March, the second half '.padEnd(99, 'and others ');
    const payments = ['A', 'B'].map((name) => aPayment(payee, name, { amount: 2_000_000 }));
    const batch = aBatch(payments, { initiatedByUserId: 'u-maker', apiRefNumber });
    await postBatch(served, batch, 'one');
    await served.sandbox.runDue();
    const page = await visitor(t);
    await comeIn(served, page, 'checker');
    const job = page.getByRole('region', { name: 'By job' });
    const name = await boxOf(job.locator('tbody bdi'));
    t.true(name.height < 80, String(name.height));
    const total = await boxOf(job.locator('tbody .num'));
    t.true(total.y < name.below, `${String(total.y)} ${String(name.below)}`);
    await look(t, page, 'portal-26-jobs-on-a-phone');
    await page.getByRole('link', { name: 'Reports' }).click();
    const list = page.locator('table').last().locator('tbody tr').first();
    const [reference, amount] = [
      await boxOf(list.locator('th a')),
      await boxOf(list.locator('.num')),
    ];
    t.true(
      Math.abs(reference.y - amount.y) < reference.height,
      `${String(reference.y)} ${String(amount.y)}`,
    );
  },
);

story(
  'more choices of a payment have room between a field and the next label',
  async (t, { visitor }) => {
    const served = await serve(t, memoryStorage());
    const page = await visitor(t);
    await comeIn(served, page, 'maker');
    await page.getByRole('link', { name: 'Pay', exact: true }).click();
    await page.getByText('More choices').click();
    const account = await boxOf(page.getByLabel('Debit account'));
    const label = await boxOf(page.locator('label[for=method]'));
    t.true(label.y - account.below >= 12, String(label.y - account.below));
  },
);

/** How far the page can be scrolled sideways. */
const sideways = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

const LONG_CODE = 'W'.repeat(100);

/** A payee of which each value is one word, as long as it may be. */
const longPayee = (ending: string) => ({
  ...newBeneficiary,
  beneId: ending.padStart(40, 'W'),
  beneName: ending.padStart(200, 'W'),
  beneBankAccounts: [1, 2].map((n) => ({
    accountNumber: String(n).padStart(34, '8'),
    ifscCode: 'W'.repeat(20),
    accountName: 'W'.repeat(200),
    isDefault: n === 1,
  })),
  benePackageCodes: ['VENDOR', LONG_CODE],
  beneEmail: `${'w'.repeat(64)}@${'w'.repeat(60)}.example`,
  beneType: 'W'.repeat(100),
  beneCategory: 'W'.repeat(100),
  tags: ['W'.repeat(100)],
});

story('at 320 pixels no page of a payee scrolls sideways', async (t, { visitor }) => {
  const { roles = [], packages = [] } = demoDocument().bankTenants[0]?.corporates[0] ?? {};
  const document = demoDocument({
    roles: roles.map((role) => ({
      ...role,
      packageCodes: [...(role.packageCodes ?? []), LONG_CODE] as never,
    })),
    packages: packages.flatMap((one) =>
      one.packageCode === 'VENDOR' ? [one, { ...one, packageCode: LONG_CODE }] : one,
    ),
  });
  const served = await serve(t, memoryStorage(), {}, { document });
  const [maker, checker] = [
    await logIn(served, 'maker@acme.example'),
    await logIn(served, 'checker@acme.example'),
  ];
  const make = async (ending: string): Promise<string> => {
    const { initiatedByUserId: _, ...payee } = longPayee(ending);
    const made = await maker.post<{ readonly beneficiary: { readonly beneficiaryId: string } }>(
      '/beneficiaries',
      payee,
    );
    return made.json.beneficiary.beneficiaryId;
  };
  const [id, other] = [await make('A'), await make('B')];
  await checker.post(`/beneficiaries/${id}/authorize`, { action: 'approve' });
  const page = await visitor(t, { ...PHONE, viewport: { width: 320, height: 700 } });
  const wide: string[] = [];
  const goTo = async (path: string): Promise<void> => {
    await page.goto(`http://localhost:${String(served.port)}/portal/beneficiaries${path}`);
    if ((await sideways(page)) > 0) wide.push(path);
  };
  await comeIn(served, page, 'maker');
  for (const path of ['', '/new', `/${id}`, `/${id}/deactivate`, `/${id}/change`]) await goTo(path);
  await page.getByRole('textbox', { name: 'Name', exact: true }).first().fill('V'.repeat(200));
  await page.getByRole('textbox', { name: 'Account number' }).first().fill('9'.repeat(34));
  await press(page, 'Save');
  await page.getByText('A checker has to approve this').waitFor();
  await press(page, 'Log out');
  await comeIn(served, page, 'checker');
  for (const path of [`/${id}?compared`, `/${other}?new`]) await goTo(path);
  t.deepEqual(wide, []);
});
