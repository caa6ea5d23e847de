import { memoryStorage } from '@hundi/adapter-memory';
import type { PersonView, SettingsChangeView, WebhookEndpointView } from '@hundi/core/wire';
import { demoDocument } from '@hundi/testkit';
import test, { type ExecutionContext } from 'ava';
import { aPayee } from '../../testing/bodies.js';
import {
  comeIn,
  waiting,
  type Person,
  type Results,
  type PortalBody,
} from '../../testing/portal.js';
import { serve, type Served } from '../../testing/serve.js';

const [ADMIN, CHECKER, HEAD] = ['admin', 'checker', 'head'].map((who) => `${who}@acme.example`);
const ABSENT = 'sc_019c2f5e-6a00-7c3a-9b1e-2f4d6a8c0e12';

interface Waits extends PortalBody {
  readonly settingsChange?: SettingsChangeView;
}
interface Made extends Waits {
  readonly key: string;
  readonly keyId: string;
}
interface Listed extends PortalBody {
  readonly items: ReadonlyArray<SettingsChangeView>;
}

const corporate = demoDocument().bankTenants[0]?.corporates[0];

/** One person edits settings and holds a checker's role; another approves settings. */
const people = (settingsNeedSecondPerson: boolean, more: object = {}) =>
  demoDocument({
    ...more,
    settingsNeedSecondPerson,
    roles: [
      ...(corporate?.roles ?? []).filter(({ roleCode }) => roleCode !== 'head'),
      { roleCode: 'head', permissions: ['settings.view', 'settings.approve'] },
    ],
    users: (corporate?.users ?? []).map((user) =>
      user.userId === 'u-admin' ? { ...user, roleCodes: ['admin', 'checker'] } : user,
    ),
  });

const serveWith = (t: ExecutionContext, secondPerson: boolean) =>
  serve(t, memoryStorage(), {}, { document: people(secondPerson) });

/** The attack: one person makes a key, names two others by it, and approves what it paid. */
const attack = async (served: Served, admin: Person, key: string) => {
  const made = await served.post('/v1/partner/beneficiaries', aPayee(), { key });
  if (made.status !== 201) return { made: made.status };
  const id = made.json.beneficiary.beneficiaryId;
  const own = await admin.post(`/beneficiaries/${id}/authorize`, { action: 'approve' });
  const { ids, jobId } = await waiting(served, 2, { key });
  const each = await admin.post<Results>('/approvals', { action: 'approve', transactionIds: ids });
  const one = await admin.post<Results>('/approvals', {
    action: 'approve',
    transactionIds: ids.slice(0, 1),
  });
  const all = await admin.post<Results>(`/jobs/${jobId}/approvals`, { action: 'reject' });
  return {
    made: made.status,
    authorized: [own.status, own.json.type],
    approved: [each, one, all].flatMap(({ json }) =>
      json.results.map(({ status, error }) => [status, error?.type]),
    ),
  };
};

test('the maker of a key approves nothing that came by it, in the portal or by the key', async (t) => {
  const served = await serveWith(t, false);
  const admin = await comeIn(served, ADMIN ?? '');
  const { json } = await admin.post<Made>('/api-keys', { name: 'mine', scopes: ['payments'] });
  t.is(json.settingsChange, undefined);
  const refused = ['pending_approval', 'insufficient_permissions_error'];
  t.deepEqual(await attack(served, admin, json.key), {
    made: 201,
    authorized: [403, 'insufficient_permissions_error'],
    approved: [refused, refused, refused, refused, refused],
  });
  const { items } = (await admin.get<{ items: ReadonlyArray<object> }>('/approvals')).json;
  t.deepEqual(items, []);
  const checker = await comeIn(served, CHECKER ?? '');
  const theirs = (await checker.get<{ items: ReadonlyArray<{ via: unknown }> }>('/approvals')).json;
  t.deepEqual(
    theirs.items.map(({ via }) => via),
    [{ keyId: json.keyId }, { keyId: json.keyId }],
  );
});

test('where a second person is asked for, a new key opens nothing before their approval', async (t) => {
  const served = await serveWith(t, true);
  const admin = await comeIn(served, ADMIN ?? '');
  const head = await comeIn(served, HEAD ?? '');
  const { status, json } = await admin.post<Made>('/api-keys', {
    name: 'mine',
    scopes: ['payments'],
  });
  t.deepEqual([status, json.settingsChange?.state], [201, 'pending']);
  t.deepEqual(await attack(served, admin, json.key), { made: 401 });

  const path = `/settings-changes/${json.settingsChange?.changeId ?? ''}`;
  const own = await admin.post(`${path}/approve`, {});
  t.deepEqual([own.status, own.json.type], [403, 'insufficient_permissions_error']);
  const { items } = (await head.get<Listed>('/settings-changes?state=pending')).json;
  t.deepEqual(
    items.map(({ kind, proposedBy }) => [kind, proposedBy as string]),
    [['create_api_key', 'u-admin']],
  );
  const approved = await head.post<SettingsChangeView>(`${path}/approve`, { comment: 'Ours' });
  t.like(approved.json, { state: 'approved', comment: 'Ours' });
  t.is((await head.post(`${path}/approve`, {})).status, 409);
  t.is((await attack(served, admin, json.key)).made, 201);
});

