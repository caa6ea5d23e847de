import { memoryStorage } from '@hundi/adapter-memory';
import { look, storyTeller } from '../../../testing/browser.js';
import {
  askForCode,
  authorizeWith,
  mailedCode,
  openCheckout,
  partnerSite,
  press,
  reads,
  statusOfCheckout,
} from '../../../testing/payout-checkout.js';
import { comeIn, statusOf } from '../../../testing/portal.js';
import { serve } from '../../../testing/serve.js';

const story = await storyTeller();

story(
  'a maker authorizes a payout, a checker approves it, and it is paid',
  async (t, { visitor }) => {
    const served = await serve(t, memoryStorage());
    const checkout = await openCheckout(served);
    const page = await visitor(t);

    await page.goto(checkout.link);
    await reads(page, 'Authorize this payout');
    t.is(page.url(), checkout.address);
    const shown = await page.locator('main').innerText();
    for (const text of ['₹12,34,567.50', 'Sharma Steel', 'XXXXXX0001', checkout.reference])
      t.true(shown.includes(text), text);
    t.regex(await page.getByRole('timer').innerText(), /^1[45]:\d\d$/);
    await look(t, page, 'payout-1-open');

    await press(page, 'Send code');
    const code = page.getByLabel('One-time code');
    await code.waitFor();
    t.is(await code.getAttribute('inputmode'), 'numeric');
    t.is(await code.getAttribute('autocomplete'), 'one-time-code');
    t.true(await page.getByRole('button', { name: 'Send code', exact: true }).isDisabled());
    await look(t, page, 'payout-2-code-sent');

    await authorizeWith(page, mailedCode(served));
    await reads(page, 'Payout submitted');
    t.is(page.url(), checkout.address);
    await look(t, page, 'payout-3-submitted');

    const { checkout: session, transaction } = await statusOfCheckout(served, checkout);
    t.is(session.status, 'submitted');
    t.is(transaction?.status, 'pending_approval');
    const id = transaction?.transactionId ?? '';
    t.true((await page.locator('main').innerText()).includes(id));

    const checker = await comeIn(served, 'checker@acme.example');
    await checker.post('/approvals', { action: 'approve', transactionIds: [id] });
    await served.sandbox.runDue();
    t.is(await statusOf(served, id), 'paid');
  },
);

story(
  'at the end a browser has one cookie, out of reach of scripts, and stored nothing else',
  async (t, { visitor }) => {
    const served = await serve(t, memoryStorage());
    const checkout = await openCheckout(served);
    const page = await visitor(t);
    await askForCode(page, checkout);
    await authorizeWith(page, mailedCode(served));
    await reads(page, 'Payout submitted');

    const stored = await page.evaluate(
      `(async () => [document.cookie, localStorage.length, sessionStorage.length,
      (await indexedDB.databases()).length, (await caches.keys()).length,
      (await navigator.serviceWorker.getRegistrations()).length])()`,
    );
    t.deepEqual(stored, ['', 0, 0, 0, 0, 0]);
    const cookies = await page.context().cookies();
    t.deepEqual(
      cookies.map(({ name, httpOnly }) => [name, httpOnly]),
      [[checkout.sessionId, true]],
    );
  },
);

story(
  'the site that sent the maker gets them back, with the session and how it ended',
  async (t, { visitor }) => {
    const served = await serve(t, memoryStorage());
    const partner = await partnerSite(t);
    const checkout = await openCheckout(served, { redirectUrl: partner.url });
    const page = await visitor(t);

    await askForCode(page, checkout);
    await authorizeWith(page, mailedCode(served));
    await reads(page, 'Back in the ERP');
    t.is(page.url(), `${partner.url}&session_id=${checkout.sessionId}&status=submitted`);

    await page.goto(checkout.address);
    await reads(page, 'Payout submitted');
    const back = page.getByRole('link', { name: `Return to ${new URL(partner.url).host}` });
    t.is(
      await back.getAttribute('href'),
      `${partner.url}&session_id=${checkout.sessionId}&status=submitted`,
    );
    await look(t, page, 'payout-3-submitted-with-return');
  },
);

story('what looks at the link in a mail or a chat does not use it up', async (t, { visitor }) => {
  const served = await serve(t, memoryStorage());
  const checkout = await openCheckout(served);
  for (let i = 0; i < 3; i += 1) {
    const response = await fetch(checkout.link);
    t.is(response.status, 200);
    t.is(response.headers.get('set-cookie'), null);
  }

  const page = await visitor(t);
  await page.goto(checkout.link);
  await reads(page, 'Authorize this payout');
});

story('the page that a link shows can be read by everybody', async (t, { visitor }) => {
  const served = await serve(t, memoryStorage());
  const page = await visitor(t);
  // Else it would be left at once.
  await page.route('**/enter', (route) => route.fulfill({ status: 204 }));
  await page.goto((await openCheckout(served)).link, { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Continue' }).waitFor();
  await look(t, page, 'payout-0-entrance');
});

story('the link stays behind: no address after it has the token', async (t, { visitor }) => {
  const served = await serve(t, memoryStorage());
  const checkout = await openCheckout(served);
  const page = await visitor(t);
  const token = new URL(checkout.link).searchParams.get('token') ?? '';
  const later: string[] = [];
  await page.goto(checkout.link);
  page.on('request', (request) => {
    later.push(request.url(), JSON.stringify(request.headers()));
  });
  await reads(page, 'Authorize this payout');
  await press(page, 'Send code');
  await page.getByLabel('One-time code').waitFor();

  t.true(token.length >= 43);
  t.true(later.length > 0);
  t.false(later.some((text) => text.includes(token)));
  t.false((await page.content()).includes(token));
});
