import { memoryStorage } from '@hundi/adapter-memory';
import type { WebhookDelivery, WebhookEndpointView } from '@hundi/core/wire';
import { verifyWebhook } from '@hundi/core/receiver';
import { behaviours } from '@hundi/testkit';
import test, { type ExecutionContext } from 'ava';
import { comeIn, type PortalBody } from '../../testing/portal.js';
import { serve } from '../../testing/serve.js';

const ENDPOINTS = '/webhook-endpoints';
const URL = 'https://hooks.acme.example/hundi';
const ABSENT = 'we_019c2f5e-6a00-7c3a-9b1e-2f4d6a8c0e12';

interface Listed<A> extends PortalBody {
  readonly items: ReadonlyArray<A>;
}
interface WithSecret extends WebhookEndpointView {
  readonly secret: string;
}

const open = async (t: ExecutionContext) => {
  const served = await serve(t, memoryStorage());
  await served.sandbox.runDue();
  const admin = await comeIn(served, 'admin@acme.example');
  return {
    served,
    admin,
    register: async (eventTypes = ['*']) =>
      (await admin.post<WithSecret>(ENDPOINTS, { url: URL, eventTypes })).json,
  };
};

for (const [what, body, pointer] of [
  ['no URL', { eventTypes: ['*'] }, '/url'],
  ['a URL that is none', { url: 'hooks', eventTypes: ['*'] }, '/url'],
  ['plain http', { url: 'http://hooks.acme.example/', eventTypes: ['*'] }, '/url'],
  ['a private address', { url: 'https://10.0.0.1/', eventTypes: ['*'] }, '/url'],
  ['credentials', { url: 'https://me@hooks.acme.example/', eventTypes: ['*'] }, '/url'],
  ['no events', { url: URL, eventTypes: [] }, '/eventTypes'],
  ['an unknown event', { url: URL, eventTypes: ['*', 'payout.done'] }, '/eventTypes/1'],
  ['an unknown family', { url: URL, eventTypes: ['payouts.*'] }, '/eventTypes/0'],
  ['a bad description', { url: URL, eventTypes: ['*'], description: '\u202e' }, '/description'],
] as const) {
  test(`an endpoint with ${what} is refused at its place`, async (t) => {
    const { admin } = await open(t);
    const { status, json } = await admin.post(ENDPOINTS, body);

    t.is(status, 400);
    t.deepEqual(
      json.errors?.map((one) => one.pointer),
      [pointer],
    );
  });
}

for (const [body, pointer] of [
  [{ url: 'http://hooks.acme.example/' }, '/url'],
  [{ eventTypes: ['transaction'] }, '/eventTypes/0'],
  [{ status: 'gone' }, '/status'],
] as const) {
  test(`a change to ${JSON.stringify(body)} is refused, and changes nothing`, async (t) => {
    const { admin, register } = await open(t);
    const { secret: _, ...made } = await register();
    const { status, json } = await admin.patch(`${ENDPOINTS}/${made.endpointId}`, body);

    t.is(status, 400);
    t.deepEqual(
      json.errors?.map((one) => one.pointer),
      [pointer],
    );
    t.deepEqual((await admin.get(`${ENDPOINTS}/${made.endpointId}`)).json as unknown, made);
  });
}

for (const body of [
  {},
  { eventIds: [] },
  { eventIds: ['evt_1'], since: 1 },
  { since: 'yesterday' },
  { eventIds: Array.from({ length: 1_001 }, String) },
  { eventIds: ['evt_nobody'] },
]) {
  test(`a replay of ${JSON.stringify(body).slice(0, 40)} is 400`, async (t) => {
    const { admin, register } = await open(t);
    const { endpointId } = await register();

    t.is((await admin.post(`${ENDPOINTS}/${endpointId}/replay`, body)).status, 400);
  });
}

test('an endpoint is created, listed, changed and deleted, and its secret returned once', async (t) => {
  const { admin } = await open(t);
  const body = { url: URL, eventTypes: ['transaction.*'], description: 'Ledger' };
  const { status, json: made } = await admin.post<WithSecret>(ENDPOINTS, body);
  const at = `${ENDPOINTS}/${made.endpointId}`;

  t.is(status, 201);
  t.regex(made.secret, /^whsec_/);
  t.like(made, { ...body, status: 'enabled', queue: { waiting: 0, dead: 0 } });
  const { secret, ...shown } = made;
  const { json: list, text } = await admin.get<Listed<WebhookEndpointView>>(ENDPOINTS);
  t.deepEqual(list.items, [shown]);
  t.false(text.includes(secret));
  t.like((await admin.patch(at, { status: 'disabled', description: 'Old' })).json, {
    description: 'Old',
    disabledBy: 'person',
  });
  t.is((await admin.post(`${at}/test`)).status, 409);
  t.like((await admin.patch(at, { status: 'enabled' })).json, { status: 'enabled' });
  const rotated = await admin.post<WithSecret>(`${at}/rotate-secret`);
  t.is(rotated.status, 200);
  t.not(rotated.json.secret, secret);
  t.truthy(rotated.json.oldSecretUntil);
  for (const expected of [200, 200, 409])
    t.is((await admin.post(`${at}/rotate-secret`)).status, expected);

  t.is((await admin.remove(at)).status, 204);
  t.is((await admin.get(at)).status, 404);
  const { items } = (
    await admin.get<Listed<{ readonly to: string }>>(`/journal?subject=${made.endpointId}`)
  ).json;
  t.deepEqual(
    items.map(({ to }) => to),
    ['deleted', 'enabled', 'enabled', 'enabled', 'enabled', 'disabled', 'enabled'],
  );
});

