import { hundi } from '@hundi/adapter-koa';
import { bodyParser } from '@koa/bodyparser';
import Koa, { type Middleware } from 'koa';
import mount from 'koa-mount';
import test from 'ava';
import { inKoa, type AppOptions } from './in-koa.js';
import { serve } from './serve.js';
import { aBank, accepted, countsOf, partner } from './testing/a-bank.js';
import { holdsIn, type OpenHost, type Parser } from './testing/in-a-host.js';

const OWN: AppOptions = {
  publicUrl: () => 'http://127.0.0.1:3000/payouts',
  cookieKey: 'signs cookies',
  staff: () => false,
};

/** A parser that reads every body, as a team may have written one. */
const parserOf =
  ({ keepsBytes }: Parser): Middleware =>
  async (ctx, next) => {
    const chunks: Buffer[] = [];
    for await (const chunk of ctx.req as AsyncIterable<Buffer>) chunks.push(chunk);
    if (keepsBytes) Object.assign(ctx.request, { rawBody: Buffer.concat(chunks) });
    await next();
  };

const logTo =
  (logged: string[]): Middleware =>
  async (ctx, next) => {
    await next();
    logged.push(`${ctx.method} ${ctx.originalUrl} ${ctx.status}`);
  };

const open: OpenHost = async (t, engine, options, parser) => {
  const logged: string[] = [];
  const app = inKoa(engine, { ...OWN, ...options });
  // Koa prints every connection that breaks; here they break on purpose.
  app.silent = true;
  if (parser !== undefined) app.middleware.unshift(parserOf(parser));
  app.middleware.unshift(logTo(logged));
  const handle = app.callback();
  const { url, stop } = await serve((request, response) => void handle(request, response), 0);
  t.teardown(stop);
  return { url, logged };
};

holdsIn('Koa', open);

test('in Koa @koa/bodyparser may stand before Hundi: it keeps the text of what it has read', async (t) => {
  const bank = await aBank();
  const app = new Koa().use(bodyParser()).use(mount('/v1', hundi(bank.engine)));
  const handle = app.callback();
  const { url, stop } = await serve((request, response) => void handle(request, response), 0);
  t.teardown(stop);
  const calls = partner(url, bank.key);
  const job = await accepted(t, calls, bank.batchOf(1));
  await bank.runDue();

  t.like(await countsOf(calls, job), { total: 1, paid: 1 });
  // But it has a limit of its own, of 1 MiB, and an answer of its own.
  const refused = await calls.post('/payments/batches', bank.batchOf(20_000));
  t.is(refused.status, 413);
  t.not(refused.headers.get('content-type'), 'application/problem+json');
});
