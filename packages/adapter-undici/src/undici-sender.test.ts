import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import type { WebhookMessage } from '@hundi/core';
import { addressRule, type AddressRule } from './address-rule.js';
import { systemResolve, type Resolve } from './resolve.js';
import { ANSWER_MAX } from './read-answer.js';
import { undiciSender } from './index.js';
import { senderOver, type UndiciSender } from './undici-sender.js';

const atMost = (ms: number) => ({ usual: ms, hurried: ms, silent: ms });

/** For receivers that answer, or fail by themselves: however busy the machine is, they come first. */
const PATIENT = atMost(60_000);

/** For receivers that never come to an end: nothing but this ends an attempt. */
const IMPATIENT = atMost(400);

const listen = async (
  t: ExecutionContext,
  server: Server | ReturnType<typeof createTcpServer>,
  host = '127.0.0.1',
): Promise<number> => {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  await new Promise<void>((done) => server.listen(0, host, done));
  t.teardown(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
};

const serve = (t: ExecutionContext, answer: RequestListener, host?: string): Promise<number> =>
  listen(t, createServer(answer), host);

const sender = (
  t: ExecutionContext,
  rule: AddressRule = addressRule(true),
  resolve: Resolve = systemResolve(),
  waits = PATIENT,
): UndiciSender => {
  const made = senderOver(rule, resolve, waits);
  t.teardown(() => made.close());
  return made;
};

const message = (url: string, endpointId = 'we_1'): WebhookMessage => ({
  endpointId,
  url,
  headers: {
    'webhook-id': 'evt_1',
    'webhook-timestamp': '1893456000',
    'webhook-signature': 'v1,abc',
  },
  body: new TextEncoder().encode('{"name":"日本"}'),
});

const at = (port: number, path = '/'): string => `http://127.0.0.1:${String(port)}${path}`;

test('the bytes, the signed headers and the path arrive as they were given', async (t) => {
  const seen: unknown[] = [];
  const port = await serve(t, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method, url, headers } = request;
      seen.push([method, url, headers['content-type'], headers['webhook-id']]);
      seen.push([headers['webhook-timestamp'], headers['webhook-signature']]);
      seen.push(Buffer.concat(chunks).toString());
      response.writeHead(200).end('thank you');
    });
  });

  const answer = await sender(t).send(message(at(port, '/hooks?a=1')));

  t.deepEqual(answer, { kind: 'answered', status: 200, text: 'thank you' });
  t.deepEqual(seen, [
    ['POST', '/hooks?a=1', 'application/json', 'evt_1'],
    ['1893456000', 'v1,abc'],
    '{"name":"日本"}',
  ]);
});

for (const status of [204, 301, 302, 307, 308, 400, 410, 500, 503]) {
  test(`after an answer of ${String(status)} the sender calls once and follows no redirect`, async (t) => {
    let asked = 0;
    const port = await serve(t, (_, response) => {
      asked += 1;
      response.writeHead(status, { location: '/elsewhere', 'retry-after': '120' }).end();
    });

    t.deepEqual(await sender(t).send(message(at(port))), {
      kind: 'answered',
      status,
      text: '',
      retryAfter: '120',
    });
    t.is(asked, 1);
  });
}

test('the first KiB of an answer is kept', async (t) => {
  const port = await serve(t, (_, response) => {
    response.writeHead(500).end('x'.repeat(5_000));
  });

  t.deepEqual(await sender(t).send(message(at(port))), {
    kind: 'answered',
    status: 500,
    text: 'x'.repeat(1_024),
  });
});

test('an answer without an end is read to 64 KiB, and its connection closed', async (t) => {
  let closed: Promise<unknown> | undefined;
  const port = await serve(t, (_, response) => {
    closed = new Promise((done) => response.on('close', done));
    const pour = (): void => {
      while (!response.destroyed && response.write('x'.repeat(1_024)));
    };
    response.writeHead(200);
    response.on('drain', pour);
    pour();
  });

  const answer = await sender(t).send(message(at(port)));

  t.like(answer, { kind: 'answered', status: 200 });
  t.is(ANSWER_MAX, 64 * 1_024);
  await closed;
});

const EVIL: ReadonlyArray<readonly [string, (socket: Socket) => void, string]> = [
  ['says nothing', () => undefined, 'timed_out'],
  [
    'sends its headers letter by letter',
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const more = setInterval(() => socket.write('x'), 20);
      socket.on('close', () => clearInterval(more));
    },
    'timed_out',
  ],
  [
    'sends its body letter by letter',
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 60000\r\n\r\n');
      const more = setInterval(() => socket.write('x'), 20);
      socket.on('close', () => clearInterval(more));
    },
    'timed_out',
  ],
  [
    'never ends to say that it goes on',
    (socket) => {
      const more = setInterval(() => socket.write('HTTP/1.1 102 Processing\r\n\r\n'), 5);
      socket.on('close', () => clearInterval(more));
    },
    'timed_out',
  ],
  ['hangs up', (socket) => socket.destroy(), 'connection_failed'],
  ['resets', (socket) => socket.resetAndDestroy(), 'connection_failed'],
  [
    'hangs up in the middle of its answer',
    (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf'),
    'connection_failed',
  ],
  ['does not speak HTTP', (socket) => socket.end('+PONG\r\n'), 'answer_invalid'],
  [
    'has headers without end',
    (socket) => socket.end(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`),
    'answer_invalid',
  ],
];

for (const [what, behave, fault] of EVIL) {
  test(`a receiver that ${what}: ${fault}`, async (t) => {
    const port = await listen(
      t,
      createTcpServer((socket) => {
        socket.once('data', () => behave(socket));
      }),
    );

    const { send } = sender(
      t,
      addressRule(true),
      systemResolve(),
      fault === 'timed_out' ? IMPATIENT : PATIENT,
    );

    t.deepEqual(await send(message(at(port))), { kind: 'unanswered', fault });
  });
}

test('the sender ends an https connection to a receiver without TLS', async (t) => {
  let asked = 0;
  const port = await serve(t, (_, response) => {
    asked += 1;
    response.end();
  });

  t.deepEqual(await sender(t).send(message(`https://127.0.0.1:${String(port)}/`)), {
    kind: 'unanswered',
    fault: 'tls_failed',
  });
  t.is(asked, 0);
});

