import type { Proxies } from '@hundi/adapter-koa';
import { E } from '@hundi/core';
import type { IncomingMessage } from 'node:http';
import { isLoopback } from '../config/loopback.js';

/** Why a request may not drive the sandbox. */
export type SandboxRefusal =
  /** It does not come from this machine: for such callers the paths do not exist. */
  | { readonly kind: 'absent' }
  /** It comes from a browser that another site's page led here. */
  | { readonly kind: 'elsewhere'; readonly detail: string };

const THIS_MACHINE = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i;

const hostOf = (authority: string | undefined): string => {
  const url = `http://${authority ?? ''}`;
  return URL.canParse(url) ? new URL(url).hostname : '';
};

/** Whether the caller is on this machine: a direct one, or a client of a trusted proxy on this machine. */
const isHere = (request: IncomingMessage, { addressOf }: Proxies): boolean => {
  const { socket, headers } = request;
  if (!isLoopback(socket.remoteAddress)) return false;
  const forwarded = headers['x-forwarded-for'] ?? headers.forwarded;
  // A proxy that is not trusted leaves open who asks.
  if (forwarded === undefined) return true;
  const address = addressOf(request);
  return address !== socket.remoteAddress && isLoopback(address);
};

/**
 * Who may drive the sandbox: programs on this machine, and pages of the service itself. A page of another site
 * in a browser on this machine may not, even if its name was made to lead here (DNS rebinding).
 */
export const sandboxCallers =
  (publicUrl: () => string, proxies: Proxies) =>
  (request: IncomingMessage): E.Either<SandboxRefusal, undefined> => {
    if (!isHere(request, proxies)) return E.left({ kind: 'absent' });
    const { host, origin, 'sec-fetch-site': site } = request.headers;
    const name = hostOf(host);
    if (!THIS_MACHINE.test(name) && name !== new URL(publicUrl()).hostname)
      return elsewhere('Host: expected localhost, 127.0.0.1, [::1] or the host of PUBLIC_URL.');
    if (site !== undefined && site !== 'same-origin' && site !== 'none')
      return elsewhere('Sec-Fetch-Site: a page of another site cannot call the sandbox.');
    // From a page that sends no referrer, a form has the Origin null, and Sec-Fetch-Site alone says where it is from.
    const isOwnForm = origin === 'null' && site === 'same-origin';
    if (origin !== undefined && !isOwnForm && !isOrigin(origin, host))
      return elsewhere('Origin: a page of another site cannot call the sandbox.');
    return E.right(undefined);
  };

const elsewhere = (detail: string): E.Either<SandboxRefusal, never> =>
  E.left({ kind: 'elsewhere', detail });

// Whether by http or https is for a proxy to know; the name and the port are the service's own.
const isOrigin = (origin: string, host: string | undefined): boolean =>
  URL.canParse(origin) &&
  /^https?:$/.test(new URL(origin).protocol) &&
  new URL(origin).host === host;
