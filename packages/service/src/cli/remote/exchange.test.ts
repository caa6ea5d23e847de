import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import { E } from '@hundi/core';
import { forwardOf } from '../webhooks/forward.js';
import { callOnce } from './call.js';

const listening = async (
  t: ExecutionContext,
  listener: RequestListener,
  ports: ReadonlyArray<number>,
): Promise<string> => {
  for (const port of ports) {
    const server: Server = createServer(listener).listen(port, '127.0.0.1');
    const taken = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!taken) continue;
    t.teardown(() => {
      server.closeAllConnections();
      server.close();
    });
    return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  }
  throw new Error('every port is taken');
};

/** Ports that fetch refuses. */
const REFUSED = [6_000, 6_566, 6_665, 6_666, 6_667, 6_668, 6_669, 6_697, 10_080];

const { signal: stop } = new AbortController();
const get = (url: string) => callOnce({ method: 'GET', url, headers: {} }, stop);

test('commands reach a service, and webhooks a receiver, on any port', async (t) => {
  const paths: unknown[] = [];
  const url = await listening(
    t,
    (request, response) => {
      paths.push(request.url);
      response.writeHead(202, { 'retry-after': '7' }).end('{"a":1}');
    },
    REFUSED,
  );
  const called = await get(`${url}/v1`);
  const forward = forwardOf({ values: { forward: `${url}/hook` }, words: [], json: false });

  t.like(called, { right: { status: 202, body: { a: 1 } } });
  t.is(E.isRight(called) && called.right.headers.get('retry-after'), '7');
  t.deepEqual(await forward?.(Buffer.from('{}'), {}), E.right(202));
  t.deepEqual(paths, ['/v1', '/hook']);
});

test('an answer without an end ends the call, in words', async (t) => {
  const piece = Buffer.alloc(1_048_576, ' ');
  const url = await listening(
    t,
    (_, response) => {
      const go = (): void => {
        while (response.write(piece));
      };
      response.on('drain', go);
      go();
    },
    [0],
  );

  t.deepEqual(
    await get(url),
    E.left({ reason: 'the answer is larger than 64 MiB', isFinal: true }),
  );
});

test('an answer that breaks off is no answer', async (t) => {
  const url = await listening(
    t,
    (_, response) => {
      response.writeHead(200, { 'content-length': '9' }).write('{"a":');
      response.on('error', () => undefined);
      setImmediate(() => response.destroy());
    },
    [0],
  );

  t.deepEqual(await get(url), E.left({ reason: 'ECONNRESET' }));
});

test('a redirect is not followed', async (t) => {
  const url = await listening(
    t,
    (_, response) => response.writeHead(302, { location: '/elsewhere' }).end(),
    [0],
  );

  t.like(await get(url), { right: { status: 302 } });
});

test('a signal ends a call that waits', async (t) => {
  const stopping = new AbortController();
  const url = await listening(t, () => {
    stopping.abort();
  }, [0]);
  const called = callOnce({ method: 'GET', url, headers: {} }, stopping.signal);

  t.deepEqual(await called, E.left({ reason: 'stopped by a signal' }));
});

test('a server that goes over to another protocol is no service', async (t) => {
  const url = await listening(
    t,
    (_, response) => {
      response.socket?.end(
        'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n',
      );
    },
    [0],
  );

  t.regex(JSON.stringify(await get(url)), /another protocol/);
});

test('commands say what they are', async (t) => {
  const agents: unknown[] = [];
  const url = await listening(
    t,
    (request, response) => {
      agents.push(request.headers['user-agent']);
      response.end('{}');
    },
    [0],
  );
  await get(url);

  t.regex(String(agents[0]), /^hundi\/\d+\.\d+\.\d+/);
});
