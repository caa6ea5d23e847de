import type { Middleware } from 'koa';
import type { Registry } from 'prom-client';
import { routes } from './routes.js';

const FRESH_MS = 1_000;

/**
 * `/metrics`, in the text format of Prometheus: rendered at most once a second, however many ask. `refresh` brings the
 * figures that are read and not counted.
 */
export const metricsRoutes = (
  registry: Pick<Registry, 'metrics' | 'contentType'>,
  refresh: () => Promise<void>,
  now: () => number = () => performance.now(),
): Middleware => {
  let renderedAt = -Infinity;
  let rendered: Promise<Buffer> | undefined;

  const render = async (): Promise<Buffer> => {
    try {
      await refresh();
      return Buffer.from(await registry.metrics());
    } catch (error) {
      rendered = undefined;
      throw error;
    }
  };

  return routes([
    {
      method: 'GET',
      path: '/metrics',
      answer: async (ctx) => {
        if (rendered === undefined || now() - renderedAt >= FRESH_MS) {
          renderedAt = now();
          rendered = render();
        }
        const bytes = await rendered;
        ctx.set('Cache-Control', 'no-store');
        ctx.set('X-Content-Type-Options', 'nosniff');
        ctx.set('Content-Type', registry.contentType);
        ctx.body = bytes;
      },
    },
  ]);
};
