import { proxiesOf } from '@hundi/adapter-koa';
import test, { type ExecutionContext } from 'ava';
import { secureHeaders } from '../http/secure-headers.js';
import { failingApp } from '../testing/failing-app.js';
import { exchange, parsed } from '../testing/raw.js';
import { emptyDataDir } from '../testing/running-service.js';
import { serveHere, type ServedHere } from '../testing/serve-here.js';

interface Answered {
  readonly status: number;
  readonly headers: Headers;
}

/** What an answer lacks, a line each. */
const faultsOf = ({ headers }: Answered): ReadonlyArray<string> => {
  const policy = (headers.get('content-security-policy') ?? '').split('; ');
  return [
    ...["default-src 'none'", "frame-ancestors 'none'"].filter((one) => !policy.includes(one)),
    ...(/^max-age=\d{8,}; includeSubDomains$/.test(headers.get('strict-transport-security') ?? '')
      ? []
      : ['strict-transport-security']),
    ...(headers.has('access-control-allow-origin') ? ['no reader of another origin'] : []),
    ...(headers.get('referrer-policy') === 'no-referrer' ? [] : ['referrer-policy']),
    ...(headers.get('x-content-type-options') === 'nosniff' ? [] : ['x-content-type-options']),
  ];
};

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

const PAGES = [
  ...['', '/enter', '/choices', '/code', '/authorize', '/cancel', '/return'].map(
    (step) => `/payout/{id}${step}`,
  ),
  ...['', '/pay', '/cancel', '/done', '/return'].map((step) => `/pay/{id}${step}`),
  '/link/{id}',
];
const OTHERS = [
  '/',
  '/nothing',
  '/%E0%A4%A',
  '/v1/partner',
  '/v1/checkout/x',
  '/portal/v1',
  '/payout',
  '/healthz',
  '/readyz',
  '/metrics',
  '/docs',
  '/openapi.json',
  '/portal/docs',
  '/portal/openapi.json',
  '/sandbox/v1/mail',
  '/sandbox/v1/clock',
  '/sandbox/v1/bank/orders',
  '/sandbox/v1/bank/accounts/1',
  '/sandbox/v1/bank/faults',
  '/sandbox/v1/cards/charges',
];

/** Every path that a description names. */
const described = async ({ get }: ServedHere, path: string): Promise<ReadonlyArray<string>> =>
  Object.keys((JSON.parse((await get(path)).text) as { paths: object }).paths);

const everyPath = async (service: ServedHere): Promise<ReadonlyArray<string>> =>
  [
    ...(await described(service, '/openapi.json')),
    ...(await described(service, '/portal/openapi.json')),
    ...PAGES,
    ...OTHERS,
  ].map((path) => path.replaceAll(/\{\w+\}/g, 'x'));

const running = async (t: ExecutionContext): Promise<ServedHere> => {
  const variables = { PUBLIC_URL: 'https://pay.example', RATE_LIMITS: 'off' };
  return serveHere(t, await emptyDataDir(), variables);
};

/** JSON needs no charset to be named; texts do. */
const TYPED = /^(application\/(problem\+)?json\b|text\/[a-z]+;.*charset=utf-8$)/;

test.serial('every method of every path answers with the headers of all answers', async (t) => {
  const service = await running(t);
  const statuses = new Set<number>();
  for (const path of await everyPath(service)) {
    for (const method of METHODS) {
      for (const headers of [{ 'x-api-key': service.key }, { 'sec-fetch-site': 'cross-site' }]) {
        const answer = await fetch(service.url + path, { method, headers, redirect: 'manual' });
        const { byteLength } = await answer.arrayBuffer();
        statuses.add(answer.status);
        const asked = `${String(answer.status)} to ${method} ${path}`;
        t.deepEqual(faultsOf(answer), [], asked);
        if (byteLength > 0) t.regex(answer.headers.get('content-type') ?? '', TYPED, asked);
      }
    }
  }
  for (const status of [200, 400, 401, 403, 404, 405, 415])
    t.true(statuses.has(status), `${status}`);
});

const line = (request: string, ...fields: ReadonlyArray<string>): string =>
  [`${request} HTTP/1.1`, ...fields, '', ''].join('\r\n');

const BROKEN: ReadonlyArray<readonly [number, string]> = [
  [400, 'nonsense\r\n\r\n'],
  [400, line('GET /healthz')],
  [400, line('GET /v1/partner/packages', 'Host: x', 'Content-Length: 1', 'Content-Length: 2')],
  [405, line('TRACE /healthz', 'Host: x', 'Connection: close')],
  [408, 'GET /healthz HTTP/1.1\r\nHost: x\r\n'],
  [
    413,
    `${line('POST /healthz', 'Host: x', 'Transfer-Encoding: chunked')}1;${'x'.repeat(20_000)}\r\n`,
  ],
  [431, line('GET /healthz', 'Host: x', `X-Long: ${'x'.repeat(20_000)}`)],
];

test.serial('answers to broken HTTP have these headers, too', async (t) => {
  const { url } = await running(t);
  await Promise.all(
    BROKEN.map(async ([status, bytes]) => {
      const answer = parsed(await exchange(url, bytes));
      t.is(answer.status, status, bytes.slice(0, 60));
      t.deepEqual(faultsOf(answer), [], String(status));
    }),
  );
});

test.serial('so are failures, a service that is not ready, and what has not changed', async (t) => {
  const headers = secureHeaders('https://pay.example', proxiesOf());
  const { url } = await failingApp(t, new Error('broken'), headers);
  const plain = { headers: { 'accept-encoding': 'identity' } };
  const etag = (await fetch(`${url}/docs`, plain)).headers.get('etag') ?? '';

  for (const [status, path, ...fields] of [
    [500, '/v1/partner/packages'],
    [500, '/sandbox/v1/clock'],
    [503, '/readyz'],
    [304, '/docs', `If-None-Match: ${etag}`],
  ] as const) {
    const request = line(`GET ${path}`, 'Host: x', 'Connection: close', ...fields);
    const answer = parsed(await exchange(url, request));
    t.is(answer.status, status, path);
    t.deepEqual(faultsOf(answer), [], path);
  }
});

const hsts = (publicUrl: string | undefined, forwardedProto?: string): boolean => {
  const request = {
    socket: { remoteAddress: '10.0.0.1' },
    headers: { 'x-forwarded-for': '198.51.100.1', 'x-forwarded-proto': forwardedProto },
  } as unknown as Parameters<ReturnType<typeof secureHeaders>>[0];
  const said = secureHeaders(publicUrl, proxiesOf(['10.0.0.1']))(request);
  return 'Strict-Transport-Security' in said;
};

test('https is asked for where browsers find the service by https, and not over plain http', (t) => {
  t.true(hsts('https://pay.example'));
  t.true(hsts('https://pay.example', 'https'));
  t.false(hsts('https://pay.example', 'http'));
  t.false(hsts('http://127.0.0.1:3000', 'https'));
  t.false(hsts(undefined));
});
