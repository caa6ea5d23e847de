import { connect } from 'node:net';
import type { Dice } from '../crash/dice.js';

/** The answer of a connection to raw bytes. */
export interface RawOutcome {
  readonly statuses: ReadonlyArray<number>;
  readonly hung: boolean;
}

const BODY = '{"initiatedByUserId":"u-maker","apiRefNumber":"raw","payments":[]}';

const LINES: ReadonlyArray<string> = [
  'GET /healthz HTTP/1.1',
  'GET /healthz HTTP/1.0',
  'GET /healthz',
  'GET /healthz HTTP/2.0',
  'get /healthz HTTP/1.1',
  'POST /v1/partner/payments/batches HTTP/1.1',
  'POST * HTTP/1.1',
  'OPTIONS * HTTP/1.1',
  'GET  /healthz HTTP/1.1',
  'GET http://evil.example/healthz HTTP/1.1',
  'CONNECT 127.0.0.1:1 HTTP/1.1',
  'GET //healthz HTTP/1.1',
  'GET /%00 HTTP/1.1',
  'GET /%zz HTTP/1.1',
  'GET /%ED%A0%80 HTTP/1.1',
  'GET /..%2f..%2fetc HTTP/1.1',
  'GET /#x HTTP/1.1',
  'GET /\u0001 HTTP/1.1',
  `GET /${'a'.repeat(20_000)} HTTP/1.1`,
  'PRI * HTTP/2.0',
  'QUIT',
  '\u0016\u0003\u0001\u0002\u0000\u0001',
  '',
  'GET /v1/partner/packages?limit=1&limit=2 HTTP/1.1',
  'GET /v1/partner/packages?limit%00=1 HTTP/1.1',
  'GET ? HTTP/1.1',
];

const FIELDS: ReadonlyArray<string> = [
  'Host: 127.0.0.1',
  'Host: 127.0.0.1',
  'Host: evil.example',
  'Host:',
  'Host: a b',
  'Connection: close',
  'Connection: keep-alive',
  `Content-Length: ${String(BODY.length)}`,
  `Content-Length: ${String(BODY.length)}`,
  'Content-Length: 0',
  'Content-Length: -1',
  'Content-Length: 1e3',
  'Content-Length: 99999999999999999999',
  'Content-Length: 5, 5',
  'Content-Length: 33554433',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: xchunked',
  'Transfer-Encoding: chunked, identity',
  'Transfer-Encoding : chunked',
  'Content-Type: application/json',
  'Content-Type: application/json',
  'Idempotency-Key: raw',
  'Idempotency-Key: raw, raw',
  'Expect: 100-continue',
  'Expect: x',
  'Upgrade: websocket',
  'Upgrade: h2c',
  'Trailer: x',
  ' folded: x',
  'x',
  ': x',
  'x: \u0000',
  'x: \u00ff',
  `x: ${'a'.repeat(20_000)}`,
  'Cookie: \u0001=\u0002',
  'Accept-Encoding: gzip;q=x',
  'x-api-key: \u0080',
];

const CHUNKED: ReadonlyArray<string> = [
  '0\r\n\r\n',
  '5\r\nabcde\r\n0\r\n\r\n',
  'zz\r\n',
  'ffffffffffffffff\r\n',
  '-1\r\n',
  '5;x=y\r\nabcde\r\n0\r\n\r\n',
  '5\r\nabc',
];

/** Bytes that are, more or less, one or a few requests. */
export const rawBytes = (key: string, dice: Dice): Buffer => {
  const requests = Array.from({ length: dice.chance(0.2) ? dice.int(2, 20) : 1 }, () => {
    const fields = Array.from({ length: dice.int(0, 8) }, () => dice.pick(FIELDS));
    if (dice.chance(0.5)) fields.unshift('Host: 127.0.0.1');
    if (dice.chance(0.5)) fields.push(`x-api-key: ${key}`);
    const end = dice.chance(0.9) ? '\r\n' : dice.pick(['\n', '\r', '\r\n\r\n', '']);
    const body = dice.pick([BODY, BODY, '', dice.pick(CHUNKED), BODY.slice(0, 9)]);
    return [dice.pick(LINES), ...fields, '', body].join(end);
  });
  const bytes = Buffer.from(requests.join(''), 'latin1');
  const flips = dice.chance(0.3) ? dice.int(1, 8) : 0;
  for (let i = 0; i < flips && bytes.length > 0; i += 1) {
    bytes[dice.int(0, bytes.length - 1)] = dice.int(0, 255);
  }
  return bytes;
};

/** A connection that is not closed by then is held for ever. */
const HUNG_MS = 25_000;

const STATUS = /HTTP\/1\.1 (\d{3})/g;

/** The statuses of all answers in what a connection sent. */
export const statusesIn = (chunks: ReadonlyArray<Buffer>): ReadonlyArray<number> =>
  [...Buffer.concat(chunks).toString('latin1').matchAll(STATUS)].map(([, status]) =>
    Number(status),
  );

/** Sends bytes, says that no more will come, and waits until the service closes the connection. */
export const sendRaw = (port: number, bytes: Buffer): Promise<RawOutcome> =>
  new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const end = (hung: boolean): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ hung, statuses: statusesIn(chunks) });
    };
    const socket = connect(port, '127.0.0.1', () => socket.end(bytes));
    const timer = setTimeout(end, HUNG_MS, true);
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.once('error', () => {
      end(false);
    });
    socket.once('close', () => {
      end(false);
    });
  });
