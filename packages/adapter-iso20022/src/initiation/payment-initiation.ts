import { createHash, type Hash } from 'node:crypto';
import { E, type EpochMs } from '@hundi/core';
import type { BankOrder, BankRefused } from '@hundi/core/rail';
import type { UsageGuide } from '../guide/usage-guide.js';
import { inTurns } from '../let-others-run.js';
import { textsOf } from './order-texts.js';

/** Orders of one job, debit account, method and day: one `PmtInf`. */
export interface PaymentGroup {
  readonly paymentInformationId: string;
  /** Whether the engine sends them as one group, for one debit: then its reference is the id. */
  readonly isOneDebit: boolean;
  readonly debitAccountNumber: string;
  readonly orders: ReadonlyArray<BankOrder>;
  /** Paise. */
  readonly sum: number;
}

/** A `pain.001`: orders in groups. Its ids are pure functions of the orders, so the same orders are the same message. */
export interface PaymentInitiation {
  readonly messageId: string;
  readonly createdAt: EpochMs;
  readonly groups: ReadonlyArray<PaymentGroup>;
  readonly count: number;
  /** Paise. */
  readonly sum: number;
}

/** An order that the message does not hold, with the answer that a rail gives about it. */
export interface RefusedOrder {
  readonly order: BankOrder;
  readonly verdict: BankRefused;
}

export interface Initiated {
  /** Left out when no order could be written. */
  readonly initiation?: PaymentInitiation;
  readonly refused: ReadonlyArray<RefusedOrder>;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

const addTo = (hash: Hash, part: string): void => void hash.update(part).update('\n');

/** 33 characters: a letter, and half of a SHA-256 in hexadecimal. */
const idOf = (letter: string, hash: Hash): string =>
  `${letter}${hash.digest('hex').slice(0, 32).toUpperCase()}`;

const groupKeyOf = (order: BankOrder): string => {
  const { debtor } = order;
  return JSON.stringify([
    order.bankTenantId,
    order.corporateTenantId,
    order.jobId,
    order.debitAccountNumber,
    debtor.name,
    debtor.ifsc,
    debtor.customerId,
    debtor.lei,
    order.paymentMethod,
    order.executionDate,
    ...(order.group === undefined ? [] : [order.group.groupRef]),
  ]);
};

/** A group while orders are added to it. */
interface OpenGroup {
  readonly debitAccountNumber: string;
  readonly orders: BankOrder[];
  readonly hash: Hash;
  sum: number;
}

const openGroup = (key: string, { debitAccountNumber }: BankOrder): OpenGroup => {
  const hash = createHash('sha256');
  addTo(hash, key);
  return { debitAccountNumber, orders: [], hash, sum: 0 };
};

const plus = (sum: number, amount: number): number => {
  if (!Number.isSafeInteger(sum + amount))
    throw new RangeError('the orders are worth more than 2^53 paise');
  return sum + amount;
};

/**
 * Groups orders into one message. An order that stands in the list twice is in the message once; one that the bank's
 * guide lets no message name is refused, and not in it.
 *
 * @throws RangeError when an amount is not a positive whole number of paise, or a day is none
 */
export const initiate = async (
  orders: ReadonlyArray<BankOrder>,
  guide: UsageGuide,
  createdAt: EpochMs,
): Promise<Initiated> => {
  const groups = new Map<string, OpenGroup>();
  const refused: RefusedOrder[] = [];
  const seen = new Set<string>();
  for await (const order of inTurns(orders)) {
    if (seen.has(order.bankRef)) continue;
    seen.add(order.bankRef);
    if (!Number.isSafeInteger(order.amount) || order.amount < 1)
      throw new RangeError(`${order.bankRef}: the amount is no positive whole number of paise`);
    const texts = textsOf(order, guide);
    if (E.isLeft(texts)) {
      refused.push({ order, verdict: { kind: 'refused', details: texts.left.details } });
      continue;
    }
    if (!DAY.test(order.executionDate))
      throw new RangeError(`${order.bankRef}: "${order.executionDate}" is no day (2026-11-27)`);
    const key = groupKeyOf(order);
    const group = groups.get(key) ?? openGroup(key, order);
    groups.set(key, group);
    group.orders.push(order);
    addTo(group.hash, order.bankRef);
    group.sum = plus(group.sum, order.amount);
  }
  if (groups.size === 0) return { refused };

  const hash = createHash('sha256');
  const made = [...groups.values()].map((group): PaymentGroup => {
    const { groupRef } = group.orders[0]?.group ?? {};
    const paymentInformationId = groupRef ?? idOf('G', group.hash);
    addTo(hash, paymentInformationId);
    const isOneDebit = groupRef !== undefined;
    const { debitAccountNumber, orders, sum } = group;
    return { paymentInformationId, isOneDebit, debitAccountNumber, orders, sum };
  });
  return {
    initiation: {
      messageId: idOf('M', hash),
      createdAt,
      groups: made,
      count: seen.size - refused.length,
      sum: made.reduce((sum, group) => plus(sum, group.sum), 0),
    },
    refused,
  };
};
