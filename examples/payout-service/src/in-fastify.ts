import {
  hardenServer,
  hundi,
  hundiListener,
  hundiPortal,
  serverOptions,
  type HundiOptions,
} from '@hundi/adapter-koa';
import type { Hundi } from '@hundi/core';
import { fastify, type FastifyInstance } from 'fastify';

/** A team's own Fastify app, with Hundi in it. */
export const inFastify = (engine: Hundi, options: HundiOptions): FastifyInstance => {
  const app = fastify({ http: serverOptions });
  hardenServer(app.server);

  // A hook, not a route: Fastify reads and parses the bodies of routes, and Hundi reads its requests itself.
  const listener = hundiListener([hundi(engine, options), hundiPortal(engine, options)]);
  app.addHook('onRequest', (request, reply, done) => {
    if (listener.owns(request.raw)) {
      reply.hijack();
      listener(request.raw, reply.raw);
    } else {
      done();
    }
  });

  app.get('/', () => 'Our Bank');
  app.post('/echo', ({ body }) => body);
  return app;
};
