import { memoryStorage } from '@hundi/adapter-memory';
import test from 'ava';
import { aBatch, aPayee, aPayment, postBatch } from '../../testing/bodies.js';
import { serve, type Served } from '../../testing/serve.js';

const LIST = '/v1/partner/beneficiaries';
const BATCHES = '/v1/partner/payments/batches';

const head = ({ acmeKey }: Served, path: string, ...headers: ReadonlyArray<string>): string =>
  [
    `POST ${path} HTTP/1.1`,
    'Host: localhost',
    `X-Api-Key: ${acmeKey}`,
    'Idempotency-Key: run-1',
    ...headers,
    '',
    '',
  ].join('\r\n');

const JSON_TYPE = 'Content-Type: application/json';

test('a body that says it is too long is refused before a byte of it is read', async (t) => {
  const served = await serve(t, memoryStorage());

  const small = await served.raw(head(served, LIST, JSON_TYPE, 'Content-Length: 65537'));
  const batch = await served.raw(head(served, BATCHES, JSON_TYPE, 'Content-Length: 33554433'));

  for (const answer of [small, batch]) {
    t.regex(answer, /^HTTP\/1\.1 413 /);
    t.regex(answer, /\r\nConnection: close\r\n/i);
    t.regex(answer, /"type":"payload_too_large_error"/);
  }
});

test('a body that says nothing of its length is counted, and cut off when it is too long', async (t) => {
  const served = await serve(t, memoryStorage());
  const chunk = `1000\r\n${' '.repeat(0x1000)}\r\n`;

  const answer = await served.raw(
    head(served, LIST, JSON_TYPE, 'Transfer-Encoding: chunked'),
    chunk.repeat(17),
  );

  t.regex(answer, /^HTTP\/1\.1 413 /);
  t.regex(answer, /\r\nConnection: close\r\n/i);
});

test('a client that sends forty megabytes can still read why it is rejected', async (t) => {
  const served = await serve(t, memoryStorage());

  const { status, json } = await postBatch(served, ' '.repeat(40 * 1_024 * 1_024), 'run-1');

  t.is(status, 413);
  t.is(json.type, 'payload_too_large_error');
});

test('a body of exactly the allowed length is read', async (t) => {
  const { post } = await serve(t, memoryStorage(), { bodyLimits: { small: 1_000 } });
  const body = JSON.stringify(aPayee());

  t.is((await post(LIST, body.padEnd(1_000))).status, 201);
  t.is((await post(LIST, body.padEnd(1_001))).status, 413);
});

test('a long body is not read for a key that may not send it', async (t) => {
  const served = await serve(t, memoryStorage());
  const request = head(served, BATCHES, JSON_TYPE, 'Content-Length: 16000000');

  const answer = await served.raw(request.replace(served.acmeKey, 'nobody'));

  t.regex(answer, /^HTTP\/1\.1 401 /);
  t.regex(answer, /\r\nConnection: close\r\n/i);
});

test('a connection goes on after a short body that was not read', async (t) => {
  const served = await serve(t, memoryStorage());
  const request = head(served, LIST, JSON_TYPE, 'Content-Length: 2').replace(
    served.acmeKey,
    'nobody',
  );

  const answers = await served.raw(
    `${request}{}`,
    'GET /v1/partner/unknown HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
  );

  t.deepEqual(answers.match(/HTTP\/1\.1 \d+/g), ['HTTP/1.1 401', 'HTTP/1.1 404']);
});

test('a body that breaks off is dropped, and the server goes on', async (t) => {
  const served = await serve(t, memoryStorage());
  const { connect } = await import('node:net');
  await new Promise<void>((resolve) => {
    const socket = connect(served.port, '127.0.0.1', () => {
      socket.write(`${head(served, LIST, JSON_TYPE, 'Content-Length: 500')}{"a":`, () => {
        socket.destroy();
      });
    });
    socket.on('close', () => {
      resolve();
    });
  });

  t.is((await served.get(LIST)).status, 200);
  t.deepEqual(served.incidents, []);
});

for (const encoding of ['gzip', 'br', 'deflate', 'gzip, identity', 'x']) {
  test(`a body with the content encoding ${encoding} is refused`, async (t) => {
    const { post } = await serve(t, memoryStorage());

    const { status, json } = await post(LIST, aPayee(), {
      headers: { 'content-encoding': encoding },
    });

    t.is(status, 415);
    t.is(json.type, 'unsupported_media_type_error');
  });
}

