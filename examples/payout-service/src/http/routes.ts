import type { Context, Middleware } from 'koa';
import { refuse } from './problem.js';

/** What one method of one path answers. */
export interface Route {
  readonly method: 'GET' | 'POST';
  /** Matches the whole path; what it captures goes to `answer`. */
  readonly path: RegExp;
  readonly answer: (ctx: Context, captured: string) => Promise<void> | void;
}

/** Answers these routes, and passes every other path on. */
export const routes =
  (table: ReadonlyArray<Route>): Middleware =>
  async (ctx, next) => {
    const here = table.filter(({ path }) => path.test(ctx.path));
    if (here.length === 0) {
      await next();
      return;
    }
    const method = ctx.method === 'HEAD' ? 'GET' : ctx.method;
    const route = here.find((one) => one.method === method);
    if (route === undefined) {
      const allow = here.flatMap((one) => (one.method === 'GET' ? ['GET', 'HEAD'] : ['POST']));
      ctx.set('Allow', allow.join(', '));
      refuse(ctx, {
        type: 'method_not_allowed_error',
        detail: `Allowed here: ${allow.join(', ')}.`,
      });
      return;
    }
    await route.answer(ctx, route.path.exec(ctx.path)?.[1] ?? '');
  };
