import type { HundiOptions, Incident, RequestLog, SecurityEvent } from '@hundi/adapter-koa';
import type { Hundi } from '@hundi/core';
import test, { type ExecutionContext } from 'ava';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { aBank, accepted, countsOf, partner, type ABank } from './a-bank.js';

/** A host that listens until the test ends. */
export interface Host {
  readonly url: string;
  /** What the host logged of requests, its own and Hundi's. */
  readonly logged: ReadonlyArray<string>;
}

export interface Parser {
  readonly keepsBytes: boolean;
}

/** Serves a host with Hundi in it; with a JSON parser of the host before Hundi, if one is given. */
export type OpenHost = (
  t: ExecutionContext,
  engine: Hundi,
  options: HundiOptions,
  parser?: Parser,
) => Promise<Host>;

interface Heard {
  readonly errors: { readonly error: unknown; readonly incident: Incident }[];
  readonly events: SecurityEvent[];
  readonly requests: RequestLog[];
}

interface Served extends ABank, Host, Heard, ReturnType<typeof partner> {}

const served = async (
  t: ExecutionContext,
  open: OpenHost,
  options: HundiOptions = {},
  parser?: Parser,
): Promise<Served> => {
  const bank = await aBank();
  const heard: Heard = { errors: [], events: [], requests: [] };
  const watching: HundiOptions = {
    onError: (error, incident) => heard.errors.push({ error, incident }),
    onSecurityEvent: (event) => heard.events.push(event),
    onRequest: (request) => heard.requests.push(request),
    ...options,
  };
  const host = await open(t, bank.engine, watching, parser);
  return { ...bank, ...host, ...heard, ...partner(host.url, bank.key) };
};

const OUR_404 = { type: 'object_not_found_error', status: 404 };

/** The routes of the recipes' own. */
export const keepsItsOwn = (name: string, open: OpenHost): void => {
  test(`in ${name} the host's own routes read their own bodies`, async (t) => {
    const { url } = await served(t, open);
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${url}/echo`, { method: 'POST', headers, body: '{"a":1}' });

    t.deepEqual(await answer.json(), { a: 1 });
    t.is(await (await fetch(url)).text(), 'Our Bank');
  });
};

/** Which requests Hundi answers, and with what. */
const answersIn = (name: string, open: OpenHost): void => {
  test(`in ${name} a partner's batch is paid, and a wrong key gets 401`, async (t) => {
    const bank = await served(t, open);
    const job = await accepted(t, bank, bank.batchOf(2));
    await bank.runDue();

    t.like(await countsOf(bank, job), { total: 2, paid: 2 });
    t.is((await bank.get('/packages', { headers: { 'x-api-key': 'pak_wrong' } })).status, 401);
  });

  test(`in ${name} an unknown path under a prefix of Hundi is Hundi's 404, and any other the host's`, async (t) => {
    const { url, get } = await served(t, open);

    const ours = await get('/nowhere');
    t.is(ours.headers.get('content-type'), 'application/problem+json');
    t.like(await ours.json(), OUR_404);
    for (const path of ['/nowhere', '/v1', '/v1/partners', '/v2/partner/packages']) {
      const theirs = await fetch(url + path);
      t.is(theirs.status, 404, path);
      t.not(theirs.headers.get('content-type'), 'application/problem+json', path);
      t.is(theirs.headers.get('x-request-id'), null, path);
    }
  });

  test(`in ${name} the address of a client behind a proxy is the one that a trusted proxy names`, async (t) => {
    const from = { headers: { 'x-api-key': 'pak_wrong', 'x-forwarded-for': '198.51.100.7' } };
    const trusting = await served(t, open, { trustedProxies: ['127.0.0.1'] });
    await trusting.get('/packages', from);
    const plain = await served(t, open);
    await plain.get('/packages', from);

    t.like(trusting.events, [{ name: 'key_refused', network: '198.51.100.7' }]);
    t.like(plain.events, [{ name: 'key_refused', network: '127.0.0.1' }]);
  });

  test(`in ${name} HEAD is GET without a body, and OPTIONS is refused with the methods that there are`, async (t) => {
    const { get } = await served(t, open);
    const head = await get('/packages', { method: 'HEAD' });
    const whole = await get('/packages');

    t.is(head.status, 200);
    t.is(await head.text(), '');
    t.is(head.headers.get('content-length'), String((await whole.arrayBuffer()).byteLength));
    const options = await get('/packages', { method: 'OPTIONS' });
    t.is(options.status, 405);
    t.is(options.headers.get('allow'), 'GET, HEAD');
  });

  test(`in ${name} an error of Hundi is answered by Hundi, and the host's log has the request`, async (t) => {
    const bank = await aBank();
    const broken = { ...bank.engine, listPackages: () => Promise.reject(new Error('broken')) };
    const errors: unknown[] = [];
    const host = await open(t, broken, { onError: (error) => errors.push(String(error)) });
    const answer = await partner(host.url, bank.key).get('/packages');

    t.is(answer.status, 500);
    t.like(await answer.json(), { type: 'internal_server_error' });
    t.deepEqual(errors, ['Error: broken']);
    t.deepEqual(host.logged, ['GET /v1/partner/packages 500']);
  });
};

