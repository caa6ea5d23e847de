import { hundi, hundiListener, type HundiListener, type HundiOptions } from '@hundi/adapter-koa';
import type { Hundi } from '@hundi/core';
import test from 'ava';
import { fastify, type FastifyInstance, type onRequestHookHandler } from 'fastify';
import { aBank, partner } from './testing/a-bank.js';
import { holdsIn, keepsItsOwn, type OpenHost, type Parser } from './testing/in-a-host.js';
import { inFastify } from './in-fastify.js';

/** Hundi as a route, behind the parser that Fastify has for the bodies of routes. */
const asRoute = (engine: Hundi, options: HundiOptions, { keepsBytes }: Parser): FastifyInstance => {
  const app = fastify();
  const listener = hundiListener([hundi(engine, options)]);
  if (keepsBytes)
    app.addContentTypeParser('application/json', { parseAs: 'buffer' }, ({ raw }, bytes, done) => {
      Object.assign(raw, { rawBody: bytes });
      done(null);
    });
  return app.all('/v1/partner/*', (request, reply) => {
    reply.hijack();
    listener(request.raw, reply.raw);
  });
};

const open: OpenHost = async (t, engine, options, parser) => {
  const app = parser === undefined ? inFastify(engine, options) : asRoute(engine, options, parser);
  const logged: string[] = [];
  app.addHook('onResponse', ({ method, originalUrl }, { statusCode, raw }, done) => {
    logged.push(`${method} ${originalUrl} ${raw.headersSent ? raw.statusCode : statusCode}`);
    done();
  });
  t.teardown(() => app.close());
  return { url: await app.listen({ port: 0, host: '127.0.0.1' }), logged };
};

holdsIn('Fastify', open);
keepsItsOwn('Fastify', open);

/** A hook that hands requests over, as the recipe's does. */
const handOver =
  (listener: HundiListener): onRequestHookHandler =>
  (request, reply, done) => {
    if (!listener.owns(request.raw)) {
      done();
      return;
    }
    reply.hijack();
    listener(request.raw, reply.raw);
  };

test('in Fastify Hundi may be mounted under a prefix', async (t) => {
  const { engine, key } = await aBank();
  const listener = hundiListener([hundi(engine)], { prefix: '/payouts' });
  const app = fastify().addHook('onRequest', handOver(listener));
  t.teardown(() => app.close());
  const url = await app.listen({ port: 0, host: '127.0.0.1' });

  t.is((await partner(`${url}/payouts`, key).get('/packages')).status, 200);
  t.is((await partner(url, key).get('/packages')).status, 404);
});

test('in Fastify answers of Hundi have the headers that the host sets on the raw response, and no others of its', async (t) => {
  const { engine, key } = await aBank();
  const app = fastify()
    .addHook('onRequest', (_request, reply, done) => {
      reply.header('X-Reply', '1').raw.setHeader('X-Raw', '1');
      done();
    })
    .addHook('onRequest', handOver(hundiListener([hundi(engine)])));
  t.teardown(() => app.close());
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const { status, headers } = await partner(url, key).get('/packages');

  t.is(status, 200);
  t.deepEqual([headers.get('x-raw'), headers.get('x-reply')], ['1', null]);
});

test('in Fastify the time limits of the server are those of Hundi', async (t) => {
  const { engine } = await aBank();
  const { server } = inFastify(engine, {});
  t.is(server.requestTimeout, 30_000);
  t.is(server.headersTimeout, 10_000);
});
