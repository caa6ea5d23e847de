import { hundi } from '@hundi/adapter-koa';
import type { Hundi, RateLimits } from '@hundi/core';
import Koa, { type Middleware } from 'koa';
import { healthRoutes } from '../http/health-routes.js';
import { absent, refuse } from '../http/problem.js';
import type { Logger } from './logger.js';

/** What the app is made of. */
export interface AppParts {
  readonly engine: Hundi;
  readonly logger: Logger;
  readonly rateLimits: RateLimits | 'off';
  readonly isReady: () => Promise<boolean>;
  /** True from the moment that the service is to stop. */
  readonly isStopping: () => boolean;
  readonly sandbox?: Middleware;
}

/** Whatever goes wrong beyond the partner API's own boundary is logged here and told to nobody. */
const boundary =
  (logger: Logger): Middleware =>
  async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      logger.error({ err: error, method: ctx.method, path: ctx.path }, 'request failed');
      refuse(ctx, {
        type: 'internal_server_error',
        detail: 'The request failed unexpectedly.',
      });
    }
  };

// A connection that would stay open for another request would hold up the stop.
const closing =
  (isStopping: () => boolean): Middleware =>
  async (ctx, next) => {
    await next();
    if (isStopping()) ctx.set('Connection', 'close');
  };

/** The service's HTTP side: health, the partner API, and the sandbox where there is one. */
export const serviceApp = (parts: AppParts): Koa => {
  const { engine, logger, rateLimits, isReady, isStopping, sandbox } = parts;
  const app = new Koa();
  app.on('error', (error: unknown) => {
    logger.error({ err: error }, 'response failed');
  });
  app.use(closing(isStopping));
  app.use(boundary(logger));
  app.use(healthRoutes(async () => !isStopping() && (await isReady())));
  if (sandbox !== undefined) app.use(sandbox);
  app.use(
    hundi(engine, {
      rateLimits,
      onRequest: (request) => {
        logger.info(request, 'request');
      },
      onError: (error, incident) => {
        logger.error({ err: error, ...incident }, 'request failed');
      },
    }),
  );
  app.use((ctx) => {
    refuse(ctx, absent);
  });
  return app;
};
