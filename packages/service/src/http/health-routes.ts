import { setTimeout } from 'node:timers/promises';
import type { Middleware } from 'koa';
import { answer, refuse } from './problem.js';
import { routes } from './routes.js';

const PATIENCE_MS = 2_000;

/** What a look at the database finds, if it finds it in time: one that does not answer counts as unreachable. */
const inTime = async <A>(look: () => Promise<A | undefined>): Promise<A | undefined> => {
  const patience = new AbortController();
  try {
    return await Promise.race([
      look(),
      setTimeout(PATIENCE_MS, undefined, { signal: patience.signal }),
    ]);
  } catch {
    return undefined;
  } finally {
    patience.abort();
  }
};

/** `/healthz`: the process lives. */
export const livenessRoutes = (): Middleware =>
  routes([
    {
      method: 'GET',
      path: '/healthz',
      answer: (ctx) => {
        answer(ctx, 200, { status: 'ok' });
      },
    },
  ]);

/** `/readyz`: it can serve, and what else is to be known of it. Who asks while one look is under way shares it. */
export const readinessRoutes = (
  isReady: () => Promise<boolean>,
  details: () => Promise<object>,
): Middleware => {
  let looking: Promise<object | undefined> | undefined;
  const look = async (): Promise<object | undefined> => {
    try {
      return await inTime(async () =>
        (await isReady()) ? { status: 'ready', ...(await details()) } : undefined,
      );
    } finally {
      looking = undefined;
    }
  };
  return routes([
    {
      method: 'GET',
      path: '/readyz',
      answer: async (ctx) => {
        const ready = await (looking ??= look());
        if (ready !== undefined) answer(ctx, 200, ready);
        else {
          refuse(ctx, {
            type: 'service_unavailable_error',
            detail:
              'The database does not answer, is full or takes no writes, its schema is older than the service or no longer serves it, its secrets are sealed under another key, or the service is stopping.',
          });
        }
      },
    },
  ]);
};
