import { memoryStorage } from '@hundi/adapter-memory';
import type { PersonView, SessionView } from '@hundi/core/wire';
import test from 'ava';
import { aBatch, aPayment, postBatch } from '../../testing/bodies.js';
import { comeIn, personWith, type PortalBody } from '../../testing/portal.js';
import { serve } from '../../testing/serve.js';

const [ADMIN, MAKER, CHECKER] = [
  'admin@acme.example',
  'maker@acme.example',
  'checker@acme.example',
];

interface People extends PortalBody {
  readonly items: ReadonlyArray<PersonView>;
}

interface Sessions extends PortalBody {
  readonly items: ReadonlyArray<SessionView>;
}

test('a user who is suspended is out of portal and partner API with the next request, and back when reinstated', async (t) => {
  const served = await serve(t, memoryStorage());
  const [admin, maker] = [await comeIn(served, ADMIN), await comeIn(served, MAKER)];
  const payee = await served.sandbox.beneficiary('SHARMA01');
  const pay = async (key: string) =>
    (await postBatch(served, aBatch([aPayment(payee, key)], { initiatedByUserId: 'u-maker' }), key))
      .status;
  t.is(await pay('before'), 202);

  const suspended = await admin.post<PersonView>('/people/u-maker/suspend');
  t.is(suspended.status, 200);
  t.like(suspended.json, { isSuspended: true, suspendedBy: 'u-admin', permissions: [] });
  t.is((await maker.get('/approvals')).status, 401);
  t.is(await pay('meanwhile'), 403);
  const mailed = served.sandbox.mailbox.mails(MAKER).length;
  const asked = await personWith(served).post('/login', { email: MAKER });
  t.is(asked.status, 202);
  t.is(served.sandbox.mailbox.mails(MAKER).length, mailed);

  const { json } = await admin.get<People>('/people?limit=100');
  t.true(json.items.find(({ userId }) => userId === 'u-maker')?.isSuspended);
  t.is((await admin.post<PersonView>('/people/u-maker/reinstate')).json.isSuspended, false);
  t.is((await maker.get('/approvals')).status, 401);
  t.is(await pay('after'), 202);
  t.is((await (await comeIn(served, MAKER)).get('/sessions')).status, 200);
});

test('a key that acts as a suspended user is refused with 401, as a revoked one is', async (t) => {
  const served = await serve(t, memoryStorage());
  const admin = await comeIn(served, ADMIN);
  const reads = async () => (await served.get('/v1/partner/beneficiaries')).status;

  t.is((await admin.post('/people/u-erp/suspend')).status, 200);
  t.is(await reads(), 401);
  t.is((await admin.post('/people/u-erp/reinstate')).status, 200);
  t.is(await reads(), 200);
});

test('a person cannot suspend themselves or an unknown user, and needs settings.edit', async (t) => {
  const served = await serve(t, memoryStorage());
  const [admin, maker] = [await comeIn(served, ADMIN), await comeIn(served, MAKER)];

  const own = await admin.post('/people/u-admin/suspend');
  t.deepEqual([own.status, own.json.type], [409, 'invalid_operation_error']);
  for (const verb of ['suspend', 'reinstate', 'end-sessions']) {
    t.is((await maker.post(`/people/u-checker/${verb}`)).status, 403, verb);
    for (const id of ['nobody', '%00', 'u-mak%C3%A9r', 'x'.repeat(101)])
      t.is((await admin.post(`/people/${id}/${verb}`)).status, 404, `${verb} ${id}`);
  }
  t.is((await maker.get('/people')).status, 403);
});

test('sessions of a user are ended by an administrator, under one idempotency key once', async (t) => {
  const served = await serve(t, memoryStorage());
  const admin = await comeIn(served, ADMIN);
  const [one, other] = [await comeIn(served, CHECKER), await comeIn(served, CHECKER)];
  const end = () =>
    admin.post('/people/u-checker/end-sessions', undefined, {
      headers: { 'idempotency-key': 'e-1' },
    });

  t.is((await end()).text, '{"userId":"u-checker","ended":2}');
  t.deepEqual(
    [(await one.get('/sessions')).status, (await other.get('/sessions')).status],
    [401, 401],
  );
  const back = await comeIn(served, CHECKER);
  t.is((await end()).text, '{"userId":"u-checker","ended":2}');
  t.is((await back.get('/sessions')).status, 200);
});

test('a person lists and ends their own sessions, and those of others are not found', async (t) => {
  const served = await serve(t, memoryStorage());
  const [here, there] = [await comeIn(served, MAKER), await comeIn(served, MAKER)];
  const stranger = await comeIn(served, CHECKER);
  const { json, text } = await here.get<Sessions>('/sessions');
  const id = json.items.find(({ isCurrent }) => !isCurrent)?.sessionId ?? '';

  t.is(json.items.length, 2);
  t.false(text.includes('pst_') || text.includes(here.token.split('_')[2] ?? ''));
  t.is((await stranger.remove(`/sessions/${id}`)).status, 404);
  t.is((await here.remove('/sessions/%00')).status, 404);
  t.is((await here.remove(`/sessions/${id}`)).status, 204);
  t.is((await there.get('/sessions')).status, 401);
  t.is((await here.remove(`/sessions/${id}`)).status, 404);
});

test('a session that is idle for fifteen minutes is 401', async (t) => {
  const served = await serve(t, memoryStorage());
  const maker = await comeIn(served, MAKER);
  const { clock } = served.sandbox;

  clock.advance(14 * 60_000);
  t.is((await maker.get('/sessions')).status, 200);
  clock.advance(15 * 60_000 - 1);
  t.is((await maker.get('/sessions')).status, 200);
  clock.advance(15 * 60_000);
  t.is((await maker.get('/sessions')).status, 401);
});
