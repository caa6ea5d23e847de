import type { Feature, Issue, Storage } from '@hundi/core';
import { createSandbox, type Sandbox, type SandboxOptions } from '@hundi/testkit';
import type { ExecutionContext } from 'ava';
import Koa from 'koa';
import { connect } from 'node:net';
import { answerFaults, bodyFaults } from './description.js';
import { onLoopback } from './on-loopback.js';
import {
  hundi,
  hundiDocs,
  hundiPages,
  hundiCheckout,
  hundiPortal,
  hundiPortalPages,
  serverOptions,
  type HundiOptions,
  type HundiPortalPagesOptions,
} from '../index.js';

/** The members of all answers together: a test reads those that its answer has. */
interface AnswerJson {
  readonly type: string;
  readonly status: string | number;
  readonly detail: string;
  readonly message: string;
  readonly instance: string;
  readonly error: object;
  readonly errors: ReadonlyArray<Issue>;
  readonly items: ReadonlyArray<{
    readonly beneficiaryId: string;
    readonly name: string;
    readonly transactionId: string;
  }>;
  readonly pagination: {
    readonly total: number;
    readonly hasMore?: boolean;
    readonly nextCursor?: string | null;
  };
  readonly beneficiary: {
    readonly beneficiaryId: string;
    readonly approvalState?: string;
    readonly accounts: ReadonlyArray<object>;
  };
  readonly jobId: string;
  readonly apiRefNumber: string;
  readonly requestedAt: string;
  readonly transactions: ReadonlyArray<{
    readonly transactionId: string;
    readonly transactionReference: string;
  }>;
  readonly counts: object;
  readonly records: ReadonlyArray<{
    readonly transactionId: string;
    readonly transactionReference: string;
    readonly outcome: string;
    readonly rejectionCode: string | null;
  }>;
  readonly previewToken: string;
  readonly expiresAt: string;
  readonly totals: object;
  readonly amount: { readonly value: number };
  readonly utr: string;
  readonly metadata: object;
}

/** An answer, as text and as the JSON that the text holds. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: AnswerJson;
}

export interface Call {
  /** An API key; default acme's, none if null. */
  readonly key?: string | null;
  /** Sent as JSON unless it is text already. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Served {
  readonly sandbox: Sandbox;
  readonly port: number;
  readonly acmeKey: string;
  readonly globexKey: string;
  /** The unexpected failures that the middleware reported. */
  readonly incidents: unknown[];
  readonly get: (path: string, call?: Call) => Promise<Answer>;
  readonly post: (path: string, body: unknown, call?: Call) => Promise<Answer>;
  readonly send: (method: string, path: string, call?: Call) => Promise<Answer>;
  /** Writes bytes to a socket and answers what comes back until the other side closes. */
  readonly raw: (...parts: ReadonlyArray<string | Uint8Array>) => Promise<string>;
}

const toAnswer = async (response: Response): Promise<Answer> => {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') === true;
  const json = (isJson && text !== '' ? JSON.parse(text) : {}) as AnswerJson;
  return { status: response.status, headers: response.headers, text, json };
};

/** Writes bytes to a socket and answers what comes back until the other side closes. */
export const exchange = (
  port: number,
  parts: ReadonlyArray<string | Uint8Array>,
): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    const received: Buffer[] = [];
    socket.on('data', (chunk) => received.push(chunk));
    socket.on('close', () => {
      resolve(Buffer.concat(received).toString());
    });
    socket.on('error', (error) => {
      // A reset after the answer is how an early close looks to a client that still writes.
      if (received.length === 0) reject(error);
    });
    for (const part of parts) socket.write(part);
  });

/** Options of what is served, with those of the page on which people bring files. */
type ServedOptions = HundiOptions & Pick<HundiPortalPagesOptions, 'files' | 'fileTemplate'>;

const appOf = ({ engine, tenant }: Sandbox, options: ServedOptions, url: () => string): Koa => {
  const app = new Koa();
  // Koa prints every connection that breaks; here they break on purpose.
  app.silent = true;
  app.use(hundi(engine, options));
  const isOff = (feature: Feature): boolean => engine.featuresOff.has(feature);
  const pages = {
    ...options,
    publicUrl: url,
    theme: { name: 'No Bank' },
    themes: { [tenant.bankTenantId]: { name: 'Demo Bank', supportPhone: '1800 123 4567' } },
  };
  if (!isOff('portal')) app.use(hundiPortal(engine, options)).use(hundiPortalPages(engine, pages));
  if (!isOff('collection-checkout')) app.use(hundiCheckout(engine, options));
  if (!isOff('collection-checkout') || !isOff('payout-checkout'))
    app.use(hundiPages(engine, pages));
  // Most tests never read the descriptions, and writing them takes longer than all else that a test does.
  let docs: Koa.Middleware | undefined;
  return app
    .use(async (ctx, next) => {
      docs ??= hundiDocs({ engine });
      await docs(ctx, next);
    })
    .use((ctx) => {
      ctx.body = 'the host';
    });
};

/**
 * Serves a sandbox on a free port of the loopback interface until the test ends. An answer that is not as the
 * description of the interface says fails the test that asked for it.
 */
export const serve = async (
  t: ExecutionContext,
  storage: Storage,
  options: ServedOptions = {},
  sandboxOptions: Partial<SandboxOptions> = {},
): Promise<Served> => {
  const notifications = { portalUrl: () => undefined };
  const sandbox = await createSandbox({ storage, notifications, ...sandboxOptions });
  const keyOf = (corporate: string): string =>
    sandbox.credentials.corporates[corporate]?.apiKeys['erp'] ?? '';
  const acmeKey = keyOf('acme');

  const incidents: unknown[] = [];
  const app = appOf(
    sandbox,
    { onError: (error) => incidents.push(error), ...options },
    () => origin,
  );
  // Koa's callback answers every error itself.
  const handle = app.callback();
  const origin = await onLoopback(
    t,
    (request, response) => void handle(request, response),
    serverOptions,
  );
  const port = Number(new URL(origin).port);

  const send = async (method: string, path: string, call: Call = {}): Promise<Answer> => {
    const { key = acmeKey, body, headers } = call;
    const response = await fetch(origin + path, {
      method,
      headers: {
        ...(key !== null && { 'x-api-key': key }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const answer = await toAnswer(response);
    const faults = [
      ...answerFaults(method, path, answer),
      // The description must allow every request that is accepted.
      ...(answer.status < 300 && method === 'POST' && body !== undefined
        ? bodyFaults(method, path, typeof body === 'string' ? JSON.parse(body) : body)
        : []),
    ];
    if (faults.length > 0)
      throw new Error(`${method} ${path} is not as described: ${faults.join('; ')}`);
    return answer;
  };

  return {
    sandbox,
    port,
    acmeKey,
    globexKey: keyOf('globex'),
    incidents,
    send,
    get: (path, call) => send('GET', path, call),
    post: (path, body, call) => send('POST', path, { ...call, body }),
    raw: (...parts) => exchange(port, parts),
  };
};
