import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { signTestWebhook } from '@hundi/core/receiver';
import { demoDocument } from '@hundi/testkit';
import { callHundi } from '../../testing/command-line.js';
import { batchTo, json, payee, postBatch } from '../../testing/partner.js';
import { emptyDataDir } from '../../testing/running-service.js';
import { serveHere } from '../../testing/serve-here.js';

const SECRET = `whsec_${'c2VjcmV0'.repeat(5)}`;

const listen = async (t: ExecutionContext, words: ReadonlyArray<string> = []) => {
  const stopping = new AbortController();
  const out: string[] = [];
  const ended = callHundi(['webhooks', 'listen', '--port', '0', '--json', ...words], {
    env: { HUNDI_WEBHOOK_SECRET: SECRET },
    out: (line) => out.push(line),
    stop: stopping.signal,
  });
  t.teardown(() => {
    stopping.abort();
  });
  const line = async (at: number) => {
    while (out.length <= at) await setTimeout(5);
    return JSON.parse(out[at] ?? '') as Readonly<Record<string, unknown>>;
  };
  const { listening } = await line(0);
  const end = () => {
    stopping.abort();
    return ended;
  };
  return { url: String(listening), line, out, end };
};

const body = (id: string) =>
  JSON.stringify({
    id,
    type: 'transaction.paid',
    created: 1,
    sequence: 2,
    data: { object: { transactionId: 'txn-1', status: 'paid' } },
  });

const deliver = (url: string, id: string, { at = Date.now(), secret = SECRET } = {}) =>
  fetch(`${url}/any/path`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...signTestWebhook({ secrets: [secret], webhookId: id, body: body(id), at }),
    },
    body: body(id),
  });

test('each event is printed whole once, and a repetition as one', async (t) => {
  const { url, line, end } = await listen(t);

  t.is((await deliver(url, 'evt_1')).status, 204);
  t.is((await deliver(url, 'evt_1')).status, 204);
  t.like(await line(1), {
    webhookId: 'evt_1',
    again: false,
    answered: 204,
    event: JSON.parse(body('evt_1')) as object,
  });
  t.like(await line(2), { webhookId: 'evt_1', again: true, event: undefined });
  t.like(await end(), { code: 0 });
});

for (const words of [
  ['--answer', '200'],
  ['--forward', 'http://127.0.0.1:1'],
]) {
  test(`what does not verify is 400 with ${words.join(' ')}, and is not handed on`, async (t) => {
    const { url, line } = await listen(t, words);
    const forged = `whsec_${'Zm9yZ2Vk'.repeat(5)}`;

    t.is((await deliver(url, 'evt_1', { secret: forged })).status, 400);
    t.is((await deliver(url, 'evt_1', { at: Date.now() - 301_000 })).status, 400);
    t.is((await fetch(url, { method: 'POST', body: '{}' })).status, 400);
    t.is((await fetch(url)).status, 405);
    t.like(await line(1), { rejected: 'signature_mismatch' });
    t.like(await line(2), { rejected: 'timestamp_too_old' });
    t.like(await line(3), { rejected: 'header_missing' });
  });
}

test('a body of more than a mebibyte is 413', async (t) => {
  const { url, line } = await listen(t);
  const answer = await fetch(url, { method: 'POST', body: 'x'.repeat(1_048_577) });

  t.is(answer.status, 413);
  t.like(await line(1), { rejected: 'body_too_large' });
});

test('--answer tries retries: the event is printed, and refused', async (t) => {
  const { url, line } = await listen(t, ['--answer', '500']);

  t.is((await deliver(url, 'evt_1')).status, 500);
  t.like(await line(1), { webhookId: 'evt_1', answered: 500 });
});

test('--tolerance takes deliveries of a clock that was moved', async (t) => {
  const { url } = await listen(t, ['--tolerance', '7200']);

  t.is((await deliver(url, 'evt_1', { at: Date.now() + 3_600_000 })).status, 204);
});

