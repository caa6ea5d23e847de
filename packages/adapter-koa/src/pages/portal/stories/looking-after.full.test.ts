import { memoryStorage } from '@hundi/adapter-memory';
import { demoDocument } from '@hundi/testkit';
import type { Page } from 'playwright-core';
import { DESKTOP, look, storyTeller } from '../../../testing/browser.js';
import { raiseUnknown } from '../../../testing/look-after.js';
import { press, reads } from '../../../testing/payout-checkout.js';
import { codeFor, comeIn } from '../../../testing/portal.js';
import { serve, type Served } from '../../../testing/serve.js';

const story = await storyTeller();

const ADMIN = 'admin@acme.example';
const HEAD = 'head@acme.example';

const enter = async (served: Served, page: Page, email: string): Promise<void> => {
  await page.goto(`http://localhost:${String(served.port)}/portal/login?then=/portal/settings`);
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await press(page, 'Send code');
  await page.getByRole('textbox', { name: 'Code' }).fill(codeFor(served, email));
  await press(page, 'Log in');
  await reads(page, 'Settings');
};

const go = async (page: Page, link: string | RegExp, heading: string): Promise<void> => {
  await page.getByRole('link', { name: link, exact: true }).click();
  await reads(page, heading);
};

const corporate = demoDocument().bankTenants[0]?.corporates[0];

/** The head approves settings, too. */
const documentWith = (settingsNeedSecondPerson: boolean) =>
  demoDocument({
    settingsNeedSecondPerson,
    roles: (corporate?.roles ?? []).map((role) =>
      role.roleCode === 'head'
        ? { ...role, permissions: ['settings.approve', 'transaction.approve'] as never }
        : role,
    ),
  });

story(
  'an administrator makes a key, and another person finds it waiting and approves it, on a phone',
  async (t, { visitor }) => {
    const served = await serve(t, memoryStorage(), {}, { document: documentWith(true) });
    const page = await visitor(t);
    await enter(served, page, ADMIN);
    await look(t, page, 'portal-30-settings');
    await go(page, 'Keys', 'Keys');
    await look(t, page, 'portal-31-keys');
    await go(page, 'Make a partner key', 'Make a partner key?');
    await press(page, 'Make a partner key');
    await page.getByText('Select at least one scope.').waitFor();
    await look(t, page, 'portal-32-key-faults');
    await page.getByRole('textbox', { name: 'Name' }).fill('ledger');
    await page.getByRole('checkbox', { name: 'payments:read' }).check();
    await page.getByRole('combobox', { name: 'Acts as' }).selectOption({ label: 'erp (u-erp)' });
    await press(page, 'Make a partner key');
    await reads(page, 'This waits for a second person');
    await page.getByText(/^pak_\w+$/).waitFor();
    await look(t, page, 'portal-33-key-made');

    const second = await visitor(t);
    await enter(served, second, HEAD);
    await go(second, 'Waiting changes', 'Waiting changes');
    await look(t, second, 'portal-34-waiting');
    await go(second, /^Approve: New partner key/, 'Approve this change? New partner key');
    await second.getByRole('textbox', { name: 'Comment' }).fill('Checked with the ledger');
    await look(t, second, 'portal-35-approve');
    await press(second, 'Approve');
    await reads(second, 'The change is approved');
    await go(second, 'Back', 'Waiting changes');
    await second.getByText('No change waits for a second person.').waitFor();
    await page.goto(`http://localhost:${String(served.port)}/portal/settings/keys`);
    await page.getByText('ledger', { exact: true }).waitFor();
  },
);

