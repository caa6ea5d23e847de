import {
  answerFailure,
  hundi,
  hundiCheckout,
  hundiDocs,
  hundiPages,
  hundiPortal,
  hundiPortalPages,
  type HundiDocsOptions,
  type HundiOptions,
  type HundiPortalPagesOptions,
  type RateLimitOption,
  type RequestLog,
  type SecurityEvent,
  type TrustedProxies,
} from '@hundi/adapter-koa';
import type { HostedPages, Hundi, RateLimits } from '@hundi/core';
import { randomUUID } from 'node:crypto';
import Koa, { type Context, type Middleware } from 'koa';
import type { PageThemes } from '../host/service-pages.js';
import { livenessRoutes, readinessRoutes } from '../http/health-routes.js';
import { metricsRoutes } from '../http/metrics-routes.js';
import { limitNetworks } from '../http/network-limit.js';
import { absent, refuse } from '../http/problem.js';
import { routes } from '../http/routes.js';
import { identified, watched } from '../http/watched.js';
import { wellAddressed } from '../http/well-addressed.js';
import type { Logger } from '../log/logger.js';
import { backlogMetrics } from '../watch/backlog-metrics.js';
import type { Metrics } from '../watch/metrics.js';
import { subjectsLogged } from '../watch/observers.js';

/** The parts of the app. */
export interface AppParts {
  readonly engine: Hundi;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly rateLimits: RateLimitOption;
  /** How often one network may ask for what needs no key. */
  readonly networkLimits: RateLimits | 'off';
  readonly trustedProxies: TrustedProxies;
  readonly onSecurityEvent: (event: SecurityEvent) => void;
  readonly pages: Pick<HostedPages, 'baseUrl'>;
  /** How the pages of each bank look. */
  readonly themes: PageThemes;
  readonly isReady: () => Promise<boolean>;
  /** The metrics of a service that is ready. */
  readonly details: () => Promise<object>;
  /** True from the moment that the service is to stop. */
  readonly isStopping: () => boolean;
  readonly sandbox?: Middleware;
  /** The pages of a corporate's people, with the mailbox of a sandbox beside the login; absent where they are off. */
  readonly portalPages?: Pick<HundiPortalPagesOptions, 'mailbox' | 'files' | 'fileTemplate'>;
  /** The page at the root of a sandbox. */
  readonly start?: Middleware;
  /** The commands of a first call, where the tenants are those of the demo. */
  readonly firstCall?: () => string;
  /** Learns the time to which other processes have moved the sandbox's clock, before a request is answered. */
  readonly learnTime?: () => Promise<void>;
  /** Whether what is for operators has a port of its own. */
  readonly adminApart: boolean;
}

const GONE = new Set(['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE']);

/** The connection is closed, and that is what the error is about: a database's ECONNRESET is not this. */
const wentAway = (error: unknown, ctx: Context | undefined): boolean =>
  ctx?.req.socket.destroyed === true &&
  GONE.has((error as NodeJS.ErrnoException | null)?.code ?? '');

/** A failure beyond the APIs' own boundaries is logged here and not shown to clients. */
const boundary =
  (logger: Logger): Middleware =>
  async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      const incident = { requestId: ctx.get('x-request-id'), incidentId: randomUUID() };
      if (wentAway(error, ctx)) logger.debug('client went away', { ...incident, error });
      else logger.error('request failed', { ...incident, method: ctx.method, error });
      answerFailure(ctx, error, incident);
    }
  };

// A connection that would stay open for another request would hold up the stop.
const closing =
  (isStopping: () => boolean): Middleware =>
  async (ctx, next) => {
    await next();
    if (isStopping()) ctx.set('Connection', 'close');
  };

// Asked for every few seconds by machines.
const ROUTINE = new Set(['/healthz', '/readyz', '/metrics']);

/** Gives each request the time that the sandbox has by then, whichever process moved it. */
const inTime =
  (learn: () => Promise<void>): Middleware =>
  async (ctx, next) => {
    if (!ROUTINE.has(ctx.path)) await learn();
    await next();
  };

const pagesOf = (
  { engine, pages, themes, portalPages }: AppParts,
  options: HundiOptions,
): ReadonlyArray<Middleware> => {
  const looks = { ...options, ...themes, publicUrl: pages.baseUrl };
  return [
    hundiPages(engine, looks),
    ...(portalPages === undefined ? [] : [hundiPortalPages(engine, { ...looks, ...portalPages })]),
  ];
};

