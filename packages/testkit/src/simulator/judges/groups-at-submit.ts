import {
  bankGroupOf,
  instructionsOf,
  type BankInstruction,
  type BankOrder,
} from '@hundi/core/rail';
import type { Ledger } from '../world/ledger.js';
import { violate, type World } from '../world/world.js';

/** The one package of the town whose payouts of a job are debited at once. */
const ONE_DEBIT = 'SINGLE';

/** What all orders of a group share. */
const sharedBy = (order: BankOrder): string =>
  JSON.stringify([
    order.corporateTenantId,
    order.jobId,
    order.debitAccountNumber,
    order.debtor,
    order.paymentMethod,
    order.executionDate,
  ]);

const faultOf = (
  { group, orders }: BankInstruction,
  max: number,
  { byBankRef }: Ledger,
): string | undefined => {
  if (group === undefined) return undefined;
  const { groupRef, count, sum } = bankGroupOf(orders);
  if (count > max) return `holds ${String(count)} orders`;
  if (groupRef !== group.groupRef || count !== group.count || sum !== group.sum)
    return 'is not what its reference, count and sum say';
  if (new Set(orders.map(sharedBy)).size > 1)
    return 'is of several jobs, accounts, methods or days';
  const isOneDebit = orders.every(
    ({ bankRef }) => (byBankRef.get(bankRef)?.order.packageCode ?? ONE_DEBIT) === ONE_DEBIT,
  );
  return isOneDebit ? undefined : 'holds an order that is debited by itself';
};

/** Judges the instructions of a call: what a group says it is, and that an order is never sent in another one. */
export const judgeGroups = (
  world: World,
  ledger: Ledger,
  orders: ReadonlyArray<BankOrder>,
): void => {
  const max = world.climate.traits.ordersAGroup ?? 0;
  for (const instruction of instructionsOf(orders)) {
    const fault = faultOf(instruction, max, ledger);
    if (fault !== undefined) violate(world, 'I46', `${instruction.group?.groupRef ?? ''} ${fault}`);
  }
  for (const { bankRef, group } of orders) {
    const entry = ledger.byBankRef.get(bankRef);
    if (entry === undefined) continue;
    const sentIn = group?.groupRef ?? bankRef;
    if (entry.sentIn !== undefined && entry.sentIn !== sentIn)
      violate(world, 'I46', `${bankRef} was sent in ${entry.sentIn}, and is in ${sentIn}`);
    entry.sentIn = sentIn;
  }
};
