import test, { type ExecutionContext } from 'ava';
import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { hardenServer, serverOptions } from '../server.js';

const SLICE = 72 * 1_024;
const MIB = 1_024 * 1_024;

/** A server, and a client that has sent it these bytes and reads nothing yet. */
const asked = async (t: ExecutionContext, bytes: string, listener: RequestListener) => {
  const server = hardenServer(createServer(serverOptions, listener));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const accepted = once(server, 'connection');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => undefined);
  t.teardown(() => {
    client.destroy();
    server.close();
  });
  client.pause().write(bytes);
  const [socket] = (await accepted) as [Socket];
  return { client, socket, server };
};

const GET = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';

const [BUFFER, TEXT] = [Buffer.alloc(16 * MIB, 'a'), 'ä'.repeat(SLICE)];

const sent = async (t: ExecutionContext, bytes: string, listener: RequestListener) => {
  const { client } = await asked(t, bytes, listener);
  const [head = '', ...body] = (await text(client)).split('\r\n\r\n');
  return { head, body: body.join('\r\n\r\n') };
};

test('of an answer that its client does not read one slice waits in the process', async (t) => {
  const { client, socket } = await asked(t, GET, (_, response) => response.end(BUFFER));
  while (socket.writableLength === 0) await setImmediate();
  const waiting = socket.writableLength;

  t.true(waiting <= SLICE + 1_024, String(waiting));
  t.true((await text(client)).endsWith(BUFFER.toString()));
});

for (const [what, body] of [
  ['bytes', BUFFER],
  ['text', TEXT],
] as const) {
  test(`a large answer of ${what} arrives whole, and its head says how long it is`, async (t) => {
    const answer = await sent(t, GET, (_, response) => response.end(body));

    t.true(answer.head.includes(`Content-Length: ${String(Buffer.byteLength(body))}`));
    t.true(answer.body === body.toString());
  });
}

test('what the handler said of the length of an answer is kept', async (t) => {
  const chunked = await sent(t, GET, (_, response) => {
    response.setHeader('Transfer-Encoding', 'chunked').end(BUFFER);
  });
  const said = await sent(t, GET, (_, response) => {
    response.writeHead(200, { 'content-length': BUFFER.length }).end(BUFFER);
  });

  t.false(/content-length/i.test(chunked.head));
  t.true(chunked.body.endsWith('\r\n0\r\n\r\n'));
  t.deepEqual(said.head.match(/content-length/gi), ['content-length']);
  t.is(said.body.length, BUFFER.length);
});

test('the answer to HEAD has no body, however large that would be', async (t) => {
  const head = await sent(t, GET.replace('GET', 'HEAD'), (_, response) => response.end(BUFFER));

  t.regex(head.head, /^HTTP\/1\.1 200 /);
  t.is(head.body, '');
});

test('who ends a large answer hears when it is taken', async (t) => {
  for (const ends of [
    (response: ServerResponse, taken: () => void) => response.end(TEXT, 'utf8', taken),
    (response: ServerResponse, taken: () => void) => response.end(BUFFER, taken),
  ]) {
    const [response] = await new Promise<[ServerResponse]>((resolve, reject) => {
      asked(t, GET, (_, response) => {
        ends(response, () => {
          resolve([response]);
        });
      }).then(({ client }) => client.resume(), reject);
    });

    t.true(response.writableEnded);
  }
});

test('a client that says that it will send no more gets all of a large answer', async (t) => {
  const { client } = await asked(t, '', (_, response) => response.end(BUFFER));
  client.end(GET.replace('Connection: close', 'Connection: keep-alive'));

  t.true((await text(client)).endsWith(BUFFER.toString()));
});

test('nothing more is sent to a client that goes away in the middle of an answer', async (t) => {
  const { client, socket } = await asked(t, GET, (_, response) => response.end(BUFFER));
  while (socket.writableLength === 0) await setImmediate();
  client.destroy();
  while (!socket.closed) await setImmediate();
  for (let i = 0; i < 5; i += 1) await setImmediate();

  t.true(socket.bytesWritten < BUFFER.length);
});
