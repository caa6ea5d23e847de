import { once } from 'node:events';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { demoDocument } from '@hundi/testkit';
import test, { type ExecutionContext } from 'ava';
import { DEMO_DOCUMENT } from '../config/read-config.js';
import {
  emptyDataDir,
  runService,
  runToEnd,
  type RunningService,
  type Variables,
} from '../testing/running-service.js';

const directory = await mkdtemp(join(tmpdir(), 'hundi-start-'));
const fileOf = async (name: string, text: string): Promise<string> => {
  await writeFile(join(directory, name), text);
  return join(directory, name);
};
const tenants = await fileOf('tenants.json', await readFile(DEMO_DOCUMENT, 'utf8'));
const rail = await fileOf(
  'rail.mjs',
  `export default ({ clock }) => ({
    traits: { deduplicates: true, canQuery: false, absenceFinalAfterMs: null },
    submit: async (orders) =>
      orders.map(() => ({ kind: 'paid', utr: 'U' + clock.now(), bankReference: 'R' })),
    query: async (orders) => orders.map(() => ({ kind: 'unknown' })),
  });`,
);

const acquirer = await fileOf(
  'acquirer.mjs',
  `export default () => ({
    traits: { absenceFinalAfterMs: null },
    charge: async () => ({ kind: 'declined', code: 'card_declined' }),
    query: async () => ({ kind: 'unknown' }),
    reverse: async () => ({ kind: 'unknown' }),
  });`,
);

const WITHOUT_CARDS: Variables = {
  SANDBOX: '0',
  BANK_RAIL: rail,
  HUNDI_KEK: Buffer.alloc(32, 7).toString('base64'),
  PROVISION_FILE: tenants,
  PUBLIC_URL: 'https://pay.example',
  TRUSTED_PROXIES: 'none',
};
const PRODUCTION: Variables = { ...WITHOUT_CARDS, CARD_ACQUIRER: acquirer };

/**
 * One that the settings refuse, as `read-config.test.ts` has them all, and one of each kind that only the start itself
 * finds.
 */
const WRONG: ReadonlyArray<readonly [variable: string, variables: Variables]> = [
  ['HUNDI_KEK', { SANDBOX: '0' }],
  ['HOST', { HOST: '192.0.2.1' }],
  ['DATA_DIR', { DATA_DIR: join(tenants, 'data') }],
  ['DATABASE_URL', { DATABASE_URL: 'postgres://127.0.0.1:1/hundi' }],
  ['DATABASE_URL', { DATABASE_URL: `sqlite:${tenants}` }],
  ['PROVISION_FILE', { PROVISION_FILE: await fileOf('broken.json', '{') }],
  ['PROVISION_FILE', { PROVISION_FILE: await fileOf('bad.json', '{"bankTenants":[{}]}') }],
  ['BANK_RAIL', { BANK_RAIL: await fileOf('empty.mjs', '') }],
  ['BANK_RAIL', { BANK_RAIL: await fileOf('throws.mjs', 'throw new Error("two\\nlines")') }],
  ['CARD_ACQUIRER', { CARD_ACQUIRER: rail }],
  ['CARD_ACQUIRER', WITHOUT_CARDS],
];

WRONG.forEach(([variable, variables], i) => {
  test.serial(
    `wrong value ${String(i + 1)}, of ${variable}, ends the start with one line`,
    async (t) => {
      const { code, stdout, stderr } = await runToEnd({
        DATA_DIR: await emptyDataDir(),
        ...variables,
      });

      t.is(code, 2);
      t.deepEqual(stdout, []);
      t.is(stderr.length, 1, stderr.join('\n'));
      t.regex(stderr[0] ?? '', new RegExp(`^hundi: .*${variable}`));
    },
  );
});

const running = async (t: ExecutionContext, dataDir: string, variables: Variables = {}) => {
  const service = await runService(dataDir, variables);
  t.teardown(() => service.end('SIGKILL'));
  return service;
};

test.serial(
  'the ready line is all that stdout carries; logs are JSON lines on stderr',
  async (t) => {
    const service = await running(t, await emptyDataDir());
    await service.get('/v1/partner/beneficiaries');
    const { stdout, stderr } = await service.end('SIGTERM');

    t.regex(service.ready, /^hundi listening on http:\/\/127\.0\.0\.1:[1-9]\d*$/);
    t.deepEqual(stdout, [service.ready]);
    t.notThrows(() => stderr.map((line) => JSON.parse(line) as unknown));
  },
);

