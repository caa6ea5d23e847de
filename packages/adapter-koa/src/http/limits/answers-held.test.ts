import { memoryStorage } from '@hundi/adapter-memory';
import { inProcessRateLimiter } from '@hundi/core';
import test, { type ExecutionContext } from 'ava';
import Koa from 'koa';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hardenServer, hundi, hundiPortal, serverOptions } from '../../index.js';
import type { HundiOptions } from '../../options.js';
import { aBatch, aPayment, postBatch } from '../../testing/bodies.js';
import { onLoopback } from '../../testing/on-loopback.js';
import { comeIn } from '../../testing/portal.js';
import { serve, type Answer, type Served } from '../../testing/serve.js';

const LIST = '/v1/partner/beneficiaries';

/** A service with a job of many rows, whose pages are large. */
const withJob = async (t: ExecutionContext, options: HundiOptions, rows = 1_000) => {
  const served = await serve(t, memoryStorage(), options);
  const payee = await served.sandbox.beneficiary('SHARMA01');
  const remark = 'A long remark, for a page that takes many bytes: ';
  const payments = Array.from({ length: rows }, (_, i) =>
    aPayment(payee, `T-${String(i)}`, { metadata: { remark: remark.repeat(8) } }),
  );
  const { json } = await postBatch(served, aBatch(payments), 'run-1');
  return { ...served, job: `/v1/partner/payments/jobs/${json.jobId}` };
};

