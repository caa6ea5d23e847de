import test, { type ExecutionContext } from 'ava';
import { exchange, parsed } from '../testing/raw.js';
import { emptyDataDir } from '../testing/running-service.js';
import { serveHere, type ServedHere } from '../testing/serve-here.js';

const running = async (t: ExecutionContext, variables = {}): Promise<ServedHere> =>
  serveHere(t, await emptyDataDir(), variables);

const request = (host: string, ...fields: ReadonlyArray<string>): string =>
  [
    'POST /sandbox/v1/bank/faults HTTP/1.1',
    `Host: ${host}`,
    'Connection: close',
    'Content-Type: application/json',
    'Content-Length: 33',
    ...fields,
    '',
    '{"kind":"unreachable","count":10}',
  ].join('\r\n');

/** How the sandbox answers a request with this `Host` and these fields. */
const statusFor = async (
  { url }: ServedHere,
  host: string,
  ...fields: ReadonlyArray<string>
): Promise<number> => parsed(await exchange(url, request(host, ...fields))).status;

test.serial('the sandbox is driven from this machine under its own names', async (t) => {
  const service = await running(t, { PUBLIC_URL: 'http://pay.localtest:3000/base' });
  const { port } = new URL(service.url);

  for (const host of [
    `127.0.0.1:${port}`,
    `localhost:${port}`,
    `[::1]:${port}`,
    'LOCALHOST',
    '127.1.2.3',
    'pay.localtest',
    `pay.localtest:${port}`,
  ])
    t.is(await statusFor(service, host), 200, host);
  for (const host of [
    'attacker.example',
    `attacker.example:${port}`,
    'localhost.attacker.example',
    '10.0.0.1',
    '127.0.0.1.attacker.example',
    'pay.localtest.attacker.example',
    '0.0.0.0',
    '',
    'a b',
  ])
    t.is(await statusFor(service, host), 403, host);
});

test.serial('a page of another site cannot control the sandbox under any host name', async (t) => {
  const service = await running(t);
  const { host } = new URL(service.url);

  for (const [status, ...fields] of [
    [200, 'Sec-Fetch-Site: same-origin', `Origin: http://${host}`],
    [200, 'Sec-Fetch-Site: same-origin', 'Origin: null'],
    [200, 'Sec-Fetch-Site: none'],
    [403, 'Sec-Fetch-Site: cross-site'],
    [403, 'Sec-Fetch-Site: same-site'],
    [403, 'Sec-Fetch-Site: anything'],
    [403, 'Origin: https://attacker.example'],
    [403, 'Origin: null'],
    [403, 'Sec-Fetch-Site: none', 'Origin: null'],
    [403, 'Sec-Fetch-Site: cross-site', 'Origin: null'],
    [403, 'Origin: http://127.0.0.1:1'],
    [403, 'Sec-Fetch-Site: same-origin', 'Origin: https://attacker.example'],
  ] as const)
    t.is(await statusFor(service, host, ...fields), status, fields.join(', '));
  const mail = await fetch(`${service.url}/sandbox/v1/mail`, {
    headers: { origin: 'https://attacker.example' },
  });
  t.is(mail.status, 403);
  t.regex(await mail.text(), /a page of another site/);
});

test.serial('for whom a proxy brings from elsewhere there is no sandbox', async (t) => {
  const alone = await running(t);
  const behind = await running(t, { TRUSTED_PROXIES: '127.0.0.1' });
  const there = 'X-Forwarded-For: 198.51.100.1';

  t.is(await statusFor(alone, 'localhost', there), 404);
  t.is(await statusFor(alone, 'localhost', 'X-Forwarded-For: 127.0.0.1'), 404);
  t.is(await statusFor(alone, 'localhost', 'Forwarded: for=198.51.100.1'), 404);
  t.is(await statusFor(behind, 'localhost', there), 404);
  t.is(await statusFor(behind, 'localhost', 'X-Forwarded-For: ::1'), 200);
  t.is(await statusFor(behind, 'localhost'), 200);
});
