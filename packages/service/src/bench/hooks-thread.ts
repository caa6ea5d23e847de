import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parentPort } from 'node:worker_threads';

/** This path answers late. */
const SLOW = '/slow';
const SLOW_MS = 14_000;

const now = (): number => performance.timeOrigin + performance.now();
const CREATED = /"created":(\d+)/;

let silent = false;
let wanted = Infinity;
let lags: number[] = [];

const take = (body: string, at: number): void => {
  lags.push(at - Number(CREATED.exec(body)?.[1]));
  if (lags.length < wanted) return;
  parentPort?.postMessage({ at, lags });
  [wanted, lags] = [Infinity, []];
};

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('error', () => undefined);
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    if (silent) return;
    if (request.url === SLOW) {
      setTimeout(() => response.writeHead(204).end(), SLOW_MS);
      return;
    }
    response.writeHead(204).end();
    take(Buffer.concat(chunks).toString('latin1'), now());
  });
});

parentPort?.on('message', (asked: number | boolean) => {
  if (typeof asked === 'boolean') silent = asked;
  else wanted = asked;
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
parentPort?.postMessage((server.address() as AddressInfo).port);
