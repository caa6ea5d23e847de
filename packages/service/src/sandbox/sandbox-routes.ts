import { E, type Clock, type ProvisionDocument } from '@hundi/core';
import type {
  BankAccount,
  BookedOrder,
  SandboxAcquirer,
  SandboxBank,
  Timeline,
} from '@hundi/testkit';
import type { Context, Middleware } from 'koa';
import { absent, answer, refuse, type Problem } from '../http/problem.js';
import { routes, type Route } from '../http/routes.js';
import { readSmallJson } from '../http/small-json.js';
import type { SandboxMailbox } from '../mail/sandbox-mailbox.js';
import type { sandboxCallers } from './sandbox-callers.js';
import {
  readAdvance,
  readChargeFilter,
  readFault,
  readMailFilter,
  readOrderFilter,
} from './sandbox-input.js';
import { sandboxPageRoutes } from './sandbox-page-routes.js';
import { FILE_FAULTS, isFileFault, type FileFaults } from './file-faults.js';
import { readScript } from './script-input.js';

const SECOND = 1_000;

/** The parts of the sandbox that its routes control. */
export interface SandboxParts {
  /** Where browsers find the pages. */
  readonly publicUrl: () => string;
  readonly callers: ReturnType<typeof sandboxCallers>;
  readonly clock: Clock;
  readonly timeline: Timeline;
  readonly mails: SandboxMailbox['mails'];
  /** Absent where the rail is another bank's. */
  readonly bank?: SandboxBank;
  /** Absent where the bank exchanges no files. */
  readonly fileFaults?: FileFaults;
  /** Absent if another acquirer charges cards. */
  readonly cards?: SandboxAcquirer;
  /** The tenants, whose accounts the page shows. */
  readonly document: ProvisionDocument;
}

const withBody =
  <A>(
    read: (body: Readonly<Record<string, unknown>>) => E.Either<Problem, A>,
    run: (ctx: Context, input: A) => Promise<void> | void,
  ): Route['answer'] =>
  async (ctx) => {
    const body = await readSmallJson(ctx.req);
    const input = E.isLeft(body) ? body : read(body.right);
    if (E.isLeft(input)) refuse(ctx, input.left);
    else await run(ctx, input.right);
  };

const timeRoutes = ({ clock, timeline }: SandboxParts): ReadonlyArray<Route> => [
  {
    method: 'GET',
    path: '/sandbox/v1/clock',
    answer: (ctx) => {
      answer(ctx, 200, { now: clock.now() });
    },
  },
  {
    method: 'POST',
    path: '/sandbox/v1/clock/advance',
    answer: withBody(readAdvance, async (ctx, seconds) => {
      await timeline.advance(seconds * SECOND);
      answer(ctx, 200, { now: clock.now() });
    }),
  },
  {
    method: 'POST',
    path: '/sandbox/v1/settle',
    answer: async (ctx) => {
      await timeline.runDue();
      answer(ctx, 200, { settled: true });
    },
  },
];

const mailRoutes = ({ mails }: SandboxParts): ReadonlyArray<Route> => [
  {
    method: 'GET',
    path: '/sandbox/v1/mail',
    answer: async (ctx) => {
      const to = readMailFilter(ctx.query);
      if (E.isLeft(to)) refuse(ctx, to.left);
      else answer(ctx, 200, { items: await mails(to.right) });
    },
  },
];

// Orders that were refused, or wait, moved no money.
const wasExecuted = ({ executedAt }: BookedOrder): boolean => executedAt !== undefined;

const orderView = (order: BookedOrder) => ({
  bankRef: order.bankRef,
  transactionId: order.transactionId,
  amount: order.amount,
  debitAccountNumber: order.debitAccountNumber,
  creditAccountNumber: order.creditAccountNumber,
  ifsc: order.ifsc,
  method: order.paymentMethod,
  state: order.state,
  utr: order.utr ?? null,
  executedAt: order.executedAt ?? null,
});

const bankRoutes = (bank: SandboxBank, files: FileFaults | undefined): ReadonlyArray<Route> => [
  {
    method: 'GET',
    path: '/sandbox/v1/bank/orders',
    answer: async (ctx) => {
      const filter = readOrderFilter(ctx.query);
      if (E.isLeft(filter)) refuse(ctx, filter.left);
      else {
        const orders = await bank.orders(filter.right);
        answer(ctx, 200, { items: orders.filter(wasExecuted).map(orderView) });
      }
    },
  },
  {
    method: 'GET',
    path: '/sandbox/v1/bank/accounts/{accountNumber}',
    answer: async (ctx, accountNumber) => {
      const balance = await bank.balance(accountNumber);
      const account: BankAccount | undefined =
        balance === undefined ? undefined : { accountNumber, balance };
      if (account === undefined) refuse(ctx, { ...absent, detail: 'Account not found.' });
      else answer(ctx, 200, account);
    },
  },
  {
    method: 'POST',
    path: '/sandbox/v1/bank/faults',
    answer: withBody(readFault(files === undefined ? [] : FILE_FAULTS), (ctx, fault) => {
      if (isFileFault(fault)) files?.arm(fault);
      else bank.faults.arm(fault);
      answer(ctx, 200, fault);
    }),
  },
  {
    method: 'POST',
    path: '/sandbox/v1/bank/script',
    answer: withBody(readScript, async (ctx, { reference, outcomes }) => {
      await bank.script(reference, ...outcomes);
      answer(ctx, 200, { reference, outcomes });
    }),
  },
];

const cardRoutes = (cards: SandboxAcquirer): ReadonlyArray<Route> => [
  {
    method: 'GET',
    path: '/sandbox/v1/cards/charges',
    answer: async (ctx) => {
      const sessionId = readChargeFilter(ctx.query);
      if (E.isLeft(sessionId)) refuse(ctx, sessionId.left);
      else answer(ctx, 200, { items: await cards.charges(sessionId.right) });
    },
  },
];

/** The sandbox API and its page, for callers on this machine; for callers elsewhere these paths do not exist. */
export const sandboxRoutes = (parts: SandboxParts): Middleware => {
  const table = routes([
    ...timeRoutes(parts),
    ...mailRoutes(parts),
    ...(parts.bank === undefined ? [] : bankRoutes(parts.bank, parts.fileFaults)),
    ...(parts.cards === undefined ? [] : cardRoutes(parts.cards)),
    ...sandboxPageRoutes(parts),
  ]);
  return async (ctx, next) => {
    const caller =
      ctx.path === '/sandbox' || ctx.path.startsWith('/sandbox/')
        ? parts.callers(ctx.req)
        : E.left({ kind: 'absent' } as const);
    if (E.isRight(caller)) await table(ctx, next);
    else if (caller.left.kind === 'absent') await next();
    else refuse(ctx, { type: 'insufficient_permissions_error', detail: caller.left.detail });
  };
};
