import { E } from '@hundi/core';
import type { Context } from 'koa';
import type { BaseUrl } from './base-url.js';
import { secretIn } from './browser-secret.js';
import { FORM_TOKEN, isFormToken, isFromOurPage } from './form/forgery.js';
import { readForm, type Form, type FormRefusal } from './form/form.js';
import type { PageRoute, Visit } from './page-route.js';
import type { Match } from '../route/route-table.js';
import { REFUSALS, type RefusalPage } from './refusal-page.js';

const refusalOf = (refusal: FormRefusal): RefusalPage => {
  switch (refusal._tag) {
    case 'TooManyBodies':
    case 'TooManyBodiesOfCaller':
      return REFUSALS.limited;
    case 'PayloadTooLarge':
      return REFUSALS.large;
    case 'UnsupportedMediaType':
      return REFUSALS.media;
    case 'InvalidInput':
      return REFUSALS.form;
  }
};

const NO_FORM: Form = new Map();

/** The fields of a form that a page of ours sent; reads no body from another site. */
const believed = async (
  ctx: Context,
  { method, givesSecret = false, formLimits }: PageRoute,
  secret: string | undefined,
  origin: string,
): Promise<E.Either<RefusalPage, Form>> => {
  if (method === 'GET') return E.right(NO_FORM);
  if (!isFromOurPage(ctx.headers, origin)) return E.left(REFUSALS.forged);
  const form = await readForm(ctx, formLimits);
  if (E.isLeft(form)) return E.left(refusalOf(form.left));
  const forged =
    !givesSecret && secret !== undefined && !isFormToken(form.right.get(FORM_TOKEN), secret);
  return forged ? E.left(REFUSALS.forged) : form;
};

/** Makes of a request what a page may look at, or says why not. */
export const visitOf = async (
  ctx: Context,
  { route, params }: Match<PageRoute>,
  path: `/${string}`,
  base: BaseUrl,
  counted: Pick<Visit, 'peer' | 'spend'>,
): Promise<E.Either<RefusalPage, Visit>> => {
  const secret = secretIn(ctx, base, route.secretName ?? params['sessionId']);
  const form = await believed(ctx, route, secret, base.origin);
  if (E.isLeft(form)) return form;
  return E.right({
    params,
    query: (name) => {
      const sent = ctx.query[name];
      return typeof sent === 'string' ? sent : undefined;
    },
    secret,
    kept: (name) => secretIn(ctx, base, name),
    here: `${path}${ctx.search}`,
    request: ctx.req,
    ...counted,
    form: form.right,
    href: (path) => `${base.path}${path}`,
  });
};
