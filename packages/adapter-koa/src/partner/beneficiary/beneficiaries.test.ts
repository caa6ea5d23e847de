import { memoryStorage } from '@hundi/adapter-memory';
import test from 'ava';
import { aPayee } from '../../testing/bodies.js';
import { serve, type Served } from '../../testing/serve.js';

const LIST = '/v1/partner/beneficiaries';

const createdId = async ({ post }: Served, members = {}): Promise<string> => {
  const { json } = await post(LIST, aPayee(members));
  return json.beneficiary.beneficiaryId;
};

const authorize = (
  { post }: Served,
  id: string,
  body: unknown = { actorUserId: 'u-checker', action: 'approve' },
) => post(`${LIST}/${id}/authorize`, body);

test('the list shows approved payees, fifty a page, with what is left', async (t) => {
  const { get } = await serve(t, memoryStorage());

  const { status, headers, json } = await get(LIST);

  t.is(status, 200);
  t.is(headers.get('content-type'), 'application/json; charset=utf-8');
  t.deepEqual(json.pagination, { page: 1, limit: 50, total: 11, hasMore: false });
  t.like(
    json.items.find(({ name }) => name === 'Sharma Steel'),
    {
      bankTenantId: 'demo-bank',
      corporateTenantId: 'acme',
      accountNumber: '123456780001',
      ifsc: 'HDFC0000001',
      bankName: 'HDFC Bank',
      beneficiaryType: 'vendor',
      status: 'active',
      approvalState: 'approved',
    },
  );
});

test('pages of the list follow each other until nothing is left', async (t) => {
  const { get } = await serve(t, memoryStorage());

  const pages = await Promise.all(
    [1, 2, 3].map(async (page) => (await get(`${LIST}?page=${page}&limit=4`)).json),
  );

  t.deepEqual(
    pages.map(({ pagination }) => pagination.hasMore),
    [true, true, false],
  );
  t.is(new Set(pages.flatMap(({ items }) => items).map((item) => item.beneficiaryId)).size, 11);
});

test('a search finds payees by name or account number, and an unknown parameter changes nothing', async (t) => {
  const { get } = await serve(t, memoryStorage());

  const byName = await get(`${LIST}?search=sharma&colour=blue`);
  const byLongest = await get(`${LIST}?search=${'a'.repeat(200)}`);
  const byAccount = await get(`${LIST}?search=123456780003`);

  t.deepEqual(
    byName.json.items.map((item) => item.name),
    ['Sharma Steel'],
  );
  t.deepEqual(
    byAccount.json.items.map((item) => item.name),
    ['Mehta Logistics'],
  );
  t.deepEqual(byLongest.json.items, []);
});

for (const [query, pointer] of [
  ['limit=0', '/query/limit'],
  ['limit=ten', '/query/limit'],
  ['limit=1.5', '/query/limit'],
  ['limit=1e1', '/query/limit'],
  ['limit=', '/query/limit'],
  ['limit=10&limit=20', '/query/limit'],
  ['limit=%D9%A1', '/query/limit'],
  ['page=0', '/query/page'],
  ['page=-1', '/query/page'],
  ['page=1000000000000000000000', '/query/page'],
  ['page=1&page=1', '/query/page'],
  ['search=a&search=b', '/query/search'],
  ['search=%00', '/query/search'],
  [`search=${'a'.repeat(211)}`, '/query/search'],
] as const) {
  test(`the list refuses ${query.slice(0, 30)}`, async (t) => {
    const { get } = await serve(t, memoryStorage());

    const { status, json } = await get(`${LIST}?${query}`);

    t.is(status, 400);
    t.like(json, { type: 'invalid_parameters_error', status: 400 });
    t.deepEqual(
      json.errors.map((error) => error.pointer),
      [pointer],
    );
  });
}

test('a limit above a hundred counts as a hundred', async (t) => {
  const { get } = await serve(t, memoryStorage());

  for (const limit of ['101', '1000', '9'.repeat(40)]) {
    const { status, json } = await get(`${LIST}?limit=${limit}`);

    t.is(status, 200);
    t.like(json.pagination, { page: 1, limit: 100, total: 11, hasMore: false });
  }
});

