import { E, type Hundi, type RateLimiter } from '@hundi/core';
import type { Context } from 'koa';
import { rateHeaders } from '../http/rate-limits.js';
import type { MethodNotAllowed, NoSuchPath } from '../refusal.js';
import { routeTable, type Match, type RouteTable } from '../route-table.js';
import type { BaseUrl } from './base-url.js';
import { hostedRoutes } from './hosted-routes.js';
import type { PageAnswer, PageRoute } from './page-route.js';
import { REFUSALS, type RefusalPage } from './refusal-page.js';
import { visitOf } from './visit.js';

/** The route that a request met, or why there is none. */
export type Met = E.Either<NoSuchPath | MethodNotAllowed, Match<PageRoute>>;

const tables: ReadonlyArray<RouteTable<PageRoute>> = Object.entries(hostedRoutes).map(
  ([prefix, routes]) => routeTable(prefix, routes),
);

/** Finds the route of a request; undefined for paths that are none of ours. */
export const metBy = ({ path, method }: Context): Met | undefined =>
  tables.find(({ owns }) => owns(path))?.find(method, path);

const limited = async (
  ctx: Context,
  limiter: RateLimiter | undefined,
  peer: string,
): Promise<E.Either<RefusalPage, undefined>> => {
  const kind = ctx.method === 'GET' || ctx.method === 'HEAD' ? 'reads' : 'writes';
  const allowance = await limiter?.take(`address ${peer}`, kind);
  if (allowance === undefined || allowance.allowed) return E.right(undefined);
  const headers = {
    ...rateHeaders(kind, allowance),
    'Retry-After': String(allowance.resetSeconds),
  };
  return E.left({ ...REFUSALS.limited, headers });
};

/** Has a request answered by its route, once it is known to be in order. */
export const answerMet = async (
  ctx: Context,
  met: Met,
  {
    engine,
    base,
    limiter,
    peer,
  }: {
    readonly engine: Hundi;
    readonly base: BaseUrl;
    readonly limiter: RateLimiter | undefined;
    readonly peer: string;
  },
): Promise<E.Either<RefusalPage, PageAnswer>> => {
  if (E.isLeft(met)) {
    return E.left(
      met.left._tag === 'NoSuchPath'
        ? REFUSALS.absent
        : { ...REFUSALS.method, headers: { Allow: met.left.allow.join(', ') } },
    );
  }
  const spent = await limited(ctx, limiter, peer);
  if (E.isLeft(spent)) return spent;
  const visit = await visitOf(ctx, met.right, base);
  const { route, params } = met.right;
  if (E.isRight(visit)) return E.right(await route.answer(engine, visit.right));
  const bankTenantId = await route.bankOf?.(engine, params);
  return E.left({ ...visit.left, ...(bankTenantId !== undefined && { bankTenantId }) });
};