story(
  'an administrator adds an endpoint, looks at what became of a test, and suspends a user, by keyboard',
  async (t, { visitor }) => {
    const served = await serve(t, memoryStorage(), {}, { document: documentWith(false) });
    await served.sandbox.runDue();
    const page = await visitor(t, DESKTOP);
    const keyed = async (role: 'link' | 'button', name: string | RegExp): Promise<void> => {
      await page.getByRole(role, { name, exact: true }).focus();
      await page.keyboard.press('Enter');
    };
    await enter(served, page, ADMIN);
    await keyed('link', 'Webhooks');
    await keyed('link', 'Add an endpoint');
    await page.getByRole('textbox', { name: 'URL' }).focus();
    await page.keyboard.type('https://hooks.acme.example/hundi');
    await look(t, page, 'portal-36-endpoint');
    await keyed('button', 'Add an endpoint');
    await reads(page, 'The endpoint is added');
    await look(t, page, 'portal-37-secret');
    await keyed('link', 'Back');
    await keyed('link', /^Send a test to/);
    await keyed('button', 'Send a test');
    await reads(page, 'A test event is on its way');
    await served.sandbox.runDue();
    await keyed('link', 'Back');
    await page.getByText('webhook.test').waitFor();
    await look(t, page, 'portal-38-attempts');
    await keyed('link', 'Webhooks');
    await look(t, page, 'portal-39-webhooks');

    await keyed('link', 'People');
    await look(t, page, 'portal-40-people');
    await keyed('link', 'Suspend maker');
    await reads(page, 'Suspend maker?');
    await page.getByRole('checkbox', { name: 'Hold their payouts, too' }).focus();
    await page.keyboard.press('Space');
    await look(t, page, 'portal-41-suspend');
    await keyed('button', 'Suspend');
    await reads(page, 'maker is suspended');
    await t.throwsAsync(comeIn(served, 'maker@acme.example'));
    await keyed('link', 'Back');
    await keyed('link', 'Journal');
    await reads(page, 'Journal');
    await look(t, page, 'portal-42-journal');
    await raiseUnknown(served, 'No answer since 10:00.');
    await keyed('link', 'Incidents');
    await reads(page, 'Incidents');
    await look(t, page, 'portal-43-incidents');
    await keyed('link', 'Approval policy');
    await reads(page, 'Approval policy');
    await look(t, page, 'portal-44-policy');
    await keyed('link', 'Draft another policy');
    await keyed('button', 'Show what would change');
    await page.getByText('Of the payouts that wait now').waitFor();
    await look(t, page, 'portal-45-draft');
  },
);

story(
  'an administrator makes a payment link, cancels it, and adds a host of the checkout, on a phone',
  async (t, { visitor }) => {
    const served = await serve(t, memoryStorage(), {}, { document: documentWith(false) });
    const page = await visitor(t);
    await enter(served, page, ADMIN);
    await go(page, 'Payment links', 'Payment links');
    await go(page, 'Make a payment link', 'Make a payment link?');
    await page.getByRole('textbox', { name: 'Amount (₹)' }).fill('1,250.50');
    await page.getByRole('textbox', { name: 'Reference' }).fill('INV-7');
    await look(t, page, 'portal-46-link');
    await press(page, 'Make a payment link');
    await reads(page, 'The payment link is made');
    await go(page, 'Back', 'Payment links');
    await look(t, page, 'portal-47-links');
    await go(page, 'Cancel the link INV-7', 'Cancel this payment link?');
    await press(page, 'Cancel');
    await reads(page, 'The payment link is cancelled');
    await go(page, 'Back', 'Payment links');

    await go(page, 'Checkout settings', 'Checkout settings');
    await look(t, page, 'portal-48-checkout');
    await go(page, 'Change', 'Change the checkout settings?');
    await page.getByRole('textbox', { name: 'Hosts' }).fill('shop.example store.example');
    await look(t, page, 'portal-49-checkout-change');
    await press(page, 'Change');
    await reads(page, 'The checkout settings are changed');
    await go(page, 'Back', 'Checkout settings');
    await page.getByText('store.example', { exact: true }).waitFor();
    await go(page, 'People', 'People');
    await look(t, page, 'portal-50-factors');
  },
);
