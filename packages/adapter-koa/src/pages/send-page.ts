import type { Context } from 'koa';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { BaseUrl } from './base-url.js';
import { setCookie } from './browser-secret.js';
import type { Press } from './document.js';
import { BARE_HEADERS } from './page-headers.js';
import type { PageAnswer } from './page-route.js';
import { sendProblem, wantsProblem } from './page-problem.js';
import type { Page } from './page.js';

/** The frame that writes the pages of a bank. */
export type PressFor = (bankTenantId: string | undefined) => Press;

/** Puts a page into Koa's response; a problem document where that is what a refused request asked for. */
export const sendPage = (ctx: Context, status: number, press: Press, page: Page): void => {
  if (status >= 400 && wantsProblem(ctx)) {
    sendProblem(ctx, status, page);
    return;
  }
  const { html, headers, rest } = press(page);
  ctx.status = status;
  ctx.set(headers);
  // Koa would encode a text twice: to count its bytes, and to send them.
  ctx.body = rest === undefined ? Buffer.from(html) : whileSent(ctx, inParts(html, rest));
};

async function* inParts(html: string, rest: () => Promise<string>): AsyncGenerator<string> {
  yield html;
  // It leaves before the work on the rest begins.
  await setImmediate();
  yield await rest();
}

/** What is written while it is sent. A defect on the way breaks the answer off: a browser takes one that only ends for whole. */
const whileSent = (ctx: Context, parts: AsyncIterable<string> | Iterable<string>): Readable => {
  const body = Readable.from(parts);
  body.once('error', () => ctx.res.destroy());
  return body;
};

const sendFile = (
  ctx: Context,
  { name, lines }: Extract<PageAnswer, { readonly kind: 'file' }>,
): void => {
  ctx.status = 200;
  ctx.set({
    ...BARE_HEADERS,
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${name}"`,
  });
  ctx.body = whileSent(ctx, lines);
};

const keepIn = (ctx: Context, { keep }: PageAnswer, base: BaseUrl): void => {
  if (keep !== undefined)
    ctx.set(
      'Set-Cookie',
      keep.map((one) => setCookie(one, base)),
    );
};

/** Puts a redirect into Koa's response, with the headers of a page. */
export const sendAway = (
  ctx: Context,
  answer: Extract<PageAnswer, { readonly kind: 'see' | 'leave' }>,
  base: BaseUrl,
): void => {
  keepIn(ctx, answer, base);
  ctx.status = 303;
  const location =
    answer.kind === 'leave' ? answer.url : `${base.origin}${base.path}${answer.path}`;
  ctx.set({ ...BARE_HEADERS, Location: location });
  ctx.body = '';
};

/** Puts an answer into Koa's response. */
export const sendAnswer = (
  ctx: Context,
  answer: Exclude<PageAnswer, { readonly kind: 'refused' }>,
  pressFor: PressFor,
  base: BaseUrl,
): void => {
  if (answer.kind === 'see' || answer.kind === 'leave') {
    sendAway(ctx, answer, base);
    return;
  }
  keepIn(ctx, answer, base);
  if (answer.kind === 'file') sendFile(ctx, answer);
  else sendPage(ctx, answer.status, pressFor(answer.bankTenantId), answer.page);
};
