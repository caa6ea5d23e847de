import { rowId, ROWS_MAX, type JobId, type Tenant, type TransactionId } from '@hundi/core';
import {
  debitAccountOf,
  meetsReport,
  placesWithin,
  type PaidToPayee,
  type Payout,
  type PayoutStore,
  type PayoutTally,
  type SpanTally,
} from '@hundi/core/storage';
import { found } from '../engine/found.js';
import { sameTenant } from '../engine/per-tenant.js';

export type Payouts = Map<TransactionId, Payout>;

/** The payout, if it is the tenant's. */
export const payoutOf = (all: Payouts, tenant: Tenant, id: TransactionId): Payout | undefined => {
  const payout = all.get(id);
  return payout !== undefined && sameTenant(payout.order.tenant, tenant) ? payout : undefined;
};

/** Whether the tenant's payout is at the bank, its outcome unknown. */
export const isAtBank = (all: Payouts, tenant: Tenant, id: TransactionId): boolean => {
  const payout = payoutOf(all, tenant, id);
  return payout?.intake === 'accepted' && payout.progress.status === 'sent_to_bank';
};

/** Rows `from` to before `to` of a job. Their ids follow from the job's, so they need no index. */
const rows = (
  all: Payouts,
  tenant: Tenant,
  job: JobId,
  { from = 0, to = Infinity }: { readonly from?: number; readonly to?: number } = {},
): Payout[] => {
  const found: Payout[] = [];
  for (let row = from; row < Math.min(to, ROWS_MAX); row += 1) {
    const payout = payoutOf(all, tenant, rowId(job, row));
    if (payout === undefined) break;
    found.push(payout);
  }
  return found;
};

const tallyOf = (jobId: JobId, payouts: ReadonlyArray<Payout>): Iterable<PayoutTally> => {
  const tallies = new Map<string, PayoutTally>();
  for (const payout of payouts) {
    const status = payout.intake === 'undecided' ? undefined : payout.progress.status;
    const { packageCode, amount } = payout.order;
    const debitAccountId = debitAccountOf(payout);
    const place = JSON.stringify([packageCode, debitAccountId, payout.intake, status]);
    const before = tallies.get(place) ?? { count: 0, amount: 0n };
    const { intake } = payout;
    tallies.set(place, {
      jobId,
      packageCode,
      ...(debitAccountId !== undefined && { debitAccountId }),
      intake,
      ...(status !== undefined && { status }),
      count: before.count + 1,
      amount: before.amount + BigInt(amount),
    });
  }
  return tallies.values();
};

const spanTallies = (
  payouts: ReadonlyArray<Payout>,
  starts: ReadonlyArray<number>,
): ReadonlyArray<SpanTally> => {
  const tallies = new Map<string, SpanTally>();
  for (const payout of payouts) {
    const { createdAt, amount } = payout.order;
    const span = starts.findLastIndex((start) => start <= createdAt);
    if (span < 0) continue;
    const status = payout.intake === 'undecided' ? 'queued' : payout.progress.status;
    const place = `${String(span)} ${status}`;
    const known = tallies.get(place);
    tallies.set(place, {
      span,
      status,
      count: (known?.count ?? 0) + 1,
      amount: (known?.amount ?? 0n) + BigInt(amount),
      since: Math.min(known?.since ?? createdAt, createdAt),
    });
  }
  return [...tallies.values()];
};

const newestFirst = ({ order: a }: Payout, { order: b }: Payout): number =>
  a.transactionId < b.transactionId ? 1 : -1;

const isNamed = (payout: Payout, name: string): boolean =>
  payout.intake !== 'undecided' &&
  (payout.progress.utr === name || payout.progress.bankReference === name);

const paidTo = (payouts: ReadonlyArray<Payout>): ReadonlyArray<PaidToPayee> =>
  payouts.flatMap((payout) => {
    if (payout.intake !== 'accepted') return [];
    const { order, terms, progress } = payout;
    if (progress.paidAt === undefined || progress.returnedAt !== undefined) return [];
    const { creditAccountNumber: accountNumber, creditIfsc: ifsc } = terms;
    return [{ beneficiaryId: order.beneficiaryId, amount: order.amount, accountNumber, ifsc }];
  });

