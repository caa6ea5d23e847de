import { memoryStorage } from '@hundi/adapter-memory';
import test from 'ava';
import { aPayee } from '../../testing/bodies.js';
import { serve } from '../../testing/serve.js';

const LIST = '/v1/partner/beneficiaries';

test('under an idempotency key a payee is created once, and answered again byte for byte', async (t) => {
  const { get, post } = await serve(t, memoryStorage());
  const call = { headers: { 'idempotency-key': 'payee-1' } };

  const first = await post(LIST, aPayee(), call);
  const again = await post(LIST, aPayee({ benePhoneNumber: '+919800000009' }), call);
  const other = await post(LIST, aPayee({ beneName: 'Kapoor Textile' }), call);
  const unkeyed = await post(LIST, aPayee());

  t.deepEqual([first.status, again.status, other.status, unkeyed.status], [201, 201, 409, 409]);
  t.is(again.text, first.text);
  t.deepEqual(
    [first, again].map(({ headers }) => headers.get('idempotent-replayed')),
    [null, 'true'],
  );
  t.is(other.json.type, 'idempotency_key_already_used_error');
  t.is(unkeyed.json.type, 'invalid_operation_error');
  t.is((await get(`${LIST}?search=Kapoor`)).json.pagination.total, 0);
});

test('twenty creations at once under one key get one answer', async (t) => {
  const { post } = await serve(t, memoryStorage());
  const call = { headers: { 'idempotency-key': 'payee-1' } };

  const answers = await Promise.all(Array.from({ length: 20 }, () => post(LIST, aPayee(), call)));

  t.deepEqual([...new Set(answers.map(({ status }) => status))], [201]);
  t.is(new Set(answers.map(({ text }) => text)).size, 1);
});

test('a refused creation leaves its key free', async (t) => {
  const { post } = await serve(t, memoryStorage());
  const call = { headers: { 'idempotency-key': 'payee-1' } };

  const refused = await post(LIST, aPayee({ beneId: 'SHARMA01' }), call);
  const created = await post(LIST, aPayee(), call);

  t.deepEqual([refused.status, created.status], [409, 201]);
});

test('an empty idempotency key is refused, and so are two', async (t) => {
  const { post, raw, acmeKey } = await serve(t, memoryStorage());
  const body = JSON.stringify(aPayee());

  const empty = await post(LIST, aPayee(), { headers: { 'idempotency-key': '' } });
  const two = await raw(
    [
      `POST ${LIST} HTTP/1.1`,
      'Host: a',
      'Connection: close',
      `x-api-key: ${acmeKey}`,
      'Content-Type: application/json',
      `Content-Length: ${String(body.length)}`,
      'Idempotency-Key: a',
      'Idempotency-Key: b',
      '',
      body,
    ].join('\r\n'),
  );

  t.is(empty.status, 400);
  t.is(empty.json.errors[0]?.pointer, '/headers/idempotency-key');
  t.regex(two, /^HTTP\/1\.1 400 /);
});

for (const [what, members, pointer] of [
  ['an empty phone', { benePhoneNumber: '' }, '/benePhoneNumber'],
  ['a phone of words', { benePhoneNumber: 'call me' }, '/benePhoneNumber'],
  ['a phone of six digits', { benePhoneNumber: '+91 9800' }, '/benePhoneNumber'],
  ['an empty beneType', { beneType: '' }, '/beneType'],
  ['a blank beneType', { beneType: '  ' }, '/beneType'],
  ['an empty beneCategory', { beneCategory: '' }, '/beneCategory'],
  ['an empty tag', { tags: ['steel', ''] }, '/tags/1'],
  ['a package named twice', { benePackageCodes: ['VENDOR', 'VENDOR'] }, '/benePackageCodes/1'],
] as const) {
  test(`a payee with ${what} is refused, with a pointer to it`, async (t) => {
    const { post } = await serve(t, memoryStorage());

    const { status, json } = await post(LIST, aPayee(members));

    t.is(status, 400);
    t.deepEqual(
      json.errors.map((error) => error.pointer),
      [pointer],
    );
  });
}

test('an IFSC in lowercase is raised', async (t) => {
  const { post } = await serve(t, memoryStorage());
  const beneBankAccounts = [{ accountNumber: '987654321001', ifscCode: 'sbin0000009' }];

  const { status, json } = await post(LIST, aPayee({ beneBankAccounts }));

  t.is(status, 201);
  t.like(json.beneficiary.accounts[0], { ifsc: 'SBIN0000009' });
});
