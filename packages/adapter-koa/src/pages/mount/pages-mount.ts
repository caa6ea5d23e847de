import { E, type CallKind, type Hundi, type RateLimiter } from '@hundi/core';
import { sha256 } from '@hundi/core/wire';
import type { Context } from 'koa';
import { rateHeaders } from '../../http/limits/rate-limits.js';
import { NoSuchPath, type MethodNotAllowed } from '../../problem/refusal.js';
import { requireOneOf, routesOn } from '../../route/feature-routes.js';
import { routeTable, type Match, type RouteTable } from '../../route/route-table.js';
import type { BaseUrl } from '../base-url.js';
import { hostedRoutes } from './hosted-routes.js';
import { languageChoice } from '../page-language.js';
import type { PageAnswer, PageRoute, Visit } from '../page-route.js';
import { REFUSALS, type RefusalPage } from '../refusal-page.js';
import { visitOf } from '../visit.js';

/** The route that a request met, or why there is none. */
export type Met = E.Either<NoSuchPath | MethodNotAllowed, Match<PageRoute>>;

/**
 * The routes of the pages of the features that are on.
 *
 * @throws when all of them are off.
 */
export const pagesOf = (engine: Hundi): RouteTable<PageRoute> => {
  requireOneOf(
    engine,
    'hundiPages',
    hostedRoutes.map(({ feature }) => feature),
  );
  const tables = routesOn(engine, hostedRoutes).map(({ prefix, routes }) =>
    routeTable(prefix, routes),
  );
  const tableOf = (path: string) => tables.find(({ owns }) => owns(path));
  return {
    owns: (path) => tableOf(path) !== undefined,
    find: (method, path) => tableOf(path)?.find(method, path) ?? E.left(NoSuchPath()),
  };
};

const kindOf = ({ method }: Context): CallKind =>
  method === 'GET' || method === 'HEAD' ? 'reads' : 'writes';

/**
 * The key under which forms are counted: those of one browser's page together, those of strangers without its secret
 * apart.
 */
const pageOf = ({ params, secret }: Visit, peer: string): string =>
  `page ${Object.values(params).join(' ')} of ${secret === undefined ? peer : sha256(secret)}`;

const limited = async (
  limiter: RateLimiter | undefined,
  who: string,
  kind: CallKind,
): Promise<E.Either<RefusalPage, undefined>> => {
  const allowance = await limiter?.take(who, kind);
  if (allowance === undefined || allowance.allowed) return E.right(undefined);
  const headers = {
    ...rateHeaders(kind, allowance),
    'Retry-After': String(allowance.resetSeconds),
  };
  return E.left({ ...REFUSALS.limited, headers });
};

/** An answer for which a page is written, or a redirect. */
export type Shown = Exclude<PageAnswer, { readonly kind: 'refused' }>;

/** Has a request answered by its route, once it is known to be in order. */
export const answerMet = async (
  ctx: Context,
  path: `/${string}`,
  met: Met,
  {
    find,
    engine,
    base,
    limiter,
    peer,
    full,
    texts,
  }: {
    readonly find: RouteTable<PageRoute>['find'];
    readonly engine: Hundi;
    readonly base: BaseUrl;
    readonly limiter: RateLimiter | undefined;
    readonly peer: string;
    /** Why this network gets no page now: as many of its answers wait as may. */
    readonly full: RefusalPage | undefined;
    readonly texts: Visit['texts'];
  },
): Promise<E.Either<RefusalPage, Shown>> => {
  const kind = kindOf(ctx);
  if (E.isLeft(met)) {
    // People type the slash at the end of an address.
    const bare = path.replace(/\/$/, '') as `/${string}`;
    if (kind === 'reads' && E.isRight(find(ctx.method, bare)))
      return E.right({ kind: 'see', path: `${bare}${ctx.search}` });
    return E.left(
      met.left._tag === 'NoSuchPath'
        ? REFUSALS.absent
        : { ...REFUSALS.method, headers: { Allow: met.left.allow.join(', ') } },
    );
  }
  if (full !== undefined) return E.left(full);
  const spent = await limited(limiter, `address ${peer}`, kind);
  if (E.isLeft(spent)) return spent;
  const choice = languageChoice(ctx, path);
  if (choice !== undefined) return E.right(choice);
  const spend: Visit['spend'] = (thing, of) => limited(limiter, thing, of);
  const around = { peer, spend, texts, engine, limiter };
  const visited = await visitOf(ctx, met.right, { path, base }, around);
  const { route, params } = met.right;
  if (E.isLeft(visited)) {
    const bankTenantId = await route.bankOf?.(engine, params);
    return E.left({ ...visited.left, ...(bankTenantId !== undefined && { bankTenantId }) });
  }
  const { visit, done } = visited.right;
  try {
    const tried = kind === 'writes' && (await limited(limiter, pageOf(visit, peer), 'codes'));
    if (tried !== false && E.isLeft(tried)) return tried;
    const answer = await route.answer(engine, visit);
    return answer.kind === 'refused' ? E.left(answer.refusal) : E.right(answer);
  } finally {
    done();
  }
};
