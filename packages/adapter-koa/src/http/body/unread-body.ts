import type { Context } from 'koa';
import type { IncomingMessage } from 'node:http';

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
  const { req, res, body } = ctx;
  if (req.complete || !isLong(req)) return;
  ctx.set('Connection', 'close');
  // Koa would end the response at once, and Node would close the socket with it.
  ctx.respond = false;
  if (body === null) res.flushHeaders();
  else res.write(body);
  const end = (): void => {
    clearTimeout(timer);
    res.end();
  };
  const timer = setTimeout(end, LINGER_MS);
  req.once('end', end).once('close', end).resume();
};
