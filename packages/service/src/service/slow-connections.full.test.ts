import test, { type ExecutionContext } from 'ava';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { emptyDataDir, runService, type RunningService } from '../testing/running-service.js';

const started = async (t: ExecutionContext, variables = {}): Promise<RunningService> => {
  const service = await runService(await emptyDataDir(), variables);
  t.teardown(() => service.end('SIGKILL'));
  return service;
};

const DRIP_MS = 200;

/**
 * Says something on a connection, drips on, and never closes its own side. Resolves when the other side is gone:
 * who only half closed would go on taking what drips.
 */
const untilLetGo = async (url: string, said: string, drip: string): Promise<void> => {
  const socket = connect({
    port: Number(new URL(url).port),
    host: '127.0.0.1',
    allowHalfOpen: true,
  });
  const gone = new Promise<void>((resolve) => {
    socket
      .on('error', () => undefined)
      .once('close', () => {
        resolve();
      });
  });
  await once(socket, 'connect');
  socket.write(said);
  let answered = false;
  socket.resume().once('end', () => {
    answered = true;
  });
  const drips = setInterval(() => {
    if (answered || drip !== '') socket.write(drip === '' ? '.' : drip);
  }, DRIP_MS);
  await gone;
  clearInterval(drips);
};

const post = (key: string, length: number, path = '/v1/partner/payments/batches'): string =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nX-Api-Key: ${key}\r\nIdempotency-Key: k\r\nContent-Type: application/json\r\nContent-Length: ${String(length)}\r\n\r\n`;

test('a connection that is silent, slow or stops half way is closed, answered or not, while others are served', async (t) => {
  const { url, key, get, end } = await started(t);
  const half = 'x'.repeat(40_000);

  await Promise.all([
    untilLetGo(url, '', ''),
    untilLetGo(url, 'G', ''),
    untilLetGo(url, 'GET /healthz HTTP/1.1\r\nHost: a\r\nX-Slow: ', ''),
    untilLetGo(url, 'GET /healthz HTTP/1.1\r\nHost: a\r\nX-Slow: ', 'x'),
    untilLetGo(url, 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n', ''),
    untilLetGo(url, 'no HTTP at all\r\n\r\n', ''),
    untilLetGo(url, `${post(key, 80_000)}${half}`, ''),
    untilLetGo(url, `${post(key, 80_000)}${half}`, ' '),
    untilLetGo(url, `${post('nobody', 80_000)}${half}`, ' '),
    untilLetGo(url, `${post('nobody', 50_000)}${half}`, ' '),
    untilLetGo(url, `${post(key, 50_000, '/healthz')}${half}`, ' '),
    untilLetGo(url, `${post(key, 50_000, '/sandbox/v1/clock/advance')}${half}`, ' '),
    untilLetGo(url, `${post(key, 50_000, '/nowhere')}${half}`, ''),
  ]);

  t.is((await get('/healthz')).status, 200);
  const { stderr } = await end('SIGTERM');
  t.deepEqual(
    stderr.filter((line) => line.includes('"level":"error"')),
    [],
  );
});

const opened = async ({ url }: RunningService): Promise<Socket> => {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
};

test('connections beyond MAX_CONNECTIONS wait until one ends, the log says so, and one that ends unserved leaves the queue', async (t) => {
  const service = await started(t, { MAX_CONNECTIONS: '3' });
  const open = () => opened(service);
  const asking = async (connection: string) => {
    const socket = await open();
    const closed = once(socket, 'close');
    let said = '';
    socket.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    socket.write(`GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: ${connection}\r\n\r\n`);
    return { socket, closed, answers: () => said.split('HTTP/1.1 200').length - 1 };
  };
  const inside = await asking('keep-alive');
  const held = [await open(), await open()];
  const [fourth, broken, ended, fifth] = [
    await asking('close'),
    await open(),
    await open(),
    await asking('close'),
  ];
  broken.resetAndDestroy();
  ended.end();
  inside.socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n');
  while (inside.answers() < 2) await once(inside.socket, 'data');
  t.is(fourth.answers(), 0);

  inside.socket.destroy();
  await Promise.all([fourth.closed, fifth.closed]);
  t.deepEqual([fourth.answers(), fifth.answers()], [1, 1]);
  for (const socket of held) socket.destroy();
  t.is((await service.get('/healthz')).status, 200);

  const { stderr } = await service.end('SIGTERM');
  t.is(stderr.filter((line) => line.includes('too many connections')).length, 1);
  t.deepEqual(
    stderr.filter((line) => line.includes('"level":"error"')),
    [],
  );
});

test('a service that stops keeps nobody waiting', async (t) => {
  const service = await started(t, { MAX_CONNECTIONS: '1' });
  const inside = await opened(service);
  inside.write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n');
  await once(inside, 'data');
  const waiting = await opened(service);
  const gone = [inside, waiting].map((socket) => once(socket.resume(), 'close'));

  t.is((await service.end('SIGTERM')).code, 0);
  await Promise.all(gone);
});
