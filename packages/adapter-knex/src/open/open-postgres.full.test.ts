import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { postgresUrl } from '@hundi/testkit/contract';
import test from 'ava';
import { openPostgres } from './open-postgres.js';

const url = await postgresUrl();
const onLinux = url !== undefined && process.platform === 'linux' ? test : test.skip;

/** The part of pg's client that its types leave out. */
interface Driver {
  readonly connection: { readonly stream: Socket };
}

interface Client {
  readonly acquireConnection: () => Promise<Driver>;
  readonly releaseConnection: (connection: Driver) => Promise<void>;
}

/** Linux counts the time until a socket's next timer in hundredths of a second. */
const TICK_MS = 10;

const KEEPALIVE_TIMER = 2;

/** Which timer of the kernel runs on the socket of a local port, and when it ends. */
const timerOf = async (localPort: number) => {
  const tables = ['/proc/self/net/tcp', '/proc/self/net/tcp6'];
  const rows = await Promise.all(tables.map((table) => readFile(table, 'utf8').catch(() => '')));
  const ending = `:${localPort.toString(16).toUpperCase().padStart(4, '0')}`;
  const row = rows
    .join('')
    .split('\n')
    .find((line) => line.trim().split(/\s+/)[1]?.endsWith(ending));
  const [timer = '', ticks = ''] = row?.trim().split(/\s+/)[5]?.split(':') ?? [];
  return { timer: Number.parseInt(timer, 16), inMs: Number.parseInt(ticks, 16) * TICK_MS };
};

onLinux(
  'a server whose machine is gone is noticed by the silence of its connections',
  async (t) => {
    const db = openPostgres(url ?? '', { connections: 1 });
    t.teardown(() => db.destroy());
    const client = db.client as Client;
    const connection = await client.acquireConnection();
    const { timer, inMs } = await timerOf(connection.connection.stream.localPort ?? 0);
    await client.releaseConnection(connection);

    t.is(timer, KEEPALIVE_TIMER);
    t.true(inMs <= 15_000, `the kernel looks after the server in ${String(inMs)} ms only`);
  },
);