test('a created payee has ids for its accounts and waits for a checker', async (t) => {
  const { get, post } = await serve(t, memoryStorage());

  const { status, json } = await post(LIST, aPayee());

  t.is(status, 201);
  t.is(typeof json.message, 'string');
  t.like(json.beneficiary.accounts[0], {
    accountNumber: '987654321001',
    ifsc: 'SBIN0000009',
    isDefault: true,
  });
  t.is((await get(`${LIST}?search=Kapoor`)).json.pagination.total, 0);
});

test('a payee is listed once a checker has approved it', async (t) => {
  const served = await serve(t, memoryStorage());
  const id = await createdId(served);

  const { status, json } = await authorize(served, id, {
    actorUserId: 'u-checker',
    action: 'approve',
    comment: 'seen the contract',
  });

  t.is(status, 200);
  t.like(json.beneficiary, {
    beneficiaryId: id,
    status: 'active',
    approvalState: 'approved',
    authorizedBy: 'u-checker',
    comment: 'seen the contract',
  });
  t.is((await served.get(`${LIST}?search=Kapoor`)).json.pagination.total, 1);
});

test('a rejected payee is not listed', async (t) => {
  const served = await serve(t, memoryStorage());
  const id = await createdId(served);

  const { status, json } = await authorize(served, id, {
    actorUserId: 'u-checker',
    action: 'reject',
  });

  t.is(status, 200);
  t.is(json.beneficiary.approvalState, 'rejected');
  t.is((await served.get(`${LIST}?search=Kapoor`)).json.pagination.total, 0);
});

test('a body that breaks the shape is refused with a pointer for every fault and stores nothing', async (t) => {
  const { get, post, sandbox } = await serve(t, memoryStorage());

  const { status, headers, json } = await post(LIST, {
    ...aPayee({ beneId: 'k-1', benePackageCodes: undefined }),
    beneBankAccounts: [{ accountNumber: '12', ifscCode: 'SBIN0000009' }],
  });

  t.is(status, 400);
  t.is(headers.get('content-type'), 'application/problem+json');
  t.deepEqual(json.errors.map((error) => error.pointer).sort(), [
    '/beneBankAccounts/0/accountNumber',
    '/beneId',
    '/benePackageCodes',
  ]);
  t.deepEqual(
    json.errors.find((error) => error.pointer === '/benePackageCodes'),
    { pointer: '/benePackageCodes', code: 'required', detail: 'is required' },
  );
  t.is((await get(LIST)).json.pagination.total, 11);
  const { items } = await sandbox.storage.read(({ beneficiaries }) =>
    beneficiaries.list(sandbox.tenant, {
      state: 'approved',
      page: 1,
      limit: 100,
      search: 'Kapoor',
    }),
  );
  t.is(items.length, 0);
});

test('a package that is not there is refused by its place in the list', async (t) => {
  const { post } = await serve(t, memoryStorage());

  const { status, json } = await post(LIST, aPayee({ benePackageCodes: ['VENDOR', 'NONE'] }));

  t.is(status, 400);
  t.is(json.errors[0]?.pointer, '/benePackageCodes/1');
});

test('a name that hides a character is refused', async (t) => {
  const { post } = await serve(t, memoryStorage());

  for (const beneName of ['Kapoor\u0000', 'Kapoor\u202e', 'Kap\u200boor', 'Kapoor\ud800']) {
    const { status, json } = await post(LIST, aPayee({ beneName }));

    t.is(status, 400);
    t.is(json.errors[0]?.pointer, '/beneName');
  }
});

test('the same name and account number is a duplicate, said in a message too', async (t) => {
  const { post } = await serve(t, memoryStorage());
  await post(LIST, aPayee());

  const { status, json } = await post(LIST, aPayee({ beneId: 'KAPOOR02' }));

  t.is(status, 409);
  t.is(json.type, 'invalid_operation_error');
  t.is(json.message, 'A beneficiary with the same name and bank account number already exists.');
});

test('a beneId in use is a duplicate', async (t) => {
  const { post } = await serve(t, memoryStorage());

  const { status, json } = await post(LIST, aPayee({ beneId: 'sharma01' }));

  t.is(status, 409);
  t.is(json.message, 'A beneficiary with this beneId already exists.');
});

