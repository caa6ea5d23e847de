import { memoryStorage } from '@hundi/adapter-memory';
import test from 'ava';
import { checkoutRoutes } from '../../checkout/session-routes.js';
import { newBeneficiary } from '../../examples/beneficiaries.js';
import { newCheckout } from '../../examples/checkout.js';
import { partnerRoutes } from '../../partner/partner-routes.js';
import { portalRoutes } from '../../portal/portal-routes.js';
import { aBatch, aCheckout, aPayee, aPayment, postBatch, SESSIONS } from '../../testing/bodies.js';
import { merchantOf } from '../../testing/merchant.js';
import { comeIn } from '../../testing/portal.js';
import { serve } from '../../testing/serve.js';

const MISSPELT = [
  ['payoutdate', 'payoutDate'],
  ['payout_date', 'payoutDate'],
  ['PayoutDate', 'payoutDate'],
  ['paymentMethodcod', 'paymentMethodCode'],
  ['debitAcountNumbr', 'debitAccountNumber'],
  ['beneficiary_account_number', 'beneficiaryAccountNumber'],
  ['Remark', 'remark'],
  ['tags', 'tag'],
] as const;

for (const [written, meant] of MISSPELT) {
  test(`${written} in a payment is refused with the name ${meant}, and nothing is paid`, async (t) => {
    const served = await serve(t, memoryStorage());
    const payee = await served.sandbox.beneficiary('SHARMA01');
    const issue = {
      pointer: `/payments/1/${written}`,
      code: 'unknown',
      detail: `is not a member of this object; did you mean ${meant}?`,
    };
    const payments = [aPayment(payee, 'T-1'), aPayment(payee, 'T-2', { [written]: '2027-01-01' })];

    const batch = await postBatch(served, aBatch(payments), 'run-1');
    const created = await served.post('/v1/partner/payments', {
      idempotencyKey: 'run-2',
      payments: payments.map((one) => ({ ...one, amount: { value: 100, currency: 'INR' } })),
    });

    for (const { status, json } of [batch, created]) {
      t.is(status, 400);
      t.deepEqual(json.errors, [issue]);
    }
    await served.sandbox.runDue();
    t.deepEqual(await served.sandbox.bank.orders(), []);
  });
}

test('a member that resembles one which is there is ignored, unless only letter case differs', async (t) => {
  const served = await serve(t, memoryStorage());
  const payee = await served.sandbox.beneficiary('SHARMA01');
  const [taken, refused] = [
    await postBatch(served, aBatch([aPayment(payee, 'T-1', { account: '1' })]), 'run-1'),
    await postBatch(served, aBatch([aPayment(payee, 'T-2', { Amount: 1 })]), 'run-2'),
  ];

  t.is(taken.status, 202);
  t.is(refused.status, 400);
  t.like(await served.post('/v1/partner/beneficiaries', aPayee({ bankName: 'HDFC' })), {
    status: 201,
  });
});

test('a member of a payment that resembles none is ignored', async (t) => {
  const served = await serve(t, memoryStorage());
  const payee = await served.sandbox.beneficiary('SHARMA01');
  const others = {
    invoice: 7,
    date: '2027-01-01',
    currency: 'INR',
    beneficiaryName: 'Sharma',
    tan: 'X',
  };
  const metadata = { Remark: 1, payoutdate: 2 };
  const payment = aPayment(payee, 'T-1', { ...others, metadata });

  t.is((await postBatch(served, aBatch([payment], { channel: 'erp' }), 'run-1')).status, 202);
});

const NESTED: ReadonlyArray<readonly [path: string, body: object, pointer: string]> = [
  [SESSIONS, aCheckout('b-1', { redirectURL: 'https://erp.example/' }), '/redirectURL'],
  [SESSIONS, aCheckout('b-1', { cancel_url: 'https://erp.example/' }), '/cancel_url'],
  [
    '/v1/partner/beneficiaries',
    aPayee({
      beneBankAccounts: [{ ...newBeneficiary.beneBankAccounts[0], isdefault: true }],
    }),
    '/beneBankAccounts/0/isdefault',
  ],
  ['/v1/checkout/sessions', { ...newCheckout, cancelUrl: 'https://shop.example/' }, '/cancelUrl'],
];

for (const [path, body, pointer] of NESTED) {
  test(`POST ${path} refuses ${pointer}`, async (t) => {
    const served = await serve(t, memoryStorage());
    const { status, json } = await served.post(path, body, {
      headers: { authorization: `Bearer ${merchantOf(served).key}`, 'idempotency-key': 'k-1' },
    });

    t.is(status, 400);
    t.deepEqual(
      json.errors.map((issue) => [issue.pointer, issue.code]),
      [[pointer, 'unknown']],
    );
  });
}

for (const { method, path, access, body } of [
  ...partnerRoutes,
  ...checkoutRoutes,
  ...portalRoutes,
]) {
  if (body === undefined) continue;
  test(`${method} ${path} refuses a member in the wrong case`, async (t) => {
    const served = await serve(t, memoryStorage());
    const token =
      access.kind === 'session'
        ? (await comeIn(served, 'admin@acme.example')).token
        : merchantOf(served).key;
    const example = body.example as Readonly<Record<string, unknown>>;
    const [name = ''] = Object.keys(example);
    const { status, json } = await served.send(method, path.replaceAll(/\{\w+\}/g, 'x'), {
      body: { ...example, [name.toUpperCase()]: 'x' },
      headers: { authorization: `Bearer ${token}`, 'idempotency-key': 'k-1' },
    });

    t.is(status, 400);
    t.deepEqual(json.errors[0], {
      pointer: `/${name.toUpperCase()}`,
      code: 'unknown',
      detail: `is not a member of this object; did you mean ${name}?`,
    });
  });
}
