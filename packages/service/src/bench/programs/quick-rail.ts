import { setTimeout } from 'node:timers/promises';
import type { BankRail } from '@hundi/core';
import type { BankPaid } from '@hundi/core/rail';

/** How long a call of the bank takes, in ms; 0 where it answers at once. */
const CALL_MS = Number(process.env['BENCH_RAIL_MS'] ?? '0');

/** How many calls this process has under way at most. Each call is about one order. */
const CONNECTIONS = Number(process.env['BENCH_RAIL_CONNECTIONS'] ?? '1');

interface Ordered {
  readonly bankRef: string;
}

const paid = ({ bankRef }: Ordered): BankPaid => ({
  kind: 'paid',
  utr: `UTR${bankRef}`,
  bankReference: bankRef,
});

let free = CONNECTIONS;
const waiting: (() => void)[] = [];

const oneCall = async (order: Ordered): Promise<BankPaid> => {
  if (free > 0) free -= 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  await setTimeout(CALL_MS);
  const next = waiting.shift();
  if (next === undefined) free += 1;
  else next();
  return paid(order);
};

/** Where each order is a call: so many that a process has done with them in half a second. */
const ORDERS_A_CALL = CALL_MS === 0 ? 1_000 : 200;

const call = (orders: ReadonlyArray<Ordered>): Promise<ReadonlyArray<BankPaid>> =>
  CALL_MS === 0 ? Promise.resolve(orders.map(paid)) : Promise.all(orders.map(oneCall));

/** A bank without books that pays every order: what is measured is the engine and its database. */
const quickRail = (): BankRail => ({
  traits: {
    deduplicates: true,
    canQuery: true,
    absenceFinalAfterMs: 0,
    ordersACall: ORDERS_A_CALL,
  },
  submit: call,
  query: call,
});

// The service takes what a module exports by default.
export { quickRail as default };
