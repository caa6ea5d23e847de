import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:net';
import { CLOSED_HEADERS } from '@hundi/adapter-koa';
import { openSqlite } from '@hundi/adapter-knex';
import { E, type Hundi, type Storage } from '@hundi/core';
import test, { type ExecutionContext } from 'ava';
import { DEMO_DOCUMENT, readConfig } from '../config/read-config.js';
import { serviceApp } from '../service/app.js';
import { listen } from '../service/listen.js';
import { startService } from '../service/start-service.js';
import { readCredentials } from '../tenants/credentials-file.js';
import { makeMetrics } from '../watch/metrics.js';
import { observers } from '../watch/observers.js';
import { loggerTo } from './logger.js';

const CANARIES = [
  '50200011112222',
  '123456780001',
  'Sharma',
  'SHARMA01',
  'HDFC0000001',
  'CANARY',
  'sk_',
  'pak_',
  'insert into',
  'INSERT INTO',
  'acme.example',
  'pst_',
];

const written = () => {
  const lines: string[] = [];
  return { lines, logger: loggerTo({ write: (line) => lines.push(line) }, 'trace') };
};

const noCanary = (t: ExecutionContext, lines: ReadonlyArray<string>): void => {
  t.notThrows(() => lines.map((line) => JSON.parse(line) as unknown));
  for (const canary of CANARIES) {
    t.deepEqual(
      lines.filter((line) => line.includes(canary)),
      [],
      canary,
    );
  }
};

const eventsOf = (lines: ReadonlyArray<string>) =>
  new Set(lines.map((line) => (JSON.parse(line) as { readonly msg: string }).msg));

interface FailureLine {
  readonly msg: string;
  readonly duty: string;
  readonly incidentId?: string;
  readonly subjects?: ReadonlyArray<string>;
  readonly error: { readonly stack?: ReadonlyArray<string> };
}

const failuresOf = (lines: ReadonlyArray<string>): ReadonlyArray<FailureLine> =>
  lines
    .map((line) => JSON.parse(line) as FailureLine)
    .filter(({ msg }) => msg === 'background work failed');

/** A storage that cannot read the payees of a batch, and says why with their values. */
const unreadablePayees = (storage: Storage): Storage => ({
  read: storage.read,
  atomically: (work) =>
    storage.atomically((stores) =>
      work({
        ...stores,
        beneficiaries: {
          ...stores.beneficiaries,
          findMany: () => {
            throw new TypeError('Sharma Steel\n    at CANARY (/CANARY:1:1)\n50200011112222');
          },
        },
      }),
    ),
});

const THROWING_RAIL = `export default () => ({
  traits: { deduplicates: true, canQuery: true, absenceFinalAfterMs: null },
  submit: async ([order]) => {
    throw Object.assign(new Error(JSON.stringify(order)), { code: order.debitAccountNumber, order });
  },
  query: async ([order]) => { throw { order }; },
});`;

test('no line of the log holds data of payees, accounts, keys or bodies, even in failures', async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'hundi-canary-'));
  const rail = join(dataDir, 'rail.mjs');
  await writeFile(rail, THROWING_RAIL);
  const env = { DATA_DIR: dataDir, PORT: '0', BANK_RAIL: rail, PROVISION_FILE: DEMO_DOCUMENT };
  const config = readConfig(env, dataDir);
  if (E.isLeft(config)) throw new Error(config.left.join());
  const { lines, logger } = written();
  const service = await startService(config.right, logger);
  const { default: credentials } = (await import(join(dataDir, 'credentials.json'), {
    with: { type: 'json' },
  })) as {
    default: { corporates: Record<string, { apiKeys: Record<string, string> }> };
  };
  const key = credentials.corporates['acme']?.apiKeys['erp'] ?? '';
  const call = (path: string, body?: unknown, headers = {}) =>
    fetch(service.url + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json', ...headers },
      ...(body !== undefined && {
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    });
  const { items } = (await (await call('/v1/partner/beneficiaries?search=Sharma')).json()) as {
    items: { beneficiaryId: string }[];
  };
  const payment = {
    transactionReference: 'CANARY-REF',
    beneficiaryId: items[0]?.beneficiaryId,
    packageCode: 'VENDOR',
    amount: 2_500,
    remark: 'CANARY remark',
    tag: 'CANARY tag',
    metadata: { CANARY: 'CANARY' },
  };
  const batch = { initiatedByUserId: 'u-maker', apiRefNumber: 'CANARY-RUN', payments: [payment] };
  const batches = '/v1/partner/payments/batches';
  t.is((await call(batches, batch, { 'idempotency-key': 'CANARY-1' })).status, 202);
  await call(batches, { ...batch, CANARY: 1 }, { 'idempotency-key': 'CANARY-1' });
  await call(batches, { ...batch, payments: [{ ...payment, amount: 'CANARY' }] });
  await call(batches, '{"CANARY": ', { 'idempotency-key': 'CANARY-2' });
  await call('/v1/partner/payments/jobs/CANARY-50200011112222');
  await call('/CANARY/123456780001?CANARY=50200011112222');
  await call('/sandbox/v1/bank/accounts/50200011112222');
  await call('/sandbox/v1/clock/advance', { seconds: 'CANARY' });
  await call('/v1/partner/beneficiaries', undefined, { 'x-api-key': 'pak_CANARY_CANARY' });
  await call('/portal/v1/login', { email: 'checker@acme.example' });
  const { items: mails } = (await (await call('/sandbox/v1/mail')).json()) as {
    items: { text: string }[];
  };
  const code = /[0-9]{6}/.exec(mails[0]?.text ?? '')?.[0] ?? '';
  t.regex(code, /^[0-9]{6}$/);
  await call(`/portal/v1/login/lc_CANARY`, { code });
  await call('/portal/v1/approvals', undefined, { authorization: 'Bearer pst_CANARY_CANARY' });
  await call('/sandbox/v1/settle', {});
  await service.stop();

  noCanary(t, lines);
  t.false(lines.some((line) => line.includes(code)));
  t.true(eventsOf(lines).has('request'));
  t.true(eventsOf(lines).has('bank call failed'));
  const failed = failuresOf(lines).find(({ duty }) => duty === 'send-to-bank');
  t.like(failed, { corporates: ['demo-bank/acme'], subjectCount: 1, error: { name: 'Error' } });
  t.regex(failed?.subjects?.join() ?? '', /^[0-9a-f-]{36}$/);
  t.regex(failed?.error.stack?.join() ?? '', /rail\.mjs/);
});

