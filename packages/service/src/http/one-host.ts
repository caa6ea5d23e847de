import type { Middleware } from 'koa';
import { invalid, refuse } from './problem.js';

const isHost = (name: string, i: number): boolean =>
  i % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host';

/**
 * Refuses a request with two Host headers (RFC 9112): a proxy may look at one of them, and the service at the other.
 */
export const oneHost: Middleware = async (ctx, next) => {
  if (ctx.req.rawHeaders.filter(isHost).length <= 1) {
    await next();
    return;
  }
  refuse(
    ctx,
    invalid({ pointer: '/headers/host', code: 'invalid', detail: 'expected one header' }),
  );
};
