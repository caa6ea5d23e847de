import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import type { Provisioned } from '@hundi/core';
import { callHundi } from '../../testing/command-line.js';
import { emptyDataDir, launch, runToEnd, type Variables } from '../../testing/running-service.js';

const HUNDI = fileURLToPath(new URL('../../esm/hundi.js', import.meta.url));

interface Ready {
  readonly url: string;
  readonly credentials: Provisioned;
  readonly credentialsFile: string;
}

const start = async (words: ReadonlyArray<string> = [], variables: Variables = {}) => {
  const { child, first, ended } = launch(variables, HUNDI, ['sandbox', '--json', ...words]);
  return { child, ended, ready: JSON.parse(await first) as Ready };
};

const clockOf = async ({ url }: Ready) => (await fetch(`${url}/sandbox/v1/clock`)).status;

test('a sandbox says where it is, opens by the key that it names, and leaves nothing behind', async (t) => {
  const { child, ended, ready } = await start();
  const key = ready.credentials.corporates['acme']?.apiKeys['erp'] ?? '';
  const packages = await fetch(`${ready.url}/v1/partner/packages`, {
    headers: { 'x-api-key': key },
  });

  t.is(packages.status, 200);
  t.is(await clockOf(ready), 200);
  t.true(existsSync(ready.credentialsFile));
  child.kill('SIGTERM');
  t.like(await ended, { code: 0, signal: null });
  t.false(existsSync(dirname(ready.credentialsFile)));
});

test('it ends with standard input where it is asked to, and removes its data', async (t) => {
  const { child, ended, ready } = await start(['--until-stdin-ends']);
  child.stdin.write('a test suite is alive\n');

  t.is(await clockOf(ready), 200);
  child.stdin.end();
  t.like(await ended, { code: 0, signal: null });
  t.false(existsSync(dirname(ready.credentialsFile)));
});

test('a directory of your own is kept, with the keys that it holds', async (t) => {
  const dataDir = await emptyDataDir();
  const once = await start(['--data-dir', dataDir]);
  once.child.kill('SIGINT');
  t.like(await once.ended, { code: 0 });
  const again = await start(['--data-dir', dataDir]);
  again.child.kill('SIGINT');

  t.deepEqual(again.ready.credentials, once.ready.credentials);
  t.like(await again.ended, { code: 0 });
  t.true(existsSync(again.ready.credentialsFile));
});

test('it touches no database that the environment names, and has no rate limits', async (t) => {
  const { child, ended, ready } = await start([], {
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/production',
    RATE_LIMITS: 'reads=1,writes=1',
    SANDBOX: '0',
  });
  const key = ready.credentials.corporates['acme']?.apiKeys['erp'] ?? '';
  const ask = async () =>
    (await fetch(`${ready.url}/v1/partner/packages`, { headers: { 'x-api-key': key } })).status;

  t.deepEqual(await Promise.all(Array.from({ length: 20 }, ask)), Array<number>(20).fill(200));
  child.kill('SIGTERM');
  t.like(await ended, { code: 0 });
});

test('people read a sandbox’s address and keys in words', async (t) => {
  const { child, first, ended } = launch({}, HUNDI, ['sandbox']);
  t.regex(await first, /^hundi sandbox on http:\/\/127\.0\.0\.1:\d+$/);
  child.kill('SIGTERM');
  const { stdout } = await ended;

  t.true(stdout.some((line) => /^ {2}partner key +pak_\w+ {2}\(acme, erp\)$/.test(line)));
});

/** Loads everything but the testkit. */
const WITHOUT_TESTKIT = `
  import { register } from 'node:module';
  register('data:text/javascript,' + encodeURIComponent(\`
    export const resolve = async (name, context, next) => {
      if (!name.startsWith('@hundi/testkit')) return next(name, context);
      throw Object.assign(new Error("Cannot find package '@hundi/testkit'"), { code: 'ERR_MODULE_NOT_FOUND' });
    };
  \`));
`;

const withoutTestkit = {
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(WITHOUT_TESTKIT)}`,
};

test('where the testkit is not installed it says what to install', async (t) => {
  const { ended } = launch(withoutTestkit, HUNDI, ['sandbox']);
  const { code, stderr } = await ended;

  t.is(code, 2);
  t.regex(stderr.join('\n'), /npm install --save-dev @hundi\/testkit/);
});

test('the service says the same where it is to be a sandbox', async (t) => {
  const { code, stderr } = await runToEnd({ ...withoutTestkit, DATA_DIR: await emptyDataDir() });

  t.is(code, 2);
  t.regex(stderr.join('\n'), /npm install --save-dev @hundi\/testkit/);
});

for (const [what, words, found] of [
  ['a port that is none', ['--port', '70000'], /--port: expected a whole number from 0 to 65535/],
  ['tenants that are nowhere', ['--provision', '/nowhere'], /--provision: expected the path/],
] as const) {
  test(`a call with ${what} is misuse`, async (t) => {
    const { code, err } = await callHundi(['sandbox', ...words]);

    t.is(code, 2);
    t.regex(err[0] ?? '', found);
  });
}

test('a reader that leaves after the first line stops nothing, and the data still goes', async (t) => {
  const temporary = await emptyDataDir();
  const { child, first, ended } = launch({ TMPDIR: temporary }, HUNDI, ['sandbox']);
  child.stdout.once('data', () => child.stdout.destroy());
  await first;
  child.kill('SIGTERM');

  t.like(await ended, { code: 0 });
  t.deepEqual(await readdir(temporary), []);
});
