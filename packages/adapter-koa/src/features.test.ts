import { memoryStorage } from '@hundi/adapter-memory';
import { E, FeatureOff, type Hundi, type OptionalPort } from '@hundi/core';
import { createSandbox } from '@hundi/testkit';
import test from 'ava';
import Koa from 'koa';
import type { AddressInfo } from 'node:net';
import { hundi, hundiCheckout, hundiPages, hundiPortal } from './index.js';
import { aBatch, aPayment, postBatch, SESSIONS } from './testing/bodies.js';
import { comeIn } from './testing/portal.js';
import { serve } from './testing/serve.js';

const ALL: ReadonlyArray<OptionalPort> = ['webhookSender', 'mailer', 'hostedPages', 'cardAcquirer'];
const PAGES = { publicUrl: 'https://pay.bank.example', theme: { name: 'Demo Bank' } };

const without = async (...ports: ReadonlyArray<OptionalPort>): Promise<Hundi> =>
  (await createSandbox({ storage: memoryStorage(), without: ports })).engine;

test('to mount what is off ends the start, and says which port to give', async (t) => {
  const engine = await without(...ALL);

  t.throws(() => hundiPortal(engine), {
    message:
      'hundiPortal serves nothing, because these features are off: portal (give the engine the port mailer)',
  });
  t.throws(() => hundiCheckout(engine), { message: /the port cardAcquirer/ });
  t.throws(() => hundiPages(engine, PAGES), {
    message: /payout-checkout .*hostedPages.*collection-checkout .*cardAcquirer/,
  });
  t.notThrows(() => hundi(engine));
});

test('a host with none of the ports serves payouts, and answers for the rest as for any unknown path', async (t) => {
  const served = await serve(t, memoryStorage(), {}, { without: ALL });
  const sharma = await served.sandbox.beneficiary('SHARMA01');
  const posted = await postBatch(served, aBatch([aPayment(sharma, 'INVOICE-1')]), 'key-1');
  t.is(posted.status, 202);

  const ask = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${String(served.port)}${path}`, {
      method: 'POST',
      body: '{}',
      headers: { 'x-api-key': served.acmeKey, 'content-type': 'application/json' },
    });
    const { status, detail } = (await response.json()) as Readonly<Record<string, unknown>>;
    return [status, detail];
  };
  t.deepEqual(await ask(SESSIONS), [404, 'This path does not exist.']);
  t.deepEqual(await ask(SESSIONS), await ask('/v1/partner/no-such-path'));
  t.deepEqual(served.incidents, []);
});

test('the documents describe what is mounted, and there is none of a portal that is off', async (t) => {
  const pathsAt = async (ports: ReadonlyArray<OptionalPort>, document: string) => {
    const { port } = await serve(t, memoryStorage(), {}, { without: ports });
    const response = await fetch(`http://127.0.0.1:${String(port)}${document}`);
    const text = await response.text();
    if (text === 'the host') return [text];
    return Object.keys((JSON.parse(text) as { readonly paths: object }).paths);
  };
  const named = (paths: ReadonlyArray<string>, part: string) =>
    paths.some((path) => path.includes(part));

  const partner = await pathsAt(ALL, '/openapi.json');
  t.true(named(partner, '/payments/batches'));
  t.false(named(partner, '/payout-checkout/'));
  t.false(named(partner, '/v1/checkout/'));
  t.true(named(await pathsAt(['webhookSender'], '/openapi.json'), '/v1/checkout/'));

  t.deepEqual(await pathsAt(ALL, '/portal/openapi.json'), ['the host']);
  const portal = await pathsAt(['webhookSender', 'cardAcquirer'], '/portal/openapi.json');
  t.true(named(portal, '/approvals'));
  t.false(named(portal, '/webhook-endpoints'));
  t.false(named(portal, '/payment-links'));
});

test('a portal without webhooks has no routes of webhooks', async (t) => {
  const served = await serve(t, memoryStorage(), {}, { without: ['webhookSender'] });
  const admin = await comeIn(served, 'admin@acme.example');

  t.like(await admin.get('/webhook-endpoints'), {
    status: 404,
    json: { detail: 'This path does not exist.' },
  });
  t.is((await admin.get('/payment-links')).status, 200);
});

test('pages of a feature that is off belong to the host', async (t) => {
  const { port } = await serve(t, memoryStorage(), {}, { without: ['cardAcquirer'] });
  const at = async (path: string) =>
    (await fetch(`http://127.0.0.1:${String(port)}${path}`)).text();

  for (const path of ['/pay/cs_1', '/link/pl_1']) t.is(await at(path), 'the host');
  t.regex(await at('/payout/pcs_1'), /<h1>/);
});

test('a route whose use case refuses as off is absent, and no failure', async (t) => {
  const { engine, credentials } = await createSandbox({ storage: memoryStorage() });
  const off: Hundi = {
    ...engine,
    getJob: async () => E.left(FeatureOff('portal', 'mailer') as never),
  };
  const server = new Koa().use(hundi(off)).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  t.teardown(() => server.close());

  const { port } = server.address() as AddressInfo;
  const key = credentials.corporates['acme']?.apiKeys['erp'] ?? '';
  const path = '/v1/partner/payments/jobs/01890000-0000-7000-8000-000000000000';
  const response = await fetch(`http://127.0.0.1:${String(port)}${path}`, {
    headers: { 'x-api-key': key },
  });
  t.like(await response.json(), { status: 404, detail: 'This path does not exist.' });
});
