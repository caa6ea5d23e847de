import { memoryStorage } from '@hundi/adapter-memory';
import test from 'ava';
import { serve } from '../testing/serve.js';

const LIST = '/v1/partner/beneficiaries';

for (const path of [
  '/v1/partner',
  '/v1/partner/',
  '/v1/partner/unknown',
  `${LIST}/`,
  `/v1/partner//beneficiaries`,
  '/v1/partner/Beneficiaries',
  `${LIST}//authorize`,
  '/v1/partner/payments/jobs',
  '/v1/partner/payments/jobs/a/b',
  '/v1/partner/beneficiaries%2F',
  '/v1/partner/%ZZ',
]) {
  test(`there is nothing at ${path}`, async (t) => {
    const { get } = await serve(t, memoryStorage());

    const { status, headers, json } = await get(path, { key: null });

    t.is(status, 404);
    t.is(headers.get('content-type'), 'application/problem+json');
    t.is(json.type, 'object_not_found_error');
  });
}

test('paths outside the prefix belong to the host', async (t) => {
  const { get } = await serve(t, memoryStorage());

  for (const path of ['/', '/v1', '/v1/partners', '/v1/partnership/beneficiaries', '/V1/partner']) {
    const { status, headers, text } = await get(path);

    t.is(status, 200);
    t.is(text, 'the host');
    t.is(headers.get('x-request-id'), null);
  }
});

for (const [path, allow, methods] of [
  [LIST, 'GET, HEAD, POST', ['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND']],
  [`${LIST}/b-1/authorize`, 'POST', ['GET', 'HEAD', 'PUT']],
  ['/v1/partner/payments/batches', 'POST', ['GET', 'DELETE']],
  ['/v1/partner/payments/jobs/j-1', 'GET, HEAD', ['POST', 'DELETE']],
] as const) {
  test(`${path} allows ${allow} only`, async (t) => {
    const { send } = await serve(t, memoryStorage());

    for (const method of methods) {
      const { status, headers, json } = await send(method, path, { key: null });

      t.is(status, 405);
      t.is(headers.get('allow'), allow);
      if (method !== 'HEAD') t.is(json.type, 'method_not_allowed_error');
    }
  });
}

test('HEAD answers as GET does, without the body', async (t) => {
  const { get, send } = await serve(t, memoryStorage());

  for (const path of [LIST, '/v1/partner/payments/jobs/j-1', '/v1/partner/unknown']) {
    const headers = { 'x-request-id': 'one-and-the-same' };
    const got = await get(path, { headers });
    const head = await send('HEAD', path, { headers });

    t.is(head.status, got.status);
    t.is(head.text, '');
    t.is(head.headers.get('content-type'), got.headers.get('content-type'));
    t.is(head.headers.get('content-length'), String(Buffer.byteLength(got.text)));
  }
});

test('a method that is only named in a header or a parameter is not used', async (t) => {
  const { send } = await serve(t, memoryStorage());

  const { status } = await send('POST', '/v1/partner/payments/jobs/j-1?_method=GET', {
    headers: { 'x-http-method-override': 'GET' },
  });

  t.is(status, 405);
});

test('no answer may be stored by a cache or guessed at by a browser', async (t) => {
  const { get, send } = await serve(t, memoryStorage());

  for (const { headers } of [
    await get(LIST),
    await get(LIST, { key: null }),
    await get('/v1/partner/unknown'),
    await send('PUT', LIST),
  ]) {
    t.is(headers.get('cache-control'), 'no-store');
    t.is(headers.get('x-content-type-options'), 'nosniff');
  }
});

test("the caller's request id comes back, in the header and as the instance of a problem", async (t) => {
  const { get } = await serve(t, memoryStorage());

  const { headers, json } = await get('/v1/partner/unknown', {
    headers: { 'x-request-id': 'erp/2026-01-05#17' },
  });

  t.is(headers.get('x-request-id'), 'erp/2026-01-05#17');
  t.is(json.instance, 'erp/2026-01-05#17');
});

test('a request id that is missing or odd is replaced by a new one', async (t) => {
  let made = 0;
  const { get } = await serve(t, memoryStorage(), { requestId: () => `made-${++made}` });

  for (const sent of [undefined, '', 'two words', 'i'.repeat(101), 'r\u00e9f']) {
    const { headers, json } = await get('/v1/partner/unknown', {
      headers: sent === undefined ? {} : { 'x-request-id': sent },
    });

    t.is(headers.get('x-request-id'), `made-${made}`);
    t.is(json.instance, `made-${made}`);
  }
  t.is(made, 5);
});

test('the Host header changes no answer', async (t) => {
  const { raw } = await serve(t, memoryStorage());

  const answer = await raw(
    'GET /v1/partner/unknown HTTP/1.1\r\nHost: evil.example@127.0.0.1\r\nConnection: close\r\n\r\n',
  );

  t.regex(answer, /^HTTP\/1\.1 404 /);
  t.notRegex(answer, /evil/);
});
