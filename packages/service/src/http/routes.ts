import type { Context, Middleware } from 'koa';
import { refuse } from './problem.js';

/** The handler of one method of one path. */
export interface Route {
  readonly method: 'GET' | 'POST';
  /** `/a/{b}`: what stands in the place of the braces goes to `answer`. */
  readonly path: `/${string}`;
  readonly answer: (ctx: Context, captured: string) => Promise<void> | void;
}

const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/, '([^/]+)')}$`);

/** The template of the path that a request met, for those who watch. */
export const routeOf = (ctx: Context): string => {
  const { route } = ctx.state as { readonly route?: string };
  return route ?? 'unknown';
};

/** Answers these routes, and passes every other path on. */
export const routes = (table: ReadonlyArray<Route>): Middleware => {
  const patterns = table.map((route) => ({ route, pattern: patternOf(route.path) }));
  return async (ctx, next) => {
    const here = patterns.filter(({ pattern }) => pattern.test(ctx.path));
    if (here.length === 0) {
      await next();
      return;
    }
    const method = ctx.method === 'HEAD' ? 'GET' : ctx.method;
    const found = here.find(({ route }) => route.method === method);
    if (found === undefined) {
      const allow = here.flatMap(({ route }) =>
        route.method === 'GET' ? ['GET', 'HEAD'] : ['POST'],
      );
      ctx.set('Allow', allow.join(', '));
      refuse(ctx, {
        type: 'method_not_allowed_error',
        detail: `This path supports ${allow.join(', ')}.`,
      });
      return;
    }
    const { route, pattern } = found;
    ctx.state['route'] = route.path;
    await route.answer(ctx, pattern.exec(ctx.path)?.[1] ?? '');
  };
};
