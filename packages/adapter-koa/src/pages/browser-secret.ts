import type { Context } from 'koa';
import type { BaseUrl } from './base-url.js';

/** What one browser keeps: the secret of a session by the id of the session, or something under another name. Of 0 seconds it forgets it. */
export interface BrowserSecret {
  readonly name: string;
  readonly value: string;
  readonly seconds: number;
}

const NAME = /^[A-Za-z0-9_-]{1,80}$/;

// Each session has a cookie of its own, so two of them can be open in two tabs.
const cookieName = (name: string, { secure }: BaseUrl): string =>
  secure ? `__Host-${name}` : name;

/** The secret that the browser sent under a name. */
export const secretIn = (
  ctx: Context,
  base: BaseUrl,
  name: string | undefined,
): string | undefined =>
  name !== undefined && NAME.test(name) ? ctx.cookies.get(cookieName(name, base)) : undefined;

/** The header that has a browser keep a secret, out of reach of scripts and of other hosts. */
export const setCookie = ({ name, value, seconds }: BrowserSecret, base: BaseUrl): string =>
  [
    `${cookieName(name, base)}=${value}`,
    'Path=/',
    `Max-Age=${String(seconds)}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(base.secure ? ['Secure'] : []),
  ].join('; ');