type PayoutQueries = Pick<
  PayoutStore,
  | 'find'
  | 'findMany'
  | 'findAnywhere'
  | 'lastPaid'
  | 'namedByBank'
  | 'ofReference'
  | 'ofJob'
  | 'approvedOfJob'
  | 'undecided'
  | 'undecidedOfJob'
  | 'report'
  | 'tallySpans'
  | 'tally'
>;

export const payoutQueries = (all: Payouts): PayoutQueries => ({
  find: async (tenant, id) => payoutOf(all, tenant, id),
  findMany: async (tenant, ids) =>
    found(all, ids).filter(({ order }) => sameTenant(order.tenant, tenant)),
  namedByBank: async (tenant, name, limit) =>
    [...all.values()]
      .filter((payout) => sameTenant(payout.order.tenant, tenant) && isNamed(payout, name))
      .sort(newestFirst)
      .slice(0, limit),
  ofReference: async (tenant, reference, limit) =>
    [...all.values()]
      .filter(({ order }) => order.reference === reference && sameTenant(order.tenant, tenant))
      .sort(newestFirst)
      .slice(0, limit),
  findAnywhere: async (ids) => found(all, ids),
  lastPaid: async (tenant, payees, reaches, each) => {
    const wanted = new Set(payees);
    const isReached = reaches === undefined ? () => true : placesWithin(reaches);
    const theirs = [...all.values()].filter(
      (payout) =>
        wanted.has(payout.order.beneficiaryId) &&
        sameTenant(payout.order.tenant, tenant) &&
        isReached(payout.order.packageCode, debitAccountOf(payout)),
    );
    const left = new Map(payees.map((payee) => [payee, each]));
    return paidTo(theirs.sort(newestFirst)).filter(({ beneficiaryId }) => {
      const room = left.get(beneficiaryId) ?? 0;
      left.set(beneficiaryId, room - 1);
      return room > 0;
    });
  },
  ofJob: async (tenant, jobId, from, limit) => rows(all, tenant, jobId, { from, to: from + limit }),
  approvedOfJob: async (tenant, jobId, from, limit) =>
    rows(all, tenant, jobId, { from, to: from + limit }).filter((row) => row.intake === 'accepted'),
  undecided: async (tenant, ids) =>
    found(all, ids).flatMap((payout) =>
      payout.intake === 'undecided' && sameTenant(payout.order.tenant, tenant) ? payout : [],
    ),
  undecidedOfJob: async (tenant, jobId, from, limit) =>
    rows(all, tenant, jobId, { from, to: from + limit }).flatMap((row) =>
      row.intake === 'undecided' ? row : [],
    ),
  report: async (tenant, filter, before, limit, rowsMax) => {
    const below = [...all.values()]
      .filter(
        ({ order }) =>
          sameTenant(order.tenant, tenant) &&
          (before === undefined || order.transactionId < before),
      )
      .sort(newestFirst);
    const looked = below.slice(0, rowsMax);
    const payouts = looked.filter((payout) => meetsReport(payout, filter)).slice(0, limit);
    const stoppedAt = looked.at(-1)?.order.transactionId;
    const isLeft = payouts.length < limit && below.length > looked.length;
    return { payouts, ...(isLeft && stoppedAt !== undefined && { stoppedAt }) };
  },
  tallySpans: async (tenant, filter, starts, rowsMax) => {
    const { transactionId, createdFrom, createdBefore } = filter;
    const allowed = [...all.values()]
      .filter(
        ({ order }) =>
          sameTenant(order.tenant, tenant) &&
          (transactionId === undefined || order.transactionId === transactionId) &&
          (createdFrom === undefined || order.createdAt >= createdFrom) &&
          (createdBefore === undefined || order.createdAt < createdBefore),
      )
      .sort(newestFirst);
    const met = allowed.slice(0, rowsMax).filter((payout) => meetsReport(payout, filter));
    const stoppedAt = allowed[rowsMax]?.order.transactionId;
    return { tallies: spanTallies(met, starts), ...(stoppedAt !== undefined && { stoppedAt }) };
  },
  tally: async (tenant, jobIds) =>
    [...new Set(jobIds)].flatMap((jobId) => [...tallyOf(jobId, rows(all, tenant, jobId))]),
});
