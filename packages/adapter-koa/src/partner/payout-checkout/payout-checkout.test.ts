import { memoryStorage } from '@hundi/adapter-memory';
import { E } from '@hundi/core';
import type { OpenedPayoutCheckout } from '@hundi/core/wire';
import { demoDocument } from '@hundi/testkit';
import test from 'ava';
import { aCheckout, SESSIONS } from '../../testing/bodies.js';
import { serve, type Call } from '../../testing/serve.js';

type Json = Readonly<Record<string, unknown>>;

const served = async (t: Parameters<typeof serve>[0]) => {
  const all = await serve(t, memoryStorage());
  const payee = await all.sandbox.beneficiary('SHARMA01');
  let keys = 0;
  const open = (members: Json = {}, call: Call = {}) => {
    keys += 1;
    const headers = { 'idempotency-key': `key-${String(keys)}` };
    return all.post(SESSIONS, aCheckout(payee, members), { headers, ...call });
  };
  return { ...all, payee, open };
};

const BAD: ReadonlyArray<readonly [string, Json, string]> = [
  ['no maker', { makerUserId: undefined }, '/makerUserId'],
  ['a maker that is a number', { makerUserId: 7 }, '/makerUserId'],
  ['no amount', { amount: undefined }, '/amount'],
  ['an amount that is a number', { amount: 1_500_000 }, '/amount'],
  ['no value', { amount: { currency: 'INR' } }, '/amount/value'],
  ['nothing', { amount: { value: 0, currency: 'INR' } }, '/amount/value'],
  ['less than nothing', { amount: { value: -1, currency: 'INR' } }, '/amount/value'],
  ['a fraction', { amount: { value: 1.5, currency: 'INR' } }, '/amount/value'],
  ['an amount as text', { amount: { value: '100', currency: 'INR' } }, '/amount/value'],
  ['too much', { amount: { value: 10 ** 15, currency: 'INR' } }, '/amount/value'],
  ['dollars', { amount: { value: 100, currency: 'USD' } }, '/amount/currency'],
  ['no reference', { transactionReference: undefined }, '/transactionReference'],
  ['an empty reference', { transactionReference: '' }, '/transactionReference'],
  ['a reference of two lines', { transactionReference: 'T\r\n1' }, '/transactionReference'],
  ['no payee', { beneficiaryId: undefined }, '/beneficiaryId'],
  ['metadata that is a list', { metadata: [1] }, '/metadata'],
  ['metadata five levels deep', { metadata: { a: { b: { c: { d: {} } } } } }, '/metadata'],
  ['an address that is a number', { redirectUrl: 7 }, '/redirectUrl'],
  ['http', { redirectUrl: 'http://erp.example/' }, '/redirectUrl'],
  ['a script', { cancelUrl: 'javascript:alert(1)' }, '/cancelUrl'],
  ['a user in front of the host', { cancelUrl: 'https://a@erp.example/' }, '/cancelUrl'],
  ['a tenant', { corporateTenantId: 'globex' }, '/corporateTenantId'],
];

for (const [what, members, pointer] of BAD) {
  test(`a session with ${what} is refused by its place`, async (t) => {
    const { open } = await served(t);
    const { status, json } = await open(members);

    t.is(status, 400);
    t.is(json.type, 'invalid_parameters_error');
    t.deepEqual(
      json.errors.map((issue) => issue.pointer),
      [pointer],
    );
  });
}

for (const [what, headers] of [
  ['no key', {}],
  ['an empty key', { 'idempotency-key': '' }],
  ['a key with a space', { 'idempotency-key': 'a b' }],
  ['a key of 256 characters', { 'idempotency-key': 'k'.repeat(256) }],
] as const) {
  test(`a session under ${what} is refused`, async (t) => {
    const { open } = await served(t);
    const { status, json } = await open({}, { headers });

    t.is(status, 400);
    t.is(json.type, 'invalid_parameters_error');
  });
}

