import type { Hundi, Resolver } from '@hundi/core';
import type { Container } from 'inversify';
import type { HundiMount } from './hundi-mount.js';
import { engineOf } from './mounted.js';
import { mountedPages, type HundiPagesOptions } from './mounted-pages.js';
import { pagesOf } from './pages/mount/pages-mount.js';

/**
 * The hosted pages, as Koa middleware: server-written HTML in the bank's name and colours that works without scripts.
 * It answers everything under `/payout` and passes on the rest; it reads forms itself: mount body parsers behind it,
 * or let them keep `ctx.request.rawBody`. Calls are limited by the network that they come from (`trustedProxies`).
 *
 * @throws when a theme has too little contrast, the public URL is invalid, a container lacks a port, or every feature
 * with pages is off. The middleware serves the pages of the features that are on.
 */
export const hundiPages = (
  engineOrContainer: Hundi | Resolver | Container,
  options: HundiPagesOptions,
): HundiMount => {
  const engine = engineOf(engineOrContainer);
  const table = pagesOf(engine);
  return mountedPages(engine, { owns: table.owns, table: () => table }, options);
};
