import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import test, { type ExecutionContext } from 'ava';
import { callHundi } from '../../testing/command-line.js';

const KEY = {
  keyId: '6f1a2b3c4d5e6f70',
  name: 'erp',
  scopes: ['payments'],
  createdBy: 'u-admin',
  createdAt: 1_700_000_000_000,
  expiresAt: 1_700_000_000_000,
};
const SESSION = {
  token: 'token',
  expiresAt: 1_700_000_000_000,
  user: { userId: 'u-admin', username: 'Admin', permissions: [] },
};

const say = (response: ServerResponse, status: number, body: object): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

/** A portal that lets everybody in, and answers a request for a key as a test says. */
const portal = async (
  t: ExecutionContext,
  answer: (response: ServerResponse) => void,
): Promise<string> => {
  const server = createServer((request, response) => {
    request.resume();
    if (request.url === '/portal/v1/login') say(response, 200, { challengeId: 'c1' });
    else if (request.url === '/portal/v1/login/c1') say(response, 200, SESSION);
    else if (request.url === '/portal/v1/api-keys') answer(response);
    else response.writeHead(204).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
};

const folder = async (t: ExecutionContext): Promise<string> => {
  const path = await mkdtemp(join(tmpdir(), 'hundi-'));
  t.teardown(() => rm(path, { recursive: true, force: true }));
  return path;
};

const create = async (url: string, ...words: ReadonlyArray<string>) => {
  const env = { HUNDI_URL: url, HUNDI_EMAIL: 'admin@acme.example' };
  const input = Readable.from(['123456\n']);
  return callHundi(['keys', 'create', 'erp', '--scopes', 'payments', ...words], { env, input });
};

for (const [what, answer] of [
  ['no answer', (response: ServerResponse) => response.destroy()],
  ['an error of the server', (response: ServerResponse) => say(response, 500, {})],
  ['no key', (response: ServerResponse) => say(response, 201, KEY)],
] as const)
  test(`where the service gives ${what}, it says how to find a key that nobody has, and end it`, async (t) => {
    const file = join(await folder(t), 'erp.key');
    const { code, err } = await create(await portal(t, answer), '--out', file);

    t.is(code, 1);
    t.regex(
      err.at(-1) ?? '',
      /may have made a key that nobody has: if hundi keys list shows a new one, end it by hundi keys revoke KEY_ID --kind partner, then make another$/,
    );
    await t.throwsAsync(access(file), { code: 'ENOENT' });
  });

test('a refusal after a try without an answer does not say that no key was made', async (t) => {
  let tries = 0;
  const url = await portal(t, (response) => {
    tries += 1;
    if (tries === 1) response.destroy();
    else say(response, 401, { detail: 'the session is over' });
  });
  const { code, err } = await create(url);

  t.is(code, 1);
  t.regex(err.at(-1) ?? '', /answered 401: the session is over\. The service may have made a key/);
});

test('a refusal makes no key, and speaks of none', async (t) => {
  const url = await portal(t, (response) => {
    say(response, 403, { detail: 'not permitted' });
  });
  const { code, err } = await create(url);

  t.is(code, 1);
  t.is(err.at(-1), 'hundi: the service answered 403: not permitted');
});

/** The sizes that a process may give a file, in units of 512 bytes. */
const createWithin = async (t: ExecutionContext, blocks: number, url: string) => {
  const directory = await folder(t);
  const program = fileURLToPath(new URL('../../esm/hundi.js', import.meta.url));
  const line = `ulimit -f ${String(blocks)}; exec "$0" "$@"`;
  const words = ['keys', 'create', 'erp', '--scopes', 'payments', '--out', 'erp.key'];
  const child = spawn('sh', ['-c', line, process.execPath, program, ...words], {
    cwd: directory,
    env: { HUNDI_URL: url, HUNDI_EMAIL: 'admin@acme.example' },
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  child.stdin.end('123456\n');
  const [err] = await Promise.all([text(child.stderr), once(child, 'close')]);
  return { code: child.exitCode, err, left: await readdir(directory) };
};

test('on a full disk nobody logs in, and no key is made', async (t) => {
  const { code, err, left } = await createWithin(t, 0, 'http://127.0.0.1:1');

  t.is(code, 1);
  t.regex(err, /^hundi: --out: .*erp\.key cannot be written: EFBIG; no key was made\n$/);
  t.deepEqual(left, []);
});

test('a key that cannot be written is named, with what ends it', async (t) => {
  const url = await portal(t, (response) => {
    say(response, 201, { ...KEY, key: 'k'.repeat(600) });
  });
  const { code, err, left } = await createWithin(t, 1, url);

  t.is(code, 1);
  t.regex(
    err,
    /cannot be written: EFBIG\. The service made the key 6f1a2b3c4d5e6f70, which nobody has: end it by hundi keys revoke 6f1a2b3c4d5e6f70 --kind partner, then make another\n$/,
  );
  t.deepEqual(left, []);
});
