import { memoryStorage } from '@hundi/adapter-memory';
import type { PaymentLinkView } from '@hundi/core/wire';
import test, { type ExecutionContext } from 'ava';
import { checkoutSettings, newPaymentLink } from '../examples/checkout.js';
import { comeIn } from '../testing/portal.js';
import { serve } from '../testing/serve.js';

const stage = async (t: ExecutionContext) => {
  const served = await serve(t, memoryStorage());
  return {
    served,
    admin: await comeIn(served, 'admin@acme.example'),
    clerk: await comeIn(served, 'clerk@acme.example'),
  };
};

const LINKS = '/payment-links';
const NONE = `/payment-links/pl_${'0'.repeat(32)}`;

for (const [what, change, pointer] of [
  ['no amount', { amount: undefined }, '/amount'],
  ['a fraction', { amount: 1.5 }, '/amount'],
  ['dollars', { currency: 'USD' }, '/currency'],
  ['a reference with a space', { reference: 'A 1' }, '/reference'],
  ['two addresses', { email: 'a@b.example,c@d.example' }, '/email'],
  ['a language that has no mails', { language: 'fr' }, '/language'],
  ['a line break in the address', { email: 'a@b.example\r\nBcc: c@d.example' }, '/email'],
] as const) {
  test(`a payment link with ${what} is refused, with a pointer to it`, async (t) => {
    const { admin } = await stage(t);
    const answer = await admin.post(LINKS, { ...newPaymentLink, ...change });

    t.is(answer.status, 400);
    t.deepEqual(
      answer.json.errors?.map((error) => error.pointer),
      [pointer],
    );
  });
}

test('a link is made, mailed, listed, cancelled, and cancelled once', async (t) => {
  const { admin, served } = await stage(t);
  const made = await admin.post<PaymentLinkView>(LINKS, newPaymentLink);
  const { linkId, url, createdAt, expiresAt } = made.json;

  t.is(made.status, 201);
  t.is(expiresAt - createdAt, 86_400_000);
  t.true(served.sandbox.mailbox.mails('asha@mail.example')[0]?.text.includes(url));
  const again = await admin.post(`${LINKS}/${linkId}/resend`);
  t.deepEqual([again.status, again.headers.get('retry-after')], [429, '30']);
  const listed = await admin.get<{ items: ReadonlyArray<PaymentLinkView> }>(LINKS);
  t.deepEqual(listed.json.items, [made.json]);
  t.deepEqual((await admin.get(`${LINKS}/${linkId}`)).json as unknown, made.json);
  const cancel = () => admin.post<PaymentLinkView>(`${LINKS}/${linkId}/cancel`);
  t.is((await cancel()).json.status, 'cancelled');
  t.is((await cancel()).status, 409);
  t.is((await admin.post(`${LINKS}/${linkId}/resend`)).status, 409);
});

test('a key that comes again makes no second link', async (t) => {
  const { admin } = await stage(t);
  const call = { headers: { 'idempotency-key': 'link-1' } };
  const first = await admin.post(LINKS, newPaymentLink, call);
  const again = await admin.post(LINKS, newPaymentLink, call);
  const other = await admin.post(LINKS, { ...newPaymentLink, amount: 1 }, call);

  t.is(again.text, first.text);
  t.is(again.headers.get('idempotent-replayed'), 'true');
  t.is(other.status, 409);
});

test('a person without the permission makes, sees and changes no link', async (t) => {
  const { clerk } = await stage(t);

  t.is((await clerk.get(LINKS)).status, 403);
  t.is((await clerk.get(NONE)).status, 403);
  t.is((await clerk.post(LINKS, newPaymentLink)).status, 403);
  t.is((await clerk.post(`${NONE}/cancel`)).status, 403);
  t.is((await clerk.post(`${NONE}/resend`)).status, 403);
});

test('for a link of another corporate the answer is that of an absent one', async (t) => {
  const { admin, served } = await stage(t);
  const { json } = await admin.post<PaymentLinkView>(LINKS, newPaymentLink);
  const globex = await comeIn(served, 'admin@globex.example');

  for (const path of [`${LINKS}/${json.linkId}`, NONE, `${LINKS}/x`]) {
    t.is((await globex.get(path)).status, 404);
    t.is((await globex.post(`${path}/cancel`)).status, 404);
    t.is((await globex.post(`${path}/resend`)).status, 404);
  }
});

test('people read and replace the checkout settings as their role allows', async (t) => {
  const { admin, clerk, served } = await stage(t);
  const put = (body: object, token = admin.token) =>
    served.send('PUT', '/portal/v1/checkout-settings', {
      key: null,
      body,
      headers: { authorization: `Bearer ${token}` },
    });

  t.is((await put({ destinationHosts: ['https://shop.example'] })).status, 400);
  t.is((await put({ ...checkoutSettings, destinationHosts: ['*.example'] })).status, 400);
  t.is((await put({ ...checkoutSettings, statementDescriptor: 'x'.repeat(23) })).status, 400);
  t.is((await put(checkoutSettings)).status, 200);
  t.deepEqual((await admin.get<object>('/checkout-settings')).json, checkoutSettings);
  t.is((await clerk.get('/checkout-settings')).status, 403);
  t.is((await put(checkoutSettings, clerk.token)).status, 403);
});
