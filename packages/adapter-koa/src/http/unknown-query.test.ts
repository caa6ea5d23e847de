import { memoryStorage } from '@hundi/adapter-memory';
import test from 'ava';
import { checkoutRoutes } from '../checkout/session-routes.js';
import { portalRoutes } from '../portal/portal-routes.js';
import { partnerRoutes } from '../partner/partner-routes.js';
import { aBatch, aPayment, postBatch } from '../testing/bodies.js';
import { merchantOf } from '../testing/merchant.js';
import { comeIn } from '../testing/portal.js';
import { serve } from '../testing/serve.js';

const changing = [...partnerRoutes, ...checkoutRoutes, ...portalRoutes].filter(
  ({ method }) => method !== 'GET',
);

test('a batch with an unknown parameter is rejected by its name, and pays nothing', async (t) => {
  const served = await serve(t, memoryStorage());
  const payment = aPayment(await served.sandbox.beneficiary('SHARMA01'), 'T-1');
  const headers = { 'idempotency-key': 'run-1' };
  const path = '/v1/partner/payments/batches';
  const refused = await served.post(`${path}?dryRun=true&a%2Fb`, aBatch([payment]), { headers });
  t.is(refused.status, 400);
  t.is(refused.json.type, 'invalid_parameters_error');
  t.deepEqual(
    refused.json.errors.map(({ pointer, code }) => [pointer, code]),
    [
      ['/query/dryRun', 'unknown'],
      ['/query/a~1b', 'unknown'],
    ],
  );
  await served.sandbox.runDue();
  t.deepEqual(await served.sandbox.bank.orders(), []);
  // And the key is as free as it was.
  t.is((await postBatch(served, aBatch([payment]), 'run-1')).status, 202);
});

for (const { method, path, access, about } of changing) {
  test(`${method} ${path} refuses an unknown query parameter and changes nothing`, async (t) => {
    const served = await serve(t, memoryStorage());
    const token =
      access.kind === 'session'
        ? (await comeIn(served, 'admin@acme.example')).token
        : merchantOf(served).key;
    const { status, json } = await served.send(
      method,
      `${path.replaceAll(/\{\w+\}/g, 'x')}?dryRun=true`,
      { headers: { authorization: `Bearer ${token}`, 'idempotency-key': about.operationId } },
    );
    t.is(status, 400);
    t.is(json.errors[0]?.pointer, '/query/dryRun');
  });
}

test('a list ignores an unknown parameter', async (t) => {
  const { get } = await serve(t, memoryStorage());
  t.is((await get('/v1/partner/beneficiaries?dryRun=true')).status, 200);
});