test('the approval of a key that acts as a user who was suspended since is 409, and says what is wrong', async (t) => {
  const served = await serveWith(t, true);
  const [admin, head] = [await comeIn(served, ADMIN ?? ''), await comeIn(served, HEAD ?? '')];
  const key = { name: 'mine', scopes: ['payments'], actsAsUserId: 'u-erp' };
  const { json: made } = await admin.post<Made>('/api-keys', key);
  t.is((await admin.post('/people/u-erp/suspend', {})).status, 200);

  const id = made.settingsChange?.changeId ?? '';
  const refused = await head.post(`/settings-changes/${id}/approve`, {});
  t.deepEqual(
    [refused.status, refused.json.type, refused.json.detail],
    [
      409,
      'invalid_operation_error',
      'The change is no longer valid: actsAsUserId: expected a user who is not suspended. Have this put right and approve the change then, or reject it.',
    ],
  );
  t.is((await head.post(`/settings-changes/${id}/reject`, {})).status, 200);
});

test('webhook URLs and return hosts wait in the portal too, and can be rejected', async (t) => {
  const served = await serveWith(t, true);
  const admin = await comeIn(served, ADMIN ?? '');
  const head = await comeIn(served, HEAD ?? '');
  const endpoint = await admin.post<Waits>('/webhook-endpoints', {
    url: 'http://127.0.0.1:4000/hooks',
    eventTypes: ['*'],
  });
  t.is(endpoint.json.settingsChange?.kind, 'create_webhook_endpoint');
  t.is((await admin.get('/webhook-endpoints')).json.pagination.total, 0);
  const body = { destinationHosts: ['shop.example', 'evil.example'], statementDescriptor: 'ACME' };
  const { settings } = await put(served, admin, body);
  t.is(settings.settingsChange?.kind, 'put_checkout_settings');
  t.deepEqual(settings.destinationHosts, ['shop.example', '127.0.0.1']);

  for (const { settingsChange } of [endpoint.json, settings]) {
    const path = `/settings-changes/${settingsChange?.changeId ?? ''}/reject`;
    t.is((await head.post<SettingsChangeView>(path, {})).json.state, 'rejected');
  }
  t.is((await admin.get('/webhook-endpoints')).json.pagination.total, 0);
  t.is((await head.get<Listed>('/settings-changes')).json.items.length, 2);
});

test('what takes events from a live endpoint waits in the portal, its deletion with 202', async (t) => {
  const webhookEndpoints = [{ url: 'http://127.0.0.1:4000/hooks', eventTypes: ['*'] }];
  const document = people(true, { webhookEndpoints });
  const served = await serve(t, memoryStorage(), {}, { document });
  const [admin, head] = [await comeIn(served, ADMIN ?? ''), await comeIn(served, HEAD ?? '')];
  const [endpoint] = (
    await admin.get<{ items: ReadonlyArray<WebhookEndpointView> }>('/webhook-endpoints')
  ).json.items;
  const at = `/webhook-endpoints/${endpoint?.endpointId ?? ''}`;
  const deletion = () => admin.remove<Waits>(at, { headers: { 'idempotency-key': 'once' } });
  const [narrowed, disabled, rotated, deleted] = [
    await admin.patch<Waits>(at, { eventTypes: ['transaction.*'] }),
    await admin.patch<Waits>(at, { status: 'disabled' }),
    await admin.post<Waits & { readonly secret: string }>(`${at}/rotate-secret`),
    await deletion(),
  ];
  t.deepEqual(
    [narrowed, disabled, rotated, deleted].map(({ status, json }) => [
      status,
      json.settingsChange?.kind,
    ]),
    [
      [200, 'change_webhook_endpoint'],
      [200, 'change_webhook_endpoint'],
      [200, 'rotate_webhook_secret'],
      [202, 'delete_webhook_endpoint'],
    ],
  );
  t.regex(rotated.json.secret, /^whsec_/);
  t.is((await deletion()).text, deleted.text);
  t.deepEqual((await admin.get(at)).json as unknown, endpoint);

  const decide = async ({ json }: { readonly json: Waits }, action: string) =>
    head.post(`/settings-changes/${json.settingsChange?.changeId ?? ''}/${action}`, {});
  const approve = async (one: { readonly json: Waits }) => (await decide(one, 'approve')).status;
  const others = [];
  for (let n = 0; n < 3; n += 1) others.push(await admin.post<Waits>(`${at}/rotate-secret`));
  for (const one of others) t.is(await approve(one), 200);
  t.is(await approve(rotated), 409);
  t.is(await approve(disabled), 200);
  t.like((await admin.get(at)).json, { status: 'disabled', eventTypes: ['*'] });
  t.is((await admin.remove(at)).status, 204);
  const gone = await decide(deleted, 'approve');
  t.is(gone.status, 409);
  t.regex(gone.json.detail, /what it is about does not exist any more\. Reject the change\./);
  t.is((await decide(deleted, 'reject')).status, 200);
});

