import { memoryStorage } from '@hundi/adapter-memory';
import type { DeputyView } from '@hundi/core/wire';
import test from 'ava';
import { comeIn, waiting, type PortalBody } from '../../testing/portal.js';
import { serve } from '../../testing/serve.js';

test('a checker names a deputy, who decides on their behalf, and ends it', async (t) => {
  const served = await serve(t, memoryStorage());
  const checker = await comeIn(served, 'checker@acme.example');
  const clerk = await comeIn(served, 'clerk@acme.example');
  const { ids } = await waiting(served, 2);
  const until = served.sandbox.clock.now() + 3_600_000;
  const named = await checker.put<DeputyView & PortalBody>('/deputy', {
    deputyUserId: 'u-clerk',
    until,
  });

  t.is(named.status, 200);
  t.like(named.json.deputy, { userId: 'u-clerk', username: 'clerk', until });
  t.like((await clerk.get<DeputyView & PortalBody>('/deputy')).json.deputyFor, [
    { userId: 'u-checker' },
  ]);
  const approve = (transactionIds: ReadonlyArray<unknown>) =>
    clerk.post('/approvals', { action: 'approve', transactionIds });
  t.is((await approve(ids.slice(0, 1))).status, 200);
  t.is((await checker.remove<DeputyView & PortalBody>('/deputy')).status, 200);
  t.is((await approve(ids.slice(1))).status, 403);
});

test('a deputy who cannot be one is 400 at the member', async (t) => {
  const served = await serve(t, memoryStorage());
  const checker = await comeIn(served, 'checker@acme.example');
  const until = served.sandbox.clock.now() + 3_600_000;
  for (const [body, pointer] of [
    [{ deputyUserId: 'u-checker', until }, '/deputyUserId'],
    [{ deputyUserId: 'u-clerk', until: 0 }, '/until'],
    [{ deputyUserId: 'u-clerk' }, '/until'],
  ] as const) {
    const { status, json } = await checker.put('/deputy', body);
    t.is(status, 400);
    t.is(json.errors?.[0]?.pointer, pointer);
  }
});
