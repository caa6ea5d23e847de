import type { Tenant, TransactionId } from '@hundi/core';
import {
  awaitsApproval,
  type AcceptedPayout,
  type ApprovalWait,
  type DecidedPayout,
  type Overdue,
  type PayoutRange,
  type PayoutStore,
} from '@hundi/core/storage';
import { sameTenant } from '../engine/per-tenant.js';
import type { Unit } from '../engine/unit.js';

export interface Awaiting extends Pick<PayoutStore, 'awaiting' | 'waits' | 'overdue'> {
  /** Keeps whether a payout awaits approval, now that it has changed. */
  readonly note: (unit: Unit, payout: DecidedPayout) => void;
}

const newestFirst = ({ order: a }: AcceptedPayout, { order: b }: AcceptedPayout): number =>
  a.transactionId < b.transactionId ? 1 : -1;

const isOverdue = ({ order }: AcceptedPayout, { createdUpTo, datedBefore }: Overdue): boolean =>
  order.createdAt <= createdUpTo ||
  (order.payoutDate !== undefined && order.payoutDate < datedBefore);

const waitOf = (
  { first }: PayoutRange,
  payouts: ReadonlyArray<AcceptedPayout>,
): ReadonlyArray<ApprovalWait> => {
  if (payouts.length === 0) return [];
  const [payoutDate] = payouts.flatMap(({ order }) => order.payoutDate ?? []).sort();
  const createdAt = payouts.reduce((at, { order }) => Math.min(at, order.createdAt), Infinity);
  return [{ first, createdAt, ...(payoutDate !== undefined && { payoutDate }) }];
};

/** The payouts that await approval: few beside all that there are. */
export const awaitingApproval = (): Awaiting => {
  const waiting = new Map<TransactionId, AcceptedPayout>();

  const within = (tenant: Tenant, ranges: ReadonlyArray<PayoutRange>) =>
    [...waiting.values()].filter(
      ({ order: { transactionId, tenant: own } }) =>
        sameTenant(own, tenant) &&
        ranges.some(({ first, last }) => first <= transactionId && transactionId <= last),
    );

  return {
    note: (unit, payout) => {
      const { transactionId } = payout.order;
      if (payout.intake === 'accepted' && awaitsApproval(payout.progress.status)) {
        unit.set(waiting, transactionId, payout);
      } else if (waiting.has(transactionId)) unit.delete(waiting, transactionId);
    },
    awaiting: async (tenant, { packageCodes, debitAccountIds, status }, before, limit) =>
      [...waiting.values()]
        .filter(
          ({ order, terms, progress }) =>
            sameTenant(order.tenant, tenant) &&
            packageCodes.has(order.packageCode) &&
            debitAccountIds.has(terms.debitAccountId) &&
            (status === undefined || progress.status === status) &&
            (before === undefined || order.transactionId < before),
        )
        .sort(newestFirst)
        .slice(0, limit),
    waits: async (tenant, ranges) =>
      ranges.flatMap((range) => waitOf(range, within(tenant, [range]))),
    overdue: async (tenant, ranges, overdue, limit) =>
      within(tenant, ranges)
        .filter((payout) => isOverdue(payout, overdue))
        .slice(0, limit),
  };
};
