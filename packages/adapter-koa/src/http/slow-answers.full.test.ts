import test, { type ExecutionContext } from 'ava';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { hardenServer, serverOptions } from '../server.js';
import { stillWaits, waiting } from './slow-answers.js';

const KIB = 1_024;

test('what waits must be gone within 15 s, or 72 KiB of it, however much waits', (t) => {
  t.deepEqual(waiting({ bytesWritten: 1, writableLength: 1 }, 1_000), { upTo: 1, goneBy: 16_000 });
  t.deepEqual(waiting({ bytesWritten: 100 * KIB, writableLength: 72 * KIB }, 1_000), {
    upTo: 100 * KIB,
    goneBy: 16_000,
  });
  t.deepEqual(waiting({ bytesWritten: 900 * KIB, writableLength: 800 * KIB }, 1_000), {
    upTo: 172 * KIB,
    goneBy: 16_000,
  });
});

test('a connection on which nothing waits has no time to keep', (t) => {
  t.is(waiting({ bytesWritten: 100 * KIB, writableLength: 0 }, 1_000), undefined);
});

test('what is written later does not make what waited wait longer', (t) => {
  const before = { upTo: 100 * KIB, goneBy: 0 };

  t.true(stillWaits({ bytesWritten: 100 * KIB, writableLength: 1 }, before));
  t.true(stillWaits({ bytesWritten: 150 * KIB, writableLength: 51 * KIB }, before));
  t.false(stillWaits({ bytesWritten: 150 * KIB, writableLength: 50 * KIB }, before));
});

const GET = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';

/** What the kernels on both sides of a connection do not keep for a client that reads nothing. */
const MUCH = 200;

const hardened = (handler: RequestListener): Server =>
  hardenServer(createServer(serverOptions, handler));

/** A client of this server. */
const connected = async (t: ExecutionContext, server: Server) => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const accepted = once(server, 'connection');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => undefined);
  t.teardown(() => {
    client.destroy();
    server.close();
  });
  const [socket] = (await accepted) as [Socket];
  return { client, socket, gone: once(socket, 'close') };
};

const answerMuch: RequestListener = (_request, response) => {
  response.end(Buffer.alloc(64 * KIB));
};

const answerLate: RequestListener = (_request, response) => {
  void setTimeout(20_000).then(() => response.end('late'));
};

test('a client that never reads a large answer loses its connection', async (t) => {
  const { client, gone } = await connected(
    t,
    hardened((_, response) => response.end(Buffer.alloc(64 * KIB * KIB))),
  );
  client.pause().write(GET);

  await gone;
  t.pass();
});

test('a client that never reads its answers loses its connection', async (t) => {
  const { client, gone } = await connected(t, hardened(answerMuch));
  client.pause().write(GET.repeat(MUCH));

  await gone;
  t.pass();
});

test('a client that takes its answers too slowly loses its connection, though it takes some of them', async (t) => {
  const server = hardened(answerMuch);
  // Node's timer begins anew when something is taken: here as if that were often.
  server.timeout = 0;
  const { client, gone } = await connected(t, server);
  client.pause().write(GET.repeat(MUCH));

  await gone;
  t.pass();
});

/** How many bytes a client gets that reads 400 KiB a second. */
const readSlowly = async (client: Socket): Promise<number> => {
  let bytes = 0;
  for await (const chunk of client as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    await setTimeout(chunk.length / 400);
  }
  return bytes;
};

test('a client that reads slowly, but reads, gets all its answers', async (t) => {
  const { client } = await connected(t, hardened(answerMuch));
  client.end(GET.repeat(MUCH));

  t.true((await readSlowly(client)) > MUCH * 64 * KIB);
});

test('a client that reads one large answer slowly, but reads, gets all of it', async (t) => {
  const answer = Buffer.alloc(16 * KIB * KIB);
  const { client } = await connected(
    t,
    hardened((_, response) => response.end(answer)),
  );
  client.end(GET);

  t.true((await readSlowly(client)) > answer.length);
});

test('a handler may work for longer than a client may take to read', async (t) => {
  const { client } = await connected(t, hardened(answerLate));
  client.write(GET);
  const [answer] = (await once(client, 'data')) as [Buffer];

  t.true(answer.toString().endsWith('late'));
});

test('a connection that is idle after an answer is closed after its 5 s', async (t) => {
  const { client, socket, gone } = await connected(t, hardened(answerMuch));
  client.resume().write(GET);
  await once(client, 'data');
  await gone;

  // The time that Node gave it at last: its 5 s, to which newer versions add one.
  t.true([5_000, 6_000].includes(socket.timeout ?? 0), String(socket.timeout));
});
