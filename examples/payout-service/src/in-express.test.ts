import express, { type RequestHandler } from 'express';
import { once } from 'node:events';
import { hundi, hundiListener } from '@hundi/adapter-koa';
import test from 'ava';
import { aBank, partner } from './testing/a-bank.js';
import { holdsIn, keepsItsOwn, type OpenHost, type Parser } from './testing/in-a-host.js';
import { inExpress } from './in-express.js';
import { serve } from './serve.js';

const parserOf = ({ keepsBytes }: Parser): RequestHandler =>
  express.json({
    ...(keepsBytes && {
      verify: (request, _response, bytes) => {
        Object.assign(request, { rawBody: bytes });
      },
    }),
  });

const logTo =
  (logged: string[]): RequestHandler =>
  (request, response, next) => {
    response.once('finish', () => {
      logged.push(`${request.method} ${request.originalUrl} ${response.statusCode}`);
    });
    next();
  };

const open: OpenHost = async (t, engine, options, parser) => {
  const logged: string[] = [];
  const host = express().use(logTo(logged));
  if (parser !== undefined) host.use(parserOf(parser));
  const { url, stop } = await serve(host.use(inExpress(engine, options)), 0);
  t.teardown(stop);
  return { url, logged };
};

holdsIn('Express', open);
keepsItsOwn('Express', open);

for (const [where, under] of [
  ['its own prefix', '/payouts'],
  ["the beginning of Hundi's paths", '/v1'],
  ['both', '/payouts/v1'],
] as const)
  test(`in Express Hundi may be mounted under ${where}`, async (t) => {
    const { engine, key } = await aBank();
    const router = express.Router().use(under, hundiListener([hundi(engine)]));
    const { url, stop } = await serve(express().use(router), 0);
    t.teardown(stop);
    const base = url + under.replace(/\/v1$/, '');

    t.is((await partner(base, key).get('/packages')).status, 200);
    t.is((await partner(`${url}/other`, key).get('/packages')).status, 404);
  });

test('in Express a policy that the host sets on every answer gives way to that of Hundi', async (t) => {
  const { engine, key } = await aBank();
  const app = express()
    .use((_request, response, next) => {
      response.set('Content-Security-Policy', "script-src 'self'");
      next();
    })
    .use(inExpress(engine, {}));
  const { url, stop } = await serve(app, 0);
  t.teardown(stop);
  const policyOf = (answer: Response) => answer.headers.get('content-security-policy');

  t.regex(policyOf(await partner(url, key).get('/packages')) ?? '', /^default-src 'none'/);
  t.is(policyOf(await fetch(url)), "script-src 'self'");
});

test('a server that is stopped answers what is in flight, and then no more', async (t) => {
  const { engine, key } = await aBank();
  let go: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (go = resolve));
  const server = await serve(
    inExpress(
      {
        ...engine,
        listPackages: async (tenant, input) => {
          arrived.dispatchEvent(new Event('request'));
          await gate;
          return engine.listPackages(tenant, input);
        },
      },
      {},
    ),
    0,
  );
  const arrived = new EventTarget();
  const inFlight = once(arrived, 'request');
  const answer = partner(server.url, key).get('/packages');
  await inFlight;
  const stopped = server.stop();

  await t.throwsAsync(fetch(server.url));
  go();
  t.is((await answer).status, 200);
  await stopped;
});
