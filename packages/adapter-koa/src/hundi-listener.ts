import type { Middleware } from 'koa';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ownPath, readablePath } from './http/own-path.js';
import { requestIdOf } from './http/request-id.js';
import type { HundiMount } from './hundi-mount.js';
import { NoSuchPath } from './problem/refusal.js';
import { refused, send } from './problem/reply.js';

/** Options of a host that is not Koa. */
export interface HundiListenerOptions {
  /** What stands before the paths of Hundi, `/payouts`, where the host does not cut it off itself. */
  readonly prefix?: string;
  /**
   * Called with each failure that no `onError` of a mount gets, and with each connection that breaks off during an
   * answer; they are answered all the same. Default: prints them on stderr, as Koa does.
   */
  readonly onError?: (error: unknown) => void;
}

/** Answers requests of a Node server. Requests for other paths go to `next`; without it they get a 404. */
export interface HundiListener {
  (request: IncomingMessage, response: ServerResponse, next?: () => void): void;
  /** Whether it answers this request itself: for hosts that decide that before they hand a request over. */
  readonly owns: (request: Pick<IncomingMessage, 'url'>) => boolean;
}

const PREFIX = /^(?:\/[^/?#]+)*$/;

/** The path in the first line of a request, which may name the host, too. */
const PATH = /^(?:https?:\/\/[^/?#]*)?([^?#]*)/i;

const nothingHere: Middleware = (ctx) => {
  const requestId = requestIdOf(ctx.get('x-request-id'), randomUUID);
  ctx.set('X-Request-Id', requestId);
  send(ctx, refused(NoSuchPath(), requestId));
};

/** Hides the prefix while the mounts answer. The host, which may log the request afterwards, finds it in place. */
const without =
  (prefix: string): Middleware =>
  async (ctx, next) => {
    const whole = ctx.url;
    const path = readablePath(ctx);
    if (path?.startsWith(`${prefix}/`) !== true) {
      await nothingHere(ctx, next);
      return;
    }
    ctx.path = path.slice(prefix.length);
    try {
      await next();
    } finally {
      ctx.url = whole;
    }
  };

const ownedBy = (mounts: ReadonlyArray<HundiMount>, prefix: string): HundiListener['owns'] => {
  const owns = (path: string): boolean => mounts.some((mount) => mount.owns(path));
  return (req) => {
    const originalUrl = req.url ?? '';
    const [, path = ''] = PATH.exec(originalUrl) ?? [];
    if (!path.startsWith(`${prefix}/`)) return false;
    return ownPath({ path: path.slice(prefix.length), originalUrl, req }, owns) !== undefined;
  };
};

/**
 * Mounts of Hundi as a listener for requests of Node's own server, and as middleware of Express: it reads the stream of
 * the request itself and writes the response itself. Mount it before body parsers.
 *
 * @throws when there is no mount, or the prefix is not like `/payouts`.
 */
export const hundiListener = (
  mounts: ReadonlyArray<HundiMount>,
  { prefix = '', onError }: HundiListenerOptions = {},
): HundiListener => {
  if (mounts.length === 0)
    throw new Error('hundiListener() needs at least one mount, such as hundi(engine)');
  if (!PREFIX.test(prefix))
    throw new Error(`the prefix ${prefix} must begin with a / and not end with one, as /payouts`);
  // Only a host that is not Koa loads Koa here.
  const handle = import('koa').then(({ default: Koa }) => {
    const app = new Koa();
    if (onError !== undefined) app.on('error', onError);
    if (prefix !== '') app.use(without(prefix));
    for (const mount of mounts) app.use(mount);
    return app.use(nothingHere).callback();
  });
  const owns = ownedBy(mounts, prefix);
  const listener = (
    request: IncomingMessage,
    response: ServerResponse,
    next?: () => void,
  ): void => {
    // Koa's callback answers every error itself.
    if (next === undefined || owns(request))
      void handle.then((answer) => answer(request, response));
    else next();
  };
  return Object.assign(listener, { owns });
};
