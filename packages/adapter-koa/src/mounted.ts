import {
  E,
  hundiFrom,
  traceIdOf,
  Traceparent,
  type CallKind,
  type Hundi,
  type RateAllowance,
  type RateLimiter,
  type Resolver,
} from '@hundi/core';
import type { Container } from 'inversify';
import type { Context } from 'koa';
import { randomUUID } from 'node:crypto';
import { headerValues } from './http/header-values.js';
import { limitBadKeys } from './http/limits/bad-keys.js';
import { ANSWERS_HELD, answersHeld } from './http/limits/answers-held.js';
import { BODIES_HELD, holdBody } from './http/body/bodies-held.js';
import { readJson, type JsonReading } from './http/body/json-body.js';
import { inTurn } from './http/limits/in-turn.js';
import { nextTurn } from './http/turns.js';
import { ownPath } from './http/own-path.js';
import { proxiesOf } from './http/limits/proxies.js';
import { readsIn } from './http/limits/read-cost.js';
import { limiterOf, rateHeaders } from './http/limits/rate-limits.js';
import { requestIdOf } from './http/request-id.js';
import { closeOnUnreadBody } from './http/body/unread-body.js';
import { mountOf, type HundiMount } from './hundi-mount.js';
import { BODY_LIMITS, incidentOf, type HundiOptions, type RequestLog } from './options.js';
import { RateLimited, type Refusal, type TooManyAnswers } from './problem/refusal.js';
import { failed, refused, send, written, type Reply } from './problem/reply.js';
import { securityReport } from './security-report.js';
import type { Who } from './security/security-event.js';
import { routesOn } from './route/feature-routes.js';
import { routeTable, type Match } from './route/route-table.js';
import type { RawRequest, RouteData } from './route/route.js';

/** The engine of a host, from a container or from ports. */
export const engineOf = (from: Hundi | Resolver | Container): Hundi =>
  'acceptBatch' in from ? from : hundiFrom(from);

/** A request that met a route. */
export interface Met<R> extends Match<R> {
  readonly ctx: Context;
  /** Counts one call of a caller; the answer's headers do not say what they have left. Default: a read or a write. */
  readonly take: (who: string, kind?: CallKind) => Promise<RateAllowance | undefined>;
  /** Counts one call of a caller, unless it was counted, and says in the answer's headers what they have left. */
  readonly spend: (
    who: string,
    kind?: CallKind,
    taken?: Promise<RateAllowance | undefined>,
  ) => Promise<E.Either<RateLimited, undefined>>;
  /** As how many reads it counts; more than one for a large page. */
  readonly reads: number;
  /** Runs a call at once; one for a large page when so few of the caller's are running that it may. */
  readonly inTurn: <A>(call: () => Promise<A>) => Promise<A>;
  /** Why the caller gets no answer before it has read those that wait for it. */
  readonly full: () => RateLimited | TooManyAnswers | undefined;
  /** Counts the answer until the caller has taken it. */
  readonly hold: (body: string | Buffer | undefined) => void;
  /** Says who is behind the request, once it is known: for security events. */
  readonly known: (who: Who) => void;
  /** Asks whose a key is, unless bad ones come too often from this network. */
  readonly identify: <L, A extends { readonly keyId: string }>(
    key: string | undefined,
    ask: () => Promise<E.Either<L, A>>,
  ) => Promise<E.Either<L | RateLimited, A>>;
  /** The network that the request comes from. */
  readonly peer: () => string;
  readonly raw: RawRequest;
  /** Says that the request is answered. */
  readonly done: () => void;
}

/** Which request this is, for answers and logs. */
export type Origin = Pick<RequestLog, 'requestId' | 'traceId'>;

export const originOf = (ctx: Context, makeId: () => string): Origin => {
  const trace = Traceparent.decode(ctx.get('traceparent'));
  return {
    requestId: requestIdOf(ctx.get('x-request-id'), makeId),
    ...(E.isRight(trace) && { traceId: traceIdOf(trace.right) }),
  };
};

/** Pages so large that each takes a while to read, of one caller at a time. */
const LARGE_PAGES = 2;

