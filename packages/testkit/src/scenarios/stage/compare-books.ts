import assert from 'node:assert/strict';
import type { TransactionId } from '@hundi/core';
import { bankRefOf } from '@hundi/core/rail';
import type { OrderState } from '../../kit/bank/bank-books.js';
import { stageDocument } from './stage-document.js';
import type { Stage } from './stage.js';

/** The opening balance of every demo account. */
const openings = (): ReadonlyMap<string, number> =>
  new Map(
    stageDocument()
      .bankTenants.flatMap(({ corporates }) => corporates)
      .flatMap(({ debitAccounts = [] }) => debitAccounts)
      .map(({ accountNumber, openingBalance = 0 }) => [accountNumber, openingBalance]),
  );

const HOLDS_MONEY: ReadonlySet<OrderState> = new Set(['accepted', 'paid']);

/** Nothing was executed twice, and every account is short of exactly what its orders took. */
const booksBalance = async ({ bank }: Stage): Promise<void> => {
  const gone = new Map<string, number>();
  for (const order of await bank.orders()) {
    assert.ok(order.executions <= 1, `${order.bankRef} was executed more than once`);
    if (!HOLDS_MONEY.has(order.state)) continue;
    const { debitAccountNumber: account, amount } = order;
    gone.set(account, (gone.get(account) ?? 0) + amount);
  }
  for (const [account, opening] of openings()) {
    const balance = await bank.balance(account);
    if (balance !== undefined) assert.equal(balance, opening - (gone.get(account) ?? 0));
  }
};

const expectedAtBank = (status: string, code: string | undefined): ReadonlyArray<unknown> => {
  if (status === 'paid') return ['paid'];
  if (status === 'sent_to_bank') return ['accepted', 'paid', undefined];
  if (status === 'failed') return code === 'returned_after_credit' ? ['returned'] : ['refused'];
  return [undefined];
};

/** The engine and the bank agree on these payouts, and the bank's own books balance. */
export const compareBooks = async (
  stage: Stage,
  ids: ReadonlyArray<TransactionId>,
): Promise<void> => {
  await booksBalance(stage);
  for (const id of ids) {
    const { status, statusDetails, utr, amount } = await stage.payout(id);
    const [order] = await stage.bank.orders({ bankRef: bankRefOf(id) });
    assert.ok(
      expectedAtBank(status, statusDetails?.code).includes(order?.state),
      `${id} is ${status}, and ${order?.state ?? 'unknown'} at the bank`,
    );
    if (order?.state !== 'paid' || status !== 'paid') continue;
    assert.equal(utr, order.utr);
    assert.equal(amount.value, order.amount);
  }
};
