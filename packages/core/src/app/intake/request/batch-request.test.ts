import test from 'ava';
import fc from 'fast-check';
import { E } from '../../../kernel/fp.js';
import { isObject } from '../../../kernel/codecs/json.js';
import type { Pacer } from '../../../ports/pacer.js';
import { BatchRequest, readBatch } from './batch-request.js';
import { PAYMENTS_MAX } from './read-rows.js';

const ROUTE = 'POST /v1/partner/payments/batches';
const pacer = { breathe: () => Promise.resolve() } as Pacer;
const read = (body: unknown, route = ROUTE) => readBatch(body, route, pacer);

const fingerprint = async (body: unknown, route = ROUTE): Promise<string> => {
  const batch = await read(body, route);
  return E.isRight(batch) ? batch.right.fingerprint : 'refused';
};
const pointers = async (body: unknown): Promise<ReadonlyArray<string>> => {
  const batch = await read(body);
  return E.isLeft(batch) ? batch.left.issues.map(({ pointer }) => pointer) : [];
};

const payment = (n: number, more: object = {}) => ({
  transactionReference: `INV-${String(n)}`,
  beneficiaryId: 'b-1',
  packageCode: 'VENDOR',
  amount: 100,
  ...more,
});
const batch = (payments: ReadonlyArray<unknown>, more: object = {}) => ({
  initiatedByUserId: 'u-erp',
  apiRefNumber: 'March vendors',
  payments,
  ...more,
});
const many = (count: number) => Array.from({ length: count }, (_, n) => payment(n));

const code = fc.stringMatching(/^[A-Za-z0-9._-]{2,20}$/);
const digits = fc.stringMatching(/^[0-9]{6,34}$/);
const label = fc.stringMatching(/^[ -~]{0,20}$/);
const metadata = fc.dictionary(
  fc.stringMatching(/^[a-z]{1,8}$/),
  fc.oneof(
    label,
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(fc.nat(), { maxLength: 3 }),
  ),
  { maxKeys: 5 },
);
const anyPayment = fc.record(
  {
    transactionReference: code,
    beneficiaryId: code,
    packageCode: code,
    amount: fc.integer({ min: 1, max: 10 ** 15 - 1 }),
    debitAccountNumber: digits,
    paymentMethodCode: code,
    beneficiaryAccountNumber: digits,
    remark: label,
    tag: label,
    metadata,
    payoutDate: fc.constantFrom('2026-03-09', '2026-12-31'),
  },
  { requiredKeys: ['transactionReference', 'beneficiaryId', 'packageCode', 'amount'] },
);
const anyBatch = fc.record({
  initiatedByUserId: code,
  apiRefNumber: code,
  payments: fc.array(anyPayment, { minLength: 1, maxLength: 5 }),
});

/** The same value with the keys of every object the other way round. */
const turned = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(turned);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, turned(member)]),
  );
};

test('neither white space nor the order of keys changes the fingerprint, metadata included', async (t) => {
  await fc.assert(
    fc.asyncProperty(anyBatch, async (body) => {
      const sent = JSON.parse(JSON.stringify(turned(body), null, 4)) as unknown;
      t.is(await fingerprint(sent), await fingerprint(body));
    }),
  );
});

test('fields that the interface does not know change no fingerprint', async (t) => {
  t.is(
    await fingerprint(batch([payment(1, { extra: 1 })], { idempotencyKey: 'k' })),
    await fingerprint(batch([payment(1)])),
  );
});

/** Values of each kind of text that a field may ask for; the last kind is any text. */
const KINDS: ReadonlyArray<readonly [RegExp, string, string]> = [
  [/^\d{4}-\d{2}-\d{2}$/, '2026-03-10', '2026-12-30'],
  [/^\d{6,34}$/, '123456', '654321'],
  [/^/, 'xyz', 'xyx'],
];

/** Another value of the same kind. */
const otherThan = (leaf: unknown): unknown => {
  if (typeof leaf === 'number') return leaf === 7 ? 8 : 7;
  if (typeof leaf !== 'string') return leaf === true ? false : 'other';
  const [, one = '', two = ''] = KINDS.find(([kind]) => kind.test(leaf)) ?? [];
  return leaf === one ? two : one;
};