/** Makes of a request that met a route what answers may need of it. */
const metWith = <R extends RouteData>(engine: Hundi, options: HundiOptions) => {
  const limits = { ...BODY_LIMITS, ...options.bodyLimits };
  const heldLimits = { ...BODIES_HELD, ...options.bodiesHeld };
  const answers = answersHeld(engine, { ...ANSWERS_HELD, ...options.answersHeld });
  const pages = inTurn(LARGE_PAGES);
  const limiter = limiterOf(options.rateLimits);
  const identify = limitBadKeys(limiter);
  const { networkOf } = proxiesOf(options.trustedProxies);
  return (ctx: Context, { route, params }: Match<R>): Met<R> => {
    let caller = 'unknown';
    let done = (): void => undefined;
    const usual = route.method === 'GET' ? 'reads' : 'writes';
    const reads = readsIn(route, ctx.query);
    const take: Met<R>['take'] = async (who, kind = usual) =>
      limiter?.take(who, kind, kind === 'reads' ? reads : 1);
    return {
      ctx,
      route,
      params,
      take,
      spend: async (who, kind = usual, taken = take(who, kind)) => {
        if (kind !== 'codes') caller = who;
        const allowance = await taken;
        // The remaining calls of a person's address matter only once there are none.
        if (allowance !== undefined && (kind !== 'codes' || !allowance.allowed))
          ctx.set(rateHeaders(kind, allowance));
        return allowance?.allowed === false
          ? E.left(RateLimited(allowance.resetSeconds))
          : E.right(undefined);
      },
      reads,
      inTurn: (call) =>
        reads > 1
          ? pages(caller, async () => {
              await nextTurn();
              return call();
            })
          : call(),
      full: () => answers.refusal(caller),
      hold: (body) => {
        if (body !== undefined) answers.hold(caller, ctx, Buffer.byteLength(body));
      },
      known: (who) => {
        ctx.state['who'] = who;
      },
      identify: (key, ask) => identify(key, () => networkOf(ctx.req), ask),
      peer: () => networkOf(ctx.req),
      raw: {
        params,
        query: ctx.query,
        headers: headerValues(ctx.req.rawHeaders, Object.keys(route.headers)),
        body: async () => {
          const held = holdBody(engine, caller, heldLimits);
          done = held.release;
          const reading = { limits, held, spendBytes: bytesSpentBy(limiter, caller) };
          const body = await readJson(ctx, route.body ?? { size: 'small' }, reading);
          // Calls that came in together have waited for one another, and those before may have left much unread.
          const refusal = answers.refusal(caller);
          return refusal === undefined ? body : E.left(refusal);
        },
      },
      done: () => {
        done();
      },
    };
  };
};

const bytesSpentBy =
  (limiter: RateLimiter | undefined, who: string): JsonReading['spendBytes'] =>
  async (bytes) => {
    const allowance = await limiter?.take(who, 'bytes', bytes);
    return allowance?.allowed === false
      ? E.left(RateLimited(allowance.resetSeconds, 'bytes'))
      : E.right(undefined);
  };

/**
 * Routes below a prefix as Koa middleware: finds the route, runs it, and turns every outcome into an answer. Other
 * paths are passed on. Routes of a feature that is off are not mounted.
 */
export const mounted = <R extends RouteData>(
  { prefix, routes }: { readonly prefix: string; readonly routes: ReadonlyArray<R> },
  options: HundiOptions,
  engine: Hundi,
  answer: (engine: Hundi, met: Met<R>) => Promise<E.Either<Refusal, Reply>>,
): HundiMount => {
  const table = routeTable(prefix, routesOn(engine, routes));
  const makeId = options.requestId ?? randomUUID;
  const meet = metWith<R>(engine, options);
  const report = securityReport(options);

  const answered = async (
    ctx: Context,
    match: E.Either<Refusal, Match<R>>,
    origin: Origin,
  ): Promise<Reply> => {
    const met = E.isLeft(match) ? match : E.right(meet(ctx, match.right));
    try {
      const result = E.isLeft(met) ? met : await answer(engine, met.right);
      report?.(ctx, origin.requestId, match, result);
      const reply = E.isLeft(result) ? refused(result.left, origin.requestId) : result.right;
      return E.isLeft(met) ? reply : held(met.right, reply, origin);
    } catch (error) {
      const incidentId = makeId();
      if (options.onError) options.onError(error, incidentOf(error, { ...origin, incidentId }));
      else ctx.app.emit('error', error, ctx);
      return failed(error, incidentId, origin.requestId);
    } finally {
      if (E.isRight(met)) met.right.done();
    }
  };

  /** Counts an answer, or refuses it in the end: what has changed nothing can be asked for again. */
  const held = (met: Met<R>, reply: Reply, { requestId }: Origin): Reply => {
    const full = met.route.method === 'GET' ? met.full() : undefined;
    const answer = written(full === undefined ? reply : refused(full, requestId));
    met.hold(answer.body);
    return answer;
  };

  return mountOf(table.owns, async (ctx, next) => {
    const path = ownPath(ctx, table.owns);
    if (path === undefined) {
      await next();
      return;
    }
    const startedAt = performance.now();
    const origin = originOf(ctx, makeId);
    const match = table.find(ctx.method, path);
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
  });
};
