import test from 'ava';
import fc from 'fast-check';
import { E } from '../../../kernel/fp.js';
import type { Pacer } from '../../../ports/pacer.js';
import { readBatch } from './batch-request.js';
import { PaymentsRequest, readPayments } from './payments-request.js';
import { PAYMENTS_MAX } from './read-rows.js';

const ROUTE = 'POST /v1/partner/payments';
const pacer = { breathe: () => Promise.resolve() } as Pacer;
const read = (body: unknown, route = ROUTE) => readPayments(body, route, pacer);

const payment = (more: object = {}) => ({
  transactionReference: 'INV-1',
  beneficiaryId: 'b-1',
  packageCode: 'VENDOR',
  amount: { value: 100, currency: 'INR' },
  ...more,
});
const request = (payments: ReadonlyArray<unknown>, more: object = {}) => ({
  idempotencyKey: 'key-1',
  payments,
  ...more,
});

const fingerprint = async (body: unknown, route = ROUTE): Promise<string> => {
  const decoded = await read(body, route);
  return E.isRight(decoded) ? decoded.right.fingerprint : 'refused';
};
const pointers = async (body: unknown): Promise<ReadonlyArray<string>> => {
  const decoded = await read(body);
  return E.isLeft(decoded) ? decoded.left.issues.map(({ pointer }) => pointer) : [];
};

const OPTIONAL = {
  debitAccountNumber: '123456',
  paymentMethodCode: 'NEFT',
  beneficiaryAccountNumber: '654321',
  remark: 'Steel',
  tag: 'march',
  metadata: { a: 1 },
  payoutDate: '2026-03-09',
};

/** Another value of each field, or any value of one that may be absent. */
const OTHERS: Readonly<Record<string, unknown>> = {
  payments: [payment({ transactionReference: 'INV-2' })],
  initiatedByUserId: 'u-1',
  apiRefNumber: 'March vendors',
};
const TOLD_APART = Object.keys({ ...PaymentsRequest.required, ...PaymentsRequest.optional }).filter(
  // It is what the fingerprint is kept under.
  (name) => name !== 'idempotencyKey',
);

for (const name of TOLD_APART) {
  test(`another ${name} changes the fingerprint of payments`, async (t) => {
    const other = request([payment()], { [name]: OTHERS[name] });

    t.not(await fingerprint(other), 'refused');
    t.not(await fingerprint(other), await fingerprint(request([payment()])));
  });
}

test('payments have the fingerprint that they have had from the beginning', async (t) => {
  t.is(
    await fingerprint(request([payment()])),
    'bfca8f08db5baa91c2fc7d657f549ae5d138373340c82014c6d7b0943d276f94',
  );
  t.is(
    await fingerprint(
      request([payment()], { initiatedByUserId: 'u-1', apiRefNumber: 'March vendors' }),
    ),
    '1c82ef1ea6bec1f74b1c2782cd13f885eeb1e12c1f1abb7eb2559c13f280a4e0',
  );
});

test('payments are the instructions of a batch, but for how their amount is written', async (t) => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          value: fc.integer({ min: 1, max: 10 ** 15 - 1 }),
          fields: fc.subarray(Object.entries(OPTIONAL)),
        }),
        { minLength: 1, maxLength: 5 },
      ),
      async (rows) => {
        const written = rows.map(({ value, fields }) => ({
          ...payment(Object.fromEntries(fields)),
          amount: { value, currency: 'INR' },
        }));
        const decoded = await read(request(written));
        const batch = await readBatch(
          {
            initiatedByUserId: 'u-erp',
            apiRefNumber: 'ref',
            payments: written.map((row) => ({ ...row, amount: row.amount.value })),
          },
          ROUTE,
          pacer,
        );

        t.true(PaymentsRequest.is(request(written)));
        t.true(E.isRight(decoded) && E.isRight(batch));
        if (E.isLeft(decoded) || E.isLeft(batch)) return;
        t.deepEqual(decoded.right.payments, batch.right.request.payments);
      },
    ),
  );
});