/** The value with one leaf, the `n`th, changed. */
const spoil = (value: unknown, n: number): unknown => {
  let left = n;
  const walk = (at: unknown): unknown => {
    if (Array.isArray(at)) return at.map(walk);
    if (isObject(at)) {
      return Object.fromEntries(Object.entries(at).map(([key, member]) => [key, walk(member)]));
    }
    left -= 1;
    return left === -1 ? otherThan(at) : at;
  };
  return walk(value);
};
const leaves = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce<number>((sum, member) => sum + leaves(member), 0)
    : 1;

test('any changed value changes the fingerprint', async (t) => {
  await fc.assert(
    fc.asyncProperty(anyBatch, fc.nat(), async (body, n) => {
      const changed = spoil(body, n % leaves(body));
      t.notDeepEqual(changed, body);
      t.not(await fingerprint(changed), 'refused');
      t.not(await fingerprint(changed), await fingerprint(body));
    }),
    { numRuns: 300 },
  );
});

test('rows that change places, move between fields or go away change the fingerprint', async (t) => {
  const bodies = [
    batch([payment(1), payment(2)]),
    batch([payment(2), payment(1)]),
    batch([payment(1)]),
    batch([payment(1), payment(1)]),
    batch([payment(1, { tag: 'x' })]),
    batch([payment(1, { remark: 'x' })]),
    batch([payment(1)], { apiRefNumber: 'April vendors' }),
    batch([payment(1)], { initiatedByUserId: 'u-2' }),
  ];
  const prints = await Promise.all([
    ...bodies.map((body) => fingerprint(body)),
    fingerprint(bodies[0], 'POST /v1/partner/payments'),
  ]);

  t.is(new Set(prints).size, bodies.length + 1);
});

/** Another value of each field. */
const OTHERS: Readonly<Record<keyof BatchRequest, unknown>> = {
  initiatedByUserId: 'u-2',
  apiRefNumber: 'April vendors',
  payments: [payment(2)],
  controlTotals: { count: 1, amount: 100 },
};

for (const name of Object.keys({ ...BatchRequest.required, ...BatchRequest.optional })) {
  test(`another ${name} changes the fingerprint`, async (t) => {
    const one = batch([payment(1)]);
    const other = { ...one, [name]: OTHERS[name as keyof BatchRequest] };

    t.not(await fingerprint(other), 'refused');
    t.not(await fingerprint(other), await fingerprint(one));
  });
}

test('a batch has the fingerprint that it has had from the beginning', async (t) => {
  t.is(
    await fingerprint(batch([payment(1), payment(2)])),
    '8f346333cdc00824d86725275c5fe8f67cbae731bad913d53f00e661083150e3',
  );
});

test('control totals that the payments meet are taken, and others are refused whole, each at its place', async (t) => {
  const rows = [payment(1, { amount: 10 ** 15 - 1 }), payment(2, { amount: 1 })];
  const of = (controlTotals: unknown) => pointers(batch(rows, { controlTotals }));

  t.deepEqual(await of({ count: 2, amount: 10 ** 15 }), []);
  t.deepEqual(await of({ count: 3, amount: 10 ** 15 }), ['/controlTotals/count']);
  t.deepEqual(await of({ count: 2, amount: 10 ** 15 - 1 }), ['/controlTotals/amount']);
  t.deepEqual(await of({ count: 1, amount: 1 }), ['/controlTotals/count', '/controlTotals/amount']);
  t.deepEqual(await of({ count: 2 }), ['/controlTotals/amount']);
  t.deepEqual(await of({ amount: 10 ** 15 }), ['/controlTotals/count']);
  t.deepEqual(await of({ count: '2', amount: 1.5 }), [
    '/controlTotals/count',
    '/controlTotals/amount',
  ]);
  t.deepEqual(await of(null), ['/controlTotals']);
});

test('faults of the payments are named before a control total that they may explain', async (t) => {
  const body = batch([payment(1), 5], { controlTotals: { count: 9, amount: 9 } });

  t.deepEqual(await pointers(body), ['/payments/1']);
});

test('a control total is compared with an exact sum, beyond what a double holds', async (t) => {
  const rows = many(PAYMENTS_MAX).map((row) => ({ ...row, amount: 10 ** 15 - 1 }));
  const controlTotals = { count: PAYMENTS_MAX, amount: Number.MAX_SAFE_INTEGER };
  const read = await readBatch(batch(rows, { controlTotals }), ROUTE, pacer);

  t.regex(E.isLeft(read) ? (read.left.issues[0]?.detail ?? '') : '', /19999999999999980000 paise/);
});

