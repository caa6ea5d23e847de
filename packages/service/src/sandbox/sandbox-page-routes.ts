import { pageFrame, readerOf } from '@hundi/adapter-koa';
import { E, type ProvisionDocument } from '@hundi/core';
import type { BankFaultKind, SandboxBank } from '@hundi/testkit';
import type { Context } from 'koa';
import { invalid, refuse } from '../http/problem.js';
import type { Route } from '../http/routes.js';
import type { Texts } from '../texts/english.js';
import { TEXTS } from '../texts/texts.js';
import { readMailFilter } from './sandbox-input.js';
import { FAULTS, sandboxPage, STEPS, type SandboxShown } from './sandbox-page.js';
import type { SandboxParts } from './sandbox-routes.js';

const SECOND = 1_000;
const MAILS_SHOWN = 10;
const ORDERS_SHOWN = 20;

const isFault = (text: unknown): text is BankFaultKind => FAULTS.some((kind) => kind === text);

const accountsIn = ({ bankTenants }: ProvisionDocument) =>
  bankTenants.flatMap(({ corporates }) =>
    corporates.flatMap(({ name: corporate, debitAccounts = [] }) =>
      debitAccounts.map(({ accountName, accountNumber }) => ({
        name: `${corporate}: ${accountName}`,
        accountNumber,
      })),
    ),
  );

const booksOf = async (
  bank: SandboxBank,
  document: ProvisionDocument,
): Promise<NonNullable<SandboxShown['bank']>> => {
  const orders = [...(await bank.orders())].sort((a, b) => b.bookedAt - a.bookedAt);
  const accounts = await Promise.all(
    accountsIn(document).map(async (account) => ({
      ...account,
      balance: await bank.balance(account.accountNumber),
    })),
  );
  return { accounts, orders: orders.slice(0, ORDERS_SHOWN), total: orders.length };
};

/** What was done, by the query of the page that says so. */
const saidDone = ({ moved, armed }: Context['query'], { sandbox }: Texts): string | undefined => {
  if (moved !== undefined) return sandbox.settled;
  return isFault(armed) ? sandbox.armed(sandbox.faults[armed].text) : undefined;
};

/** `/sandbox`: what the sandbox API has, for people. What it changes, a POST alone changes. */
export const sandboxPageRoutes = (parts: SandboxParts): ReadonlyArray<Route> => {
  const frame = pageFrame({ name: 'Hundi' });
  const { publicUrl, clock, timeline, bank, mails, document } = parts;

  const see = (ctx: Context, done: string): void => {
    ctx.status = 303;
    ctx.set('Location', `sandbox?${done}`);
  };

  const show = async (ctx: Context): Promise<void> => {
    const to = readMailFilter(ctx.query);
    if (E.isLeft(to)) {
      refuse(ctx, to.left);
      return;
    }
    const reader = await readerOf(ctx, publicUrl());
    if (reader === undefined) return;
    const texts = TEXTS[reader.language];
    const { html, headers } = frame(
      sandboxPage({
        texts,
        now: clock.now(),
        mails: (await mails(to.right)).slice(0, MAILS_SHOWN),
        to: to.right ?? '',
        ...(bank !== undefined && { bank: await booksOf(bank, document) }),
        done: saidDone(ctx.query, texts),
      }),
      reader,
    );
    ctx.set(headers);
    ctx.body = html;
  };

  const act = async (ctx: Context): Promise<void> => {
    const { advance, settle, arm } = ctx.query;
    const seconds = Object.values(STEPS).find((one) => String(one) === advance);
    if (seconds !== undefined) {
      await timeline.advance(seconds * SECOND);
      see(ctx, 'moved');
    } else if (settle !== undefined) {
      await timeline.runDue();
      see(ctx, 'moved');
    } else if (isFault(arm) && bank !== undefined) {
      bank.faults.arm({ kind: arm, count: 1 });
      see(ctx, `armed=${arm}`);
    } else {
      const detail = 'expected what a button of the page asks for';
      refuse(ctx, invalid({ pointer: '/query', code: 'invalid', detail }));
    }
  };

  return [
    { method: 'GET', path: '/sandbox', answer: show },
    { method: 'POST', path: '/sandbox', answer: act },
  ];
};
