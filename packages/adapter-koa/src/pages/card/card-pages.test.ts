import { memoryStorage } from '@hundi/adapter-memory';
import { Secret } from '@hundi/core';
import { TEST_CARDS } from '@hundi/testkit';
import test, { type ExecutionContext } from 'ava';
import { here, openCard, sessionOf, type CardCheckout } from '../../testing/card-page.js';
import { merchantOf } from '../../testing/merchant.js';
import { pageFaults } from '../../testing/page-faults.js';
import { comeIn } from '../../testing/portal.js';
import { serve } from '../../testing/serve.js';
import { OUR_PAGE, submit, visit } from '../../testing/without-browser.js';

const CVC = '987';

const card = (number: string) => ({ number, expiry: '12 / 34', cvc: CVC, name: 'Asha Rao' });

/** A browser that opened a page: its cookie, and the fields of the form. */
const enter = async ({ link, address }: CardCheckout) => {
  const opened = await visit(link);
  const cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? '';
  const html = await (await visit(address, cookie)).text();
  const form_token = /name="form_token" value="([^"]*)"/.exec(html)?.[1] ?? '';
  const attempt = /name="attempt" value="([^"]*)"/.exec(html)?.[1] ?? '';
  return { cookie, fields: { form_token, attempt }, headers: { ...OUR_PAGE, cookie } };
};

const stage = async (t: ExecutionContext, overrides: object = {}) => {
  const served = await serve(t, memoryStorage());
  const checkout = await openCard(served, overrides);
  return { served, checkout, ...(await enter(checkout)) };
};

