import { memoryStorage } from '@hundi/adapter-memory';
import { inProcessRateLimiter, type RateLimiter, type Storage } from '@hundi/core';
import test from 'ava';
import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { setImmediate as nextRound } from 'node:timers/promises';
import { aBatch, aPayee, aPayment, postBatch } from '../../testing/bodies.js';
import { serve, type Served } from '../../testing/serve.js';

const LIST = '/v1/partner/beneficiaries';
const BATCHES = '/v1/partner/payments/batches';
const MIB = 1_024 * 1_024;

const around = (payments: string): string =>
  `{"initiatedByUserId":"u-erp","apiRefNumber":"RUN-1","payments":${payments}}`;

const keys = (count: number): string =>
  Array.from({ length: count }, (_, i) => `"k${String(i)}":1`).join(',');

const wide = (members: string): string =>
  around(`[{"transactionReference":"T-1","amount":1,"metadata":{${members}}}]`);

for (const [what, body, pointer, detail] of [
  ['metadata of 1.3 million keys', wide(keys(1_150_000)), '/payments/0', 'at most 65536 bytes'],
  ['16 MiB of open lists', around('['.repeat(16_000_000)), '/payments/0', 'at most 32 levels'],
  [
    '5 million payments',
    around(`[${'{},'.repeat(5_000_000)}{}]`),
    '/payments',
    '1 to 20000 payments',
  ],
  [
    'a text of 16 MiB',
    around(`["${'x'.repeat(16_000_000)}"]`),
    '/payments/0',
    'at most 65536 bytes',
  ],
  ['2 million escapes', `{"a":"${'\\u0000'.repeat(2_000_000)}"}`, '', 'at most 65536 bytes'],
  [
    'a number of 16 million digits',
    around(`[${'9'.repeat(16_000_000)}]`),
    '/payments/0',
    'at most 65536 bytes',
  ],
  ['16 MiB of spaces', `${' '.repeat(16_000_000)}{}`, '', 'at most 65536 bytes'],
  [
    '20,000 payments of nothing',
    around(`[${'{},'.repeat(19_999)}{}]`),
    '/payments/0/transactionReference',
    undefined,
  ],
] as const) {
  test(`${what} are refused before they cost anybody anything`, async (t) => {
    const served = await serve(t, memoryStorage());

    const { status, json } = await postBatch(served, body, 'run-1');

    t.is(status, 400);
    t.is(json.errors[0]?.pointer, pointer);
    t.is(json.errors[0]?.detail, detail === undefined ? 'is required' : `expected ${detail}`);
    t.deepEqual(served.incidents, []);
  });
}

test('a list of a small body is counted before its items are looked at', async (t) => {
  const { post } = await serve(t, memoryStorage());

  const { status, json } = await post(LIST, aPayee({ beneBankAccounts: Array(1_000).fill({}) }));

  t.is(status, 400);
  t.deepEqual(json.errors, [
    { pointer: '/beneBankAccounts', code: 'invalid', detail: 'expected 1 to 5 accounts' },
  ]);
});

test('a small body of more values than any request needs is refused before it is parsed', async (t) => {
  const { post } = await serve(t, memoryStorage());

  const { status, json } = await post(LIST, `{"beneBankAccounts":[${'{},'.repeat(20_000)}{}]}`);

  t.is(status, 400);
  t.is(json.detail, 'The body: expected at most 4096 values.');
});

for (const [where, path] of [
  ['the partner API', LIST],
  ['collection checkout', '/v1/checkout/sessions'],
  ['the portal', '/portal/v1/login'],
] as const) {
  test(`a member that is sent twice is refused by ${where}`, async (t) => {
    const { post, sandbox } = await serve(t, memoryStorage());
    const secretKey = sandbox.credentials.corporates['acme']?.secretKeys['shop'] ?? '';

    const { status, json } = await post(path, '{"a":{"b":1,"b":2}}', {
      headers: { authorization: `Bearer ${secretKey}`, 'idempotency-key': 'order-1' },
    });

    t.is(status, 400);
    t.deepEqual(json.errors, [{ pointer: '/a/b', code: 'invalid', detail: 'appears twice' }]);
  });
}

test('the answer to 20,000 payments with 4 KiB of metadata each says how long a body may be', async (t) => {
  const served = await serve(t, memoryStorage());

  const { status, json } = await postBatch(served, ' '.repeat(40 * MIB), 'run-1');

  t.is(status, 413);
  t.is(
    json.detail,
    'The body has 41943040 bytes, which is more than the 33554432 bytes that this endpoint accepts. Send less in one request.',
  );
});