/** A client with acme's key that asks for large pages and reads none of them. */
const unread = async (t: ExecutionContext, options: HundiOptions) => {
  const served = await withJob(t, { rateLimits: 'off', ...options });
  const app = new Koa().use(hundi(served.sandbox.engine, { rateLimits: 'off', ...options }));
  app.silent = true;
  const handle = app.callback();
  const server = createServer(serverOptions, (request, response) => void handle(request, response));
  await once(hardenServer(server).listen(0, '127.0.0.1'), 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  t.teardown(() => {
    socket.destroy();
    server.close();
  });
  const ask = `GET ${served.job}?limit=1000 HTTP/1.1\r\nHost: a\r\nX-Api-Key: ${served.acmeKey}\r\n\r\n`;
  socket.pause().write(ask.repeat(200));
  return { ...served, socket };
};

/** The answer that a caller gets again and again: one alone may come while an answer is on its way to the kernel. */
const atLast = async (status: number, ask: () => Promise<Answer>): Promise<Answer> => {
  let answer = await ask();
  for (let inRow = 0; inRow < 20; answer = await ask())
    inRow = answer.status === status ? inRow + 1 : 0;
  return answer;
};

test('a key with unread answers gets 429 until it has read them; other keys are served', async (t) => {
  const { get, globexKey, socket } = await unread(t, { answersHeld: { ofCaller: 1 } });
  const answer = await atLast(429, () => get(LIST));

  t.is(answer.json.detail, 'Too many unread answers; try again in 1 s.');
  t.is(answer.headers.get('retry-after'), '1');
  t.is((await get(LIST, { key: globexKey })).status, 200);
  socket.resume();
  await atLast(200, () => get(LIST));
});

test('a write of a key with unread answers is refused before it changes anything', async (t) => {
  const served = await unread(t, { answersHeld: { ofCaller: 1 } });
  await atLast(429, () => served.get(LIST));
  const payee = await served.sandbox.beneficiary('SHARMA01');
  const send = () => postBatch(served, aBatch([aPayment(payee, 'LATE')]), 'run-2');

  t.is((await send()).status, 429);
  served.socket.destroy();
  let answer = await send();
  while (answer.status === 429) answer = await send();
  t.is(answer.status, 202);
});

test('large writes of a key that wait for one another leave no more unread than one alone', async (t) => {
  const options = { answersHeld: { ofCaller: 1, inAll: 1_024 * 1_024 } };
  const { sandbox, acmeKey, globexKey, get } = await serve(t, memoryStorage(), options);
  const payee = await sandbox.beneficiary('SHARMA01');
  const app = new Koa().use(hundi(sandbox.engine, options));
  app.silent = true;
  const handle = app.callback();
  const server = hardenServer(createServer(serverOptions, (req, res) => void handle(req, res)));
  // The kernel keeps less for a socket in the file system than for one of a network.
  const path = join(tmpdir(), `hundi-${randomUUID()}.sock`);
  await once(server.listen(path), 'listening');
  t.teardown(() => server.close());
  const posted = async (name: string): Promise<string | undefined> => {
    const payments = Array.from({ length: 4_000 }, (_, i) =>
      aPayment(payee, `${name}-${String(i).padStart(90, '0')}`),
    );
    const body = JSON.stringify(aBatch(payments, { apiRefNumber: name }));
    const head = [
      'POST /v1/partner/payments/batches HTTP/1.1',
      'Host: a',
      `X-Api-Key: ${acmeKey}`,
      'Content-Type: application/json',
      `Idempotency-Key: ${name}`,
      `Content-Length: ${String(body.length)}`,
    ].join('\r\n');
    const socket = connect(path);
    t.teardown(() => socket.destroy());
    socket.write(`${head}\r\n\r\n${body}`);
    await once(socket, 'readable');
    return (socket.read(12) as Buffer).toString();
  };
  const statuses = await Promise.all(
    ['RUN-1', 'RUN-2', 'RUN-3', 'RUN-4', 'RUN-5', 'RUN-6'].map(posted),
  );

  t.deepEqual(statuses.sort(), ['HTTP/1.1 202', ...Array<string>(5).fill('HTTP/1.1 429')]);
  t.is((await get(LIST, { key: globexKey })).status, 200);
});

test('where too many answers wait in all, every key gets 503 until they are read', async (t) => {
  const { get, globexKey, socket } = await unread(t, { answersHeld: { inAll: 1 } });
  const ask = () => get(LIST, { key: globexKey });
  const answer = await atLast(503, ask);

  t.is(answer.json.type, 'service_unavailable_error');
  t.is(answer.headers.get('retry-after'), '1');
  socket.destroy();
  await atLast(200, ask);
});

test('a page of more than 100 records counts as a read for each 25 of them', async (t) => {
  const rateLimits = inProcessRateLimiter({ reads: 100, writes: 100 }, { now: () => 0 });
  const { get, job } = await withJob(t, { rateLimits }, 1);
  const left = async (path: string) =>
    Number(/r=(\d+)/.exec((await get(path)).headers.get('ratelimit') ?? '')?.[1]);

  t.is(await left(job), 199);
  t.is(await left(`${job}?limit=100`), 198);
  t.is(await left(`${job}?limit=101`), 193);
  t.is(await left(`${job}?limit=1000`), 153);
  t.is(await left(`${job}?limit=1001`), 152);
  t.is(await left(`${LIST}?limit=1000`), 151);
});

test('a page that costs more than a key may ever spend costs all of that', async (t) => {
  const rateLimits = inProcessRateLimiter({ reads: 1, writes: 100 }, { now: () => 0 });
  const { get, job } = await withJob(t, { rateLimits }, 1);

  t.is((await get(`${job}?limit=1000`)).status, 200);
  t.is((await get(job)).status, 429);
});

for (const [who, mount, jobs, headersOf] of [
  ['key', hundi, '/v1/partner/payments/jobs', ({ acmeKey }) => ({ 'x-api-key': acmeKey })],
  [
    'session',
    hundiPortal,
    '/portal/v1/jobs',
    async (served) => ({
      authorization: `Bearer ${(await comeIn(served, 'maker@acme.example')).token}`,
    }),
  ],
] satisfies ReadonlyArray<
  readonly [
    string,
    typeof hundi | typeof hundiPortal,
    string,
    (served: Served) => Record<string, string> | Promise<Record<string, string>>,
  ]
>) {
  test(`large pages of one ${who} are read two at a time, and small ones are not held up`, async (t) => {
    const served = await withJob(t, {}, 1);
    const { engine } = served.sandbox;
    const limits: number[] = [];
    const ends: Array<() => void> = [];
    const getJob: typeof engine.getJob = async (tenant, input) => {
      const { limit = 0 } = input as { readonly limit?: number };
      limits.push(limit);
      if (limit > 100) await new Promise<void>((resolve) => ends.push(resolve));
      return engine.getJob(tenant, input);
    };
    const handle = new Koa().use(mount({ getJob, ...without(engine) })).callback();
    const origin = await onLoopback(t, (request, response) => void handle(request, response));
    const headers = await headersOf(served);
    const path = `${jobs}/${served.job.split('/').at(-1) ?? ''}`;
    const ask = async (limit: number) =>
      (await fetch(`${origin}${path}?limit=${String(limit)}`, { headers })).status;
    const large = Array.from({ length: 5 }, () => ask(1_000));
    while (ends.length < 2) await ask(100);
    for (let i = 0; i < 5; i += 1) t.is(await ask(100), 200);

    t.is(limits.filter((limit) => limit === 1_000).length, 2);
    for (let ended = 0; ended < large.length; ended += 1) {
      while (ends.length === ended) await ask(100);
      ends[ended]?.();
    }
    t.deepEqual(await Promise.all(large), [200, 200, 200, 200, 200]);
  });
}

/** The engine but for the call that the test replaces. */
const without = <E extends { readonly getJob: unknown }>({
  getJob: _,
  ...rest
}: E): Omit<E, 'getJob'> => rest;