test.serial('a taken port is reported in one line', async (t) => {
  const service = await running(t, await emptyDataDir());
  const { port } = new URL(service.url);

  const { code, stderr } = await runToEnd({ DATA_DIR: await emptyDataDir(), PORT: port });
  t.is(code, 2);
  t.regex(stderr.join('\n'), /^hundi: HOST, PORT: .*EADDRINUSE$/);
});

test.serial('a second process on one SQLite file refuses at once', async (t) => {
  const dataDir = await emptyDataDir();
  const first = await running(t, dataDir);

  const { code, stderr } = await runToEnd({ DATA_DIR: dataDir });
  t.not(code, 0);
  t.is(stderr.length, 1);
  t.regex(stderr[0] ?? '', /in use by another process/);
  t.is((await first.get('/readyz')).status, 200);
});

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  test.serial(`${signal} ends the service with exit code 0`, async (t) => {
    const service = await running(t, await emptyDataDir());

    t.like(await service.end(signal), { code: 0, signal: null });
  });
}

/** Posts a body of which the end is held back. */
const halfPosted = async (service: RunningService, body: string) => {
  const request = httpRequest(`${service.url}/sandbox/v1/clock/advance`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': body.length },
  });
  const answered = once(request, 'response').then(([response]: unknown[]) =>
    text(response as IncomingMessage),
  );
  request.write(body.slice(0, -1));
  await once(request, 'socket');
  // An answer to another client shows that the service has read what came before.
  await service.get('/healthz');
  return {
    answered,
    finish: () => {
      request.end(body.slice(-1));
    },
  };
};

test.serial('requests in flight are finished before the process ends', async (t) => {
  const service = await running(t, await emptyDataDir());
  const { answered, finish } = await halfPosted(service, '{"seconds":1}');
  const ended = service.end('SIGTERM');
  for (let open = true; open;)
    open = await service.get('/healthz').then(
      () => true,
      () => false,
    );
  finish();

  t.regex(await answered, /^\{"now":\d+\}$/);
  t.like(await ended, { code: 0, signal: null });
});

/** For tests that change nothing which another one asks about. */
const asked = (): Promise<RunningService> =>
  (started ??= emptyDataDir().then((dataDir) => runService(dataDir)));
let started: Promise<RunningService> | undefined;
test.after.always(async () => (await started)?.end('SIGKILL'));

test.serial('it lives and is ready, and says so to anyone', async (t) => {
  const service = await asked();

  t.like(await service.get('/healthz'), { status: 200, text: '{"status":"ok"}' });
  t.like(await service.get('/readyz'), { status: 200, text: '{"status":"ready"}' });
});

test.serial(
  'outside a sandbox there is no sandbox, and money goes by the rail of the host',
  async (t) => {
    const service = await running(t, await emptyDataDir(), PRODUCTION);

    for (const path of ['clock', 'bank/orders', 'bank/accounts/50200011112222']) {
      t.is((await service.get(`/sandbox/v1/${path}`)).status, 404, path);
    }
    for (const path of ['clock/advance', 'bank/faults', 'settle']) {
      t.is((await service.post(`/sandbox/v1/${path}`)).status, 404, path);
    }
    t.is((await service.get('/v1/partner/beneficiaries')).status, 200);
  },
);

test.serial(
  'outside a sandbox each start logs which corporates approve without a second factor, by the document of the host',
  async (t) => {
    const policies: Readonly<Record<string, object>> = {
      acme: { login: 'none', approval: 'any', aboveAmount: 5_000_000 },
      globex: { login: 'none', approval: 'none' },
    };
    const document = {
      bankTenants: demoDocument().bankTenants.map((bank) => ({
        ...bank,
        corporates: bank.corporates.map((corporate) => ({
          ...corporate,
          secondFactor: policies[corporate.corporateTenantId],
        })),
      })),
    };
    const variables = {
      ...PRODUCTION,
      PROVISION_FILE: await fileOf('factors.json', JSON.stringify(document)),
    };
    const dataDir = await emptyDataDir();
    for (let start = 1; start <= 2; start += 1) {
      const { stderr } = await (await running(t, dataDir, variables)).end('SIGTERM');
      const said = stderr
        .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)
        .filter(({ msg }) => String(msg).includes('without a second factor'))
        .map(({ msg, corporates, aboveAmount }) => [msg, corporates, aboveAmount]);
      t.deepEqual(said, [
        ['corporates approve payouts without a second factor', ['demo-bank/globex'], undefined],
        [
          'corporates approve payouts up to an amount without a second factor',
          ['demo-bank/acme'],
          5_000_000,
        ],
      ]);
    }
  },
);