/** What parsers of the host do to Hundi. */
const parsersIn = (name: string, open: OpenHost): void => {
  test(`in ${name} 20,000 payments pass, and the host's parser reads none of them`, async (t) => {
    const bank = await served(t, open);
    // Parsers of hosts refuse far shorter bodies: what gets through was not parsed by one.
    const body = bank.batchOf(20_000);
    t.true(body.length > 2_000_000);
    const job = await accepted(t, bank, body);

    t.deepEqual(bank.errors, []);
    t.is((await bank.post('/payments/batches', body)).headers.get('idempotent-replayed'), 'true');
    t.like(await countsOf(bank, job), { total: 20_000 });
  });

  test(`in ${name} a parser before Hundi that keeps nothing is 500, and the log says what to move`, async (t) => {
    const bank = await served(t, open, {}, { keepsBytes: false });
    const answer = await bank.post('/payments/batches', bank.batchOf(1));

    t.is(answer.status, 500);
    const { incidentId } = (await answer.json()) as { readonly incidentId: string };
    t.like(bank.errors, [{ error: { name: 'BodyAlreadyRead' }, incident: { incidentId } }]);
    t.regex(String(bank.errors[0]?.error), /Mount hundi\(\).* before any body parser/);
    // What has no body is read as ever.
    t.is((await bank.get('/packages')).status, 200);
  });

  test(`in ${name} a parser before Hundi that keeps the bytes does no harm`, async (t) => {
    const bank = await served(t, open, {}, { keepsBytes: true });
    const job = await accepted(t, bank, bank.batchOf(1));
    await bank.runDue();

    t.like(await countsOf(bank, job), { total: 1, paid: 1 });
  });
};

/** Sends the head of a batch and the beginning of its body. */
const beginBatch = async ({ url, key }: Served, body: string): Promise<Socket> => {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  const head =
    `POST /v1/partner/payments/batches HTTP/1.1\r\nHost: bank\r\nx-api-key: ${key}\r\n` +
    `Idempotency-Key: run-1\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
  await new Promise((resolve) => socket.write(head + body.slice(0, 5_000), resolve));
  return socket;
};

/** What becomes of bodies that are not taken. */
const bodiesIn = (name: string, open: OpenHost): void => {
  test(`in ${name} a client that breaks off in the middle of a body leaves nothing behind`, async (t) => {
    let logged: (request: RequestLog) => void = () => undefined;
    const answered = new Promise<RequestLog>((resolve) => (logged = resolve));
    const bank = await served(t, open, { onRequest: logged });
    const body = bank.batchOf(1_000);
    const socket = await beginBatch(bank, body);
    socket.destroy();

    t.like(await answered, { route: '/v1/partner/payments/batches', status: 400 });
    t.deepEqual(bank.errors, []);
    // The key was not used up, and the host goes on.
    await accepted(t, bank, body);
  });

  test(`in ${name} a client that stops in the middle of a body is cut off`, async (t) => {
    const bank = await served(t, open);
    const body = bank.batchOf(1_000);
    const socket = await beginBatch(bank, body);
    await once(socket.resume(), 'close');

    await accepted(t, bank, body);
  });

  test(`in ${name} a batch that is too large is refused before it is read`, async (t) => {
    const bank = await served(t, open, { bodyLimits: { batch: 1_000 } });
    const answer = await bank.post('/payments/batches', bank.batchOf(1_000));

    t.is(answer.status, 413);
    t.like(await answer.json(), { status: 413 });
  });
};

/** What holds in every host of Node. */
export const holdsIn = (name: string, open: OpenHost): void => {
  answersIn(name, open);
  parsersIn(name, open);
  bodiesIn(name, open);
};
