import type { Context } from 'koa';
import type { BaseUrl } from './base-url.js';
import { secretIn } from './browser-secret.js';
import type { PageAnswer } from './page-route.js';
import { isLanguage, OFFERED, type Language } from './texts/languages.js';

/** The cookie of the language that a person chose. It is not bound to a session: the login is in it, too. */
const CHOSEN = 'hundi-language';

const A_YEAR_OF_SECONDS = 365 * 24 * 60 * 60;

/** The parameter with which the links at the foot of a page, and a host's own links, choose its language. */
export const LANGUAGE_PARAMETER = 'language';

/** The language of a page: the one that its person chose, or the browser's first of those that there are; English otherwise. */
export const languageOf = (ctx: Context, base: BaseUrl): Language => {
  const chosen = secretIn(ctx, base, CHOSEN);
  if (isLanguage(chosen)) return chosen;
  const accepted = ctx.acceptsLanguages(OFFERED.map(({ language }) => language));
  return isLanguage(accepted) ? accepted : 'en';
};

/** The query in which a page's links choose another language; of a page that answers a form, none. */
export const searchOf = ({ method, search }: Context): { readonly search?: string } =>
  method === 'POST' ? {} : { search };

/** Has the browser keep the language that the address asks for, and go on to the same page; undefined where it asks for none. */
export const languageChoice = (
  ctx: Context,
  path: `/${string}`,
): Extract<PageAnswer, { readonly kind: 'see' }> | undefined => {
  const language = ctx.query[LANGUAGE_PARAMETER];
  if (ctx.method !== 'GET' || !isLanguage(language)) return undefined;
  const others = new URLSearchParams(ctx.querystring);
  others.delete(LANGUAGE_PARAMETER);
  const query = others.toString();
  return {
    kind: 'see',
    path: query === '' ? path : `${path}?${query}`,
    keep: [{ name: CHOSEN, value: language, seconds: A_YEAR_OF_SECONDS }],
  };
};
