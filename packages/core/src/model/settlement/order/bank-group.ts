import { sha256 } from '../../../kernel/secrets/digest.js';
import { SECOND } from '../../../kernel/values/time.js';
import type { BankGroup, BankOrder } from '../../../ports/bank-rail.js';

type Grouped = Pick<BankOrder, 'bankRef' | 'amount'>;

/** How long what goes together in a group waits for the others. */
export const GATHER_WITHIN = 5 * SECOND;

/** 33 characters, as a `bankRef` has: a letter, and half of a SHA-256 of the references in it, in any order. */
export const groupRefOf = (bankRefs: ReadonlyArray<string>): string =>
  `G${sha256([...bankRefs].sort().join('\n'))
    .slice(0, 32)
    .toUpperCase()}`;

/** The group of these orders. */
export const bankGroupOf = (orders: ReadonlyArray<Grouped>): BankGroup => ({
  groupRef: groupRefOf(orders.map(({ bankRef }) => bankRef)),
  count: orders.length,
  sum: orders.reduce((sum, { amount }) => sum + amount, 0),
});

/** The orders in portions of at most `max`, none of which is worth more than 2^53 − 1 paise. */
export const groupsWithin = <A extends Pick<BankOrder, 'amount'>>(
  orders: ReadonlyArray<A>,
  max: number,
): ReadonlyArray<ReadonlyArray<A>> => {
  const groups: A[][] = [];
  let [open, sum]: [A[], number] = [[], 0];
  for (const order of orders) {
    if (open.length === 0 || open.length === max || !Number.isSafeInteger(sum + order.amount)) {
      [open, sum] = [[], 0];
      groups.push(open);
    }
    open.push(order);
    sum += order.amount;
  }
  return groups;
};

/** What a bank debits at once: a group, or an order by itself. */
export interface BankInstruction {
  /** Absent where the instruction is one order. */
  readonly group?: BankGroup;
  readonly orders: ReadonlyArray<BankOrder>;
}

/** The instructions that the orders of one call make, in order. */
export const instructionsOf = (
  orders: ReadonlyArray<BankOrder>,
): ReadonlyArray<BankInstruction> => {
  const groups = new Map<string, BankOrder[]>();
  return orders.flatMap((order): ReadonlyArray<BankInstruction> => {
    const { group } = order;
    if (group === undefined) return [{ orders: [order] }];
    const begun = groups.get(group.groupRef);
    if (begun !== undefined) {
      begun.push(order);
      return [];
    }
    const members = [order];
    groups.set(group.groupRef, members);
    return [{ group, orders: members }];
  });
};
