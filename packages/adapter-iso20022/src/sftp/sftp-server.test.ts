import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { pinnedHostKey, sftpExchange } from './sftp-exchange.js';
import { sftpServer, type Request } from './sftp-server.test.support.js';

/** More than one request carries. */
const LARGE = 'an order and the next. '.repeat(20_000);

const placesOf = async (t: ExecutionContext) => {
  const root = await mkdtemp(join(tmpdir(), 'hundi-sftp-'));
  t.teardown(() => rm(root, { recursive: true, force: true }));
  const path = (name: string): string => join(root, name);
  for (const name of ['out', 'delivered', 'in', 'bank', 'bank/to', 'bank/from', 'bank/from/old'])
    await mkdir(path(name));
  return {
    bank: path('bank'),
    names: async (name: string) => (await readdir(path(name))).sort(),
    put: (name: string, text: string) => writeFile(path(name), text),
    text: (name: string) => readFile(path(name), 'utf8'),
    /** As a process that has just started. */
    exchanges: () =>
      sftpExchange({
        out: path('out'),
        delivered: path('delivered'),
        in: path('in'),
        remoteOut: '/to',
        remoteIn: '/from',
      }),
  };
};

/** Ends the connection at the nth request of a kind, once. */
const breakingAt = (kind: Request, nth: number) => {
  let left = nth;
  return (request: Request): 'break' | undefined => {
    if (request === kind) left -= 1;
    return request === kind && left === 0 ? 'break' : undefined;
  };
};

test('a server gets files whole and once, and gives up its own once they are here', async (t) => {
  const { bank, names, put, text, exchanges } = await placesOf(t);
  const { connect, fingerprint } = await sftpServer(t, bank);
  const client = await connect(pinnedHostKey(fingerprint));
  const { exchange } = exchanges();
  await put('out/M1.xml', LARGE);
  await put('out/M2.xml', 'an order');
  await put('bank/from/a.xml', LARGE);
  await put('bank/from/empty.xml', '');

  t.deepEqual(await exchange(client), { delivered: 2, fetched: 0 });
  t.deepEqual(await exchange(client), { delivered: 0, fetched: 2 });
  t.deepEqual(await exchange(client), { delivered: 0, fetched: 0 });

  t.deepEqual(await names('bank/to'), ['M1.xml', 'M2.xml']);
  t.is(await text('bank/to/M1.xml'), LARGE);
  t.is(await text('bank/to/M2.xml'), 'an order');
  t.deepEqual(await names('in'), ['a.xml', 'empty.xml']);
  t.is(await text('in/a.xml'), LARGE);
  t.is(await text('in/empty.xml'), '');
  t.deepEqual(await names('bank/from'), ['old']);
});

test('a server with another key is sent no credential', async (t) => {
  const { bank } = await placesOf(t);
  const seen: Request[] = [];
  const { connect, fingerprint } = await sftpServer(t, bank, (request) => {
    seen.push(request);
    return undefined;
  });

  await t.throwsAsync(connect(pinnedHostKey(`SHA256:${'A'.repeat(43)}`)), { message: /denied/ });
  t.deepEqual(seen, []);
  await connect(pinnedHostKey(fingerprint));
  t.deepEqual(seen, ['authenticate']);
});

for (const [kind, nth] of [
  ['write', 1],
  ['write', 3],
  ['rename', 1],
  ['read', 1],
  ['read', 3],
  ['remove', 1],
] as const)
  test(`the next exchange heals a connection that breaks at ${kind} ${String(nth)}`, async (t) => {
    const { bank, names, put, text, exchanges } = await placesOf(t);
    const ownNames = async () => (await names('bank/to')).filter((name) => !name.startsWith('.'));
    const { connect, fingerprint } = await sftpServer(t, bank, breakingAt(kind, nth));
    const { exchange } = exchanges();
    await put('bank/from/a.xml', LARGE);
    await exchange(await connect(pinnedHostKey(fingerprint)));
    await put('out/M1.xml', LARGE);

    await t.throwsAsync(exchange(await connect(pinnedHostKey(fingerprint))));
    for (const name of await ownNames()) t.is(await text(`bank/to/${name}`), LARGE);
    const again = await connect(pinnedHostKey(fingerprint));
    await exchange(again);
    await exchange(again);

    t.deepEqual(await ownNames(), ['M1.xml']);
    t.is(await text('bank/to/M1.xml'), LARGE);
    t.deepEqual(await names('out'), []);
    t.deepEqual(await names('in'), ['a.xml']);
    t.is(await text('in/a.xml'), LARGE);
    t.deepEqual(await names('bank/from'), ['old']);
  });

test('where the bank has a file of the same name, ours stays, the others go on, and the exchange rejects', async (t) => {
  const { bank, names, put, text, exchanges } = await placesOf(t);
  const { connect, fingerprint } = await sftpServer(t, bank);
  const client = await connect(pinnedHostKey(fingerprint));
  const { exchange } = exchanges();
  await put('bank/to/M1.xml', 'of another day');
  await put('bank/from/a.xml', 'an answer');
  await put('out/M1.xml', 'an order');
  await put('out/M2.xml', 'the next');

  for (const _ of [1, 2]) await t.throwsAsync(exchange(client), { message: /rename/ });

  t.is(await text('bank/to/M1.xml'), 'of another day');
  t.is(await text('bank/to/M2.xml'), 'the next');
  t.deepEqual(await names('out'), ['M1.xml']);
  t.deepEqual(await names('in'), ['a.xml']);
  await rm(join(bank, 'to/M1.xml'));
  t.is((await exchange(client)).delivered, 1);
  t.is(await text('bank/to/M1.xml'), 'an order');
});

test('a server that lists bare names is asked which are folders', async (t) => {
  const { bank, names, put, exchanges } = await placesOf(t);
  const { connect, fingerprint } = await sftpServer(t, bank, undefined, (name) => name);
  const client = await connect(pinnedHostKey(fingerprint));
  const { exchange } = exchanges();
  await put('bank/from/debits.xml', 'an answer');
  await exchange(client);

  t.is((await exchange(client)).fetched, 1);
  t.deepEqual(await names('in'), ['debits.xml']);
});
