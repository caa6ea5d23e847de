import { pageFrame } from '@hundi/adapter-koa';
import { E, type ProvisionDocument } from '@hundi/core';
import type { BankFaultKind, SandboxBank } from '@hundi/testkit';
import type { Context } from 'koa';
import { invalid, refuse } from '../http/problem.js';
import type { Route } from '../http/routes.js';
import { readMailFilter } from './sandbox-input.js';
import { FAULTS, sandboxPage, STEPS, type SandboxShown } from './sandbox-page.js';
import type { SandboxParts } from './sandbox-routes.js';

const SECOND = 1_000;
const MAILS_SHOWN = 10;
const ORDERS_SHOWN = 20;

const isFault = (text: unknown): text is BankFaultKind =>
  typeof text === 'string' && Object.hasOwn(FAULTS, text);

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
const saidDone = (query: Context['query']): string | undefined => {
  const { moved, armed } = query;
  if (moved !== undefined) return 'Everything that was due is done.';
  return isFault(armed) ? `The next call suffers: ${FAULTS[armed]}` : undefined;
};

/** `/sandbox`: what the sandbox API has, for people. What it changes, a POST alone changes. */
export const sandboxPageRoutes = (parts: SandboxParts): ReadonlyArray<Route> => {
  const frame = pageFrame({ name: 'Hundi' });
  const { clock, timeline, bank, mails, document } = parts;

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
    const { html, headers } = frame(
      sandboxPage({
        now: clock.now(),
        mails: (await mails(to.right)).slice(0, MAILS_SHOWN),
        to: to.right ?? '',
        ...(bank !== undefined && { bank: await booksOf(bank, document) }),
        done: saidDone(ctx.query),
      }),
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
