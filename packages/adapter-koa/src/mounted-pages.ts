import { E, type Hundi } from '@hundi/core';
import type { Context } from 'koa';
import { randomUUID } from 'node:crypto';
import { ownPath } from './http/own-path.js';
import { ANSWERS_HELD, answersHeld } from './http/limits/answers-held.js';
import { proxiesOf } from './http/limits/proxies.js';
import { limiterOf } from './http/limits/rate-limits.js';
import { closeOnUnreadBody } from './http/body/unread-body.js';
import { mountOf, type HundiMount } from './hundi-mount.js';
import { originOf, type Origin } from './mounted.js';
import { incidentOf, type HundiOptions } from './options.js';
import { baseUrlOf, type BaseUrl } from './pages/base-url.js';
import { answerMet, type Met } from './pages/mount/pages-mount.js';
import type { Page } from './pages/page.js';
import type { PageRoute } from './pages/page-route.js';
import type { Reader } from './pages/document.js';
import { languageOf, searchOf } from './pages/page-language.js';
import { wantsProblem } from './pages/page-problem.js';
import {
  awayPage,
  incidentPage,
  REFUSALS,
  refusalPage,
  type RefusalPage,
} from './pages/refusal-page.js';
import { isAway, RETRY_AFTER_AWAY } from './problem/reply.js';
import { sendAnswer, sendPage, type PressFor } from './pages/send-page.js';
import { ENGLISH_FRAME } from './pages/texts/english-frame.js';
import { textsOf } from './pages/texts/languages.js';
import { presses, type Themes } from './pages/themes.js';
import type { RouteTable } from './route/route-table.js';

/** Options of a host for its hosted pages. */
export interface HundiPagesOptions
  extends
    Themes,
    Pick<
      HundiOptions,
      | 'answersHeld'
      | 'onError'
      | 'onRequest'
      | 'onSecurityEvent'
      | 'requestId'
      | 'rateLimits'
      | 'trustedProxies'
    > {
  /**
   * Where browsers find the pages, `https://pay.bank.example`; a function where it is known only once the
   * server listens. It is never taken from a request. Without https cookies are not bound to it, so http is
   * for loopback hosts.
   */
  readonly publicUrl: string | (() => string);
}

const baseOf = (publicUrl: HundiPagesOptions['publicUrl']): (() => BaseUrl) => {
  if (typeof publicUrl === 'string') {
    const base = baseUrlOf(publicUrl);
    return () => base;
  }
  let known: BaseUrl | undefined;
  return () => (known ??= baseUrlOf(publicUrl()));
};

/** Pages are asked for without a key, so what their clients do not take is counted by network. */
const callerAt = (network: string): string => `pages for ${network}`;

/**
 * Pages as Koa middleware: finds the route, runs it, and writes its page in the looks of the bank. Other paths are passed
 * on. Redirects to our own pages name the whole address, or with `relative` keep the one by which the browser came.
 *
 * @throws when a theme has too little contrast, or the public URL is invalid.
 */
export const mountedPages = (
  engine: Hundi,
  {
    owns,
    table,
    front,
  }: {
    readonly owns: HundiMount['owns'];
    readonly table: () => RouteTable<PageRoute> | Promise<RouteTable<PageRoute>>;
    /** Where the page of a refusal leads on to. Default: nowhere. */
    readonly front?: `/${string}`;
  },
  options: HundiPagesOptions,
  redirects: 'whole' | 'relative' = 'whole',
): HundiMount => {
  const pressesOf = presses(options);
  const base = baseOf(options.publicUrl);
  const limiter = limiterOf(options.rateLimits);
  const { networkOf } = proxiesOf(options.trustedProxies);
  const answers = answersHeld(engine, { ...ANSWERS_HELD, ...options.answersHeld });
  const makeId = options.requestId ?? randomUUID;

  const fullFor = (who: string): RefusalPage | undefined => {
    const refusal = answers.refusal(who);
    if (refusal === undefined) return undefined;
    return refusal._tag === 'TooManyAnswers'
      ? REFUSALS.busy
      : { ...REFUSALS.limited, headers: { 'Retry-After': String(refusal.retryAfterSeconds) } };
  };

  const answered = async (
    ctx: Context,
    path: `/${string}`,
    { met, find }: { readonly met: Met; readonly find: RouteTable<PageRoute>['find'] },
    origin: Origin,
  ): Promise<void> => {
    let reader: Reader = { texts: ENGLISH_FRAME, ...searchOf(ctx) };
    /** Reports a failure, and returns what the page tells the person. */
    const failed = (error: unknown): { readonly passes: boolean; readonly page: Page } => {
      const incidentId = makeId();
      if (options.onError) options.onError(error, incidentOf(error, { ...origin, incidentId }));
      else ctx.app.emit('error', error, ctx);
      const passes = isAway(error);
      return { passes, page: (passes ? awayPage : incidentPage)(incidentId, reader.texts) };
    };
    const pressFor: PressFor = (bank) => (page) => {
      const { later, ...others } = page;
      const told = later && (() => later().catch((error: unknown) => failed(error).page.content));
      return pressesOf(bank)({ ...others, ...(told && { later: told }) }, reader);
    };
    try {
      const peer = networkOf(ctx.req);
      // A program that asked for no page has its answers in English, as from the API.
      const texts = await textsOf(wantsProblem(ctx) ? 'en' : languageOf(ctx, base()));
      reader = { ...reader, texts };
      const answer = await answerMet(ctx, path, met, {
        find,
        engine,
        limiter,
        base: base(),
        peer,
        full: fullFor(callerAt(peer)),
        texts,
      });
      const { event } = E.isRight(answer) ? answer.right : answer.left;
      if (event !== undefined)
        options.onSecurityEvent?.({ name: event, requestId: origin.requestId, network: peer });
      if (E.isRight(answer)) {
        if (answer.right.missed !== undefined) failed(answer.right.missed);
        const from = redirects === 'relative' ? { ...base(), origin: '' } : base();
        sendAnswer(ctx, answer.right, pressFor, from);
      } else {
        ctx.set(answer.left.headers ?? {});
        const { status, bankTenantId } = answer.left;
        const way = front && `${base().path}${front}`;
        sendPage(ctx, status, pressFor(bankTenantId), refusalPage(answer.left, texts, way));
      }
    } catch (error) {
      const { passes, page } = failed(error);
      if (passes) ctx.set(RETRY_AFTER_AWAY);
      sendPage(ctx, passes ? 503 : 500, pressFor(undefined), page);
    }
  };

  return mountOf(owns, async (ctx, next) => {
    const path = ownPath(ctx, owns);
    if (path === undefined) {
      await next();
      return;
    }
    const { find } = await table();
    const met = find(ctx.method, path);
    const startedAt = performance.now();
    const origin = originOf(ctx, makeId);
    ctx.set('X-Request-Id', origin.requestId);
    await answered(ctx, path as `/${string}`, { met, find }, origin);
    if (Buffer.isBuffer(ctx.body)) answers.hold(callerAt(networkOf(ctx.req)), ctx, ctx.body.length);
    closeOnUnreadBody(ctx);
    options.onRequest?.({
      ...origin,
      method: ctx.method,
      route: E.isRight(met) ? met.right.route.path : 'unknown',
      status: ctx.status,
      durationMs: performance.now() - startedAt,
    });
  });
};
