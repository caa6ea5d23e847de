import type { CallKind, E, Hundi } from '@hundi/core';
import type { IncomingMessage } from 'node:http';
import type { BrowserSecret } from './browser-secret.js';
import type { Form, FormLimits } from './form/form.js';
import type { FileLimits } from './form/multipart.js';
import type { OpenedFile } from './opened-file.js';
import type { SecurityEventName } from '../security/security-event.js';
import type { Page } from './page.js';
import type { RefusalPage } from './refusal-page.js';
import type { Texts } from './texts/english.js';

/** One browser at one route. */
export interface Visit {
  readonly params: Readonly<Record<string, string>>;
  /** A query parameter that was sent exactly once. */
  readonly query: (name: string) => string | undefined;
  /** The secret that this browser keeps for `{sessionId}`, or by the name of the route; undefined where it keeps none. */
  readonly secret: string | undefined;
  /** Another secret that this browser keeps. */
  readonly kept: (name: string) => string | undefined;
  /** The path and query that were asked for, as {@link Visit.href} takes them. */
  readonly here: `/${string}`;
  /** The request itself, for functions of the host. */
  readonly request: IncomingMessage;
  /** The network that the request comes from. */
  readonly peer: string;
  /** In the language of the person. */
  readonly texts: Texts;
  /** Counts what a person who is not known yet does with one thing. */
  readonly spend: (thing: string, kind: CallKind) => Promise<E.Either<RefusalPage, undefined>>;
  /** The owner of the form that was sent; of a person who is in, they themselves. The forms of the page pass it on. */
  readonly whose?: string | undefined;
  /** The fields that the form sent; empty for GET. */
  readonly form: Form;
  /** Opens the file that came with the form, for whom it is counted; undefined where none did. Its bytes are read once. */
  readonly file?: (who: string) => Promise<E.Either<RefusalPage, OpenedFile>>;
  /** Puts what stands before the paths of the pages in front of one of them: for links and forms. */
  readonly href: (path: `/${string}`) => string;
}

/** The answer for a browser. */
export type PageAnswer = {
  /** Secrets for the browser to keep. */
  readonly keep?: ReadonlyArray<BrowserSecret>;
  /** The security event that it is, for a host that watches for attacks. */
  readonly event?: SecurityEventName;
  /** The error of a step beside the answer. The host is told of it, and the answer is sent all the same. */
  readonly missed?: unknown;
} & (
  | {
      readonly kind: 'page';
      readonly status: number;
      readonly page: Page;
      /** The bank whose looks it has. Default: the standard looks. */
      readonly bankTenantId?: string;
    }
  /** A CSV file for the browser to save, which is written while it is sent. A defect on the way breaks the answer off. */
  | {
      readonly kind: 'file';
      /** ASCII letters, digits, dots and hyphens. */
      readonly name: string;
      readonly lines: AsyncIterable<string> | Iterable<string>;
    }
  /** To another of our pages, by GET: a reload there sends no form again. */
  | { readonly kind: 'see'; readonly path: `/${string}` }
  /** What is refused in the words that all pages have for it. */
  | { readonly kind: 'refused'; readonly refusal: RefusalPage }
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
  /** The name of the one secret that a browser keeps for all these pages. Default: one for each `{sessionId}`. */
  readonly secretName?: string;
  /** Default: 8 KiB in 32 fields. */
  readonly formLimits?: FormLimits;
  /** Says that the form comes with a file, and how large that may be. One without a file is taken as well. */
  readonly takesFile?: FileLimits;
  /** Says that a POST needs no form token: it is what gives the browser its secret. */
  readonly givesSecret?: boolean;
  /** The bank whose theme the refusal has when a form does not get here; the standard theme if there is none. */
  readonly bankOf?: (engine: Hundi, params: Visit['params']) => Promise<string | undefined>;
  readonly answer: (engine: Hundi, visit: Visit) => Promise<PageAnswer>;
}
