import { memoryStorage } from '@hundi/adapter-memory';
import { createSandbox } from '@hundi/testkit';
import test, { type ExecutionContext } from 'ava';
import Koa, { type Middleware } from 'koa';
import { hundi, hundiCheckout, hundiPages, hundiPortal, type Incident } from '../../index.js';
import { aBatch, aPayee, aPayment } from '../../testing/bodies.js';
import { onLoopback } from '../../testing/on-loopback.js';

/** Reads bodies as parsers do, and keeps of them what the test says. */
const parser =
  (keep: (bytes: Buffer) => object): Middleware =>
  async (ctx, next) => {
    const chunks: Buffer[] = [];
    for await (const chunk of ctx.req as AsyncIterable<Buffer>) chunks.push(chunk);
    Object.assign(ctx.request, keep(Buffer.concat(chunks)));
    await next();
  };

const served = async (t: ExecutionContext, before: Middleware) => {
  const { engine, credentials, beneficiary } = await createSandbox({ storage: memoryStorage() });
  const logged: { readonly error: unknown; readonly incident: Incident }[] = [];
  const options = {
    onError: (error: unknown, incident: Incident) => logged.push({ error, incident }),
  };
  const app = new Koa()
    .use(before)
    .use(hundi(engine, options))
    .use(hundiCheckout(engine, options))
    .use(hundiPortal(engine, options))
    .use(hundiPages(engine, { ...options, publicUrl: () => url, theme: { name: 'Bank' } }));
  const handle = app.callback();
  const url = await onLoopback(t, (request, response) => void handle(request, response));
  const { apiKeys, secretKeys } = credentials.corporates['acme'] ?? {};
  const post = (path: string, body: string, headers: Readonly<Record<string, string>> = {}) =>
    fetch(url + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-api-key': apiKeys?.['erp'] ?? '',
        authorization: `Bearer ${secretKeys?.['shop'] ?? ''}`,
        'idempotency-key': 'key-1',
        ...headers,
      },
      body,
    });
  return { post, logged, beneficiary, url };
};

for (const [what, path] of [
  ['hundi()', '/v1/partner/beneficiaries'],
  ['hundiCheckout()', '/v1/checkout/sessions'],
  ['hundiPortal()', '/portal/v1/login'],
] as const) {
  test(`behind a body parser that keeps nothing ${what} answers 500 at once, and the log says what to move`, async (t) => {
    const { post, logged } = await served(
      t,
      parser((bytes) => ({ body: JSON.parse(bytes.toString()) as unknown })),
    );

    const answer = await post(path, JSON.stringify(aPayee()));

    t.is(answer.status, 500);
    const { incidentId } = (await answer.json()) as { readonly incidentId: string };
    t.like(logged, [{ error: { name: 'BodyAlreadyRead' }, incident: { incidentId } }]);
    t.regex(String(logged[0]?.error), /before any body parser/);
  });
}

test('behind a body parser that keeps nothing a page shows an error at once', async (t) => {
  const { post, logged, url } = await served(
    t,
    parser(() => ({})),
  );

  const answer = await post('/payout/pcs_1/code', 'a=b', {
    'content-type': 'application/x-www-form-urlencoded',
    origin: url,
    'sec-fetch-site': 'same-origin',
  });

  t.is(answer.status, 500);
  t.like(logged, [{ error: { name: 'BodyAlreadyRead' } }]);
});

for (const [form, keep] of [
  ['text', (bytes: Buffer) => ({ rawBody: bytes.toString() })],
  ['bytes', (bytes: Buffer) => ({ rawBody: bytes })],
] as const) {
  test(`a raw body that a parser kept as ${form} is read as if no parser had read it`, async (t) => {
    const { post, beneficiary } = await served(t, parser(keep));
    const payee = await beneficiary('SHARMA01');
    const body = JSON.stringify(aBatch([aPayment(payee, 'T-1', { remark: 'किराया' })]));
    const send = (text: string) => post('/v1/partner/payments/batches', text);

    t.is((await send(body)).status, 202);
    t.is((await send(body)).headers.get('idempotent-replayed'), 'true');
    t.is((await send(body.replace('"amount":50000', '"amount":1,"amount":2'))).status, 400);
    t.is((await send(' '.repeat(34_000_000))).status, 413);
  });
}

test('a request without a body is none that a parser has taken away', async (t) => {
  const { post, logged } = await served(
    t,
    parser(() => ({})),
  );

  const answer = await post('/v1/partner/beneficiaries', '');

  t.is(answer.status, 400);
  t.deepEqual(logged, []);
});