/** Sends a head and half of a body, and leaves it at that. */
const halfBody = async (
  { port }: Served,
  key: string,
  length: number,
  path = BATCHES,
): Promise<Socket> => {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nX-Api-Key: ${key}\r\nIdempotency-Key: half\r\nContent-Type: application/json\r\nContent-Length: ${String(length)}\r\n\r\n{`,
  );
  return socket;
};

const until = async (seen: () => Promise<boolean>): Promise<void> => {
  while (!(await seen()));
};

test('bodies in flight count for their key: more than its share is 429, and no other key is affected', async (t) => {
  const served = await serve(t, memoryStorage(), {
    bodiesHeld: { ofCaller: 100_000 },
    rateLimits: 'off',
  });
  const post = (key = served.acmeKey) =>
    served.post(BATCHES, ' '.repeat(50_000), { key, headers: { 'idempotency-key': 'run-1' } });
  t.is((await post()).status, 400);

  const half = await halfBody(served, served.acmeKey, 60_000);
  await until(async () => (await post()).status === 429);
  const refused = await post();

  t.is(refused.headers.get('retry-after'), '1');
  t.is(refused.json.type, 'rate_limit_error');
  t.is((await post(served.globexKey)).status, 400);
  half.destroy();
  await until(async () => (await post()).status === 400);
});

test('a body that does not say how long it is counts as it comes', async (t) => {
  const served = await serve(t, memoryStorage(), { bodiesHeld: { ofCaller: 10_000 } });
  const chunk = `1000\r\n${' '.repeat(0x1000)}\r\n`;

  const answer = await served.raw(
    `POST ${BATCHES} HTTP/1.1\r\nHost: localhost\r\nX-Api-Key: ${served.acmeKey}\r\nIdempotency-Key: k\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
    chunk.repeat(3),
  );

  t.regex(answer, /^HTTP\/1\.1 429 /);
});

test('when all keys together have too much on the way, the next body is 503 until there is room', async (t) => {
  const served = await serve(t, memoryStorage(), {
    bodiesHeld: { inAll: 15 * MIB },
    rateLimits: 'off',
  });
  const post = () => postBatch(served, ' '.repeat(2 * MIB), 'run-1', { key: served.globexKey });

  const half = await halfBody(served, served.acmeKey, 14 * MIB);
  await until(async () => (await post()).status === 503);
  const refused = await post();

  t.is(refused.json.type, 'service_unavailable_error');
  t.is(refused.headers.get('retry-after'), '1');
  half.destroy();
  await until(async () => (await post()).status === 400);
});

test('bytes have a rate that is independent of the rate of calls', async (t) => {
  let now = 0;
  const rateLimits = inProcessRateLimiter(
    { reads: 1_000, writes: 1_000, bytes: 10_000 },
    { now: () => now },
  );
  const served = await serve(t, memoryStorage(), { rateLimits });
  const post = () => served.post(LIST, ' '.repeat(20_000));

  t.deepEqual([(await post()).status, (await post()).status], [400, 400]);
  const refused = await post();
  t.is(refused.status, 429);
  t.is(refused.json.detail, 'Too many bytes; try again in 2 s.');
  t.is(refused.headers.get('retry-after'), '2');
  now += 2_000;
  t.is((await post()).status, 400);
});

/** Lets every call through, and resolves when so many bodies have come whole, and are about to be parsed. */
const watchedLimiter = () => {
  let whole = 0;
  const limiter: RateLimiter = {
    take: (_, kind) => {
      if (kind === 'bytes') whole += 1;
      const left = { limit: 9, windowSeconds: 1, remaining: 9, resetSeconds: 1 };
      return Promise.resolve({ allowed: true, ...left });
    },
  };
  const cameWhole = async (count: number): Promise<void> => {
    while (whole < count) await nextRound();
  };
  return { limiter, cameWhole };
};

/** A storage whose units of work wait, from a moment on, until they are let go. */
const heldUp = () => {
  const kept = memoryStorage();
  let mayGo = Promise.resolve();
  const storage: Storage = {
    ...kept,
    atomically: async (work) => {
      await mayGo;
      return kept.atomically(work);
    },
  };
  const hold = (): (() => void) => {
    let letGo = (): void => undefined;
    mayGo = new Promise((resolve) => {
      letGo = resolve;
    });
    return () => {
      letGo();
    };
  };
  return { storage, hold };
};

test('large bodies of one key are answered one after another, those of another key beside them', async (t) => {
  const { storage, hold } = heldUp();
  const { limiter, cameWhole } = watchedLimiter();
  const served = await serve(t, storage, { rateLimits: limiter });
  const payee = await served.sandbox.beneficiary('SHARMA01');
  const rows = Array.from({ length: 1_000 }, (_, i) => aPayment(payee, `T-${String(i)}`));
  const answered: string[] = [];
  const send = async (name: string, body: unknown, key: string): Promise<number> => {
    const { status } = await postBatch(served, body, name, { key });
    answered.push(name);
    return status;
  };
  const letGo = hold();

  const first = send('first', aBatch(rows), served.acmeKey);
  await cameWhole(1);
  // It is not JSON, and so short that it would be refused before the next one.
  const second = send('second', ' '.repeat(70_000), served.acmeKey);
  await cameWhole(2);
  t.is(await send('beside', ' '.repeat(2 * MIB), served.globexKey), 400);

  t.deepEqual(answered, ['beside']);
  letGo();
  t.deepEqual(await Promise.all([first, second]), [202, 400]);
});