/** Without a sandbox the root leads people to their pages. */
const toPortal = routes([
  {
    method: 'GET',
    path: '/',
    answer: (ctx) => {
      ctx.status = 303;
      ctx.set('Location', 'portal');
    },
  },
]);

/** Metrics count every request; the log has those of machines at `debug`. */
const onRequestOf =
  ({ metrics, logger }: AppParts) =>
  (request: RequestLog): void => {
    metrics.request(request);
    logger[ROUTINE.has(request.route) ? 'debug' : 'info']('request', { ...request });
  };

/** The middleware around every answer. */
const framed = (parts: AppParts): Koa => {
  const { logger, isStopping } = parts;
  const app = new Koa();
  app.on('error', (error: unknown, ctx?: Context) => {
    if (wentAway(error, ctx)) logger.debug('client went away', { error });
    else logger.error('response failed', { error });
  });
  return app
    .use(identified)
    .use(closing(isStopping))
    .use(boundary(logger))
    .use(wellAddressed(onRequestOf(parts)));
};

const nothingHere: Middleware = (ctx) => {
  refuse(ctx, absent);
};

const readiness = ({ isReady, isStopping, details }: AppParts): Middleware =>
  readinessRoutes(async () => !isStopping() && (await isReady()), details);

/** Limits what comes behind it by network. Probes come before it: a refused one would end the process. */
const limited = ({ networkLimits, trustedProxies }: AppParts): ReadonlyArray<Middleware> =>
  networkLimits === 'off' ? [] : [limitNetworks(networkLimits, trustedProxies)];

/** The routes for the operator's own network: figures and descriptions. */
const forOperators = (parts: AppParts, docs: HundiDocsOptions = {}): ReadonlyArray<Middleware> => {
  const { engine, logger, metrics, firstCall } = parts;
  const { registry } = metrics;
  return [
    metricsRoutes(registry, backlogMetrics(registry, engine.getBacklog, logger)),
    hundiDocs({ engine, ...docs, ...(firstCall !== undefined && { firstCall }) }),
  ];
};

/**
 * The service's HTTP side: the partner API, the portal, the hosted pages, health, and the sandbox where there is
 * one; with what is for operators, unless that has a port of its own.
 */
export const serviceApp = (parts: AppParts): Koa => {
  const { engine, logger, rateLimits, trustedProxies, onSecurityEvent } = parts;
  const { sandbox, start, adminApart } = parts;
  const onRequest = onRequestOf(parts);
  const options: HundiOptions = {
    rateLimits,
    trustedProxies,
    onSecurityEvent,
    onRequest,
    onError: (error, incident) => {
      logger.error('request failed', { ...incident, error, ...subjectsLogged(incident.subjects) });
    },
  };
  const app = framed(parts);
  if (parts.learnTime !== undefined) app.use(inTime(parts.learnTime));
  app.use(hundi(engine, options));
  if (!engine.featuresOff.has('collection-checkout')) app.use(hundiCheckout(engine, options));
  app.use(hundiPortal(engine, options));
  for (const one of pagesOf(parts, options)) app.use(one);
  app
    // The middleware above logs its own requests.
    .use(watched(onRequest))
    .use(boundary(logger))
    .use(livenessRoutes());
  if (!adminApart) app.use(readiness(parts));
  for (const one of limited(parts)) app.use(one);
  if (!adminApart) for (const one of forOperators(parts)) app.use(one);
  if (sandbox !== undefined) app.use(sandbox);
  if (start !== undefined) app.use(start);
  else if (parts.portalPages !== undefined) app.use(toPortal);
  return app.use(nothingHere);
};

/** The app of the operators' port; descriptions name the address of the interface itself. */
export const adminApp = (parts: AppParts): Koa => {
  const app = framed(parts)
    .use(watched(onRequestOf(parts)))
    .use(boundary(parts.logger))
    .use(livenessRoutes())
    .use(readiness(parts));
  const operators = forOperators(parts, { server: parts.pages.baseUrl() });
  for (const one of [...limited(parts), ...operators]) app.use(one);
  return app.use(nothingHere);
};
