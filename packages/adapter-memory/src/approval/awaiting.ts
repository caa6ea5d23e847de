import type { Tenant, TransactionId } from '@hundi/core';
import {
  awaitsApproval,
  type AcceptedPayout,
  type ApprovalWait,
  type AwaitingFilter,
  type AwaitingGroup,
  type DecidedPayout,
  type Overdue,
  type PayoutRange,
  type PayoutStore,
} from '@hundi/core/storage';
import { sameTenant } from '../engine/per-tenant.js';
import type { Unit } from '../engine/unit.js';

export interface Awaiting extends Pick<
  PayoutStore,
  'awaiting' | 'awaitingGroups' | 'waits' | 'overdue'
> {
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

const meets = (
  { order, terms, progress }: AcceptedPayout,
  { packageCodes, debitAccountIds, status, jobId, makerUserId, ...asked }: AwaitingFilter,
): boolean =>
  packageCodes.has(order.packageCode) &&
  debitAccountIds.has(terms.debitAccountId) &&
  (status === undefined || progress.status === status) &&
  (jobId === undefined || order.jobId === jobId) &&
  (makerUserId === undefined || order.createdBy.userId === makerUserId) &&
  order.amount >= (asked.minAmount ?? 0) &&
  order.amount <= (asked.maxAmount ?? Infinity) &&
  order.createdAt <= (asked.createdUpTo ?? Infinity);

/** All that a decision depends on. */
const groupOf = ({ order, terms, progress }: AcceptedPayout): string =>
  JSON.stringify([
    order.jobId ?? order.transactionId,
    order.packageCode,
    terms.debitAccountId,
    terms.paymentMethod,
    progress.status,
    order.createdBy,
    progress.approval,
    order.payoutDate,
  ]);

const grouped = (payouts: ReadonlyArray<AcceptedPayout>): ReadonlyArray<AwaitingGroup> => {
  const groups = new Map<string, AwaitingGroup>();
  for (const payout of payouts) {
    const { transactionId: first, amount, createdAt } = payout.order;
    const name = groupOf(payout);
    const before = groups.get(name);
    groups.set(name, {
      first: before === undefined || first < before.first ? first : before.first,
      count: (before?.count ?? 0) + 1,
      amount: (before?.amount ?? 0n) + BigInt(amount),
      since: Math.min(before?.since ?? Infinity, createdAt),
    });
  }
  return [...groups.values()].sort((a, b) => (a.first < b.first ? 1 : -1));
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

  const meeting = (tenant: Tenant, filter: AwaitingFilter) =>
    [...waiting.values()].filter(
      (payout) => sameTenant(payout.order.tenant, tenant) && meets(payout, filter),
    );

  return {
    note: (unit, payout) => {
      const { transactionId } = payout.order;
      if (payout.intake === 'accepted' && awaitsApproval(payout.progress.status)) {
        unit.set(waiting, transactionId, payout);
      } else if (waiting.has(transactionId)) unit.delete(waiting, transactionId);
    },
    awaiting: async (tenant, filter, before, limit) =>
      meeting(tenant, filter)
        .filter(({ order }) => before === undefined || order.transactionId < before)
        .sort(newestFirst)
        .slice(0, limit),
    awaitingGroups: async (tenant, filter, limit) =>
      grouped(meeting(tenant, filter)).slice(0, limit),
    waits: async (tenant, ranges) =>
      ranges.flatMap((range) => waitOf(range, within(tenant, [range]))),
    overdue: async (tenant, ranges, overdue, limit) =>
      within(tenant, ranges)
        .filter((payout) => isOverdue(payout, overdue))
        .slice(0, limit),
  };
};
