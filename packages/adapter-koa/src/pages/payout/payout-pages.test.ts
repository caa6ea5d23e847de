import { memoryStorage } from '@hundi/adapter-memory';
import { E } from '@hundi/core';
import test from 'ava';
import { pageFaults } from '../../testing/page-faults.js';
import {
  mailedCode,
  openCheckout,
  otherThan,
  statusOfCheckout,
} from '../../testing/payout-checkout.js';
import { serve } from '../../testing/serve.js';
import { enter, OUR_PAGE, submit, visit } from '../../testing/without-browser.js';
import { ENGLISH } from '../texts/english.js';
import { HINDI } from '../texts/hindi.js';

const ABSENT = `pcs_${'0'.repeat(32)}`;
const STEPS = ['choices', 'code', 'authorize', 'factor', 'cancel'] as const;

test('every answer of every route is closed to frames, caches and other sources', async (t) => {
  const served = await serve(t, memoryStorage());
  const partner = 'https://erp.acme.example/back';
  const checkout = await openCheckout(served, { redirectUrl: partner, cancelUrl: partner });
  const { address } = checkout;
  const inside = await enter(checkout);
  const { cookie, fields, headers } = inside;
  const post = (step: string, more = {}) =>
    submit(`${address}/${step}`, { ...fields, ...more }, headers);
  const elsewhere = address.replace(checkout.sessionId, ABSENT);
  const answers: ReadonlyArray<readonly [number, string, () => Promise<Response>]> = [
    [200, 'the link', () => visit(checkout.link)],
    [303, 'the link, for who is in', () => visit(checkout.link, cookie)],
    [200, 'the page', () => visit(address, cookie)],
    [403, 'the page without its cookie', () => visit(address)],
    [403, 'the page with another cookie', () => visit(address, `${checkout.sessionId}=x`)],
    [404, 'another page', () => visit(elsewhere)],
    [404, 'a page that cannot be', () => visit(`${address}x`)],
    [404, 'nothing', () => visit(`${address}/nothing`)],
    [404, 'a step of nothing, to be read', () => visit(`${address}x/code`)],
    [405, 'the page, as a form', () => submit(address, {}, headers)],
    [403, 'a form without its token', () => submit(`${address}/code`, {}, headers)],
    [
      403,
      'a form of another site',
      () => submit(`${address}/code`, fields, { ...headers, 'sec-fetch-site': 'cross-site' }),
    ],
    [403, 'a form without a cookie', () => submit(`${address}/code`, fields)],
    [
      415,
      'no form',
      () => submit(`${address}/code`, fields, { ...headers, 'content-type': 'application/json' }),
    ],
    [413, 'a long form', () => post('code', { more: 'x'.repeat(9_000) })],
    [400, 'a form without a choice', () => post('code', { packageCode: '' })],
    [403, 'a package that the maker may not use', () => post('code', { packageCode: 'OTHER' })],
    [403, 'an account that the maker may not use', () => post('code', { debitAccountId: 'other' })],
    [200, 'other choices', () => post('choices')],
    [409, 'a code that nobody sent', () => post('authorize', { code: '123456' })],
    [303, 'sending a code', () => post('code')],
    [409, 'sending another at once', () => post('code')],
    [400, 'no code', () => post('authorize')],
    [400, 'a wrong code', () => post('authorize', { code: otherThan(mailedCode(served)) })],
    [303, 'going back too early', () => visit(`${address}/return`, cookie)],
    [404, 'a link with another token', () => submit(`${address}/enter`, { token: 'x' })],
    [404, 'a link without a token', () => submit(`${address}/enter`, {})],
    [303, 'the right code', () => post('authorize', { code: mailedCode(served) })],
    [200, 'going back', () => visit(`${address}/return`, cookie)],
    [200, 'the end', () => visit(address, cookie)],
    [409, 'cancelling after the end', () => post('cancel')],
    [409, 'authorizing after the end', () => post('authorize', { code: mailedCode(served) })],
    [
      409,
      'the link after the end',
      () =>
        submit(`${address}/enter`, {
          token: new URL(checkout.link).searchParams.get('token') ?? '',
        }),
    ],
  ];
  for (const [status, what, ask] of answers) {
    const response = await ask();
    t.is(response.status, status, what);
    t.deepEqual(pageFaults(response), [], what);
    t.notRegex(await response.text(), /undefined|\[object|NaN/, what);
  }
  t.is((await statusOfCheckout(served, checkout)).checkout.status, 'submitted');
});

for (const [language, { payoutPage: words }] of [
  ['en', ENGLISH],
  ['hi', HINDI],
] as const) {
  test(`a payee that was changed since leaves nothing but to cancel, and the page says so: ${language}`, async (t) => {
    const served = await serve(t, memoryStorage());
    const { engine, tenant } = served.sandbox;
    const checkout = await openCheckout(served);
    const { cookie, fields, headers } = await enter(checkout);
    const inLanguage = `${cookie}; hundi-language=${language}`;
    const post = (step: string, more = {}) =>
      submit(
        `${checkout.address}/${step}`,
        { ...fields, ...more },
        { ...headers, cookie: inLanguage },
      );
    t.is((await post('code')).status, 303);
    const beneficiaryId = await served.sandbox.beneficiary('SHARMA01');
    const changed = { beneficiaryId, initiatedByUserId: 'u-maker', beneName: 'Another Steel' };
    const decision = { beneficiaryId, actorUserId: 'u-checker', action: 'approve' } as const;
    t.true(E.isRight(await engine.changeBeneficiary(tenant, changed)));
    t.true(E.isRight(await engine.authorizeBeneficiary(tenant, decision)));

    const code = mailedCode(served);
    for (const answer of [
      await visit(checkout.address, inLanguage),
      await post('choices'),
      await post('code'),
      await post('authorize', { code: otherThan(code) }),
      await post('authorize', { code }),
    ]) {
      t.is(answer.status, 409);
      const said = await answer.text();
      t.true(said.includes(words.payeeChanged));
      t.true(said.includes('<span class="bank">Demo Bank<'));
      t.true(said.includes('<strong>Sharma Steel</strong>'));
      t.deepEqual(
        said.match(/<button[^]*?<\/button>/g)?.map((one) => one.replace(/<[^>]*>/g, '')),
        [words.cancel],
      );
    }
    const program = { ...headers, accept: 'application/problem+json' };
    const refused = await submit(`${checkout.address}/code`, fields, program);
    t.like(await refused.json(), {
      type: 'invalid_operation_error',
      detail: ENGLISH.payoutPage.payeeChanged,
    });
    t.is((await post('cancel')).status, 303);
    t.is((await statusOfCheckout(served, checkout)).checkout.status, 'cancelled');
  });
}

for (const step of [...STEPS, 'enter']) {
  test(`a browser that asks for the address of the form ${step} of a payout is led to the page`, async (t) => {
    const served = await serve(t, memoryStorage());
    const checkout = await openCheckout(served);
    const { cookie } = await enter(checkout);
    const led = await visit(`${checkout.address}/${step}`, cookie);

    t.is(led.status, 303);
    t.is(led.headers.get('location'), checkout.address);
    t.is((await statusOfCheckout(served, checkout)).checkout.status, 'open');
  });
}

test('a program that asks for no page is told in words why it is refused', async (t) => {
  const served = await serve(t, memoryStorage());
  const checkout = await openCheckout(served);
  const { fields, headers } = await enter(checkout);
  const told = async (step: string, more = {}) => {
    const response = await submit(
      `${checkout.address}/${step}`,
      { ...fields, ...more },
      { ...headers, accept: 'application/problem+json' },
    );
    return ((await response.json()) as { readonly detail: string }).detail;
  };

  t.regex(await told('code', { packageCode: 'OTHER' }), /^Your role does not permit this package/);
  await submit(`${checkout.address}/code`, fields, headers);
  const code = otherThan(mailedCode(served));
  t.regex(await told('authorize', { code }), /^That is not the code we sent\. .*4 /);
});

test('nothing that is forged changes a session', async (t) => {
  const served = await serve(t, memoryStorage());
  const checkout = await openCheckout(served);
  const { fields, headers } = await enter(checkout);
  const forgeries: ReadonlyArray<readonly [object, object]> = [
    [{ ...fields, form_token: '' }, headers],
    [{ ...fields, form_token: 'f'.repeat(64) }, headers],
    [fields, { ...headers, 'sec-fetch-site': 'cross-site' }],
    [fields, { ...headers, 'sec-fetch-site': 'same-site' }],
    [fields, { ...headers, 'sec-fetch-site': 'none' }],
    [fields, { ...headers, origin: 'https://evil.example' }],
    [fields, OUR_PAGE],
    [fields, { ...OUR_PAGE, cookie: `${checkout.sessionId}=${'f'.repeat(64)}` }],
  ];
  for (const step of STEPS)
    for (const [sent, sentWith] of forgeries) {
      const response = await submit(`${checkout.address}/${step}`, { ...sent }, { ...sentWith });
      t.is(response.status, 403, `${step} ${JSON.stringify(sentWith)}`);
    }
  t.is((await statusOfCheckout(served, checkout)).checkout.status, 'open');
  t.deepEqual(served.sandbox.mailbox.mails(), []);
});

test('the cookie is out of reach of scripts, of other sites, and of an attacker who sets one before', async (t) => {
  const served = await serve(t, memoryStorage());
  const checkout = await openCheckout(served);
  const token = new URL(checkout.link).searchParams.get('token') ?? '';
  const preset = `${checkout.sessionId}=${'a'.repeat(64)}`;
  const entered = await submit(
    `${checkout.address}/enter`,
    { token },
    { ...OUR_PAGE, cookie: preset },
  );

  t.is(entered.status, 303);
  t.is(entered.headers.get('location'), checkout.address);
  const [cookie = '', ...attributes] = (entered.headers.get('set-cookie') ?? '').split('; ');
  t.not(cookie, preset);
  t.deepEqual(attributes, ['Path=/', 'Max-Age=1800', 'HttpOnly', 'SameSite=Lax']);
  t.is((await visit(checkout.address, preset)).status, 403);
  t.is((await visit(checkout.address, cookie)).status, 200);
});

test('an address in a request is ignored: redirects use the configured one only', async (t) => {
  const served = await serve(t, memoryStorage());
  const checkout = await openCheckout(served);
  const { cookie } = await enter(checkout);
  const answer = await served.raw(
    `GET ${new URL(checkout.link).pathname}?token=x HTTP/1.1\r\nHost: evil.example\r\nX-Forwarded-Host: evil.example\r\nCookie: ${cookie}\r\nConnection: close\r\n\r\n`,
  );
  t.regex(answer, /^HTTP\/1\.1 303/);
  t.true(answer.includes(`Location: ${checkout.address}\r\n`));
  t.false(answer.includes('evil'));
});

test('a failure is a page too, and reveals nothing of its cause', async (t) => {
  const served = await serve(t, memoryStorage());
  const checkout = await openCheckout(served);
  const { cookie } = await enter(checkout);
  Object.assign(served.sandbox.engine, {
    viewPayoutCheckout: () => Promise.reject(new Error('the disk is on fire')),
  });
  const response = await visit(checkout.address, cookie);

  t.is(response.status, 500);
  t.deepEqual(pageFaults(response), []);
  t.notRegex(await response.text(), /fire/);
  t.is(served.incidents.length, 1);
});

test('a page weighs less than 60 KB', async (t) => {
  const served = await serve(t, memoryStorage());
  const checkout = await openCheckout(served);
  const { cookie, fields, headers } = await enter(checkout);
  await submit(`${checkout.address}/code`, fields, headers);
  const bytes = (await (await visit(checkout.address, cookie)).arrayBuffer()).byteLength;

  t.true(bytes < 60 * 1_024, String(bytes));
});
