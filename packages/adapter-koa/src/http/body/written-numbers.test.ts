import { memoryStorage } from '@hundi/adapter-memory';
import test, { type ExecutionContext } from 'ava';
import { newCheckout } from '../../examples/checkout.js';
import { aBatch, aCheckout, aPayment, postBatch, SESSIONS } from '../../testing/bodies.js';
import { merchantOf } from '../../testing/merchant.js';
import { serve, type Answer, type Served } from '../../testing/serve.js';

const WHOLE = 'expected a whole number without fraction or exponent';

const NUMBERS = [
  ['250000.00000000001', 'cannot be kept as it is: it would become 250000'],
  ['4.9999999999999999999', 'cannot be kept as it is: it would become 5'],
  ['2500.0', WHOLE],
  ['1e2', WHOLE],
] as const;

/** The amount that is replaced in the text of a body. */
const AMOUNT = 777_777;

const writtenAs = (body: object, amount: string): string =>
  JSON.stringify(body).replace(String(AMOUNT), amount);

const inPaise = { value: AMOUNT, currency: 'INR' };
const KEY = { headers: { 'idempotency-key': 'key-1' } };

type Send = (served: Served, payee: string, amount: string) => Promise<Answer>;

const REQUESTS: ReadonlyArray<readonly [what: string, pointer: string, send: Send]> = [
  [
    'a batch',
    '/payments/0/amount',
    (served, payee, amount) =>
      postBatch(
        served,
        writtenAs(aBatch([aPayment(payee, 'T-1', { amount: AMOUNT })]), amount),
        'key-1',
      ),
  ],
  [
    'a payment',
    '/payments/0/amount/value',
    ({ post }, payee, amount) => {
      const payments = [aPayment(payee, 'T-1', { amount: inPaise })];
      return post('/v1/partner/payments', writtenAs({ idempotencyKey: 'key-1', payments }, amount));
    },
  ],
  [
    'a payout checkout',
    '/amount/value',
    ({ post }, payee, amount) =>
      post(SESSIONS, writtenAs(aCheckout(payee, { amount: inPaise }), amount), KEY),
  ],
  [
    'a collection checkout',
    '/amount',
    (served, _, amount) =>
      merchantOf(served).post(
        '/sessions',
        writtenAs({ ...newCheckout, amount: AMOUNT }, amount),
        KEY,
      ),
  ],
];

const start = async (t: ExecutionContext) => {
  const served = await serve(t, memoryStorage());
  return { served, payee: await served.sandbox.beneficiary('SHARMA01') };
};

for (const [what, pointer, send] of REQUESTS) {
  for (const [amount, detail] of NUMBERS) {
    test(`the amount ${amount} of ${what} is refused, not rounded`, async (t) => {
      const { served, payee } = await start(t);

      const { status, json } = await send(served, payee, amount);

      t.is(status, 400);
      t.deepEqual(json.errors, [{ pointer, code: 'invalid', detail }]);
    });
  }

  test(`a key of ${what} is not replayed for an amount that a double would round to the same`, async (t) => {
    const { served, payee } = await start(t);
    const first = await send(served, payee, '100');

    const { status, json } = await send(served, payee, '100.00000000000000001');
    const again = await send(served, payee, '100');

    t.deepEqual([status, json.errors[0]?.pointer], [400, pointer]);
    t.true(first.status < 300);
    t.is(again.text, first.text);
  });
}

test('metadata is echoed as it is, or refused with a pointer to the number that could not be', async (t) => {
  const { served, payee } = await start(t);
  const post = (metadata: string, reference: string) =>
    postBatch(
      served,
      JSON.stringify(aBatch([aPayment(payee, reference, { metadata: 0 })])).replace(
        '"metadata":0',
        `"metadata":${metadata}`,
      ),
      reference,
    );

  const kept = await post('{"a":2.0,"b":1.5,"c":[1e3]}', 'T-1');
  const refused = await post('{"a":[{"x":1e-400}]}', 'T-2');

  t.is(kept.status, 202);
  const { json } = await served.get(
    `/v1/partner/payments/transactions/${kept.json.transactions[0]?.transactionId}`,
  );
  t.like(json, { metadata: { a: 2, b: 1.5, c: [1_000] } });
  t.is(refused.status, 400);
  t.deepEqual(refused.json.errors, [
    {
      pointer: '/payments/0/metadata/a/0/x',
      code: 'invalid',
      detail: 'cannot be kept as it is: it would become 0',
    },
  ]);
});

test('a number of a member that the engine does not know is ignored with it, however it is written', async (t) => {
  const { served, payee } = await start(t);
  const send = (rate: string, key: string) => {
    const payment = aPayment(payee, key, { rate: AMOUNT, more: [{ amount: AMOUNT }] });
    const body = aBatch([aPayment(payee, `${key}-1`), payment], { rate: AMOUNT });
    return postBatch(served, JSON.stringify(body).replaceAll(String(AMOUNT), rate), key);
  };

  for (const rate of ['2.0', '1e2', '0.1234567890123456789'])
    t.is((await send(rate, `key-${rate}`)).status, 202, rate);
});