test('only an approved maker may create a payee', async (t) => {
  const { post } = await serve(t, memoryStorage());

  for (const initiatedByUserId of ['u-checker', 'u-newcomer']) {
    const { status, json } = await post(LIST, aPayee({ initiatedByUserId }));

    t.is(status, 403);
    t.is(json.type, 'insufficient_permissions_error');
    t.is(json.message, json.detail);
  }
});

test('an acting user that does not exist is not found, said in a message too', async (t) => {
  const served = await serve(t, memoryStorage());
  const id = await createdId(served);

  const created = await served.post(LIST, aPayee({ initiatedByUserId: 'u-nobody' }));
  const authorized = await authorize(served, id, { actorUserId: 'u-nobody', action: 'approve' });

  for (const { status, json } of [created, authorized]) {
    t.is(status, 404);
    t.is(json.type, 'object_not_found_error');
    t.is(json.message, 'The acting user does not exist.');
  }
});

test('only an approved checker may authorize a payee', async (t) => {
  const served = await serve(t, memoryStorage());
  const id = await createdId(served);

  for (const actorUserId of ['u-maker', 'u-newcomer']) {
    const { status, json } = await authorize(served, id, { actorUserId, action: 'approve' });

    t.is(status, 403);
    t.is(json.type, 'insufficient_permissions_error');
  }
});

test('the user who created a payee may not authorize it', async (t) => {
  const served = await serve(t, memoryStorage());
  const id = await createdId(served, { initiatedByUserId: 'u-both' });

  const { status, json } = await authorize(served, id, {
    actorUserId: 'u-both',
    action: 'approve',
  });

  t.is(status, 403);
  t.is(json.type, 'insufficient_permissions_error');
});

test('a payee cannot be decided on twice', async (t) => {
  const served = await serve(t, memoryStorage());
  const id = await createdId(served);
  await authorize(served, id);

  const { status, json } = await authorize(served, id);

  t.is(status, 409);
  t.is(json.type, 'invalid_operation_error');
});

test('a decision that is repeated under its key gets the first answer, and under another values 409', async (t) => {
  const served = await serve(t, memoryStorage());
  const [id, other] = [
    await createdId(served),
    await createdId(served, { beneId: 'kapoor02', beneName: 'Kapoor Dyes' }),
  ];
  const call = { headers: { 'idempotency-key': 'decision-1' } };
  const decide = (payee: string) =>
    served.post(
      `${LIST}/${payee}/authorize`,
      { actorUserId: 'u-checker', action: 'approve' },
      call,
    );

  const [first, again, elsewhere] = [await decide(id), await decide(id), await decide(other)];

  t.is(first.status, 200);
  t.is(first.headers.get('idempotent-replayed'), null);
  t.is(again.text, first.text);
  t.is(again.headers.get('idempotent-replayed'), 'true');
  t.is(elsewhere.status, 409);
  t.is(elsewhere.json.type, 'idempotency_key_already_used_error');
});

test('an action other than approve or reject is refused', async (t) => {
  const served = await serve(t, memoryStorage());
  const id = await createdId(served);

  const { status, json } = await authorize(served, id, {
    actorUserId: 'u-checker',
    action: 'undo',
  });

  t.is(status, 400);
  t.deepEqual(json.errors, [
    { pointer: '/action', code: 'invalid', detail: 'expected approve or reject' },
  ]);
});

test('an id that cannot be one, an absent one and a foreign one get the same answer', async (t) => {
  const served = await serve(t, memoryStorage());
  const call = { headers: { 'x-request-id': 'one-and-the-same' } };
  const body = { actorUserId: 'u-checker', action: 'approve' };
  const foreign = await served.post(LIST, aPayee(), { key: served.globexKey });
  const ids = [
    '01890000-0000-7000-8000-000000000000',
    foreign.json.beneficiary.beneficiaryId,
    '%00',
    '%20',
    '%ZZ',
    'a%2Fb',
    'x'.repeat(5_000),
    '__proto__',
  ];

  const answers = await Promise.all(
    ids.map((id) => served.post(`${LIST}/${id}/authorize`, body, call)),
  );

  t.is(answers[0]?.status, 404);
  t.is(answers[0]?.json.detail, 'Beneficiary not found.');
  t.deepEqual([...new Set(answers.map(({ text }) => text))], [answers[0]?.text]);
});
