import type { Hundi, Resolver } from '@hundi/core';
import type { Container } from 'inversify';
import type { Context } from 'koa';
import { createHash, randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { checkoutRoutes } from './checkout/session-routes.js';
import { docsPage } from './docs/page.js';
import { STYLE } from './docs/style.js';
import { ownPath } from './http/own-path.js';
import { inTurns } from './http/turns.js';
import { requestIdOf } from './http/request-id.js';
import { mountOf, type HundiMount } from './hundi-mount.js';
import { engineOf } from './mounted.js';
import { ALL_ON, openApiSteps } from './openapi/document.js';
import type { OpenApi } from './openapi/model.js';
import { PARTNER_FRAME } from './openapi/partner-frame.js';
import { PORTAL_FRAME } from './openapi/portal-frame.js';
import { portalRoutes } from './portal/portal-routes.js';
import { MethodNotAllowed } from './problem/refusal.js';
import { refused, send } from './problem/reply.js';
import { partnerRoutes } from './partner/partner-routes.js';
import { routesOn } from './route/feature-routes.js';

/** Options of a host. */
export interface HundiDocsOptions {
  /** The address that the paths of the document are seen from; where it was read from by default. */
  readonly server?: string;
  /** The engine whose routes are described: without those of features that are off. Default: every route. */
  readonly engine?: Hundi | Resolver | Container;
  /**
   * Commands of a first call that work on this host: `/docs` opens with them. They are asked for once, with the first
   * request for the page. Default: none.
   */
  readonly firstCall?: () => string;
}

interface Page {
  readonly type: string;
  readonly plain: Buffer;
  readonly gzipped: () => Promise<Buffer>;
  readonly hash: string;
}

const onceAsked = <A>(make: () => A): (() => A) => {
  let made: A | undefined;
  return () => (made ??= make());
};

const compress = promisify(gzip);

const page = (type: string, text: string): Page => {
  const plain = Buffer.from(text);
  return {
    type,
    plain,
    gzipped: onceAsked(() => compress(plain)),
    hash: createHash('sha256').update(plain).digest('base64url'),
  };
};

const answer = async (ctx: Context, { type, plain, gzipped, hash }: Page): Promise<void> => {
  const isGzipped = ctx.acceptsEncodings('gzip', 'identity') === 'gzip';
  ctx.status = 200;
  ctx.set({
    'Content-Type': type,
    'Cache-Control': 'public, no-cache',
    Vary: 'Accept-Encoding',
    // The same text in other bytes needs a tag of its own.
    ETag: isGzipped ? `"${hash}-gzip"` : `"${hash}"`,
    ...(isGzipped && { 'Content-Encoding': 'gzip' }),
    'Content-Security-Policy': STYLE.policy,
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  });
  if (ctx.fresh) ctx.status = 304;
  else ctx.body = isGzipped ? await gzipped() : plain;
};

const pagesOf = (
  prefix: string,
  document: () => Promise<OpenApi>,
  firstCall?: () => string,
): ReadonlyArray<readonly [string, () => Promise<Page>]> => [
  [
    `${prefix}/openapi.json`,
    onceAsked(async () =>
      page('application/json; charset=utf-8', JSON.stringify(await document())),
    ),
  ],
  [
    `${prefix}/docs`,
    onceAsked(async () => {
      const text = await inTurns(docsPage(await document(), firstCall?.()));
      return page('text/html; charset=utf-8', text);
    }),
  ],
];

/**
 * The description of the partner API as Koa middleware: `/openapi.json`, an OpenAPI 3.1 document for tools,
 * and `/docs`, the same for people, a page that asks no other host for anything; that of the portal API at
 * `/portal/openapi.json` and `/portal/docs`. All are written once, from the codecs that read requests, when they are first asked
 * for, other requests in between; no key is needed. They are kept as the bytes that are sent, compressed once, with an `ETag`. Other paths are passed
 * on.
 */
export const hundiDocs = (options: HundiDocsOptions = {}): HundiMount => {
  const { server = '/', engine, firstCall } = options;
  const having = engine === undefined ? ALL_ON : engineOf(engine);
  const partner = onceAsked(() =>
    inTurns(
      openApiSteps(
        routesOn(having, [...partnerRoutes, ...checkoutRoutes]),
        server,
        PARTNER_FRAME,
        having,
      ),
    ),
  );
  const portal = onceAsked(() =>
    inTurns(openApiSteps(routesOn(having, portalRoutes), server, PORTAL_FRAME)),
  );
  const pages = new Map([
    ...pagesOf('', partner, firstCall),
    ...(having.featuresOff.has('portal') ? [] : pagesOf('/portal', portal)),
  ]);

  const owns = (path: string): boolean => pages.has(path);
  return mountOf(owns, async (ctx, next) => {
    const path = ownPath(ctx, owns) ?? '';
    const found = pages.get(path);
    if (found === undefined) {
      await next();
      return;
    }
    // For a host that watches requests from outside.
    ctx.state['route'] = path;
    if (ctx.method === 'GET' || ctx.method === 'HEAD') {
      await answer(ctx, await found());
    } else {
      const requestId = requestIdOf(ctx.get('x-request-id'), randomUUID);
      ctx.set('X-Request-Id', requestId);
      send(ctx, refused(MethodNotAllowed(['GET', 'HEAD']), requestId));
    }
  });
};