test('why a batch cannot be evaluated is one line with the duty, the stack and the job, and no value of it', async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'hundi-canary-'));
  const env = { DATA_DIR: dataDir, PORT: '0', PROVISION_FILE: DEMO_DOCUMENT };
  const config = readConfig(env, dataDir);
  if (E.isLeft(config)) throw new Error(config.left.join());
  const { lines, logger } = written();
  const service = await startService(config.right, logger, {
    storage: unreadablePayees,
    bankRail: (rail) => rail,
  });
  t.teardown(service.stop);
  const { corporates } = await readCredentials(dataDir);
  const payment = {
    transactionReference: 'CANARY-REF',
    beneficiaryId: 'CANARY',
    packageCode: 'VENDOR',
    amount: 2_500,
    remark: 'CANARY',
  };
  const answer = await fetch(`${service.url}/v1/partner/payments/batches`, {
    method: 'POST',
    headers: {
      'x-api-key': corporates['acme']?.apiKeys['erp'] ?? '',
      'content-type': 'application/json',
      'idempotency-key': 'CANARY-3',
    },
    body: JSON.stringify({
      initiatedByUserId: 'u-maker',
      apiRefNumber: 'CANARY-RUN',
      payments: [payment],
    }),
  });
  const { jobId } = (await answer.json()) as { jobId: string };
  await fetch(`${service.url}/sandbox/v1/settle`, { method: 'POST' });

  const failed = failuresOf(lines).find(({ duty }) => duty === 'process-jobs');
  t.like(failed, {
    subjects: [jobId],
    subjectCount: 1,
    corporates: ['demo-bank/acme'],
    error: { name: 'TypeError' },
  });
  t.regex(failed?.incidentId ?? '', /^inc_[0-9a-f]{20}$/);
  t.regex(failed?.error.stack?.join() ?? '', /canary\.test/);
  noCanary(t, lines);
});

test("nothing of a database's error is in a line but its name, its code and its place", async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'hundi-canary-'));
  const { writer, close } = await openSqlite(join(dataDir, 'hundi.db'));
  t.teardown(close);
  await writer.raw('CREATE TABLE accounts (number TEXT PRIMARY KEY)');
  const insert = () => writer('accounts').insert({ number: '50200011112222' });
  await insert();
  const broken = await insert().then(
    () => new Error('inserted twice'),
    (error: unknown) => error as Error,
  );
  t.regex(broken.message, /insert into/i);

  const { lines, logger } = written();
  const metrics = makeMetrics();
  const engine = {
    featuresOff: new Map(),
    acceptBatch: null,
    authenticate: () => Promise.reject(broken),
  };
  const app = serviceApp({
    engine: { ...engine, getBacklog: () => Promise.reject(broken) } as unknown as Hundi,
    logger,
    metrics,
    rateLimits: 'off',
    networkLimits: 'off',
    trustedProxies: [],
    pages: { baseUrl: () => 'http://127.0.0.1' },
    themes: { theme: { name: 'Demo Bank' }, themes: {} },
    details: async () => ({}),
    isReady: () => Promise.reject(broken),
    isStopping: () => false,
    adminApart: false,
    onSecurityEvent: () => undefined,
    sandbox: () => Promise.reject(broken),
  });
  const { url, cut, stop } = await listen(app, {
    host: '127.0.0.1',
    port: 0,
    headers: () => CLOSED_HEADERS,
    maxConnections: 100,
    logger,
  });
  t.is((await fetch(`${url}/v1/partner/packages`)).status, 500);
  t.is((await fetch(`${url}/elsewhere`)).status, 500);
  t.is((await fetch(`${url}/readyz`)).status, 503);
  t.is((await fetch(`${url}/metrics`)).status, 200);
  observers(logger, metrics).onFailure('send-to-bank', broken, {
    incidentId: 'inc_1',
    subjects: [{ subjectId: '50200011112222' }],
  });
  const port = Number(new URL(url).port);
  await new Promise<void>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.end('CANARY 50200011112222\r\n\r\n'));
    socket.on('close', () => {
      resolve();
    });
    socket.resume();
  });
  cut();
  await stop();

  noCanary(t, lines);
  const failures = lines
    .map((line) => JSON.parse(line) as { msg: string; error?: { code?: string } })
    .filter(({ error }) => error !== undefined);
  t.deepEqual(
    failures.map(({ msg, error }) => [msg, error?.code]),
    [
      ['request failed', 'SQLITE_CONSTRAINT'],
      ['request failed', 'SQLITE_CONSTRAINT'],
      ['backlog could not be read', 'SQLITE_CONSTRAINT'],
      ['background work failed', 'SQLITE_CONSTRAINT'],
      ['malformed request', 'HPE_INVALID_METHOD'],
    ],
  );
});
