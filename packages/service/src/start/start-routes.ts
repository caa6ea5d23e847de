import { pageFrame, readerOf } from '@hundi/adapter-koa';
import { E } from '@hundi/core';
import type { Context, Middleware } from 'koa';
import { absent, invalid, refuse } from '../http/problem.js';
import { routes } from '../http/routes.js';
import type { sandboxCallers } from '../sandbox/sandbox-callers.js';
import { TEXTS } from '../texts/texts.js';
import type { DemoLink, DemoLinks } from './demo-links.js';
import type { DemoPerson } from './demo-people.js';
import { startPage, type StartShown } from './start-page.js';

/** The parts of the start page. */
export interface StartParts {
  /** Where browsers find the pages. */
  readonly publicUrl: () => string;
  readonly callers: ReturnType<typeof sandboxCallers>;
  /** Whether the description of the API is on the port of this page. */
  readonly docs: boolean;
  /** Whether people have pages. */
  readonly portal: boolean;
  /** Absent where the tenants are not those of the demo. */
  readonly demo?: {
    readonly links: DemoLinks;
    readonly people: ReadonlyArray<DemoPerson>;
    readonly firstCall: () => string;
  };
}

type Shown = Omit<StartShown, 'texts' | 'docs' | 'portal' | 'people' | 'firstCall'>;

const isLink = (text: unknown): text is DemoLink => text === 'payout' || text === 'card';

/**
 * `/` of a sandbox. Anybody may read the page; only callers that may drive the sandbox make links with it, and only a
 * POST makes one, so that programs that follow links leave the database alone.
 */
export const startRoutes = ({ publicUrl, callers, docs, portal, demo }: StartParts): Middleware => {
  const frame = pageFrame({ name: 'Hundi' });

  const show = async (ctx: Context, status: number, shown: Shown): Promise<void> => {
    const reader = await readerOf(ctx, publicUrl());
    if (reader === undefined) return;
    const { html, headers } = frame(
      startPage({
        texts: TEXTS[reader.language],
        ...shown,
        docs,
        portal,
        people: demo?.people ?? [],
        firstCall: demo?.firstCall(),
      }),
      reader,
    );
    ctx.status = status;
    ctx.set(headers);
    ctx.body = html;
  };

  const make = async (ctx: Context): Promise<void> => {
    const caller = callers(ctx.req);
    if (E.isLeft(caller) && caller.left.kind === 'elsewhere') {
      refuse(ctx, { type: 'insufficient_permissions_error', detail: caller.left.detail });
      return;
    }
    if (E.isLeft(caller) || demo === undefined) {
      refuse(ctx, absent);
      return;
    }
    const kind = ctx.query['make'];
    if (!isLink(kind)) {
      const detail = 'expected payout or card';
      refuse(ctx, invalid({ pointer: '/make', code: 'invalid', detail }));
      return;
    }
    const link = await demo.links(kind);
    if (E.isLeft(link)) {
      await show(ctx, 409, { here: true, refused: link.left });
      return;
    }
    await show(ctx, 201, { here: true, made: { kind, url: link.right } });
    ctx.set('Location', link.right);
  };

  return routes([
    {
      method: 'GET',
      path: '/',
      answer: (ctx) => {
        const caller = callers(ctx.req);
        // A link on another site leads here, too; only the form has to come from this page.
        return show(ctx, 200, { here: E.isRight(caller) || caller.left.kind === 'elsewhere' });
      },
    },
    { method: 'POST', path: '/', answer: make },
  ]);
};
