import type { Hundi, Resolver } from '@hundi/core';
import type { Container } from 'inversify';
import type { HundiMount } from './hundi-mount.js';
import { engineOf } from './mounted.js';
import { mountedPages, type HundiPagesOptions } from './mounted-pages.js';
import { portalPagesOf } from './pages/mount/portal-table.js';
import type { UploadOptions } from './pages/portal/upload/upload-routes.js';
import type { Mailbox } from './pages/portal/mailbox.js';

/** Options of a host for the pages of a corporate's people. */
export interface HundiPortalPagesOptions extends HundiPagesOptions, UploadOptions {
  /** The mailbox of an address, shown beside the login: for a sandbox. Default: none. */
  readonly mailbox?: Mailbox;
}

/**
 * The pages of a corporate's people under `/portal`, as Koa middleware: server-written HTML in the bank's name and colours
 * that works without scripts. They call the same use cases as `hundiPortal`, with a session in a cookie that is no bearer
 * token. A bank with a portal of its own mounts none of it. It passes on other paths, `/portal/v1` among them.
 *
 * @throws when a theme has too little contrast, the public URL is invalid, a container lacks a port, or the engine has no
 * mailer for the codes.
 */
export const hundiPortalPages = (
  engineOrContainer: Hundi | Resolver | Container,
  options: HundiPortalPagesOptions,
): HundiMount => {
  const engine = engineOf(engineOrContainer);
  const { mailbox = async () => undefined } = options;
  return mountedPages(engine, portalPagesOf(engine, mailbox, options), options, 'relative');
};
