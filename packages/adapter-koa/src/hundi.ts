import {
  E,
  hasScope,
  hundiFrom,
  ScopeMissing,
  traceIdOf,
  Traceparent,
  type Hundi,
  type RateLimiter,
  type Resolver,
} from '@hundi/core';
import type { Container } from 'inversify';
import type { Context, Middleware } from 'koa';
import { randomUUID } from 'node:crypto';
import { headerValues } from './http/header-values.js';
import { readJson, type BodySize } from './http/json-body.js';
import { limiterOf, rateHeaders } from './http/rate-limits.js';
import { requestIdOf } from './http/request-id.js';
import { closeOnUnreadBody } from './http/unread-body.js';
import { BODY_LIMITS, type HundiOptions, type RequestLog } from './options.js';
import { RateLimited, type Refusal } from './refusal.js';
import { failed, refused, send, type Reply } from './reply.js';
import { routeTable, type Match } from './route-table.js';
import { partnerRoutes } from './routes/partner-routes.js';

const engineOf = (from: Hundi | Resolver | Container): Hundi =>
  'acceptBatch' in from ? from : hundiFrom(from);

/**
 * The partner API as Koa middleware. It answers everything under `/v1/partner` and passes on the rest; it
 * reads the body itself, so no body parser may stand before it.
 *
 * @throws when a container lacks a port, or a rate limit is not a whole number above zero.
 */
export const hundi = (
  engineOrContainer: Hundi | Resolver | Container,
  options: HundiOptions = {},
): Middleware => {
  const engine = engineOf(engineOrContainer);
  const table = routeTable('/v1/partner', partnerRoutes);
  const makeId = options.requestId ?? randomUUID;
  const limits = { ...BODY_LIMITS, ...options.bodyLimits };
  const limiter = limiterOf(options.rateLimits);

  const answered = async (
    ctx: Context,
    match: E.Either<Refusal, Match>,
    origin: Origin,
  ): Promise<Reply> => {
    try {
      const result = E.isLeft(match)
        ? match
        : await answer(engine, ctx, match.right, { limits, limiter });
      return E.isLeft(result) ? refused(result.left, origin.requestId) : result.right;
    } catch (error) {
      const incidentId = makeId();
      if (options.onError) options.onError(error, { ...origin, incidentId });
      else ctx.app.emit('error', error, ctx);
      return failed(incidentId, origin.requestId);
    }
  };

  return async (ctx, next) => {
    if (!table.owns(ctx.path)) {
      await next();
      return;
    }
    const startedAt = performance.now();
    const origin = originOf(ctx, makeId);
    const match = table.find(ctx.method, ctx.path);
    ctx.set('X-Request-Id', origin.requestId);
    send(ctx, await answered(ctx, match, origin));
    closeOnUnreadBody(ctx);
    options.onRequest?.({
      ...origin,
      method: ctx.method,
      route: E.isRight(match) ? match.right.route.path : 'unknown',
      status: ctx.status,
      durationMs: performance.now() - startedAt,
    });
  };
};

type Origin = Pick<RequestLog, 'requestId' | 'traceId'>;

const originOf = (ctx: Context, makeId: () => string): Origin => {
  const trace = Traceparent.decode(ctx.get('traceparent'));
  return {
    requestId: requestIdOf(ctx.get('x-request-id'), makeId),
    ...(E.isRight(trace) && { traceId: traceIdOf(trace.right) }),
  };
};

interface Bounds {
  readonly limits: Readonly<Record<BodySize, number>>;
  readonly limiter: RateLimiter | undefined;
}

/**
 * First who, then how often, then whether they may, then what: nobody's body is read for a key that may
 * not send it, and nobody spends the calls of a key that is not theirs.
 */
const answer = async (
  engine: Hundi,
  ctx: Context,
  { route, params }: Match,
  { limits, limiter }: Bounds,
): Promise<E.Either<Refusal, Reply>> => {
  const caller = await engine.authenticate(ctx.get('x-api-key'));
  if (E.isLeft(caller)) return caller;
  const kind = route.method === 'GET' ? 'reads' : 'writes';
  const allowance = await limiter?.take(caller.right.keyId, kind);
  if (allowance !== undefined) ctx.set(rateHeaders(kind, allowance));
  if (allowance?.allowed === false) return E.left(RateLimited(allowance.resetSeconds));
  if (!hasScope(caller.right.scopes, route.scope)) return E.left(ScopeMissing(route.scope));
  return route.answer(engine, caller.right, {
    params,
    query: ctx.query,
    headers: headerValues(ctx.req.rawHeaders, Object.keys(route.headers)),
    body: () => readJson(ctx.req, limits[route.body?.size ?? 'small']),
  });
};
