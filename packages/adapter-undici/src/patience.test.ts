import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import { addressRule } from './address-rule.js';
import type { Waits } from './patience.js';
import { systemResolve } from './resolve.js';
import { senderOver } from './undici-sender.js';

const HOUR = 3_600_000;
const TIMED_OUT = { kind: 'unanswered', fault: 'timed_out' };

/** A receiver that takes connections and answers only when it is asked to. */
const stage = async (t: ExecutionContext, waits: Waits) => {
  const sockets: Socket[] = [];
  const asked: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.on('data', () => {
      asked.push(socket);
      server.emit('asked');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const sender = senderOver(addressRule(true), systemResolve(), waits);
  t.teardown(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await sender.close();
  });
  const { port } = server.address() as AddressInfo;
  const send = (endpointId = 'we_1') =>
    sender.send({
      endpointId,
      url: `http://127.0.0.1:${String(port)}/`,
      headers: { 'webhook-id': 'evt_1', 'webhook-timestamp': '1', 'webhook-signature': 'v1,abc' },
      body: new Uint8Array(),
    });
  const asking = async (): Promise<void> => {
    await once(server, 'asked');
  };
  const answer = (): void => {
    asked.at(-1)?.write('HTTP/1.1 204 No Content\r\n\r\n');
  };
  const answerAll = (): void => {
    server.on('asked', answer);
  };
  return { sender, send, asking, answer, answerAll };
};

test('during a clock advance an attempt ends early, also one that began before', async (t) => {
  const { sender, send, asking } = await stage(t, { usual: HOUR, hurried: 50, silent: 50 });
  const before = send();
  await asking();

  t.deepEqual(await sender.hurried(() => Promise.all([before, send()])), [TIMED_OUT, TIMED_OUT]);
});

test('an endpoint that used up its time during a clock advance gets less until the advance is over', async (t) => {
  const waits = { usual: HOUR, hurried: 300, silent: 0 };
  const { sender, send, answerAll } = await stage(t, waits);
  const ended: string[] = [];
  const sent = async (endpointId: string): Promise<void> => {
    t.deepEqual(await send(endpointId), TIMED_OUT);
    ended.push(endpointId);
  };
  await sender.hurried(async () => {
    await sent('we_1');
    await Promise.all([sent('we_2'), sent('we_1')]);
  });
  t.deepEqual(ended, ['we_1', 'we_1', 'we_2']);

  answerAll();
  const patient = send();
  t.deepEqual(await patient, { kind: 'answered', status: 204, text: '' });
});

test('after a clock advance, attempts in progress have their usual time again', async (t) => {
  const { sender, send, asking, answer } = await stage(t, { usual: HOUR, hurried: 0, silent: 0 });
  await sender.hurried(async () => undefined);
  const patient = send();
  await asking();
  answer();
  t.deepEqual(await patient, { kind: 'answered', status: 204, text: '' });
});