test('where a batch is cut into turns does not change what is read', async (t) => {
  const body = batch(many(1_201));
  const decoded = await read(body);

  t.true(E.isRight(decoded));
  t.deepEqual((E.isRight(decoded) ? decoded.right.request : {}) as unknown, body);
});

test('a payment names its payee by beneficiaryId or by beneId, and never by both', async (t) => {
  const row = (payee: object) => {
    const { beneficiaryId: _, ...rest } = payment(1);
    return { ...rest, ...payee };
  };
  t.deepEqual(await pointers(batch([row({ beneId: 'sharma01' })])), []);
  t.deepEqual(await pointers(batch([payment(2), row({})])), ['/payments/1/beneficiaryId']);
  t.deepEqual(await pointers(batch([row({ beneficiaryId: 'b-1', beneId: 'SHARMA01' })])), [
    '/payments/0/beneId',
  ]);
  t.deepEqual(await pointers(batch([row({ beneId: 'शर्मा' })])), ['/payments/0/beneId']);
  t.is(
    await fingerprint(batch([row({ beneId: 'sharma01' })])),
    await fingerprint(batch([row({ beneId: 'SHARMA01' })])),
  );
  t.not(
    await fingerprint(batch([row({ beneId: 'SHARMA01' })])),
    await fingerprint(batch([row({ beneficiaryId: 'SHARMA01' })])),
  );
});

test('1 to 20,000 payments make a batch', async (t) => {
  t.deepEqual(await pointers(batch([])), ['/payments']);
  t.deepEqual(await pointers(batch(many(PAYMENTS_MAX + 1))), ['/payments']);
  t.deepEqual(await pointers(batch(many(1))), []);
  t.deepEqual(await pointers(batch(many(PAYMENTS_MAX))), []);
});

test('every bad row is named, at the place of its fault', async (t) => {
  const rows = many(1_000).map((row, n) => (n % 400 === 399 ? { ...row, amount: 0.5 } : row));

  t.deepEqual(
    await pointers(batch([...rows, null, { ...payment(1), payoutDate: '2026-13-01' }, 5])),
    [
      '/payments/399/amount',
      '/payments/799/amount',
      '/payments/1000',
      '/payments/1001/payoutDate',
      '/payments/1002',
    ],
  );
});

test('at most a hundred faults are named', async (t) => {
  const named = await pointers(batch(Array<number>(PAYMENTS_MAX).fill(0)));

  t.is(named.length, 100);
  t.is(named.at(-1), '/payments/99');
});

for (const [what, body, places] of [
  ['a body that is no object', [], ['']],
  ['a missing body', undefined, ['']],
  ['an empty body', {}, ['/initiatedByUserId', '/apiRefNumber', '/payments']],
  ['a short apiRefNumber', batch(many(1), { apiRefNumber: 'a' }), ['/apiRefNumber']],
  ['a long apiRefNumber', batch(many(1), { apiRefNumber: 'a'.repeat(101) }), ['/apiRefNumber']],
  [
    'payments that are no list',
    batch([], { payments: { 0: payment(1), length: 1 } }),
    ['/payments'],
  ],
  ['a user that is no string', batch(many(1), { initiatedByUserId: 1 }), ['/initiatedByUserId']],
] as ReadonlyArray<readonly [string, unknown, ReadonlyArray<string>]>) {
  test(`${what} is refused at its place`, async (t) => {
    t.deepEqual(await pointers(body), places);
  });
}

test('a key with the name of the prototype finds nothing', async (t) => {
  const body = JSON.parse(
    `{"__proto__":{"initiatedByUserId":"u-1"},"apiRefNumber":"ref","payments":[{"__proto__":{"amount":1},"transactionReference":"r","beneficiaryId":"b","packageCode":"p"}]}`,
  ) as unknown;

  t.deepEqual(await pointers(body), ['/initiatedByUserId']);
  t.deepEqual(await pointers({ ...(body as object), initiatedByUserId: 'u-1' }), [
    '/payments/0/amount',
  ]);
});