test('a test event is sent, and the answer of its receiver is shown', async (t) => {
  const { served, admin, register } = await open(t);
  const { sandbox } = served;
  const { endpointId, secret } = await register(['payment.*']);
  sandbox.receivers.behave(URL, () => ({
    kind: 'answered',
    status: 503,
    text: `${'x'.repeat(2_000)}\u0000`,
  }));
  const sent = await admin.post<{ readonly eventId: string }>(`${ENDPOINTS}/${endpointId}/test`);
  await sandbox.runDue();

  t.is(sent.status, 202);
  const [received] = sandbox.receivers.received(URL);
  const verified =
    received &&
    verifyWebhook(received.body, { ...received.headers }, [secret], {
      toleranceSeconds: 1,
      now: received.at,
    });
  t.like(verified, { _tag: 'Right', right: { webhookId: sent.json.eventId } });
  const deliveries = () =>
    admin.get<Listed<WebhookDelivery>>(`${ENDPOINTS}/${endpointId}/deliveries`);
  t.like((await deliveries()).json.items[0], {
    eventId: sent.json.eventId,
    status: 'waiting',
    code: 503,
    answer: 'x'.repeat(1_024),
  });

  sandbox.receivers.behave(URL, behaviours.healthy);
  await sandbox.advance(6_000);
  t.deepEqual(
    (await deliveries()).json.items.map(({ attempt, status }) => [attempt, status]),
    [
      [2, 'delivered'],
      [1, 'waiting'],
    ],
  );
});

test('deliveries are listed page by page, and replayed', async (t) => {
  const { served, admin, register } = await open(t);
  const { endpointId } = await register(['webhook.test']);
  const at = `${ENDPOINTS}/${endpointId}`;
  for (let i = 0; i < 3; i += 1) await admin.post(`${at}/test`);
  served.sandbox.receivers.behave(URL, behaviours.failing);
  await served.sandbox.runDue();
  const page = async (query: string) =>
    (await admin.get<Listed<WebhookDelivery>>(`${at}/deliveries${query}`)).json;

  const first = await page('?limit=2');
  t.is(first.items.length, 2);
  const rest = await page(`?limit=2&after=${first.pagination.nextCursor ?? ''}`);
  t.deepEqual([rest.items.length, rest.pagination.nextCursor], [1, null]);
  t.is((await admin.get(`${at}/deliveries?after=made-up`)).status, 400);
  t.is((await admin.get(`${at}/deliveries?limit=101`)).status, 400);
  const replayed = await admin.post(`${at}/replay`, { since: 0 });
  t.deepEqual([replayed.status, replayed.json as unknown], [202, { queued: 3 }]);
});

test('webhooks are for those who manage them, of their own corporate', async (t) => {
  const { served, admin, register } = await open(t);
  const { endpointId } = await register();
  const maker = await comeIn(served, 'maker@acme.example');
  const stranger = await comeIn(served, 'admin@globex.example');
  const calls = (person: typeof admin, id: string) => [
    person.get(`${ENDPOINTS}/${id}`),
    person.patch(`${ENDPOINTS}/${id}`, { status: 'disabled' }),
    person.remove(`${ENDPOINTS}/${id}`),
    person.post(`${ENDPOINTS}/${id}/rotate-secret`),
    person.post(`${ENDPOINTS}/${id}/test`),
    person.post(`${ENDPOINTS}/${id}/replay`, { since: 0 }),
    person.get(`${ENDPOINTS}/${id}/deliveries`),
  ];
  const statuses = async (asked: ReadonlyArray<Promise<{ readonly status: number }>>) => [
    ...new Set((await Promise.all(asked)).map(({ status }) => status)),
  ];

  const making = { url: URL, eventTypes: ['*'] };
  t.deepEqual(await statuses([maker.get(ENDPOINTS), maker.post(ENDPOINTS, making)]), [403]);
  t.deepEqual(await statuses(calls(maker, endpointId)), [403]);
  t.deepEqual(await statuses(calls(stranger, endpointId)), [404]);
  t.deepEqual(await statuses(calls(admin, ABSENT)), [404]);
  t.is((await admin.get(`${ENDPOINTS}/${endpointId}`)).status, 200);
});

test('a corporate has no more than a hundred endpoints', async (t) => {
  const { admin, register } = await open(t);
  for (let i = 0; i < 100; i += 1) await register();

  const { status, json } = await admin.post(ENDPOINTS, { url: URL, eventTypes: ['*'] });
  t.deepEqual([status, json.type], [409, 'invalid_operation_error']);
});
