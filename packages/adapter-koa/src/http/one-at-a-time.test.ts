import test, { type ExecutionContext } from 'ava';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';
import { hardenServer, serverOptions } from '../server.js';
import { BlankLines } from './blank-lines.js';

const MIB = 1_024 * 1_024;

const get = (path: string, ...fields: ReadonlyArray<string>): string =>
  [`GET ${path} HTTP/1.1`, 'Host: a', ...fields, '', ''].join('\r\n');
const last = (path: string): string => get(path, 'Connection: close');

const hardened = async (t: ExecutionContext, listener: RequestListener): Promise<Server> => {
  const server = hardenServer(createServer(serverOptions, listener));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  return server;
};

const connected = (t: ExecutionContext, server: Server): Socket => {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  t.teardown(() => socket.destroy());
  return socket;
};

/** The answers of a connection that asks for its end. */
const answers = (t: ExecutionContext, server: Server, bytes: string): Promise<string> => {
  const socket = connected(t, server);
  socket.write(bytes);
  return text(socket);
};

/** A server that says which requests it has begun, and answers `/later` when told to. */
const noting = async (t: ExecutionContext, body: Buffer | string = 'ok') => {
  const begun: string[] = [];
  const later: Array<() => void> = [];
  const server = await hardened(t, ({ method, url = '' }, response) => {
    begun.push(`${method ?? ''} ${url}`);
    if (url === '/later') later.push(() => response.end(body));
    else response.end(url === '/much' ? body : 'ok');
  });
  return {
    server,
    begun,
    later,
    /** Resolves when the server has gone round so often that it has begun what it was to begin. */
    rounds: async (): Promise<void> => {
      for (let i = 0; i < 5; i += 1) await answers(t, server, last('/bystander'));
    },
    of: (path: string): number => begun.filter((one) => one.endsWith(path)).length,
  };
};

test('the next request of a connection is begun once the last one is answered', async (t) => {
  const { server, later, rounds, of } = await noting(t);
  const socket = connected(t, server).resume();
  socket.write(get('/later').repeat(8));

  for (let answered = 0; answered < 8; answered += 1) {
    while (of('/later') === answered) await rounds();
    t.is(of('/later'), answered + 1);
    later[answered]?.();
  }
});

test('the next request of a connection is begun once the last answer is taken', async (t) => {
  const { server, rounds, of } = await noting(t, Buffer.alloc(16 * MIB));
  const socket = connected(t, server);
  socket.pause().write(get('/much').repeat(3) + last('/end'));

  while (of('/much') === 0) await rounds();
  await rounds();
  t.is(of('/much'), 1);
  t.true((await text(socket)).length > 3 * 16 * MIB);
  t.is(of('/much'), 3);
  t.is(of('/end'), 1);
});

test('between two requests of one connection the others have their turn', async (t) => {
  const { server, of } = await noting(t);
  for (let i = 0; i < 10; i += 1) connected(t, server).resume().write(get('/crowd').repeat(500));
  while (of('/crowd') === 0) await answers(t, server, last('/bystander'));

  t.true(of('/crowd') < 5_000, String(of('/crowd')));
});

test('of many connections that have sent ahead, at most 16 go on in each round of the event loop', async (t) => {
  const inRounds = [0];
  const { server, later } = await noting(t);
  server.on('request', ({ url }) => {
    if (url === '/ahead') inRounds.push((inRounds.pop() ?? 0) + 1);
  });
  const count = (): void => {
    inRounds.push(0);
    round = setImmediate(count);
  };
  let round = setImmediate(count);
  t.teardown(() => {
    clearImmediate(round);
  });
  const all = Array.from({ length: 100 }, () =>
    answers(t, server, get('/later') + get('/ahead') + last('/end')),
  );
  while (later.length < all.length) await answers(t, server, last('/bystander'));
  for (const answer of later) answer();
  await Promise.all(all);

  t.true(Math.max(...inRounds) <= 16, String(Math.max(...inRounds)));
  t.is(
    inRounds.reduce((sum, one) => sum + one, 0),
    100,
  );
});

/** Opens a crowd of connections, each with a request, then another one, and says so before the server accepts any. */
const CROWD = `
  const { connect } = require('node:net');
  const { workerData: { port, are, get } } = require('node:worker_threads');
  const open = (path) => new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(get.replace('PATH', path), resolve));
    socket.on('error', () => undefined).resume();
  });
  const crowd = Array.from({ length: 100 }, () => open('/crowd'));
  Promise.all(crowd).then(() => open('/newcomer')).then(() => {
    Atomics.store(are, 0, 1);
    Atomics.notify(are, 0);
  });
`;

