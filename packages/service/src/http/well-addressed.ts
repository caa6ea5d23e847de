import { readablePath, type RequestLog } from '@hundi/adapter-koa';
import type { Context, Middleware } from 'koa';
import { invalid, refuse, type Problem } from './problem.js';
import { watched } from './watched.js';

const isHost = (name: string, i: number): boolean =>
  i % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host';

const faultOf = (ctx: Context): Problem | undefined => {
  // RFC 9112: a proxy may look at one of them, and the service at the other.
  if (ctx.req.rawHeaders.filter(isHost).length > 1)
    return invalid({ pointer: '/headers/host', code: 'invalid', detail: 'expected one header' });
  if (readablePath(ctx) === undefined)
    return {
      type: 'invalid_parameters_error',
      detail: 'The address in the first line of the request cannot be read.',
    };
  return undefined;
};

/**
 * Refuses a request that has two Host headers, or an address that cannot be read. No other middleware sees it, so
 * that `onResponse` is called here.
 */
export const wellAddressed = (onResponse: (request: RequestLog) => void): Middleware => {
  const answered = watched(onResponse);
  return async (ctx, next) => {
    const fault = faultOf(ctx);
    if (fault === undefined) await next();
    else
      await answered(ctx, async () => {
        refuse(ctx, fault);
      });
  };
};