test('every answer of every route is closed to frames, caches and other sources, and repeats no card', async (t) => {
  const { served, checkout, cookie, fields, headers } = await stage(t);
  const { address, link, id } = checkout;
  const pay = (more: object, own: Readonly<Record<string, string>> = headers) =>
    submit(`${address}/pay`, { ...fields, ...card(TEST_CARDS.declined), ...more }, own);
  const linkUrl = `${address.split('/pay/')[0] ?? ''}/link/pl_${'0'.repeat(32)}`;
  const answers: ReadonlyArray<readonly [number, string, () => Promise<Response>]> = [
    [303, 'the address', () => visit(link)],
    [404, 'the address with another token', () => visit(link.replace(/.$/, 'x'))],
    [404, 'the address with two tokens', () => visit(`${link}&token=x`)],
    [200, 'the page', () => visit(address, cookie)],
    [404, 'the page without its cookie', () => visit(address)],
    [404, 'the page with another cookie', () => visit(address, `${id}=x`)],
    [404, 'another page', () => visit(address.replace(id, `cs_${'0'.repeat(32)}`), cookie)],
    [404, 'a page that cannot be', () => visit(`${address}x`, cookie)],
    [303, 'paying, to be read', () => visit(`${address}/pay`, cookie)],
    [303, 'cancelling, to be read', () => visit(`${address}/cancel`, cookie)],
    [404, 'paying nothing, to be read', () => visit(`${address}x/pay`, cookie)],
    [405, 'the page, as a form', () => submit(address, fields, headers)],
    [303, 'going back too early', () => visit(`${address}/return`, cookie)],
    [303, 'the end, too early', () => visit(`${address}/done`, cookie)],
    [403, 'a form without its token', () => pay({ form_token: '' })],
    [403, 'a form of another site', () => pay({}, { ...headers, 'sec-fetch-site': 'cross-site' })],
    [403, 'a form of another origin', () => pay({}, { cookie, origin: 'https://evil.example' })],
    [404, 'a form without a cookie', () => pay({}, OUR_PAGE)],
    [415, 'no form', () => pay({}, { ...headers, 'content-type': 'application/json' })],
    [413, 'a long form', () => pay({ more: 'x'.repeat(9_000) })],
    [400, 'no card', () => pay(card(''))],
    [400, 'a wrong card', () => pay({ number: '4242424242424241' })],
    [400, 'markup for a card', () => pay({ name: '<script>alert(1)</script>', number: '"><b>' })],
    [400, 'a card in the place of a name', () => pay({ number: '', name: TEST_CARDS.visa })],
    [303, 'a form for no attempt', () => pay({ attempt: '' })],
    [303, 'a form for a later attempt', () => pay({ attempt: '3' })],
    [303, 'a declined card', () => pay({})],
    [303, 'the same form again', () => pay({})],
    [200, 'the page after it', () => visit(address, cookie)],
    [303, 'another card', () => pay({ ...card(TEST_CARDS.visa), attempt: '2' })],
    [200, 'the end', () => visit(`${address}/done`, cookie)],
    [303, 'going back', () => visit(`${address}/return`, cookie)],
    [303, 'paying after the end', () => pay({ ...card(TEST_CARDS.visa), attempt: '3' })],
    [303, 'cancelling after the end', () => submit(`${address}/cancel`, fields, headers)],
    [303, 'the address after the end', () => visit(link)],
    [404, 'a link that is none', () => visit(`${linkUrl}?token=${'0'.repeat(64)}`)],
    [404, 'a link without a token', () => visit(linkUrl)],
  ];
  for (const [status, what, ask] of answers) {
    const response = await ask();
    t.is(response.status, status, what);
    t.deepEqual(pageFaults(response), [], what);
    const said = `${await response.text()} ${JSON.stringify([...response.headers])}`;
    t.notRegex(said, /undefined|\[object|NaN|<b>|alert\(1/, what);
    for (const secret of [TEST_CARDS.visa, TEST_CARDS.declined, '4242424242424241'])
      t.false(said.includes(secret), what);
    // Three digits stand in many a random token: only by themselves do they reveal the card.
    t.notRegex(said, new RegExp(`(?<!\\w)${CVC}(?!\\w)`), what);
  }
  t.deepEqual((await sessionOf(served, id)).attempts.used, 2);
  t.is((await served.sandbox.cards.charges(id)).length, 2);
});

for (const step of ['pay', 'cancel']) {
  test(`a browser that asks for the address of the form ${step} is led to the page`, async (t) => {
    const { served, checkout, cookie } = await stage(t);
    const led = await visit(`${checkout.address}/${step}`, cookie);

    t.is(led.status, 303);
    t.is(led.headers.get('location'), checkout.address);
    t.is((await sessionOf(served, checkout.id)).status, 'open');
  });
}

test('the foot warns of what the page asks for: a card, and no one-time code', async (t) => {
  const { checkout, cookie } = await stage(t);
  const html = await (await visit(checkout.address, cookie)).text();

  t.regex(html, /never asks for a card number or CVC by phone, chat or e-mail/);
  t.notRegex(html, /one-time code/);
});

test('a customer of a payment link is sent back to the link, and to no shop', async (t) => {
  const served = await serve(t, memoryStorage());
  const admin = await comeIn(served, 'admin@acme.example');
  const made = await admin.post<{ readonly url: string }>('/payment-links', {
    amount: 50_050,
    currency: 'INR',
    reference: 'INVOICE-7',
  });
  const opened = await visit(here(served, made.json.url));
  const cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? '';
  await served.sandbox.advance(15 * 60_000);
  const html = await (await visit(opened.headers.get('location') ?? '', cookie)).text();

  t.regex(html, /This payment has expired/);
  t.regex(html, /Nothing was paid\. To pay, open the payment link again while it is valid\./);
});

test('the way back is a redirect to the address that the shop gave, with the signed query', async (t) => {
  const { checkout, cookie, fields, headers } = await stage(t);
  const paid = await submit(
    `${checkout.address}/pay`,
    { ...fields, ...card(TEST_CARDS.visa) },
    headers,
  );
  const done = await visit(paid.headers.get('location') ?? '', cookie);
  const onwards = /content="0;url=([^"]*)"/.exec(await done.text())?.[1] ?? '';
  const back = await visit(new URL(onwards, checkout.address).href, cookie);

  t.is(paid.headers.get('location'), `${checkout.address}/done`);
  t.is(back.status, 303);
  t.regex(
    back.headers.get('location') ?? '',
    new RegExp(
      `^https://shop\\.example/thanks\\?session_id=${checkout.id}&reference=ORDER-1001&status=completed&timestamp=\\d{10}&signature=[0-9a-f]{64}$`,
    ),
  );
});

