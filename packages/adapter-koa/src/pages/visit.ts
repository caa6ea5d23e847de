import { E } from '@hundi/core';
import type { Context } from 'koa';
import type { BaseUrl } from './base-url.js';
import { secretIn } from './browser-secret.js';
import { FORM_TOKEN, isFormToken, isFromOurPage, WHOSE } from './form/forgery.js';
import { readForm, type Form } from './form/form.js';
import { isMultipart, readFormWithFile, type SentFile } from './form/multipart.js';
import { fileOpener, type FileCounts } from './opened-file.js';
import type { PageRoute, Visit } from './page-route.js';
import type { Match } from '../route/route-table.js';
import { fileRefusalOf, refusalOf, REFUSALS, type RefusalPage } from './refusal-page.js';

/** What a browser sent with a request. */
interface Sent {
  readonly form: Form;
  readonly file?: SentFile;
  /** Gives up what was not read. */
  readonly close?: () => void;
}

const NOTHING: Sent = { form: new Map() };

const sentWith = async (
  ctx: Context,
  { formLimits, takesFile }: PageRoute,
): Promise<E.Either<RefusalPage, Sent>> => {
  if (takesFile !== undefined && isMultipart(ctx)) {
    const sent = await readFormWithFile(ctx, takesFile);
    return E.isLeft(sent) ? E.left(fileRefusalOf(sent.left)) : sent;
  }
  const form = await readForm(ctx, formLimits);
  return E.isLeft(form) ? E.left(refusalOf(form.left)) : E.right({ form: form.right });
};

/** The form that a page of ours sent; reads no body from another site. */
const believed = async (
  ctx: Context,
  route: PageRoute,
  secret: string | undefined,
  origin: string,
): Promise<E.Either<RefusalPage, Sent>> => {
  const { method, givesSecret = false } = route;
  if (method === 'GET') return E.right(NOTHING);
  if (!isFromOurPage(ctx.headers, origin)) return E.left(REFUSALS.forged);
  const sent = await sentWith(ctx, route);
  if (E.isLeft(sent)) return sent;
  const { form, close } = sent.right;
  if (givesSecret || secret === undefined || isFormToken(form.get(FORM_TOKEN), secret)) return sent;
  close?.();
  return E.left(REFUSALS.forged);
};

/** What a page may look at, and what is to be called once it is answered. */
export interface Visited {
  readonly visit: Visit;
  readonly done: () => void;
}

/** Makes of a request what a page may look at, or says why not. */
export const visitOf = async (
  ctx: Context,
  { route, params }: Match<PageRoute>,
  { path, base }: { readonly path: `/${string}`; readonly base: BaseUrl },
  { peer, spend, texts, ...counts }: Pick<Visit, 'peer' | 'spend' | 'texts'> & FileCounts,
): Promise<E.Either<RefusalPage, Visited>> => {
  const secret = secretIn(ctx, base, route.secretName ?? params['sessionId']);
  const sent = await believed(ctx, route, secret, base.origin);
  if (E.isLeft(sent)) return sent;
  const { form, file, close } = sent.right;
  const opener = file && fileOpener(file, counts);
  const visit: Visit = {
    params,
    query: (name) => {
      const values = ctx.query[name];
      return typeof values === 'string' ? values : undefined;
    },
    secret,
    kept: (name) => secretIn(ctx, base, name),
    here: `${path}${ctx.search}`,
    request: ctx.req,
    peer,
    texts,
    spend,
    whose: form.get(WHOSE),
    form,
    ...(opener !== undefined && { file: opener.open }),
    href: (to) => `${base.path}${to}`,
  };
  return E.right({
    visit,
    done: () => {
      close?.();
      opener?.close();
    },
  });
};
