import type { Context } from 'koa';
import type { BaseUrl } from './base-url.js';

/** A secret that one browser keeps for one session. */
export interface BrowserSecret {
  readonly sessionId: string;
  readonly value: string;
  readonly seconds: number;
}

const SESSION_ID = /^[A-Za-z0-9_-]{1,80}$/;

// Each session has a cookie of its own, so two of them can be open in two tabs.
const cookieName = (sessionId: string, { secure }: BaseUrl): string =>
  secure ? `__Host-${sessionId}` : sessionId;

/** The secret that the browser sent for a session. */
export const secretIn = (
  ctx: Context,
  base: BaseUrl,
  sessionId: string | undefined,
): string | undefined =>
  sessionId !== undefined && SESSION_ID.test(sessionId)
    ? ctx.cookies.get(cookieName(sessionId, base))
    : undefined;

/** The header that has a browser keep a secret, out of reach of scripts and of other hosts. */
export const setCookie = ({ sessionId, value, seconds }: BrowserSecret, base: BaseUrl): string =>
  [
    `${cookieName(sessionId, base)}=${value}`,
    'Path=/',
    `Max-Age=${String(seconds)}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(base.secure ? ['Secure'] : []),
  ].join('; ');