for (const [what, amount, places] of [
  ['a bare number', 100, ['/payments/0/amount']],
  ['text', '100', ['/payments/0/amount']],
  ['missing', undefined, ['/payments/0/amount']],
  ['null', null, ['/payments/0/amount']],
  ['a list', [100], ['/payments/0/amount']],
  ['without a value', { currency: 'INR' }, ['/payments/0/amount/value']],
  ['without a currency', { value: 100 }, ['/payments/0/amount/currency']],
  ['in dollars', { value: 100, currency: 'USD' }, ['/payments/0/amount/currency']],
  ['in small letters', { value: 100, currency: 'inr' }, ['/payments/0/amount/currency']],
  ['a fraction', { value: 0.5, currency: 'INR' }, ['/payments/0/amount/value']],
  ['nothing', { value: 0, currency: 'INR' }, ['/payments/0/amount/value']],
  ['negative', { value: -1, currency: 'INR' }, ['/payments/0/amount/value']],
  ['too large', { value: 10 ** 15, currency: 'INR' }, ['/payments/0/amount/value']],
  ['a value as text', { value: '100', currency: 'INR' }, ['/payments/0/amount/value']],
  [
    'in rupees by one writing and in dollars by another',
    { value: 100, currency: 'INR', CURRENCY: 'USD' },
    ['/payments/0/amount/CURRENCY'],
  ],
  [
    'of a misspelt value',
    { Value: 100, currency: 'INR' },
    ['/payments/0/amount/Value', '/payments/0/amount/value'],
  ],
  [
    'of a tenant',
    { value: 100, currency: 'INR', corporateId: 'x' },
    ['/payments/0/amount/corporateId'],
  ],
  ['of two values', { value: 100, Value: 200, currency: 'INR' }, ['/payments/0/amount/Value']],
  ['empty', {}, ['/payments/0/amount/value', '/payments/0/amount/currency']],
] as ReadonlyArray<readonly [string, unknown, ReadonlyArray<string>]>) {
  test(`an amount that is ${what} is refused at its place`, async (t) => {
    t.deepEqual(await pointers(request([payment({ amount })])), places);
  });
}

test('an amount of a batch is refused where amounts are objects, and the other way round', async (t) => {
  const batch = await readBatch(
    { initiatedByUserId: 'u-erp', apiRefNumber: 'ref', payments: [payment()] },
    ROUTE,
    pacer,
  );

  t.true(E.isLeft(batch));
  t.deepEqual(E.isLeft(batch) ? batch.left.issues.map(({ pointer }) => pointer) : [], [
    '/payments/0/amount',
  ]);
});

for (const [what, body, places] of [
  ['a body that is no object', [], ['']],
  ['an empty body', {}, ['/idempotencyKey', '/payments']],
  ['no key', request([payment()], { idempotencyKey: undefined }), ['/idempotencyKey']],
  ['an empty key', request([payment()], { idempotencyKey: '' }), ['/idempotencyKey']],
  ['a key with a space', request([payment()], { idempotencyKey: 'a b' }), ['/idempotencyKey']],
  ['a long key', request([payment()], { idempotencyKey: 'k'.repeat(256) }), ['/idempotencyKey']],
  ['a key that is a number', request([payment()], { idempotencyKey: 1 }), ['/idempotencyKey']],
  ['a short apiRefNumber', request([payment()], { apiRefNumber: 'a' }), ['/apiRefNumber']],
  ['a null apiRefNumber', request([payment()], { apiRefNumber: null }), ['/apiRefNumber']],
  [
    'a user that is null',
    request([payment()], { initiatedByUserId: null }),
    ['/initiatedByUserId'],
  ],
  ['no payment', request([]), ['/payments']],
  ['too many payments', request(Array(PAYMENTS_MAX + 1).fill(payment())), ['/payments']],
] as ReadonlyArray<readonly [string, unknown, ReadonlyArray<string>]>) {
  test(`${what} is refused at its place in a request of payments`, async (t) => {
    t.deepEqual(await pointers(body), places);
  });
}

test('the fingerprint is of the body as it was sent: a default that is spelled out is another request', async (t) => {
  const body = request([payment()]);
  const others = [
    request([payment()], { initiatedByUserId: 'u-erp' }),
    request([payment()], { initiatedByUserId: 'u-2' }),
    request([payment()], { apiRefNumber: 'u-erp' }),
    request([payment({ amount: { value: 101, currency: 'INR' } })]),
    request([payment(), payment({ transactionReference: 'INV-2' })]),
    request([payment({ remark: '' })]),
  ];
  const prints = await Promise.all([
    fingerprint(body),
    fingerprint(body, 'POST /v1/partner/payments/batches'),
    ...others.map((other) => fingerprint(other)),
  ]);

  t.is(new Set(prints).size, others.length + 2);
  t.is(
    await fingerprint({
      unknownMember: 1,
      payments: [{ other: 1, ...payment() }],
      idempotencyKey: 'k',
    }),
    await fingerprint(body),
  );
});