test('a hundred connections that arrive at once let the next one in before half of their requests are begun', async (t) => {
  const { server, of } = await noting(t);
  let arrived = 0;
  let begunBefore: number | undefined;
  server.on('connection', () => {
    arrived += 1;
    if (arrived === 101) begunBefore = of('/crowd');
  });
  const are = new Int32Array(new SharedArrayBuffer(4));
  const { port } = server.address() as AddressInfo;
  const crowd = new Worker(CROWD, { eval: true, workerData: { port, are, get: get('PATH') } });
  t.teardown(() => crowd.terminate());
  Atomics.wait(are, 0, 0);
  while (of('/newcomer') === 0) await answers(t, server, last('/bystander'));

  t.true((begunBefore ?? Infinity) < 50, String(begunBefore));
});

test('a client that says that it will send no more gets all the answers that it asked for', async (t) => {
  const { server } = await noting(t);
  const socket = connected(t, server);
  socket.end(get('/now').repeat(50));

  t.is([...(await text(socket)).matchAll(/HTTP\/1\.1 200/g)].length, 50);
});

test('nothing that comes behind the request to close a connection is begun', async (t) => {
  const { server, begun, rounds } = await noting(t);
  await answers(t, server, last('/end') + get('/behind'));
  await rounds();

  t.false(begun.includes('GET /behind'));
});

for (const [fill, before] of [
  ['', 'ok'],
  [get('/much'), 'all that waits'],
] as const) {
  test(`nothing is begun behind a head without Host, which Node answers itself, after ${before}`, async (t) => {
    const { server, begun, rounds } = await noting(t, Buffer.alloc(16 * MIB));
    const socket = connected(t, server);
    socket
      .pause()
      .write(`${fill}GET /without HTTP/1.1\r\n\r\nPOST /behind HTTP/1.1\r\nHost: a\r\n\r\n`);
    await rounds();
    const said = await text(socket);
    await rounds();

    t.regex(said, /HTTP\/1\.1 400 [^]*Connection: close/);
    t.false(begun.includes('POST /behind'), begun.join());
  });
}

test('an expectation that Node refuses itself is answered in its place', async (t) => {
  const { server, begun } = await noting(t, Buffer.alloc(16 * MIB));
  const expecting = get('/expecting', 'Expect: much');
  const said = await answers(t, server, get('/much') + expecting.repeat(3) + last('/end'));

  t.deepEqual(
    said.match(/HTTP\/1\.1 \d+/g),
    [200, 417, 417, 417, 200].map((status) => `HTTP/1.1 ${String(status)}`),
  );
  t.deepEqual(begun, ['GET /much', 'GET /end']);
});

test('broken HTTP behind a request costs that request nothing', async (t) => {
  const { server, later, of } = await noting(t);
  const said = answers(t, server, `${get('/later')}broken\r\n\r\n${get('/behind')}`);
  while (of('/later') === 0) await answers(t, server, last('/bystander'));
  later[0]?.();

  t.regex(await said, /^HTTP\/1\.1 200 [^]*ok[^]*HTTP\/1\.1 400 /);
  t.is(of('/behind'), 0);
});

const BODY = 'a\r\n\r\n\n\nb';
const withLength = (path: string): string =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: ${String(BODY.length)}\r\n\r\n${BODY}`;
const inChunks = (path: string): string =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n8\r\n${BODY}\r\n0\r\nX: y\r\n\r\n`;

test('bodies arrive whole, however requests are cut and whatever comes behind them', async (t) => {
  const begun: string[] = [];
  const server = await hardened(t, (request, response) => {
    void text(request).then((body) => {
      begun.push(`${request.url ?? ''} ${body}`);
      response.end('ok');
    });
  });
  const bytes = [get('/1'), withLength('/2'), inChunks('/3'), withLength('/4'), last('/5')].join(
    '',
  );
  const whole = ['/1 ', `/2 ${BODY}`, `/3 ${BODY}`, `/4 ${BODY}`, '/5 '];

  for (let cut = 1; cut < bytes.length; cut += 7) {
    const socket = connected(t, server).setNoDelay();
    socket.write(bytes.slice(0, cut));
    // Another connection's answer: the first part is there by then.
    await once(connected(t, server), 'connect');
    socket.write(bytes.slice(cut));
    await text(socket);
    t.deepEqual(begun.splice(0), whole, String(cut));
  }
});

test('a connection that goes over to another protocol gets what came behind its request', async (t) => {
  const server = await hardened(t, (_, response) => response.end('ok'));
  server.on('upgrade', (_, socket, head) => {
    socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n');
    socket.write(head);
    socket.pipe(socket);
  });
  const said = connected(t, server);
  said.write(`${get('/', 'Connection: Upgrade', 'Upgrade: echo')}one\r\n\r\ntwo`);
  said.write('three');
  said.end();

  t.regex(await text(said), /101 [^]*one\r\n\r\ntwothree$/);
});

test('a blank line ends at the same place, however its bytes are cut', (t) => {
  const bytes = Buffer.from('GET / HTTP/1.1\r\nHost: a\r\n\r\nrest');
  const end = bytes.indexOf('rest');
  for (let cut = 1; cut < end; cut += 1) {
    const lines = new BlankLines();

    t.is(lines.endIn(bytes.subarray(0, cut)), cut);
    t.is(lines.endIn(bytes.subarray(cut)), end - cut);
  }
});