const put = async ({ send }: Served, { token }: Person, body: object) => {
  const call = { key: null, headers: { authorization: `Bearer ${token}` }, body };
  const { json } = await send('PUT', '/portal/v1/checkout-settings', call);
  return {
    settings: json as unknown as Waits & { readonly destinationHosts: ReadonlyArray<string> },
  };
};

test('where a second person is asked for, a user is suspended at once and reinstated with their approval', async (t) => {
  const served = await serveWith(t, true);
  const [admin, head] = [await comeIn(served, ADMIN ?? ''), await comeIn(served, HEAD ?? '')];
  const checker = await comeIn(served, CHECKER ?? '');
  const suspended = await admin.post<PersonView & Waits>('/people/u-checker/suspend');
  t.like(suspended.json, { isSuspended: true, suspendedBy: 'u-admin' });
  t.false('settingsChange' in suspended.json);
  t.is((await checker.get('/approvals')).status, 401);

  const reinstate = (key: string) =>
    admin.post<PersonView & Waits>('/people/u-checker/reinstate', undefined, {
      headers: { 'idempotency-key': key },
    });
  const asked = await reinstate('one');
  t.deepEqual(
    [asked.status, asked.json.isSuspended, asked.json.settingsChange?.kind],
    [200, true, 'reinstate_person'],
  );
  t.is((await reinstate('one')).text, asked.text);
  const other = await reinstate('two');
  const waits = await head.get<Listed>('/settings-changes?state=pending');
  t.is(waits.json.items.length, 2);

  const pathOf = ({ json }: { json: Waits }) =>
    `/settings-changes/${json.settingsChange?.changeId ?? ''}`;
  t.is((await admin.post(`${pathOf(asked)}/approve`, {})).status, 403);
  t.is((await head.post(`${pathOf(asked)}/approve`, {})).status, 200);
  t.is((await checker.get('/approvals')).status, 401);
  t.is((await (await comeIn(served, CHECKER ?? '')).get('/approvals')).status, 200);
  const late = await head.post(`${pathOf(other)}/approve`, {});
  t.deepEqual([late.status, late.json.type], [409, 'invalid_operation_error']);
  t.regex(late.json.detail, /suspension has already ended/);
  t.is((await head.post(`${pathOf(other)}/reject`, {})).status, 200);
  t.false('settingsChange' in (await reinstate('three')).json);
});

for (const [what, path, status] of [
  ['an unknown state', '/settings-changes?state=open', 400],
  ['a cursor that is none', '/settings-changes?after=made-up', 400],
] as const) {
  test(`a list of changes with ${what} is ${String(status)}`, async (t) => {
    const served = await serveWith(t, true);
    t.is((await (await comeIn(served, ADMIN ?? '')).get(path)).status, status);
  });
}

test('an absent change is 404, and makers and checkers cannot see changes', async (t) => {
  const served = await serveWith(t, true);
  const head = await comeIn(served, HEAD ?? '');
  const checker = await comeIn(served, CHECKER ?? '');
  for (const action of ['approve', 'reject']) {
    t.is((await head.post(`/settings-changes/${ABSENT}/${action}`, {})).status, 404);
    t.is((await head.post(`/settings-changes/1/${action}`, {})).status, 404);
    t.is((await checker.post(`/settings-changes/${ABSENT}/${action}`, {})).status, 403);
  }
  t.is((await checker.get('/settings-changes')).status, 403);
});

test('the other administrators get a mail about a new key, once, and it does not hold the key', async (t) => {
  const served = await serveWith(t, false);
  const admin = await comeIn(served, ADMIN ?? '');
  const make = () =>
    admin.post<Made>(
      '/api-keys',
      { name: 'mine', scopes: ['payments'] },
      { headers: { 'idempotency-key': 'once' } },
    );
  const { json } = await make();
  t.is((await make()).json.key, json.key);

  const mails = served.sandbox.mailbox.mails(HEAD);
  t.deepEqual(
    mails.map(({ subject }) => subject),
    ['Acme Traders: settings were changed'],
  );
  t.true(mails[0]?.text.includes(json.keyId));
  t.false(mails[0]?.text.includes(json.key.split('_')[2] ?? ''));
  t.is(served.sandbox.mailbox.mails(ADMIN).length, 1);
});