test('--forward hands on every byte with its signature, and answers as it is answered', async (t) => {
  const got: { readonly headers: unknown; readonly text: string }[] = [];
  const target = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      got.push({ headers: request.headers, text: Buffer.concat(chunks).toString() });
      response.writeHead(got.length === 1 ? 202 : 503).end('text');
    });
  }).listen(0, '127.0.0.1');
  await once(target, 'listening');
  t.teardown(() => target.close());
  const { port } = target.address() as AddressInfo;
  const { url } = await listen(t, ['--forward', `http://127.0.0.1:${String(port)}/hooks`]);

  t.is((await deliver(url, 'evt_1')).status, 202);
  t.is((await deliver(url, 'evt_1')).status, 503);
  t.deepEqual(
    got.map(({ text }) => text),
    [body('evt_1'), body('evt_1')],
  );
  t.like(got[0]?.headers, { 'webhook-id': 'evt_1', 'content-type': 'application/json' });
});

test('where --forward leads nowhere the sender hears 502, and sends again', async (t) => {
  const { url, line } = await listen(t, ['--forward', 'http://127.0.0.1:1/hooks']);

  t.is((await deliver(url, 'evt_1')).status, 502);
  t.like(await line(1), { webhookId: 'evt_1', answered: 502 });
});

test('it receives what a running service sends', async (t) => {
  const { url, out, end } = await listen(t);
  const dataDir = await emptyDataDir();
  const file = join(dataDir, 'tenants.json');
  const webhookEndpoints = [{ url, eventTypes: ['transaction.paid'], secret: SECRET }];
  await writeFile(file, JSON.stringify(demoDocument({ webhookEndpoints })));
  const service = await serveHere(t, dataDir, { PROVISION_FILE: file });
  json(await postBatch(service, batchTo(await payee(service, 'Sharma Steel'), 'HOOK', 3)), 202);
  while (out.length < 4) await setTimeout(20);
  await end();
  const events = out.slice(1).map((line) => JSON.parse(line) as { event: { type: string } });

  t.deepEqual(
    events.map(({ event }) => event.type),
    Array<string>(3).fill('transaction.paid'),
  );
});

test('people read a line for each delivery', async (t) => {
  const stopping = new AbortController();
  const out: string[] = [];
  const ended = callHundi(['webhooks', 'listen', '--port', '0'], {
    env: { HUNDI_WEBHOOK_SECRET: SECRET },
    out: (line) => out.push(line),
    stop: stopping.signal,
  });
  while (out.length === 0) await setTimeout(5);
  const url = out[0]?.replace('hundi listens for webhooks on ', '') ?? '';
  await deliver(url, 'evt_1');
  await deliver(url, 'evt_1');
  await deliver(url, 'evt_2', { at: 0 });
  stopping.abort();
  const { err } = await ended;

  t.regex(out[1] ?? '', /^\S+Z transaction\.paid evt_1 txn-1 paid → 204$/);
  t.regex(out[2] ?? '', /^\S+Z again transaction\.paid evt_1 → 204$/);
  t.regex(err[0] ?? '', /^rejected: timestamp_too_old/);
});

for (const [what, words, env, found] of [
  ['no secret', [], {}, /HUNDI_WEBHOOK_SECRET: must be set/],
  ['a weak secret', [], { HUNDI_WEBHOOK_SECRET: 'whsec_abc' }, /HUNDI_WEBHOOK_SECRET: expected/],
  ['a file of secrets that is nowhere', ['--secret-file', '/nowhere'], {}, /ENOENT/],
  ['a file of secrets without an end', ['--secret-file', '/dev/zero'], {}, /is larger than 1 MiB/],
  ['a forward that is no address', ['--forward', 'ftp://a'], {}, /--forward: expected/],
  [
    'an answer beside a forward',
    ['--forward', 'http://127.0.0.1:1/', '--answer', '500'],
    { HUNDI_WEBHOOK_SECRET: SECRET },
    /^hundi: --answer: with --forward the receiver decides/,
  ],
  ['an answer that is no status', ['--answer', '99'], {}, /--answer: expected/],
] as const) {
  test(`a call with ${what} is misuse`, async (t) => {
    const { code, err } = await callHundi(['webhooks', 'listen', ...words], { env });

    t.is(code, 2);
    t.regex(err[0] ?? '', found);
  });
}

test('secrets stand in a file, a line each while one is rotated', async (t) => {
  const file = join(await emptyDataDir(), 'secrets');
  await writeFile(file, `whsec_${'b2xkIG9uZQ'.repeat(4)}\n${SECRET}\n`);
  const { url } = await listen(t, ['--secret-file', file]);

  t.is((await deliver(url, 'evt_1')).status, 204);
});