test('a form that is shown again keeps a name, and no number that was typed for one, in whatever digits', async (t) => {
  const { checkout, fields, headers } = await stage(t);
  const again = async (name: string): Promise<string> => {
    const form = { ...fields, ...card(TEST_CARDS.visa), cvc: '', name };
    const answer = await submit(`${checkout.address}/pay`, form, headers);
    return answer.text();
  };

  t.true((await again('Asha Rao')).includes('value="Asha Rao"'));
  for (const number of ['4242424242424242', '४२४२४२४२४२४२४२४२', '４２４２４２４２４２４２４２４２'])
    t.false((await again(number)).includes(number));
});

test('a hundred forms at once charge one card', async (t) => {
  const { served, checkout, fields, headers } = await stage(t);
  const answers = await Promise.all(
    Array.from({ length: 100 }, () =>
      submit(`${checkout.address}/pay`, { ...fields, ...card(TEST_CARDS.visa) }, headers),
    ),
  );

  t.deepEqual(new Set(answers.map(({ status }) => status)), new Set([303]));
  t.is((await served.sandbox.cards.charges(checkout.id)).length, 1);
  t.is((await sessionOf(served, checkout.id)).status, 'complete');
});

test('the cookie is for this host alone, out of reach of scripts, and no token of the address', async (t) => {
  const { checkout } = await stage(t);
  const opened = await visit(checkout.link);
  const [token = ''] = checkout.link.split('token=').slice(1);

  t.regex(
    opened.headers.get('set-cookie') ?? '',
    /^cs_[0-9a-f]{32}=[0-9a-f]{64}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/,
  );
  t.false((opened.headers.get('set-cookie') ?? '').includes(token));
  t.is(opened.headers.get('location'), checkout.address);
});

test('a session that its shop ended cannot be paid', async (t) => {
  const { served, checkout, fields, headers } = await stage(t);
  await merchantOf(served).post(`/sessions/${checkout.id}/expire`);
  await submit(`${checkout.address}/pay`, { ...fields, ...card(TEST_CARDS.visa) }, headers);

  t.deepEqual(await served.sandbox.cards.charges(), []);
});

const GOES_BACK =
  /A charge to your card came too late\. Its money is returned to your card automatically\./;

/** A promise, and what resolves it. */
const signal = (): readonly [Promise<void>, () => void] => {
  let give: () => void = () => undefined;
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return [given, give];
};

for (const answer of [{ kind: 'absent' }, { kind: 'declined', code: 'card_declined' }] as const)
  test(`a charge that is approved after another process heard that it is ${answer.kind} goes back, and each page of its session says so`, async (t) => {
    const { served, checkout, cookie, headers } = await stage(t);
    const { sandbox } = served;
    const { acquirer } = sandbox.cards;
    const [isPaused, wake] = signal();
    const [isBegun, begin] = signal();
    const paused = sandbox.another({
      cardAcquirer: {
        ...acquirer,
        charge: async (...asked) => {
          begin();
          await isPaused;
          return acquirer.charge(...asked);
        },
      },
    });
    const browser = { sessionId: checkout.id, key: cookie.split('=')[1] ?? '' };
    const first = new Secret(card(TEST_CARDS.visa));
    const paying = paused.payByCard(browser, { attempt: 1, card: first });
    await isBegun;
    // An absent charge is final by now.
    sandbox.clock.advance(5 * 60_000);
    const query = () => Promise.resolve(answer);
    await sandbox.another({ cardAcquirer: { ...acquirer, query } }).runDue();
    wake();
    await paying;
    await sandbox.engine.runDue();
    const open = await visit(checkout.address, cookie);
    t.deepEqual(pageFaults(open), []);
    const html = await open.text();
    t.regex(html, GOES_BACK);
    t.regex(html, /You can try 2 more times\./);
    t.notRegex(html, /The card was not charged/);

    const form_token = /name="form_token" value="([^"]*)"/.exec(html)?.[1] ?? '';
    const again = { form_token, attempt: '2', ...card(TEST_CARDS.visa) };
    const paid = await submit(`${checkout.address}/pay`, again, headers);
    const done = await (await visit(paid.headers.get('location') ?? '', cookie)).text();
    t.regex(done, /You paid ₹2,499\.00/);
    t.regex(done, GOES_BACK);
    t.deepEqual(
      (await sandbox.cards.charges(checkout.id)).map(({ state }) => state),
      ['reversed', 'captured'],
    );
  });
