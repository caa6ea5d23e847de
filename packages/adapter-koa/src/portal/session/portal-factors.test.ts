import { memoryStorage } from '@hundi/adapter-memory';
import type { ConfirmedFactor, EnrolledFactor } from '@hundi/core/wire';
import { codeOfApp, demoDocument, fakePasskey } from '@hundi/testkit';
import test, { type ExecutionContext } from 'ava';
import {
  codeFor,
  comeIn,
  personWith,
  statusOf,
  waiting,
  type Person,
  type PortalBody,
} from '../../testing/portal.js';
import { serve, type Served } from '../../testing/serve.js';

const CHECKER = 'checker@acme.example';
const HALF_MINUTE = 30_000;

interface Refused extends PortalBody {
  readonly error?: { readonly code: string; readonly message: string };
}

interface Asked extends Refused {
  readonly challengeId: string;
  readonly digest: string;
  readonly kinds: ReadonlyArray<string>;
  readonly options?: { readonly challenge: string };
}

const at = (t: ExecutionContext, rule: object) =>
  serve(t, memoryStorage(), {}, { document: demoDocument({ secondFactor: rule as never }) });

/** Enrols an app by the API; answers its codes. */
const enrol = async ({ sandbox }: Served, person: Person) => {
  const enrolled = await person.post<EnrolledFactor>('/factors', { kind: 'totp', name: 'Phone' });
  const { factorId, uri } = enrolled.json;
  const code = (): string => codeOfApp(uri ?? '', sandbox.clock.now());
  const confirmed = await person.post<ConfirmedFactor>(`/factors/${factorId}/confirm`, {
    code: code(),
  });
  sandbox.clock.advance(HALF_MINUTE);
  return { factorId, code, enrolled, confirmed };
};

test('a person enrols an app, confirms it and finds it on their list; its secret and their recovery codes come once', async (t) => {
  const served = await at(t, { login: 'none', approval: 'any' });
  const person = await comeIn(served, CHECKER);
  const { factorId, enrolled, confirmed } = await enrol(served, person);

  t.deepEqual([enrolled.status, confirmed.status], [201, 200]);
  t.like(confirmed.json, { factorId, kind: 'totp', name: 'Phone', state: 'active' });
  t.is(confirmed.json.recoveryCodes?.length, 10);
  const listed = await person.get<{ readonly items: ReadonlyArray<object> }>('/factors');
  const { recoveryCodes: _once, ...factor } = confirmed.json;
  t.deepEqual(listed.json.items, [factor]);
  t.is(
    (await person.post<Refused>(`/factors/${factorId}/confirm`, { code: '000000' })).status,
    409,
  );
  t.is((await person.post<Refused>('/factors/none/confirm', { code: '000000' })).status, 404);
});

test('a body without a proof, with two, or with one of no shape is refused where it is wrong', async (t) => {
  const served = await at(t, { login: 'none', approval: 'any' });
  const person = await comeIn(served, CHECKER);
  const { factorId } = await enrol(served, person);
  const pointersOf = async (body: object) =>
    (await person.post(`/factors/${factorId}/confirm`, body)).json.errors?.map(
      ({ pointer }) => pointer,
    );
  t.deepEqual(await pointersOf({}), ['/code']);
  t.deepEqual(await pointersOf({ code: '123456', response: {} }), ['/response']);
  t.deepEqual(await pointersOf({ code: '12345' }), ['/code']);
  t.deepEqual(await pointersOf({ code: 123456 }), ['/code']);
  t.deepEqual(await pointersOf({ response: 'text' }), ['/response']);
  const enrolling = await person.post('/factors', { kind: 'sms', name: '' });
  t.deepEqual(
    enrolling.json.errors?.map(({ pointer }) => pointer),
    ['/kind', '/name'],
  );
  const asking = (body: object) => person.post('/approvals/challenge', body);
  t.is((await asking({ action: 'approve' })).json.errors?.[0]?.pointer, '/transactionIds');
});

test('an approval without the factor gets 403 SECOND_FACTOR_NEEDED; with one given for it, it is approved', async (t) => {
  const served = await at(t, { login: 'none', approval: 'any' });
  const person = await comeIn(served, CHECKER);
  const { ids, jobId } = await waiting(served, 1);
  const decision = { action: 'approve', transactionIds: ids };
  for (const [path, body] of [
    ['/approvals', decision],
    [`/jobs/${jobId}/approvals`, { action: 'approve' }],
    ['/approvals/challenge', decision],
  ] as const) {
    const refused = await person.post<Refused>(path, body);
    t.is(refused.status, 403);
    t.is(refused.json.error?.code, 'SECOND_FACTOR_NEEDED');
    t.is(refused.json.error?.message, refused.json.detail);
  }
  const app = await enrol(served, person);
  const asked = await person.post<Asked>('/approvals/challenge', decision);
  t.is(asked.status, 200);
  t.deepEqual(asked.json.kinds, ['totp', 'recovery']);
  const { challengeId } = asked.json;
  const wrong = await person.post('/approvals', { ...decision, challengeId, code: '000000' });
  t.is(wrong.status, 400);
  const given = { ...decision, challengeId, code: app.code() };
  t.is((await person.post('/approvals', given)).status, 200);
  t.is(await statusOf(served, ids[0] ?? ''), 'approved');
});

