import type { Hundi, Resolver } from '@hundi/core';
import type { Container } from 'inversify';
import type { HundiMount } from './hundi-mount.js';
import { engineOf } from './mounted.js';
import { requireOneOf } from './route/feature-routes.js';
import { mountedPages, type HundiPagesOptions } from './mounted-pages.js';
import type { PageRoute } from './pages/page-route.js';
import type { UploadOptions } from './pages/portal/upload/upload-routes.js';
import type { Mailbox } from './pages/portal/mailbox.js';
import type { RouteTable } from './route/route-table.js';

/** Options of a host for the pages of a corporate's people. */
export interface HundiPortalPagesOptions extends HundiPagesOptions, UploadOptions {
  /** The mailbox of an address, shown beside the login: for a sandbox. Default: none. */
  readonly mailbox?: Mailbox;
}

/** What lies under `/portal` and is no page: the API, and what describes it. */
const API = ['v1', 'docs', 'openapi.json'];

const owns = (path: string): boolean => {
  const [, first, next = ''] = path.split('/');
  return first === 'portal' && !API.includes(next);
};

/**
 * The pages of a corporate's people under `/portal`, as Koa middleware: server-written HTML in the bank's name and colours
 * that works without scripts. They call the same use cases as `hundiPortal`, with a session in a cookie that is no bearer
 * token. A bank with a portal of its own mounts none of it. It passes on other paths, `/portal/v1` among them. The code of
 * the pages loads with the first request for one: they are a third of what this package would load.
 *
 * @throws when a theme has too little contrast, the public URL is invalid, a container lacks a port, or the engine has no
 * mailer for the codes.
 */
export const hundiPortalPages = (
  engineOrContainer: Hundi | Resolver | Container,
  options: HundiPortalPagesOptions,
): HundiMount => {
  const engine = engineOf(engineOrContainer);
  requireOneOf(engine, 'hundiPortalPages', ['portal']);
  const { mailbox = async () => undefined } = options;
  let table: Promise<RouteTable<PageRoute>> | undefined;
  const load = async () => {
    const { portalPagesOf } = await import('./pages/mount/portal-table.js');
    return portalPagesOf(engine, mailbox, options);
  };
  const pages = { owns, table: () => (table ??= load()), front: '/portal' } as const;
  return mountedPages(engine, pages, options, 'relative');
};
