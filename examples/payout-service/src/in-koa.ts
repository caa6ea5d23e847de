import { hundi, hundiPages, hundiPortal, type HundiOptions } from '@hundi/adapter-koa';
import type { Hundi } from '@hundi/core';
import { bodyParser } from '@koa/bodyparser';
import Koa from 'koa';
import mount from 'koa-mount';
import { createSession } from 'koa-session';
import { ownPages, type Staff } from './own-pages.js';

/** What the team's app needs beside the engine. */
export interface AppOptions extends HundiOptions {
  /** Where browsers find what is mounted under `/payouts`. */
  readonly publicUrl: () => string;
  /** Signs the session cookies of the team's own pages. */
  readonly cookieKey: string;
  readonly staff: Staff;
}

/** The team's own Koa app, with Hundi in it. */
export const inKoa = (
  engine: Hundi,
  { publicUrl, cookieKey, staff, ...options }: AppOptions,
): Koa => {
  const app = new Koa();
  app.keys = [cookieKey];

  // First, before anything reads a body or sets a cookie: Hundi reads its requests itself.
  app.use(mount('/v1', hundi(engine, options)));
  app.use(mount('/payouts', hundiPortal(engine, options)));
  app.use(
    mount('/payouts', hundiPages(engine, { ...options, publicUrl, theme: { name: 'Our Bank' } })),
  );

  app.use(createSession({ key: 'our-bank', sameSite: 'lax' }, app));
  app.use(bodyParser());
  app.use(ownPages(engine, staff));
  return app;
};
