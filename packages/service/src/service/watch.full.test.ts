import { connect } from 'node:net';
import type { AcceptedBatch } from '@hundi/core/wire';
import test, { type ExecutionContext } from 'ava';
import { batchTo, json, payee, postBatch, transaction } from '../testing/partner.js';
import { emptyDataDir } from '../testing/running-service.js';
import { serveHere, type ServedHere } from '../testing/serve-here.js';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const TRACEPARENT = `00-${TRACE}-00f067aa0ba902b7-01`;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const running = async (t: ExecutionContext): Promise<ServedHere> =>
  serveHere(t, await emptyDataDir(), { LOG_LEVEL: 'debug' });

interface Line {
  readonly msg: string;
  readonly requestId?: string;
  readonly traceId?: string;
  readonly route?: string;
  readonly status?: number;
}

const logged = async (service: ServedHere): Promise<ReadonlyArray<Line>> =>
  (await service.stop()).map((line) => JSON.parse(line) as Line);

const REQUESTS: ReadonlyArray<readonly [path: string, status: number, route: string]> = [
  ['/healthz', 200, '/healthz'],
  ['/readyz', 200, '/readyz'],
  ['/metrics', 200, '/metrics'],
  ['/sandbox/v1/clock', 200, '/sandbox/v1/clock'],
  ['/sandbox/v1/bank/accounts/1', 404, '/sandbox/v1/bank/accounts/{accountNumber}'],
  ['/sandbox/v1/settle', 405, 'unknown'],
  ['/nowhere/50200011112222', 404, 'unknown'],
  ['/v1/partner/payments/jobs/1', 404, '/v1/partner/payments/jobs/{jobId}'],
  ['/v1/partner/nowhere', 404, 'unknown'],
];

test.serial("every answer, its body and its line carry the caller's id and trace", async (t) => {
  const service = await running(t);
  for (const [i, [path, status]] of REQUESTS.entries()) {
    const response = await fetch(service.url + path, {
      headers: {
        'x-api-key': service.key,
        'x-request-id': `r-${i}`,
        traceparent: TRACEPARENT,
      },
    });
    t.is(response.status, status, path);
    t.is(response.headers.get('x-request-id'), `r-${i}`);
    if (status >= 400) t.like(await response.json(), { instance: `r-${i}` });
    else await response.text();
  }
  const lines = (await logged(service)).filter(({ msg }) => msg === 'request');

  t.deepEqual(
    lines.map(({ requestId, traceId, route, status }) => ({ requestId, traceId, route, status })),
    REQUESTS.map(([, status, route], i) => ({
      requestId: `r-${i}`,
      traceId: TRACE,
      route,
      status,
    })),
  );
});

test.serial('a request without an id gets one; a broken trace context is none', async (t) => {
  const service = await running(t);
  const response = await fetch(`${service.url}/nowhere`, {
    headers: { 'x-request-id': 'two words', traceparent: `${TRACEPARENT}-more` },
  });
  const { instance } = (await response.json()) as { instance: string };
  const line = (await logged(service)).find(({ msg }) => msg === 'request');

  t.regex(instance, UUID);
  t.is(response.headers.get('x-request-id'), instance);
  t.is(line?.requestId, instance);
  t.false('traceId' in (line ?? {}));
});

test.serial('a body that is too large is refused under the id of its request', async (t) => {
  const service = await running(t);
  const big = { x: 'x'.repeat(70_000) };
  for (const path of ['/sandbox/v1/bank/faults', '/v1/partner/beneficiaries']) {
    const { status, headers, text } = await service.post(path, big, { 'x-request-id': 'r-1' });
    t.is(status, 413);
    t.is(headers.get('x-request-id'), 'r-1');
    t.like(JSON.parse(text), { instance: 'r-1' });
  }
});

const exchanged = (url: string, bytes: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
    socket.on('error', reject).on('close', () => {
      resolve(text);
    });
    socket.write(bytes);
  });

for (const [what, bytes, status] of [
  ['no HTTP', 'PAY 50200011112222\r\n\r\n', 400],
  ['a head that is too long', `GET / HTTP/1.1\r\nHost: h\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
] as const) {
  test.serial(`${what} is answered with a problem and an id, and is no error`, async (t) => {
    const service = await running(t);
    const [head = '', body = ''] = (await exchanged(service.url, bytes)).split('\r\n\r\n');
    const problem = JSON.parse(body) as { status: number; instance: string };
    const lines = await logged(service);

    t.regex(head, new RegExp(`^HTTP/1.1 ${status} `));
    t.regex(head, new RegExp(`X-Request-Id: ${problem.instance}\r\n`));
    t.is(problem.status, status);
    t.like(
      lines.find(({ msg }) => msg === 'malformed request'),
      { level: 20, requestId: problem.instance, status },
    );
    t.notRegex(JSON.stringify(lines), /50200011112222/);
  });
}

test.serial('a client that goes away in the middle is no error', async (t) => {
  const service = await running(t);
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
  await new Promise((resolve) => socket.once('connect', resolve));
  socket.write(
    'POST /sandbox/v1/clock/advance HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
  );
  // An answer to another client shows that the service has read what came before.
  await service.get('/healthz');
  socket.resetAndDestroy();
  await service.get('/healthz');
  const lines = (await logged(service)) as ReadonlyArray<Line & { readonly level: number }>;

  t.deepEqual(
    lines.filter(({ level }) => level > 30),
    [],
  );
  t.true(lines.some(({ msg }) => msg === 'client went away'));
});

test.serial('the metrics cover requests, duties and the bank', async (t) => {
  const service = await running(t);
  const body = batchTo(await payee(service, 'Sharma Steel'), 'RUN-1');
  const { transactions } = json<AcceptedBatch>(await postBatch(service, body), 202);
  // The worker pays it: the test does not call runDue().
  const id = transactions[0]?.transactionId ?? '';
  while ((await transaction(service, id).catch(() => undefined))?.status !== 'paid');
  const { status, headers, text } = await service.get('/metrics');

  t.is(status, 200);
  t.regex(headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/);
  t.regex(
    text,
    /^hundi_http_request_duration_seconds_count\{method="POST",route="\/v1\/partner\/payments\/batches",status="202"\} 1$/m,
  );
  t.regex(text, /^hundi_duty_run_duration_seconds_count\{duty="process-jobs"\} [1-9]/m);
  t.regex(text, /^hundi_bank_call_duration_seconds_count\{call="submit",outcome="answered"\} 1$/m);
  t.regex(text, /^hundi_jobs_open\{status="queued"\} 0$/m);
  t.notRegex(text, /acme|demo-bank|Sharma/);
});