const BAD_BODIES: ReadonlyArray<readonly [string, object, ReadonlyArray<string>]> = [
  ['clock/advance', {}, ['/seconds']],
  ['clock/advance', { seconds: '60' }, ['/seconds']],
  ['clock/advance', { seconds: 0.5 }, ['/seconds']],
  ['clock/advance', { seconds: -1 }, ['/seconds']],
  ['clock/advance', { seconds: 1e12 }, ['/seconds']],
  ['clock/advance', [], ['']],
  ['bank/faults', {}, ['/kind', '/count']],
  ['bank/faults', { kind: 'toString', count: 1 }, ['/kind']],
  ['bank/faults', { kind: 'slow', count: 0 }, ['/count']],
];

test.serial(
  'a sandbox body that is not as it should be is 400 with a pointer per fault',
  async (t) => {
    const service = await asked();
    for (const [path, body, pointers] of BAD_BODIES) {
      const { status, headers, text } = await service.post(`/sandbox/v1/${path}`, body);
      const { errors } = JSON.parse(text) as { errors: ReadonlyArray<{ pointer: string }> };
      t.is(status, 400);
      t.regex(headers.get('content-type') ?? '', /^application\/problem\+json/);
      t.deepEqual(
        errors.map(({ pointer }) => pointer),
        pointers,
      );
    }
    t.is(
      (await service.post('/sandbox/v1/settle', {}, { 'content-type': 'text/plain' })).status,
      200,
    );
    t.is(
      (await service.post('/sandbox/v1/clock/advance', {}, { 'content-type': 'text/plain' }))
        .status,
      415,
    );
    t.is((await service.post('/sandbox/v1/bank/faults', { x: 'x'.repeat(70_000) })).status, 413);
  },
);

test.serial('a member that a sandbox body has twice is 400 with its pointer', async (t) => {
  const service = await asked();
  for (const [path, body, pointer] of [
    ['clock/advance', '{"seconds":0,"seconds":86400}', '/seconds'],
    ['clock/advance', '{"seconds":1,"\\u0073econds":1}', '/seconds'],
    ['bank/faults', '{"kind":"slow","kind":"unreachable","count":1}', '/kind'],
    ['bank/faults', '{"kind":"slow","count":1,"x":{"y/z":[1,{"":1,"":2}]}}', '/x/y~1z/1/'],
  ] as const) {
    const answer = await fetch(`${service.url}/sandbox/v1/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    t.is(answer.status, 400);
    const { errors } = (await answer.json()) as { readonly errors: ReadonlyArray<object> };
    t.deepEqual(errors, [{ pointer, code: 'invalid', detail: 'appears twice' }]);
  }
});

test.serial('a sandbox body may write its seconds as a float', async (t) => {
  const service = await asked();
  const answer = await fetch(`${service.url}/sandbox/v1/clock/advance`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"seconds":60.0}',
  });

  t.is(answer.status, 200);
});

test.serial('a process without workers serves, and leaves the work to others', async (t) => {
  const dataDir = await emptyDataDir();
  const service = await running(t, dataDir, { WORKERS: '0' });

  t.is((await service.get('/v1/partner/beneficiaries')).status, 200);
  t.is((await service.post('/sandbox/v1/settle')).status, 200);
});

for (const [said, policy] of [
  ['reads=3', '"reads";q=6;w=2'],
  ['off', null],
] as const) {
  test.serial(`RATE_LIMITS=${said} is what each key is held to`, async (t) => {
    const service = await running(t, await emptyDataDir(), { RATE_LIMITS: said });
    const { headers } = await service.get('/v1/partner/beneficiaries');

    t.is(headers.get('ratelimit-policy'), policy);
  });
}

test.serial(
  'keys for operators, of which the service knows none, are told of at the start',
  async (t) => {
    const service = await runService(await emptyDataDir(), { OPERATOR_KEYS_FILE: tenants });
    const { stderr } = await service.end('SIGTERM');
    t.is(stderr.filter((line) => line.includes('OPERATOR_KEYS_FILE has no effect')).length, 1);
  },
);
