import { randomUUID } from 'node:crypto';
import { requestIdOf, type RequestLog } from '@hundi/adapter-koa';
import { E, traceIdOf, Traceparent } from '@hundi/core';
import type { Middleware } from 'koa';
import { routeOf } from './routes.js';

/**
 * Gives every request its id: the caller's own, or a new one. The id stands in the answer and, for later middleware,
 * in the header of the request.
 */
export const identified: Middleware = async (ctx, next) => {
  const requestId = requestIdOf(ctx.get('x-request-id'), randomUUID);
  ctx.req.headers['x-request-id'] = requestId;
  ctx.set('X-Request-Id', requestId);
  await next();
};

/** Middleware that calls `onResponse` once per response. Failures are answered by middleware after it. */
export const watched =
  (onResponse: (request: RequestLog) => void): Middleware =>
  async (ctx, next) => {
    const startedAt = performance.now();
    const trace = Traceparent.decode(ctx.get('traceparent'));
    await next();
    onResponse({
      requestId: ctx.get('x-request-id'),
      ...(E.isRight(trace) && { traceId: traceIdOf(trace.right) }),
      method: ctx.method,
      route: routeOf(ctx),
      status: ctx.status,
      durationMs: performance.now() - startedAt,
    });
  };