for (const type of [
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/json; charset=utf-16',
  'application/json; charset=utf-8; charset=utf-16',
  'application/json version=1',
  'application/json; version',
  'application/jsonp',
  'application/problem+json',
  'text/json, application/json',
]) {
  test(`a body of the type ${type} is refused`, async (t) => {
    const { post } = await serve(t, memoryStorage());

    const { status, json } = await post(LIST, aPayee(), { headers: { 'content-type': type } });

    t.is(status, 415);
    t.is(json.type, 'unsupported_media_type_error');
  });
}

test('a byte order mark before a body is no part of it; one within is', async (t) => {
  const served = await serve(t, memoryStorage());
  const send = (body: string): Promise<string> => {
    const length = `Content-Length: ${String(Buffer.byteLength(body))}`;
    const fields = ['Content-Type: application/json', length, 'Connection: close'];
    return served.raw(`${head(served, LIST, ...fields)}${body}`);
  };

  for (const broken of ['\ufeff\ufeff{}', '{\ufeff}', '\ufeff'])
    t.regex(await send(broken), /^HTTP\/1\.1 400 /);
  t.regex(await send(`\ufeff${JSON.stringify(aPayee())}`), /^HTTP\/1\.1 201 /);
});

test('a body without a content type is refused', async (t) => {
  const served = await serve(t, memoryStorage());

  t.regex(
    await served.raw(`${head(served, LIST, 'Content-Length: 2', 'Connection: close')}{}`),
    /^HTTP\/1\.1 415 /,
  );
});

test('the content type may name UTF-8, as it is written, and parameters of its own', async (t) => {
  const { post } = await serve(t, memoryStorage());

  for (const type of [
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'Application/JSON ; Charset=UTF-8',
    'application/json; charset=UTF8',
    'application/json; version=1',
    'application/json;charset=utf-8; version="1; 2";',
  ]) {
    const answer = await post(LIST, aPayee(), { headers: { 'content-type': type } });
    t.not(answer.status, 415, type);
  }
});

