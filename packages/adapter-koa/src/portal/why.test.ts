import { memoryStorage } from '@hundi/adapter-memory';
import type { Storage } from '@hundi/core';
import type { WhyAnswer } from '@hundi/core/wire';
import test from 'ava';
import { comeIn, waiting, type PortalBody } from '../testing/portal.js';
import { serve } from '../testing/serve.js';

const ABSENT = '019c2f5e-6a00-7c3a-9b1e-2f4d6a8c0e12';

for (const [query, pointer] of [
  ['', '/query'],
  [`?transactionId=${ABSENT}&jobId=${ABSENT}`, '/query/jobId'],
  [`?transactionId=${ABSENT}&transactionId=${ABSENT}`, '/query/transactionId'],
  ['?transactionId=7', '/query/transactionId'],
  ['?sessionId=cs_7', '/query/sessionId'],
  ['?beneficiaryId=', '/query/beneficiaryId'],
] as const)
  test(`/why${query} is 400 at ${pointer}`, async (t) => {
    const served = await serve(t, memoryStorage());
    const { status, json } = await (
      await comeIn(served, 'checker@acme.example')
    ).get(`/why${query}`);

    t.is(status, 400);
    t.is(json.type, 'invalid_parameters_error');
    t.deepEqual(
      json.errors?.map((one) => one.pointer),
      [pointer],
    );
  });

test('a payout says whom it waits for: by name to an administrator, by number to others', async (t) => {
  const served = await serve(t, memoryStorage());
  const transactionId = (await waiting(served)).ids[0] ?? '';
  const ask = async (who: string) => {
    const person = await comeIn(served, `${who}@acme.example`);
    return person.get<WhyAnswer & PortalBody>(`/why?transactionId=${transactionId}`);
  };

  const { status, json } = await ask('admin');
  t.is(status, 200);
  t.like(json.waitingFor[0], {
    kind: 'approval',
    level: 1,
    roles: ['checker'],
    people: ['both', 'checker'],
    peopleCount: 2,
  });
  const counted = (await ask('maker')).json.waitingFor[0];
  t.is(counted?.peopleCount, 2);
  t.is(counted?.people, undefined);
});

test('what is absent, or another corporate’s, is 404 in the same words', async (t) => {
  const served = await serve(t, memoryStorage());
  const transactionId = (await waiting(served)).ids[0] ?? '';
  const stranger = await comeIn(served, 'admin@globex.example');

  const theirs = await stranger.get(`/why?transactionId=${transactionId}`);
  const none = await stranger.get(`/why?transactionId=${ABSENT}`);
  t.is(theirs.status, 404);
  const { instance: _a, ...one } = theirs.json as PortalBody & { readonly instance: string };
  const { instance: _b, ...other } = none.json as PortalBody & { readonly instance: string };
  t.deepEqual(one, other);
  for (const ids of [`jobId=${ABSENT}`, 'beneficiaryId=none', `sessionId=pcs_${'0'.repeat(32)}`])
    t.is((await stranger.get(`/why?${ids}`)).status, 404, ids);
});

test('a person asks why one question at a time, and has those of neither colleagues nor others refused', async (t) => {
  const kept = memoryStorage();
  let reached: (() => void) | undefined;
  const arrived = new Promise<void>((resolve) => (reached = resolve));
  let release: (() => void) | undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const storage: Storage = {
    ...kept,
    read: async (work) => {
      const asked = new Set<string>();
      const answer = await kept.read((stores) => {
        const everybody: typeof stores.tenancy.everybody = (tenant) => {
          asked.add(tenant.corporateTenantId);
          return stores.tenancy.everybody(tenant);
        };
        return work({ ...stores, tenancy: { ...stores.tenancy, everybody } });
      });
      if (!asked.has('acme')) return answer;
      reached?.();
      await released;
      return answer;
    },
  };
  // What looks at everybody for notifications would be held up, too.
  const served = await serve(t, storage, {}, { without: ['notifications'] });
  const path = `/why?transactionId=${(await waiting(served)).ids[0] ?? ''}`;
  const [admin, checker, stranger] = [
    await comeIn(served, 'admin@acme.example'),
    await comeIn(served, 'checker@acme.example'),
    await comeIn(served, 'admin@globex.example'),
  ];
  const first = admin.get(path);
  await arrived;
  const second = await admin.get(path);
  const beside = checker.get(path);
  const elsewhere = await stranger.get(path);
  release?.();

  t.deepEqual([second.status, second.json.type], [429, 'rate_limit_error']);
  t.deepEqual([elsewhere.status, (await first).status], [404, 200]);
  t.is((await beside).status, 200);
  t.is((await admin.get(path)).status, 200);
});
