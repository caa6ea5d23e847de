import { memoryStorage } from '@hundi/adapter-memory';
import {
  BankDirectory,
  Mailer,
  BankRail,
  CardAcquirer,
  Clock,
  Entropy,
  HostedPages,
  Pacer,
  Sealer,
  SendMark,
  Storage,
  WebhookSender,
  type Hundi,
} from '@hundi/core';
import {
  bankDirectory,
  countingEntropy,
  createSandbox,
  fakeClock,
  fakePacer,
  hostedPages,
  mailbox,
  receivers,
  memoryBooks,
  memoryCardBooks,
  memorySendMark,
  plainSealer,
  sandboxAcquirer,
  sandboxBank,
} from '@hundi/testkit';
import test, { type ExecutionContext } from 'ava';
import { coreModule } from '@hundi/core/inversify';
import { Container } from 'inversify';
import Koa from 'koa';
import { createServer } from 'node:http';
import { hardenServer, hundi, serverOptions, type RequestLog } from './index.js';
import { aBatch, aPayment, postBatch } from './testing/bodies.js';
import { onLoopback } from './testing/on-loopback.js';
import { serve } from './testing/serve.js';

const JOB = '/v1/partner/payments/jobs/01890000-0000-7000-8000-000000000000';

const listen = (t: ExecutionContext, app: Koa): Promise<string> => {
  const handle = app.callback();
  return onLoopback(t, (request, response) => void handle(request, response));
};

const broken = (engine: Hundi): Hundi => ({
  ...engine,
  getJob: () => Promise.reject(new Error('SELECT * FROM jobs: connection refused at /srv/db.js')),
});

test('a container with the core and its ports is served like an engine', async (t) => {
  const clock = fakeClock();
  const container = new Container();
  container.load(coreModule);
  container.bind(Storage).toConstantValue(memoryStorage());
  container.bind(Clock).toConstantValue(clock);
  container.bind(Entropy).toConstantValue(countingEntropy());
  container.bind(Pacer).toConstantValue(fakePacer());
  container.bind(Sealer).toConstantValue(plainSealer());
  container.bind(BankRail).toConstantValue(sandboxBank({ books: memoryBooks(), clock }).rail);
  container.bind(BankDirectory).toConstantValue(bankDirectory());
  container.bind(Mailer).toConstantValue(mailbox(clock));
  container.bind(WebhookSender).toConstantValue(receivers(clock));
  container.bind(SendMark).toConstantValue(memorySendMark());
  container.bind(HostedPages).toConstantValue(hostedPages());
  const { acquirer } = sandboxAcquirer({ books: memoryCardBooks(), clock });
  container.bind(CardAcquirer).toConstantValue(acquirer);

  const url = await listen(t, new Koa().use(hundi(container)));

  t.is((await fetch(`${url}${JOB}`)).status, 401);
});

test('a container that lacks a port is refused when it is mounted', (t) => {
  const container = new Container();
  container.load(coreModule);

  t.throws(() => hundi(container), { message: /@hundi\// });
});

test('an unexpected failure gives the caller an incident id and nothing else', async (t) => {
  const { engine, credentials } = await createSandbox({ storage: memoryStorage() });
  const reported: unknown[] = [];
  const url = await listen(
    t,
    new Koa().use(
      hundi(broken(engine), {
        onError: (error, incident) => reported.push({ error, ...incident }),
      }),
    ),
  );

  const response = await fetch(`${url}${JOB}`, {
    headers: {
      'x-api-key': credentials.corporates['acme']?.apiKeys['erp'] ?? '',
      'x-request-id': 'r-1',
    },
  });

  const { incidentId, ...problem } = (await response.json()) as Record<string, unknown>;
  t.is(response.status, 500);
  t.is(response.headers.get('content-type'), 'application/problem+json');
  t.deepEqual(problem, {
    type: 'internal_server_error',
    title: 'Internal server error',
    detail: 'The request failed unexpectedly.',
    status: 500,
    instance: 'r-1',
  });
  t.like(reported, [
    {
      error: { message: 'SELECT * FROM jobs: connection refused at /srv/db.js' },
      requestId: 'r-1',
      incidentId,
    },
  ]);
});

test("without a listener of its own, a failure is the app's error event", async (t) => {
  const { engine, credentials } = await createSandbox({ storage: memoryStorage() });
  const app = new Koa().use(hundi(broken(engine)));
  const heard: unknown[] = [];
  app.on('error', (error: unknown) => heard.push(error));
  const url = await listen(t, app);

  const { status } = await fetch(`${url}${JOB}`, {
    headers: { 'x-api-key': credentials.corporates['acme']?.apiKeys['erp'] ?? '' },
  });

  t.is(status, 500);
  t.is(heard.length, 1);
});

test('the log of a request names its route and nothing that was in it', async (t) => {
  const logs: RequestLog[] = [];
  const served = await serve(t, memoryStorage(), { onRequest: (log) => logs.push(log) });
  const payee = await served.sandbox.beneficiary('SHARMA01');

  await postBatch(served, aBatch([aPayment(payee, 'T-1')]), 'run-1', {
    headers: { 'x-request-id': 'r-1' },
  });
  await served.get(`${JOB}?secret=1`, { headers: { 'x-request-id': 'r-2' } });
  await served.get('/v1/partner/unknown/123456780001', { headers: { 'x-request-id': 'r-3' } });
  await served.send('PUT', JOB, { headers: { 'x-request-id': 'r-4' } });

  t.true(logs.every(({ durationMs }) => durationMs >= 0));
  t.deepEqual(
    logs.map(({ durationMs: _, ...log }) => log),
    [
      { requestId: 'r-1', method: 'POST', route: '/v1/partner/payments/batches', status: 202 },
      { requestId: 'r-2', method: 'GET', route: '/v1/partner/payments/jobs/{jobId}', status: 404 },
      { requestId: 'r-3', method: 'GET', route: 'unknown', status: 404 },
      { requestId: 'r-4', method: 'PUT', route: 'unknown', status: 405 },
    ],
  );
});

test('a hardened server bounds how long a connection may take', (t) => {
  const server = hardenServer(createServer(serverOptions));

  t.is(server.headersTimeout, 10_000);
  t.is(server.requestTimeout, 30_000);
  t.is(server.keepAliveTimeout, 5_000);
  t.is(server.maxRequestsPerSocket, 1_000);
  t.is(server.timeout, 15_000);
});
