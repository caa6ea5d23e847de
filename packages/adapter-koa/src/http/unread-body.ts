import type { IncomingMessage } from 'node:http';
import type { Context } from 'koa';
import { Readable } from 'node:stream';

const LINGER_MS = 1_000;

// Node reads away what is left of a request after its answer; this much of it is not worth a connection.
const LEFTOVER_MAX = 64 * 1_024;

const isLong = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined ||
  Number(headers['content-length'] ?? 0) > LEFTOVER_MAX;

/**
 * Closes the connection of a request that was answered without reading its long body. The answer is out at
 * once; what still arrives is thrown away for a moment, because closing a socket on unread bytes resets it,
 * and the client would lose the answer.
 */
export const closeOnUnreadBody = (ctx: Context): void => {
  const { body } = ctx;
  if (ctx.req.complete || !isLong(ctx.req) || typeof body !== 'string') return;
  const length = Buffer.byteLength(body);
  ctx.body = Readable.from(thenLinger(body, ctx.req), { objectMode: false });
  ctx.length = length;
  ctx.set('Connection', 'close');
};

async function* thenLinger(body: string, request: IncomingMessage): AsyncGenerator<Buffer> {
  yield Buffer.from(body);
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, LINGER_MS);
    const done = (): void => {
      clearTimeout(timer);
      resolve();
    };
    request.once('end', done).once('close', done).resume();
  });
}