test('a closed port and an unknown name are reported differently', async (t) => {
  const server = createTcpServer();
  const port = await listen(t, server);
  await new Promise((done) => server.close(done));
  const lost: Resolve = () => Promise.reject(Object.assign(new Error(), { code: 'ENOTFOUND' }));

  t.deepEqual(await sender(t).send(message(at(port))), {
    kind: 'unanswered',
    fault: 'connection_failed',
  });
  t.deepEqual(
    await sender(t, addressRule(true), lost).send(message('https://nobody.example.com/')),
    { kind: 'unanswered', fault: 'name_not_found' },
  );
});

test('without loopback nothing on this machine is ever connected to', async (t) => {
  let asked = 0;
  const port = await serve(t, (_, response) => {
    asked += 1;
    response.end();
  });
  const strict = undiciSender({ ports: [port] });
  t.teardown(() => strict.close());

  for (const host of ['127.0.0.1', 'localhost', '[::1]', '2130706433', 'receiver.localhost'])
    for (const scheme of ['http', 'https'])
      t.deepEqual(await strict.send(message(`${scheme}://${host}:${String(port)}/`)), {
        kind: 'unanswered',
        fault: 'address_refused',
      });
  const rebound = sender(t, addressRule(false, [port]), () =>
    Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
  );
  t.deepEqual(await rebound.send(message(`https://hooks.example.com:${String(port)}/`)), {
    kind: 'unanswered',
    fault: 'address_refused',
  });
  t.is(asked, 0);
});

/** Stands in for the internet: of this machine's addresses one is public, and all others are not. */
const oneIsPublic = (port: number): AddressRule => ({
  allows: (address) => address === '127.0.0.2',
  loopback: true,
  ports: [port],
});

test('a name that changes between a public and a private address a thousand times reaches the public one only', async (t) => {
  let [inside, outside] = [0, 0];
  const port = await serve(
    t,
    (_, response) => {
      outside += 1;
      response.writeHead(204, { connection: 'close' }).end();
    },
    '127.0.0.2',
  );
  const internal = createServer((_, response) => {
    inside += 1;
    response.end();
  });
  await new Promise<void>((done) => internal.listen(port, '127.0.0.1', done));
  t.teardown(() => internal.close());
  let asked = 0;
  const flip: Resolve = () =>
    Promise.resolve([{ address: (asked += 1) % 2 === 0 ? '127.0.0.1' : '127.0.0.2', family: 4 }]);
  const { send } = sender(t, oneIsPublic(port), flip);

  const url = `http://receiver.localhost:${String(port)}/`;
  const answers: unknown[] = [];
  for (let i = 0; i < 1_000; i += 1) answers.push((await send(message(url))).kind);

  t.is(inside, 0);
  t.is(asked, 1_000);
  t.is(outside, answers.filter((kind) => kind === 'answered').length);
  t.is(outside, 500);
});

test('a literal IP address is checked at the connection', async (t) => {
  let asked = 0;
  const port = await serve(t, (_, response) => {
    asked += 1;
    response.end();
  });

  t.deepEqual(await sender(t, oneIsPublic(port)).send(message(at(port))), {
    kind: 'unanswered',
    fault: 'address_refused',
  });
  t.is(asked, 0);
});

test('connections are kept for an endpoint, and never lent to another', async (t) => {
  const used = new Map<string, Set<number>>();
  const port = await serve(t, (request, response) => {
    const name = request.url ?? '';
    used.set(name, (used.get(name) ?? new Set()).add(request.socket.remotePort ?? 0));
    response.writeHead(204).end();
  });
  const { send } = sender(t);

  for (let i = 0; i < 10; i += 1)
    for (const name of ['a', 'b']) await send(message(at(port, `/${name}`), name));

  t.is(used.get('/a')?.size, 1);
  t.is(used.get('/b')?.size, 1);
  t.notDeepEqual(used.get('/a'), used.get('/b'));
});

test('a URL is objected to with what it should be instead, and without telling what is inside', async (t) => {
  const answering = (address: string) =>
    sender(t, addressRule(false), () => Promise.resolve([{ address, family: 4 }]));
  const { objection } = sender(t, addressRule(false), () => Promise.reject(new Error()));
  const url = 'https://hooks.example.com/';

  t.is(await answering('93.184.216.34').objection(url), undefined);
  t.is(await answering('10.0.0.1').objection(url), 'expected a host name with public addresses');
  t.is(await objection(url), 'expected a host name with public addresses');
  t.is(await objection('http://hooks.example.com/'), 'expected an https URL');
  t.is(await sender(t).objection('http://127.0.0.1:4000/hooks'), undefined);
  t.is(await sender(t).objection('http://localhost:4000/hooks'), undefined);
});