test('a session is opened, read, authorized and read again with its transaction', async (t) => {
  const { open, get, sandbox } = await served(t);
  const opened = await open({ redirectUrl: 'http://127.0.0.1:4000/done' });
  const { sessionId, token, hostedUrl, expiresAt } = opened.json as unknown as OpenedPayoutCheckout;

  t.is(opened.status, 201);
  t.deepEqual(Object.keys(opened.json), ['sessionId', 'token', 'hostedUrl', 'expiresAt']);
  t.is(hostedUrl, `https://pay.example/payout/${sessionId}?token=${token}`);
  t.is(expiresAt, sandbox.clock.now() + 900_000);
  const path = `${SESSIONS}/${sessionId}`;
  const checkout = { sessionId, expiresAt: new Date(expiresAt).toISOString() };
  t.deepEqual((await get(path)).json as unknown, {
    checkout: { ...checkout, status: 'open' },
    transaction: null,
  });

  const { engine, mailbox } = sandbox;
  const entered = await engine.enterPayoutCheckout({ sessionId, token });
  const browser = { sessionId, secret: E.isRight(entered) ? entered.right.secret : '' };
  const view = await engine.viewPayoutCheckout(browser);
  const choice = E.isRight(view) ? view.right.chosen : undefined;
  if (choice === undefined) return t.fail();
  await engine.sendPayoutCode(browser, choice);
  const code = mailbox.mails()[0]?.text.match(/\b[0-9]{6}\b/)?.[0] ?? '';
  const made = await engine.authorizePayout(browser, { choice, code });
  const transactionId = E.isRight(made) ? made.right.transactionId : t.fail();

  t.deepEqual((await get(path)).json as unknown, {
    checkout: {
      ...checkout,
      status: 'submitted',
      completedAt: new Date(sandbox.clock.now()).toISOString(),
    },
    transaction: { transactionId, transactionReference: 'T-1', status: 'pending_approval' },
  });
  t.like((await get(`/v1/partner/payments/transactions/${transactionId}`)).json, {
    jobId: null as never,
    apiRefNumber: 'T-1',
    source: 'payout_checkout',
    initiationMode: 'single',
  });
});

test('a session that leads back to a host the bank did not register is refused by its place', async (t) => {
  const { open, sandbox } = await served(t);
  const elsewhere = { redirectUrl: 'https://evil.example/', cancelUrl: 'https://evil.example/' };
  t.is((await open(elsewhere)).status, 201);
  await sandbox.engine.provision(demoDocument({ payoutReturnHosts: ['erp.example'] }));
  const { status, json } = await open({ ...elsewhere, transactionReference: 'T-2' });

  t.is(status, 400);
  t.is(json.type, 'invalid_parameters_error');
  t.deepEqual(
    json.errors.map(({ pointer }) => pointer),
    ['/redirectUrl', '/cancelUrl'],
  );
  const good = { redirectUrl: 'https://erp.example/', transactionReference: 'T-2' };
  t.is((await open(good)).status, 201);
});

test('the same key brings the same bytes, and says that it does; other values are a conflict', async (t) => {
  const { open } = await served(t);
  const call = { headers: { 'idempotency-key': 'order-1' } };
  const [first, second] = [await open({}, call), await open({}, call)];

  t.is(second.text, first.text);
  t.is(first.headers.get('idempotent-replayed'), null);
  t.is(second.headers.get('idempotent-replayed'), 'true');
  t.is(second.status, 201);
  const other = await open({ amount: { value: 1, currency: 'INR' } }, call);
  t.is(other.status, 409);
  t.is(other.json.type, 'idempotency_key_already_used_error');
});

test("another corporate's session answers as an unknown one", async (t) => {
  const { open, get, globexKey } = await served(t);
  const { sessionId } = (await open()).json as unknown as { readonly sessionId: string };
  const foreign = await get(`${SESSIONS}/${sessionId}`, { key: globexKey });
  const none = await get(`${SESSIONS}/pcs_nothing`);

  t.deepEqual([foreign.status, none.status], [404, 404]);
  t.is(foreign.json.detail, none.json.detail);
});
