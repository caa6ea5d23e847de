import type { Middleware } from 'koa';
import type { Registry } from 'prom-client';
import { routes } from './routes.js';

/** `/metrics`, in the text format of Prometheus. `refresh` brings the figures that are read and not counted. */
export const metricsRoutes = (registry: Registry, refresh: () => Promise<void>): Middleware =>
  routes([
    {
      method: 'GET',
      path: '/metrics',
      answer: async (ctx) => {
        await refresh();
        ctx.set('Cache-Control', 'no-store');
        ctx.set('X-Content-Type-Options', 'nosniff');
        ctx.set('Content-Type', registry.contentType);
        ctx.body = await registry.metrics();
      },
    },
  ]);
