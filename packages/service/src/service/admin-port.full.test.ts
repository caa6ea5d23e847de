import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { DEMO_DOCUMENT } from '../config/read-config.js';
import {
  emptyDataDir,
  runService,
  runToEnd,
  type RunningService,
  type Variables,
} from '../testing/running-service.js';

const running = async (t: ExecutionContext, variables: Variables): Promise<RunningService> => {
  const service = await runService(await emptyDataDir(), variables);
  t.teardown(() => service.end('SIGKILL'));
  return service;
};

const FOR_OPERATORS = [
  '/metrics',
  '/readyz',
  '/docs',
  '/openapi.json',
  '/portal/docs',
  '/portal/openapi.json',
];

// The description shows the account of the demo as an example.
const ACCOUNT = '50200011112222';
const OTHER_ACCOUNT = '50200077776666';

const statusAt = async (url: string, path: string): Promise<number> => {
  const answer = await fetch(url + path);
  await answer.arrayBuffer();
  return answer.status;
};

/** Where the log says that operators find the service. */
const adminOf = (lines: ReadonlyArray<string>): string => {
  const said = lines
    .map((line) => JSON.parse(line) as { readonly msg: string; readonly url?: string })
    .find(({ msg }) => msg === 'admin listening');
  return said?.url ?? '';
};

test.serial("the operators' port serves all operators' paths and no others", async (t) => {
  const service = await running(t, { ADMIN_PORT: '0' });
  t.regex(service.ready, /^hundi listening on http:\/\/127\.0\.0\.1:[1-9]\d*$/);
  const admin = adminOf(await service.logged(/admin listening/));
  t.regex(admin, /^http:\/\/127\.0\.0\.1:[1-9]\d*$/);
  t.not(admin, service.url);

  for (const path of FOR_OPERATORS) {
    t.is(await statusAt(service.url, path), 404, path);
    t.is(await statusAt(admin, path), 200, path);
  }
  for (const url of [service.url, admin]) t.is(await statusAt(url, '/healthz'), 200);
  for (const path of ['/v1/partner/packages', '/portal/v1/journal', '/sandbox/v1/clock', '/pay/x'])
    t.is(await statusAt(admin, path), 404, path);
  const description = (await (await fetch(`${admin}/openapi.json`)).json()) as {
    readonly servers: ReadonlyArray<{ readonly url: string }>;
  };
  t.is(description.servers[0]?.url, service.url);
  t.like(await service.end('SIGTERM'), { code: 0, signal: null });
});

test.serial('without a port of their own operators find everything on the one', async (t) => {
  const service = await running(t, {});

  for (const path of FOR_OPERATORS) t.is(await statusAt(service.url, path), 200, path);
});

test.serial('a taken port of operators is reported in one line', async (t) => {
  const { url } = await running(t, {});
  const { code, stderr } = await runToEnd({
    DATA_DIR: await emptyDataDir(),
    ADMIN_PORT: new URL(url).port,
  });

  t.is(code, 2);
  t.regex(stderr.join('\n'), /^hundi: HOST, ADMIN_PORT: .*EADDRINUSE$/);
});

test.serial('figures and descriptions say nothing of whom the service works for', async (t) => {
  const dataDir = await emptyDataDir();
  const demo = await readFile(DEMO_DOCUMENT, 'utf8');
  const document = join(dataDir, 'tenants.json');
  await writeFile(
    document,
    demo.replaceAll(/\bacme|demo-bank/gi, 'zanzibar').replaceAll(ACCOUNT, OTHER_ACCOUNT),
  );
  const service = await runService(dataDir, { PROVISION_FILE: document });
  t.teardown(() => service.end('SIGKILL'));
  const credentials = await readFile(join(dataDir, 'credentials.json'), 'utf8');
  const [key = ''] = /pak_\w+/.exec(credentials) ?? [];
  const asked = await service.post('/v1/partner/payments', {}, { 'x-api-key': key });
  t.is(asked.status, 400);
  t.is((await service.post('/portal/v1/login', { email: 'maker@zanzibar.example' })).status, 202);
  await service.get('/v1/partner/zanzibar');

  for (const path of FOR_OPERATORS) {
    const { status, text } = await service.get(path);
    t.is(status, 200, path);
    for (const canary of ['zanzibar', key, OTHER_ACCOUNT])
      t.false(text.toLowerCase().includes(canary.toLowerCase()), `${path} says ${canary}`);
  }
});