test('a login goes on to the second factor; a session without one reaches nothing but the enrolment', async (t) => {
  const served = await at(t, { login: 'any', approval: 'none' });
  const first = await comeIn(served, CHECKER);
  const refused = await first.get<Refused>('/approvals');
  t.deepEqual([refused.status, refused.json.error?.code], [403, 'SECOND_FACTOR_NEEDED']);
  const app = await enrol(served, first);
  t.is((await first.get('/approvals')).status, 403);

  const stranger = personWith(served);
  const asked = await stranger.post<Asked>('/login', { email: CHECKER });
  const step = await stranger.post<{ readonly next: Asked }>(`/login/${asked.json.challengeId}`, {
    code: codeFor(served, CHECKER),
  });
  t.is(step.status, 200);
  t.deepEqual(Object.keys(step.json), ['next']);
  const path = `/login/${step.json.next.challengeId}/factor`;
  t.is((await stranger.post(path, { code: '000000' })).status, 400);
  const opened = await stranger.post<{ readonly token: string }>(path, { code: app.code() });
  t.is(opened.status, 200);
  t.is((await personWith(served, opened.json.token).get('/approvals')).status, 200);
  t.is((await stranger.post(path, { code: app.code() })).status, 409);
  for (const id of ['none', '%00', 'x'.repeat(2_000)])
    t.is((await stranger.post(`/login/${id}/factor`, { code: app.code() })).status, 404);
});

test('another factor is enrolled, and one removed, after one of those there are was given in the session', async (t) => {
  const served = await at(t, { login: 'none', approval: 'any' });
  const person = await comeIn(served, CHECKER);
  const app = await enrol(served, person);
  const another = { kind: 'totp', name: 'Tablet' };
  t.is((await person.post('/factors', another)).status, 403);
  const refused = await person.remove<Refused>(`/factors/${app.factorId}`);
  t.deepEqual([refused.status, refused.json.error?.code], [403, 'SECOND_FACTOR_NEEDED']);
  const asked = await person.post<Asked>('/factor-challenges');
  t.is(asked.status, 201);
  const path = `/factor-challenges/${asked.json.challengeId}`;
  t.is((await person.post(path, { code: app.code() })).status, 200);
  t.is((await person.post('/factors', another)).status, 201);
  t.is((await person.remove(`/factors/${app.factorId}`)).status, 204);
  t.is((await person.remove(`/factors/${app.factorId}`)).status, 404);
});

test('where approvals need a factor, a deputy is named after one was given in the session', async (t) => {
  const served = await at(t, { login: 'none', approval: 'any', aboveAmount: 1 });
  const person = await comeIn(served, CHECKER);
  const name = (more: object = {}) =>
    person.put<Refused>('/deputy', {
      deputyUserId: 'u-clerk',
      until: served.sandbox.clock.now() + 3_600_000,
      ...more,
    });
  const refused = await name();
  t.deepEqual([refused.status, refused.json.error?.code], [403, 'SECOND_FACTOR_NEEDED']);
  const app = await enrol(served, person);
  t.is((await name()).status, 403);
  t.is((await name({ givenFactor: 'totp' })).status, 403);
  const asked = await person.post<Asked>('/factor-challenges');
  const given = { code: app.code() };
  await person.post(`/factor-challenges/${asked.json.challengeId}`, given);
  t.is((await name()).status, 200);
});

test('a passkey signs the digest of the payouts that it approves', async (t) => {
  const served = await at(t, { login: 'none', approval: 'passkey' });
  const person = await comeIn(served, CHECKER);
  const device = fakePasskey('key-1');
  const enrolled = await person.post<{
    readonly factorId: string;
    readonly options: { readonly challenge: string };
  }>('/factors', { kind: 'passkey', name: 'Laptop' });
  const confirmed = await person.post(`/factors/${enrolled.json.factorId}/confirm`, {
    response: device.create(enrolled.json.options.challenge),
  });
  t.is(confirmed.status, 200);
  const { ids } = await waiting(served, 1);
  const decision = { action: 'approve', transactionIds: ids };
  const { digest, options, challengeId } = (
    await person.post<Asked>('/approvals/challenge', decision)
  ).json;
  t.is(options?.challenge, digest);
  const elsewhere = device.answer(digest, 'https://evil.example');
  const wrong = await person.post('/approvals', { ...decision, challengeId, response: elsewhere });
  t.is(wrong.status, 400);
  const response = device.answer(digest);
  t.is((await person.post('/approvals', { ...decision, challengeId, response })).status, 200);
});
