import { packBySize } from '../../../kernel/flow/pack-by-size.js';
import { prefetch } from '../../../kernel/flow/prefetch.js';
import { rangesOf } from '../../../kernel/flow/ranges.js';
import { byTenant } from '../../../kernel/values/tenant.js';
import { rowId } from '../../../kernel/values/uuid.js';
import type { InitiationMode, PayoutOrder, PayoutSource } from '../../../model/payout/payout.js';
import type { Stores } from '../../../storage/storage.js';
import type { ActorRef } from '../../../model/tenancy/user.js';
import { withOptionalPart, type Instruction } from '../request/instruction.js';
import { namedPayees, payeeOf, type NamedPayees } from '../request/named-payees.js';
import type { Job } from '../../../model/intake/job/job.js';

/** Payments that were accepted as one job, and who made them. */
export interface AcceptedOrders {
  readonly job: Job;
  readonly payments: ReadonlyArray<Instruction>;
  readonly source: PayoutSource;
  readonly initiationMode: InitiationMode;
  readonly createdBy: ActorRef;
}

/** Payments of one acceptance, from row `from` on, and the payees that they name by their codes. */
interface OrderSlice extends AcceptedOrders {
  readonly from: number;
  readonly payees: NamedPayees;
}

const ROWS_A_WRITE = 10_000;

const slicesOf = (orders: AcceptedOrders, payees: NamedPayees): ReadonlyArray<OrderSlice> =>
  rangesOf(orders.payments.length, ROWS_A_WRITE).map(({ from, length }) => ({
    from,
    payees,
    ...orders,
    payments: orders.payments.slice(from, from + length),
  }));

/** The payees that orders of each corporate name by their codes. */
const slicesWithPayees = async (
  stores: Stores,
  accepted: ReadonlyArray<AcceptedOrders>,
): Promise<ReadonlyArray<OrderSlice>> => {
  const slices: OrderSlice[] = [];
  const owned = accepted.map((orders) => ({ tenant: orders.job.tenant, ...orders }));
  for (const [tenant, own] of byTenant(owned)) {
    const batches = own.map(({ payments }) => payments);
    const payees = await namedPayees(stores, tenant, batches);
    slices.push(...own.flatMap((orders) => slicesOf(orders, payees)));
  }
  return slices;
};

/** Small batches share a call; the rows of a large one are laid out while those before are written. */
export const addOrders = async (
  stores: Stores,
  accepted: ReadonlyArray<AcceptedOrders>,
): Promise<void> => {
  const slices = await slicesWithPayees(stores, accepted);
  const calls = packBySize(slices, ({ payments }) => payments.length, ROWS_A_WRITE);
  for await (const _ of prefetch(calls, (call) => stores.payouts.add(call.flatMap(ordersOf))));
};

const ordersOf = ({ job, payments, ...slice }: OrderSlice): ReadonlyArray<PayoutOrder> =>
  payments.map((payment, i) =>
    withOptionalPart(payment, {
      transactionId: rowId(job.jobId, slice.from + i),
      tenant: job.tenant,
      jobId: job.jobId,
      source: slice.source,
      initiationMode: slice.initiationMode,
      apiRefNumber: job.apiRefNumber,
      reference: payment.transactionReference,
      beneficiaryId: payeeOf(payment, slice.payees),
      packageCode: payment.packageCode,
      amount: payment.amount,
      createdBy: slice.createdBy,
      createdAt: job.requestedAt,
    }),
  );