for (const [title, bytes] of [
  ['is not JSON', Buffer.from('{"a":')],
  ['is empty', Buffer.from('')],
  ['is JSON with comments', Buffer.from('{} // done')],
  ['is not UTF-8', Buffer.from([0x22, 0xff, 0x22])],
  ['holds half a character', Buffer.from([0x22, 0xe2, 0x82, 0x22])],
  ['holds a surrogate in UTF-8', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
  ['is UTF-16', Buffer.from('{}', 'utf16le')],
  ['holds a bare NUL', Buffer.from('{"a":"\0"}')],
] as const) {
  test(`a body that ${title} is refused at its root`, async (t) => {
    const served = await serve(t, memoryStorage());

    const answer = await served.raw(
      head(served, LIST, JSON_TYPE, `Content-Length: ${bytes.length}`, 'Connection: close'),
      bytes,
    );

    t.regex(answer, /^HTTP\/1\.1 400 /);
    t.regex(answer, /"errors":\[\{"pointer":"","code":"invalid"/);
  });
}

test('two Idempotency-Key headers are refused, even if they agree', async (t) => {
  const served = await serve(t, memoryStorage());

  const answer = await served.raw(
    `${head(
      served,
      BATCHES,
      JSON_TYPE,
      'idempotency-key: run-1',
      'Content-Length: 2',
      'Connection: close',
    )}{}`,
  );

  t.regex(answer, /^HTTP\/1\.1 400 /);
  t.regex(answer, /"pointer":"\/headers\/idempotency-key"/);
});

test('a header named like the prototype does no harm', async (t) => {
  const served = await serve(t, memoryStorage());

  const answer = await served.raw(
    `${head(served, BATCHES, JSON_TYPE, '__proto__: x', '__proto__: y', 'Content-Length: 2', 'Connection: close')}{}`,
  );

  t.regex(answer, /^HTTP\/1\.1 400 /);
  t.regex(answer, /"pointer":"\/payments"/);
  t.deepEqual(Object.getOwnPropertyNames(Object.prototype).includes('length'), false);
});

for (const key of ['__proto__', 'constructor', 'prototype']) {
  test(`metadata with the key ${key} is refused at any depth, and pollutes nothing`, async (t) => {
    const served = await serve(t, memoryStorage());
    const payee = await served.sandbox.beneficiary('SHARMA01');
    const evil = `{"${key}":{"admin":true}}`;

    for (const metadata of [evil, `{"a":[{"b":${evil}}]}`]) {
      const body = JSON.stringify(aBatch([aPayment(payee, 'T-1', { metadata: 0 })]));
      const { status, json } = await postBatch(
        served,
        body.replace('"metadata":0', `"metadata":${metadata}`),
        'run-1',
      );

      t.is(status, 400);
      t.is(json.errors[0]?.pointer, '/payments/0/metadata');
      t.is(({} as { admin?: boolean }).admin, undefined);
    }
  });
}

test('a body that names the prototype outside of metadata changes nothing', async (t) => {
  const served = await serve(t, memoryStorage());
  const payee = await served.sandbox.beneficiary('SHARMA01');
  const body = JSON.stringify(aBatch([aPayment(payee, 'T-1')])).replace(
    '{',
    '{"__proto__":{"bankTenantId":"x","apiRefNumber":"EVIL"},',
  );

  const { status, json } = await postBatch(served, body, 'run-1');

  t.is(status, 202);
  t.is(json.apiRefNumber, 'RUN-1');
});

for (const [where, wrap] of [
  ['as the body', (deep: string) => deep],
  ['in an unknown field', (deep: string) => `{"initiatedByUserId":"u-erp","x":${deep}}`],
  ['as the payments', (deep: string) => `{"initiatedByUserId":"u-erp","payments":${deep}}`],
  [
    'as an amount',
    (deep: string) => JSON.stringify(aBatch([{ amount: 0 }])).replace(':0', `:${deep}`),
  ],
  [
    'as metadata',
    (deep: string) =>
      JSON.stringify(aBatch([aPayment('b', 'T-1', { metadata: 0 })])).replace(
        '"metadata":0',
        `"metadata":{"a":${deep}}`,
      ),
  ],
] as const) {
  for (const [shape, open, close] of [
    ['lists', '[', ']'],
    ['objects', '{"a":', '}'],
  ] as const) {
    test(`${shape} nested ten thousand deep are refused ${where}`, async (t) => {
      const served = await serve(t, memoryStorage());
      const deep = `${open.repeat(10_000)}1${close.repeat(10_000)}`;

      const { status } = await postBatch(served, wrap(deep), 'run-1');

      t.is(status, 400);
      t.deepEqual(served.incidents, []);
    });
  }
}

test('a megabyte of nesting is refused', async (t) => {
  const served = await serve(t, memoryStorage());
  const depth = 1_000_000;

  const { status } = await postBatch(served, `${'['.repeat(depth)}${']'.repeat(depth)}`, 'run-1');

  t.is(status, 400);
  t.deepEqual(served.incidents, []);
});

test('every text field of every body refuses a NUL', async (t) => {
  const served = await serve(t, memoryStorage());
  const payee = await served.sandbox.beneficiary('SHARMA01');
  const NUL = 'a\u0000b1234567';
  const bodies: [string, unknown][] = [
    ...Object.keys(aPayee()).map((field): [string, unknown] => [
      LIST,
      aPayee({ [field]: Array.isArray(aPayee()[field as 'beneName']) ? [NUL] : NUL }),
    ]),
    ...['beneEmail', 'beneType', 'beneCategory'].map((field): [string, unknown] => [
      LIST,
      aPayee({ [field]: NUL }),
    ]),
    [LIST, aPayee({ tags: [NUL] })],
    ...['actorUserId', 'action', 'comment'].map((field): [string, unknown] => [
      `${LIST}/b-1/authorize`,
      { actorUserId: 'u-checker', action: 'approve', [field]: NUL },
    ]),
    ...['initiatedByUserId', 'apiRefNumber'].map((field): [string, unknown] => [
      BATCHES,
      aBatch([aPayment(payee, 'T-1')], { [field]: NUL }),
    ]),
    ...[
      'transactionReference',
      'beneficiaryId',
      'packageCode',
      'debitAccountNumber',
      'paymentMethodCode',
      'beneficiaryAccountNumber',
      'remark',
      'tag',
      'payoutDate',
    ].map((field): [string, unknown] => [
      BATCHES,
      aBatch([aPayment(payee, 'T-1', { [field]: NUL })]),
    ]),
  ];

  for (const [path, body] of bodies) {
    const { status } = await served.post(path, body, { headers: { 'idempotency-key': 'run-1' } });

    t.is(status, 400, JSON.stringify(body));
  }
  t.deepEqual(served.incidents, []);
});

test('the body of a GET is not looked at', async (t) => {
  const served = await serve(t, memoryStorage());

  const answer = await served.raw(
    head(served, LIST, 'Content-Length: 3', 'Connection: close').replace('POST', 'GET'),
    '\xff{,',
  );

  t.regex(answer, /^HTTP\/1\.1 200 /);
});

test('a request that says its length in two ways is refused', async (t) => {
  const served = await serve(t, memoryStorage());

  const answer = await served.raw(
    head(served, LIST, JSON_TYPE, 'Content-Length: 2', 'Transfer-Encoding: chunked'),
    '0\r\n\r\n',
  );

  t.regex(answer, /^HTTP\/1\.1 400 /);
});
