import { rowId, type Tenant, type TransactionId } from '@hundi/core';
import type {
  RowDecision,
  Payout,
  PayoutOrder,
  ReportFilter,
  ReportSearch,
  Storage,
} from '@hundi/core/storage';
import { aJobId, EPOCH } from '../../kit/build/ids.js';
import { aJob, anOrder, terms } from '../../kit/build/payout.js';
import type { Overrides } from '../../kit/build/plain.js';
import { commit } from '../../kit/build/commit.js';
import { acme } from '../contract-case.js';

/** A filter as a case writes it: lists for sets, and everything within reach unless it says otherwise. */
export interface FilterInput {
  readonly packageCodes?: ReadonlyArray<string>;
  readonly debitAccountIds?: ReadonlyArray<string>;
  readonly debitAccountId?: string;
  readonly transactionId?: string;
  readonly createdFrom?: number;
  readonly createdBefore?: number;
  readonly status?: string;
  readonly paymentMethods?: ReadonlyArray<string>;
  readonly source?: string;
  readonly amountFrom?: number;
  readonly amountTo?: number;
  readonly search?: Partial<SearchInput>;
}

interface SearchInput extends Omit<ReportSearch, 'beneficiaryIds'> {
  readonly beneficiaryIds: ReadonlyArray<string>;
}

/** A text that nothing begins with. */
const NOWHERE = '--';

export const aFilter = ({
  packageCodes = ['VENDOR', 'SALARY'],
  debitAccountIds = ['debit-1', 'debit-2'],
  paymentMethods,
  search,
  ...rest
}: FilterInput = {}): ReportFilter =>
  ({
    packageCodes: new Set(packageCodes),
    debitAccountIds: new Set(debitAccountIds),
    ...(paymentMethods !== undefined && { paymentMethods: new Set(paymentMethods) }),
    ...(search !== undefined && { search: { beneficiaryIds: [], prefix: NOWHERE, ...search } }),
    ...rest,
  }) as unknown as ReportFilter;

/** The only row of job `n`. */
export const idOf = (n: number): TransactionId => rowId(aJobId(n), 0);

/** The order that is all of job `n`, accepted when the job was. */
export const jobOrder = (
  tenant: Tenant,
  n: number,
  overrides: Overrides<PayoutOrder> = {},
): PayoutOrder =>
  anOrder(tenant, n, {
    transactionId: idOf(n),
    jobId: aJobId(n),
    createdAt: EPOCH + n,
    ...overrides,
  });

/** Adds orders with the jobs that they are all of. */
export const addJobs = (storage: Storage, orders: ReadonlyArray<PayoutOrder>): Promise<void> =>
  commit(storage, async ({ jobs, payouts }) => {
    await jobs.add(
      orders.flatMap(({ jobId, tenant, apiRefNumber, createdAt }) =>
        jobId === undefined
          ? []
          : [aJob(tenant, 0, { jobId, apiRefNumber, requestedAt: createdAt, total: 1 })],
      ),
    );
    await payouts.add(orders);
  });

/** The decision of intake on an accepted order, with its terms. */
export const acceptedWith = (
  { transactionId }: Pick<PayoutOrder, 'transactionId'>,
  overrides: Parameters<typeof terms>[0],
  status: 'pending_approval' | 'approved' = 'pending_approval',
): RowDecision => ({
  transactionId,
  outcome: 'accepted',
  terms: terms(overrides),
  progress: { status, sequence: 1 },
});

export interface Ask {
  readonly tenant?: Tenant;
  readonly before?: TransactionId;
  readonly limit?: number;
}

const MANY = 1_000_000;

/** The part of a payout that a report shows. */
export const shown = (
  storage: Storage,
  filter: ReportFilter,
  { tenant = acme, before, limit = 100 }: Ask = {},
): Promise<ReadonlyArray<Payout>> =>
  storage.read(
    async ({ payouts }) => (await payouts.report(tenant, filter, before, limit, MANY)).payouts,
  );

/** The ids of what a report shows. */
export const idsShown = async (
  ...ask: Parameters<typeof shown>
): Promise<ReadonlyArray<TransactionId>> =>
  (await shown(...ask)).map(({ order }) => order.transactionId);
