import type { Hundi } from '@hundi/core';
import type { BrowserSecret } from './browser-secret.js';
import type { Form } from './form/form.js';
import type { SecurityEventName } from '../security/security-event.js';
import type { Page } from './page.js';

/** One browser at one route. */
export interface Visit {
  readonly params: Readonly<Record<string, string>>;
  /** A query parameter that was sent exactly once. */
  readonly query: (name: string) => string | undefined;
  /** The secret that this browser keeps for `{sessionId}`; undefined where it keeps none. */
  readonly secret: string | undefined;
  /** The fields that the form sent; empty for GET. */
  readonly form: Form;
  /** Puts what stands before the paths of the pages in front of one of them: for links and forms. */
  readonly href: (path: `/${string}`) => string;
}

/** The answer for a browser. */
export type PageAnswer = {
  /** A secret for the browser to keep. */
  readonly keep?: BrowserSecret;
  /** The security event that it is, for a host that watches for attacks. */
  readonly event?: SecurityEventName;
} & (
  | {
      readonly kind: 'page';
      readonly status: number;
      readonly page: Page;
      /** The bank whose looks it has. Default: the standard looks. */
      readonly bankTenantId?: string;
    }
  /** To another of our pages, by GET: a reload there sends no form again. */
  | { readonly kind: 'see'; readonly path: `/${string}` }
  /** To a page of another site, whose address was checked when it was registered. */
  | { readonly kind: 'leave'; readonly url: string }
);

/**
 * One route of hosted pages: all of it, as data. A page is added by listing its routes in `mount/hosted-routes.ts`; the
 * shell handles headers, themes, cookies and errors.
 *
 * A POST gets here only if its form is well-formed and came from a page of ours; and, where the browser keeps a
 * secret for `{sessionId}`, carries the token that `PageForm` writes. The route decides what it allows without a
 * secret: `visit.secret` is undefined then.
 */
export interface PageRoute {
  readonly method: 'GET' | 'POST';
  /** `/payout/{sessionId}`: the secret goes by the name `sessionId`. */
  readonly path: `/${string}`;
  /** Says that a POST needs no form token: it is what gives the browser its secret. */
  readonly givesSecret?: boolean;
  /** The bank whose theme the refusal has when a form does not get here; the standard theme if there is none. */
  readonly bankOf?: (engine: Hundi, params: Visit['params']) => Promise<string | undefined>;
  readonly answer: (engine: Hundi, visit: Visit) => Promise<PageAnswer>;
}
